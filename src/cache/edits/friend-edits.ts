/** What a person can do about friends. What else the server ends with a friendship, a catch-up brings. */

import type { ApolloCache } from '@apollo/client'
import { defaultNotes } from '../../../rules/default-notes.ts'
import { cleanEmail, emailKey } from '../../../rules/people/email.ts'
import {
  areFriends,
  endsShares,
  type FriendStatus,
  requestIdOf,
} from '../../../rules/people/friends.ts'
import {
  DeleteByIdFriendDocument,
  type FriendFieldsFragment,
  SendFriendRequestByEmailDocument,
  UpdateFriendDocument,
} from '../../generated/operations.ts'
import { friendCacheId } from '../records/cache-ids.ts'
import { friendName, putFriend, readFriends, standingOf, writeFriends } from '../records/friends.ts'
import { hideList } from '../records/list-records.ts'
import { readPeople, writePeople } from '../records/people.ts'
import { readList, readLists, readOwnerId } from '../records/records.ts'
import { appEdit } from './app-edit.ts'
import type { DeedKind } from './deed.ts'
import { refusedDeletion } from './deletion.ts'

export const sendFriendRequest = appEdit({
  name: 'sendFriendRequestByEmail',
  document: SendFriendRequestByEmailDocument,
  note: defaultNotes.requestingFriend,
  predict(cache, { email }, { at }) {
    const key = emailKey(email)
    const known = readFriends(cache).find(
      friend =>
        friend.theirStatus === 'ACCEPTED' &&
        friend.friendId !== null &&
        emailKey(friend.friendUser.email ?? '') === key,
    )
    if (known) return putFriend(cache, { ...known, myStatus: 'ACCEPTED' })
    const { id, before } = findRequest(cache, key)
    putFriend(cache, {
      __typename: 'Friend',
      id,
      friendId: null,
      myStatus: 'ACCEPTED',
      theirStatus: 'INVITED',
      friendUser: {
        __typename: 'FriendUser',
        userId: null,
        firstName: null,
        lastName: null,
        email: cleanEmail(email),
      },
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
    })
  },
  settle(cache, { sendFriendRequestByEmail: { friend } }) {
    if (friend) putFriend(cache, friend)
  },
  touches: ({ email }) => ({ some: [requestCacheId(email)] }),
  deed: (_cache, { email }) => ({ kind: 'askFriend', name: cleanEmail(email) }),
})

/** Accept, reject, block: the person's own answer. */
export const answerFriend = appEdit({
  name: 'updateFriend',
  document: UpdateFriendDocument,
  note: defaultNotes.updating('Friend'),
  predict(cache, { id, firendStatus }, { at }) {
    const friend = readFriends(cache).find(one => one.id === id)
    if (!friend) return
    const changed = { ...friend, myStatus: firendStatus, updatedAt: at }
    putFriend(cache, withoutAddress(changed))
    if (endsShares(standingOf(friend), firendStatus)) endShares(cache, friend)
  },
  settle() {},
  settledByCatchUp: true,
  touches: ({ id }) => ({ some: [friendCacheId(id)] }),
  fold: (_earlier, later) => later,
  deed: (cache, { id, firendStatus }) => ({
    kind: answerKinds[firendStatus],
    name: nameOf(cache, id),
  }),
})

/** Ends a friendship, withdraws a request, lifts a refusal. */
export const removeFriend = appEdit({
  name: 'deleteByIdFriend',
  document: DeleteByIdFriendDocument,
  note: defaultNotes.deleting('Friend'),
  predict(cache, { id }) {
    const friends = readFriends(cache)
    const friend = friends.find(one => one.id === id)
    if (!friend) return
    writeFriends(
      cache,
      friends.filter(one => one.id !== id),
    )
    if (areFriends(standingOf(friend))) endShares(cache, friend)
  },
  settle() {},
  settledByCatchUp: true,
  refusal: ({ deleteByIdFriend }) =>
    refusedDeletion(deleteByIdFriend, defaultNotes.deleting('Friend')),
  touches: ({ id }) => ({ some: [friendCacheId(id)], barrier: true }),
  deed: (cache, { id }) => ({ kind: 'removeFriend', name: nameOf(cache, id) }),
})

/** The mark of a request that waits: its record's id is the server's secret until then. */
export function requestCacheId(email: string): string {
  return `FriendRequest:${emailKey(email)}`
}

/** As on the server: a record that became a known person's is no request any more. */
function findRequest(cache: ApolloCache, key: string) {
  const ownerId = readOwnerId(cache)
  const friends = readFriends(cache)
  for (let count = 0; ; count += 1) {
    const id = requestIdOf(ownerId, key, count)
    const before = friends.find(friend => friend.id === id)
    if (!before || before.friendId === null) return { id, before }
  }
}

const answerKinds: Readonly<Record<FriendStatus, DeedKind>> = {
  INVITED: 'answerFriend',
  ACCEPTED: 'acceptFriend',
  REJECTED: 'rejectFriend',
  BLOCKED: 'blockFriend',
}

/** Their address is no longer for whoever turned them down; one that was asked stays as it was written. */
function withoutAddress(friend: FriendFieldsFragment): FriendFieldsFragment {
  if (friend.friendId === null || friend.myStatus === 'ACCEPTED') return friend
  return { ...friend, friendUser: { ...friend.friendUser, email: null } }
}

/** What of the shares between the two this device knows; the rest comes with the catch-up. */
function endShares(cache: ApolloCache, { friendId }: FriendFieldsFragment): void {
  if (friendId === null) return
  const ownerId = readOwnerId(cache)
  for (const { id } of readLists(cache)) {
    const list = readList(cache, id)
    if (list?.userId === friendId) hideList(cache, id)
    if (list?.userId !== ownerId) continue
    const people = readPeople(cache, id)
    const left = people.people.filter(person => person.friendId !== friendId)
    if (left.length < people.people.length) writePeople(cache, id, { ...people, people: left })
  }
}

/** As they are seen now. */
function nameOf(cache: ApolloCache, id: string): string {
  const friend = readFriends(cache, true).find(one => one.id === id)
  return friend ? friendName(friend) : 'somebody'
}
