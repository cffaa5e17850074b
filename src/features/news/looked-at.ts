/**
 * Until when a person has seen each list, on this device: by the server's clock, as the newest change that
 * was in sight, so that a device with a wrong clock misses nothing. Forgotten when they sign out.
 */
import { compareText } from '../../../rules/compare-text.ts'
import { jsonIn } from '../../../rules/json-in.ts'
import type { KeyValue } from '../../network/key-value.ts'
import { tellAll } from '../../offline/tell-all.ts'

export interface LookedAt {
  /** ISO 8601; undefined if the list was never looked at here. */
  get(listId: string): string | undefined
  set(listId: string, at: string): void
  subscribe(listener: () => void): () => void
}

/** Of so many lists it is kept when they were looked at, the latest: about 40 kB. */
export const mostLookedAt = 500

/** `storage` may refuse (private windows): nothing is remembered then. */
export function createLookedAt(
  storage: Pick<KeyValue, 'get' | 'set' | 'remove'>,
  userId: number,
): LookedAt {
  const key = lookedAtKey(userId)
  const moments = new Map<string, string>()
  const listeners = new Set<() => void>()
  let seen: string | undefined
  storage.remove(ownChangesKey(userId))

  /** What another screen of this page, or another tab, has written since. */
  function follow() {
    const text = storage.get(key)
    if (text === undefined || text === seen) return
    seen = text
    for (const [listId, at] of readMoments(text)) {
      if ((moments.get(listId) ?? '') < at) moments.set(listId, at)
    }
  }

  return {
    get(listId) {
      follow()
      return moments.get(listId)
    },
    set(listId, at) {
      follow()
      // Another tab has forgotten it: its person has left, and this page is about to close.
      if (seen !== undefined && storage.get(key) === undefined) return
      if ((moments.get(listId) ?? '') >= at) return
      moments.set(listId, at)
      const latest = [...moments].sort(([, a], [, b]) => compareText(b, a))
      for (const [other] of latest.slice(mostLookedAt)) moments.delete(other)
      seen = JSON.stringify(Object.fromEntries(moments))
      storage.set(key, seen)
      tellAll(listeners)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
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

/** Where releases up to 0.3.0 kept when the server took changes of one's own: each record tells that by now. */
function ownChangesKey(userId: number): string {
  return `aisle.own-changes.${userId}`
}

function readMoments(text: string | undefined): readonly (readonly [string, string])[] {
  return Object.entries(Object(jsonIn(text))).flatMap(([listId, at]) =>
    typeof at === 'string' ? [[listId, at] as const] : [],
  )
}
