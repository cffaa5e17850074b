/**
 * Which list a person looked at last on this device, and on this page. It opens where none is named, and on a new
 * page none is preferred. Forgotten when they sign out.
 */
import type { KeyValue } from '../../network/key-value.ts'

export interface LastList {
  get(userId: number): string | undefined
  /** Since the page was loaded: whoever comes back from another screen finds it, whatever opens first. */
  ofPage(userId: number): string | undefined
  set(userId: number, listId: string): void
  forget(userId: number): void
}

export function createLastList(persistent: Pick<KeyValue, 'get' | 'set' | 'remove'>): LastList {
  const keyOf = (userId: number) => `aisle.last-list.${userId}`
  const ofPage = new Map<number, string>()
  return {
    get: userId => persistent.get(keyOf(userId)),
    ofPage: userId => ofPage.get(userId),
    set(userId, listId) {
      ofPage.set(userId, listId)
      persistent.set(keyOf(userId), listId)
    },
    forget(userId) {
      ofPage.delete(userId)
      persistent.remove(keyOf(userId))
    },
  }
}
