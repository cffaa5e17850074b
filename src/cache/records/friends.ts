/** The person's friends, in whatever store an edit is being painted or settled. */
import type { ApolloCache } from '@apollo/client'
import type { Standing } from '../../../rules/people/friends.ts'
import { fullName } from '../../../rules/people/full-name.ts'
import { type FriendFieldsFragment, GetAllFriendDocument } from '../../generated/operations.ts'
import { friendCacheId } from './cache-ids.ts'
import { inviteCacheId, inviteFields } from './local-records.ts'
import { removeRecord } from './records.ts'

/** With what waits where `optimistic`. */
export function readFriends(
  cache: ApolloCache,
  optimistic = false,
): readonly FriendFieldsFragment[] {
  return cache.readQuery({ query: GetAllFriendDocument, optimistic })?.getAllFriend ?? []
}

/** Who is not among them any more leaves nothing, their address least of all. */
export function writeFriends(cache: ApolloCache, friends: readonly FriendFieldsFragment[]): void {
  const ids = new Set(friends.map(({ id }) => id))
  const gone = readFriends(cache).filter(({ id }) => !ids.has(id))
  cache.writeQuery({
    query: GetAllFriendDocument,
    data: { __typename: 'Query', getAllFriend: friends },
  })
  for (const { id } of gone) removeRecord(cache, friendCacheId(id))
}

/** In place of the one with its id, or at the end. */
export function putFriend(cache: ApolloCache, friend: FriendFieldsFragment): void {
  const friends = readFriends(cache)
  const isThere = friends.some(({ id }) => id === friend.id)
  writeFriends(
    cache,
    isThere ? friends.map(one => (one.id === friend.id ? friend : one)) : [...friends, friend],
  )
}

export function writeInviteId(cache: ApolloCache, inviteId: string): void {
  cache.writeFragment({
    id: inviteCacheId,
    fragment: inviteFields,
    data: { __typename: 'Invitation', id: 'me', inviteId },
  })
}

export function standingOf(friend: FriendFieldsFragment): Standing {
  return { mine: friend.myStatus, theirs: friend.theirStatus }
}

/** How a person is called: by name, else by the address that was asked. */
export function friendName({ friendUser }: Pick<FriendFieldsFragment, 'friendUser'>): string {
  const name = fullName(friendUser.firstName, friendUser.lastName)
  return name || friendUser.email || 'Somebody'
}
