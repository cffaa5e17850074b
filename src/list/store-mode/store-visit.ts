/**
 * Which list a person is in a store with, on this device: phones discard the pages of other apps between two
 * shelves, and the list comes back as it was. Forgotten when they leave the store, and when they sign out.
 */
import type { KeyValue } from '../../network/key-value.ts'

export interface StoreVisit {
  /** Whether the store was neither left nor out of sight for hours. */
  lasts(): boolean
  begin(): void
  /** It is still going on. */
  prolong(): void
  end(): void
}

/** Nobody stands in a store for longer without a look at the list. */
const lastsMs = 3 * 60 * 60_000

/** `now` in ms since 1970. */
export function createStoreVisit(
  storage: Pick<KeyValue, 'get' | 'set'>,
  userId: number,
  listId: string,
  now: () => number,
): StoreVisit {
  const key = storeVisitKey(userId)

  function lasts() {
    const [list, at] = (storage.get(key) ?? '').split(' ')
    // Or ahead: the clock was set back since.
    return list === listId && Math.abs(now() - Number(at)) < lastsMs
  }

  const begin = () => storage.set(key, `${listId} ${now()}`)
  return {
    lasts,
    begin,
    prolong() {
      if (lasts()) begin()
    },
    end: () => storage.set(key, ''),
  }
}

/** To be called when this person signs out. */
export function forgetStoreVisit(storage: Pick<KeyValue, 'remove'>, userId: number): void {
  storage.remove(storeVisitKey(userId))
}

function storeVisitKey(userId: number): string {
  return `aisle.in-store.${userId}`
}
