/** People who are friends, and lists that they share, made as people make them. */
import type { Permission } from '../../rules/people/permissions.ts'
import { done } from './server/api.ts'
import type { TestClient, TestUser } from './server/server.ts'

/** One asks, the other accepts. */
export async function befriend(one: TestUser, other: TestUser): Promise<void> {
  await done(one, 'createFriend', { id: String(other.id) })
  await done(other, 'updateFriend', { id: String(one.id), firendStatus: 'ACCEPTED' })
}

/** The whole wanted set of a list's people. */
export function shareWith(
  owner: TestClient,
  listId: string,
  people: readonly (readonly [TestUser, Permission])[],
) {
  const shoppingListFriends = people.map(([{ id: friendId }, permission]) => ({
    friendId,
    permission,
  }))
  return done(owner, 'updateShoppingList', { id: listId, shoppingListFriends })
}
