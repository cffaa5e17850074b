/** What a person can do about who has a list. */

import type { ApolloCache } from '@apollo/client'
import { defaultNotes } from '../../../rules/default-notes.ts'
import {
  CreateShareLinkDocument,
  EndShareLinksDocument,
  HandOverShoppingListDocument,
  type ListPeopleFragment,
  ShareShoppingListDocument,
  type ShoppingListFieldsFragment,
} from '../../generated/operations.ts'
import { listName } from '../policies/list-name.ts'
import { listCacheId } from '../records/cache-ids.ts'
import { friendName, readFriends } from '../records/friends.ts'
import { writeList } from '../records/list-records.ts'
import { many } from '../records/many.ts'
import { type Person, readPeople, toPeople, writePeople } from '../records/people.ts'
import { readList, readOwnerId, setFields, stampOf } from '../records/records.ts'
import { appEdit } from './app-edit.ts'

/** The wanted set of a list's people besides its owner: of those in `changedFriendIds`, or without it the whole. */
export const shareShoppingList = appEdit({
  name: 'shareShoppingList',
  document: ShareShoppingListDocument,
  note: defaultNotes.updating('ShoppingList'),
  predict(cache, { id, shoppingListFriends, changedFriendIds }, { at }) {
    const list = readList(cache, id)
    if (!list) return
    const before = readPeople(cache, id)
    const wishes = new Map(many(shoppingListFriends).map(wish => [wish.friendId, wish.permission]))
    const ownId = readOwnerId(cache)
    const changed = changedFriendIds == null ? undefined : new Set(many(changedFriendIds))
    const stay = before.people.flatMap(person => {
      const permission = wishes.get(person.friendId)
      if (permission) return { ...person, permission }
      const isMeant = changed?.has(person.friendId) ?? true
      return person.friendId === ownId || !isMeant ? person : []
    })
    const known = new Set(before.people.map(person => person.friendId))
    const names = namesById(cache)
    const join = [...wishes]
      .filter(([friendId]) => !known.has(friendId) && friendId !== list.userId)
      .sort(([one], [other]) => one - other)
      .map(([friendId, permission]): Person => {
        const name = names.get(friendId) ?? ''
        return { __typename: 'ShoppingListFriend', friendId, name, permission, byLink: false }
      })
    writePeople(cache, id, { ...before, people: [...stay, ...join] })
    const own = wishes.get(ownId)
    setFields(cache, listCacheId(id), { permission: own, ...stampOf(cache, at) })
  },
  settle: (cache, { updateShoppingList: list }) => settleShared(cache, list),
  touches: ({ id }) => ({ changes: [listCacheId(id)], barrier: true }),
  deed: (cache, { id }) => ({ kind: 'share', name: listName(cache, id) }),
})

/** The list gets a new owner; whoever owned it stays on it. */
export const handOverShoppingList = appEdit({
  name: 'handOverShoppingList',
  document: HandOverShoppingListDocument,
  note: defaultNotes.updating('ShoppingList'),
  predict(cache, { id, userId }, { at }) {
    const before = readPeople(cache, id)
    const owner = before.people.find(person => person.friendId === userId)
    const list = readList(cache, id)
    if (!owner || !list) return
    const { name, __typename } = owner
    const self: Person = {
      __typename,
      friendId: list.userId,
      name: before.ownerName,
      permission: 'ADMIN',
      byLink: false,
    }
    const others = before.people.filter(person => person !== owner)
    writePeople(cache, id, { ownerName: name, people: [self, ...others] })
    setFields(cache, listCacheId(id), {
      userId,
      sharedByName: name,
      ...stampOf(cache, at),
    })
  },
  settle: (cache, { handOverShoppingList: list }) => settleShared(cache, list),
  touches: ({ id }) => ({ changes: [listCacheId(id)], barrier: true }),
  deed: (cache, { id }) => ({ kind: 'handOver', name: listName(cache, id) }),
})

/** `inviteId` is made on the device, so that the link can be shown before it was sent. */
export const createShareLink = appEdit({
  name: 'createShareLink',
  document: CreateShareLinkDocument,
  note: defaultNotes.updating('ShoppingList'),
  predict() {},
  settle() {},
  touches: ({ shoppingListId }) => ({ changes: [listCacheId(shoppingListId)] }),
  deed: (cache, { shoppingListId }) => ({
    kind: 'makeLink',
    name: listName(cache, shoppingListId),
  }),
})

export const endShareLinks = appEdit({
  name: 'endShareLinks',
  document: EndShareLinksDocument,
  note: defaultNotes.updating('ShoppingList'),
  predict() {},
  settle() {},
  touches: ({ shoppingListId }) => ({ changes: [listCacheId(shoppingListId)], barrier: true }),
  deed: (cache, { shoppingListId }) => ({
    kind: 'endLinks',
    name: listName(cache, shoppingListId),
  }),
})

function settleShared(
  cache: ApolloCache,
  list: ShoppingListFieldsFragment & ListPeopleFragment,
): void {
  writeList(cache, list)
  writePeople(cache, list.id, toPeople(list))
}

function namesById(cache: ApolloCache): ReadonlyMap<number, string> {
  return new Map(
    readFriends(cache).flatMap(friend =>
      friend.friendId === null ? [] : [[friend.friendId, friendName(friend)] as const],
    ),
  )
}
