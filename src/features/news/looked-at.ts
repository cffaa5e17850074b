/**
 * Until when a person has seen each list, on this device: by the server's clock, as the newest change that
 * was in sight, so that a device with a wrong clock misses nothing. And which later changes are their own,
 * for the server stamps what was done in a shop without a network after the list was left. Forgotten when
 * they sign out.
 */
import type { KeyValue } from '../../network/key-value.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'

export interface LookedAt {
  /** ISO 8601; undefined where the list was never looked at here. */
  get(listId: string): string | undefined
  set(listId: string, at: string): void
  /** When the server took changes of one's own, as it stamped them. */
  own(listId: string): ReadonlySet<string>
  setOwn(listId: string, moments: readonly string[]): void
  /** Counts the changes. */
  readonly version: Readable<number>
}

/** Of each list; older ones were looked at long ago. */
const ownKept = 500

/** `storage` may refuse (private windows): nothing is remembered then. */
export function createLookedAt(storage: Pick<KeyValue, 'get' | 'set'>, userId: number): LookedAt {
  const key = lookedAtKey(userId)
  const moments = new Map<string, string>()
  const version = createReadable(0)
  let seen: string | undefined
  const ownKey = ownChangesKey(userId)
  let ownSeen: string | undefined
  let own: ReadonlyMap<string, ReadonlySet<string>> = new Map()

  /** What another screen of this page, or another tab, has written since. */
  function follow() {
    const text = storage.get(key)
    if (text === seen) return
    seen = text
    for (const [listId, at] of Object.entries(readMoments(text))) {
      if ((moments.get(listId) ?? '') < at) moments.set(listId, at)
    }
  }

  function followOwn() {
    const text = storage.get(ownKey)
    if (text === ownSeen) return
    ownSeen = text
    own = new Map(
      Object.entries(readShape(text)).map(([listId, moments]) => [
        listId,
        new Set(Object.values(textsOf(moments))),
      ]),
    )
  }

  return {
    version,
    own(listId) {
      followOwn()
      return own.get(listId) ?? new Set()
    },
    setOwn(listId, fresh) {
      follow()
      followOwn()
      const since = moments.get(listId)
      // What lies before the last look is no news anyway, and so needs no remembering.
      const later = [...(own.get(listId) ?? [])].filter(
        moment => since === undefined || moment > since,
      )
      const kept = new Set([...later, ...fresh].slice(-ownKept))
      own = new Map(own).set(listId, kept)
      ownSeen = JSON.stringify(Object.fromEntries([...own].map(([id, each]) => [id, [...each]])))
      storage.set(ownKey, ownSeen)
      version.set(version.get() + 1)
    },
    get(listId) {
      follow()
      return moments.get(listId)
    },
    set(listId, at) {
      follow()
      if ((moments.get(listId) ?? '') >= at) return
      moments.set(listId, at)
      storage.set(key, JSON.stringify(Object.fromEntries(moments)))
      version.set(version.get() + 1)
    },
  }
}

/** To be called when this person signs out. */
export function forgetLookedAt(storage: Pick<KeyValue, 'remove'>, userId: number): void {
  storage.remove(lookedAtKey(userId))
  storage.remove(ownChangesKey(userId))
}

function lookedAtKey(userId: number): string {
  return `aisle.looked-at.${userId}`
}

function ownChangesKey(userId: number): string {
  return `aisle.own-changes.${userId}`
}

function readMoments(text: string | undefined): Readonly<Record<string, string>> {
  return textsOf(readShape(text))
}

function readShape(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return { ...Object(JSON.parse(text ?? '{}')) }
  } catch {
    return {}
  }
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(Object(value)).flatMap(([id, at]) =>
      typeof at === 'string' ? [[id, at] as const] : [],
    ),
  )
}
