/**
 * Until when a person has seen each list, on this device: by the server's clock, as the newest change that
 * was in sight, so that a device with a wrong clock misses nothing. Forgotten when they sign out.
 */
import type { KeyValue } from '../../network/key-value.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'

export interface LookedAt {
  /** ISO 8601; undefined where the list was never looked at here. */
  get(listId: string): string | undefined
  set(listId: string, at: string): void
  /** Counts the changes. */
  readonly version: Readable<number>
}

/** `storage` may refuse (private windows): nothing is remembered then. */
export function createLookedAt(storage: Pick<KeyValue, 'get' | 'set'>, userId: number): LookedAt {
  const key = lookedAtKey(userId)
  const moments = new Map<string, string>()
  const version = createReadable(0)
  let seen: string | undefined

  /** What another screen of this page, or another tab, has written since. */
  function follow() {
    const text = storage.get(key)
    if (text === seen) return
    seen = text
    for (const [listId, at] of Object.entries(readMoments(text))) {
      if ((moments.get(listId) ?? '') < at) moments.set(listId, at)
    }
  }

  return {
    version,
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
}

function lookedAtKey(userId: number): string {
  return `aisle.looked-at.${userId}`
}

function readMoments(text: string | undefined): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const entries = Object.entries(Object(value))
    return Object.fromEntries(
      entries.flatMap(([id, at]) => (typeof at === 'string' ? [[id, at] as const] : [])),
    )
  } catch {
    return {}
  }
}
