/**
 * Until when a person has seen each list, on this device: by the server's clock, as the newest change that
 * was in sight, so that a device with a wrong clock misses nothing. And which later changes are their own,
 * for the server stamps what was done in a shop without a network after the list was left. Forgotten when
 * they sign out.
 */
import type { KeyValue } from '../../network/key-value.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'

export interface LookedAt {
  /** ISO 8601; undefined if the list was never looked at here. */
  get(listId: string): string | undefined
  set(listId: string, at: string): void
  /** When the server took changes of one's own, as it stamped them. */
  own(listId: string): ReadonlySet<string>
  setOwn(listId: string, moments: readonly string[]): void
  /** Counts the changes. */
  readonly version: Readable<number>
}

/**
 * What is kept: of so many lists when they were looked at, the latest; and moments of one's own changes, so many
 * of each list and in all. What travelled in one batch has one moment. About 60 kB, of which an edit writes 16.
 */
export const lookedAtBounds = { lists: 500, ownOfList: 300, own: 600 } as const

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
      const kept = new Set([...later, ...fresh].slice(-lookedAtBounds.ownOfList))
      const others = [...own].filter(([other]) => other !== listId)
      // The list that was changed last comes last, and loses nothing to the others.
      own = latestOf([...others, [listId, kept]], lookedAtBounds.own)
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
      const latest = [...moments].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
      for (const [other] of latest.slice(lookedAtBounds.lists)) moments.delete(other)
      storage.set(key, JSON.stringify(Object.fromEntries(moments)))
      version.set(version.get() + 1)
    },
  }
}

/** The last `most` moments in all; the lists in the order in which they were changed. */
function latestOf(
  own: readonly (readonly [string, ReadonlySet<string>])[],
  most: number,
): ReadonlyMap<string, ReadonlySet<string>> {
  let left: number = most
  const kept: [string, ReadonlySet<string>][] = []
  for (const [listId, moments] of own.toReversed()) {
    if (left <= 0) break
    const latest = [...moments].slice(-left)
    left -= latest.length
    if (latest.length > 0) kept.push([listId, new Set(latest)])
  }
  return new Map(kept.reverse())
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
