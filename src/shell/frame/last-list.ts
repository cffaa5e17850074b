/** Which list a person looked at last on this device: /app opens it. Forgotten when they sign out. */
import type { KeyValue } from '../../network/key-value.ts'

export interface LastList {
  get(userId: number): string | undefined
  set(userId: number, listId: string): void
  forget(userId: number): void
}

export function createLastList(persistent: Pick<KeyValue, 'get' | 'set' | 'remove'>): LastList {
  const keyOf = (userId: number) => `aisle.last-list.${userId}`
  return {
    get: userId => persistent.get(keyOf(userId)),
    set: (userId, listId) => persistent.set(keyOf(userId), listId),
    forget: userId => persistent.remove(keyOf(userId)),
  }
}
