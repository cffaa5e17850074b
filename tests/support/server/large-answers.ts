/** Answers that are more than a connection takes without being read from: each keeps its turn until it was read. */
import { done } from './api.ts'
import type { TestClient } from './server.ts'

/** Asked by who has the list of `fillLarge`. */
export const largeQuestion = '{ changes(known: []) { lists { items { notes } } } }'

export async function fillLarge(owner: TestClient): Promise<void> {
  const list = await done(owner, 'createShoppingList', { name: 'Large' })
  const items = Array.from({ length: 20 }, () => ({ name: 'Item', notes: 'x'.repeat(5_000) }))
  await done(owner, 'createItems', { shoppingListId: list.id, items })
}
