/** The records of the household as REST tells them: whole, in the contract's words, each with its `__typename`. */
import { fullName } from '../../rules/people/full-name.ts'
import { readFriends } from '../cache/records/friends.ts'
import { readOwnFeedback } from '../cache/records/own-feedback.ts'
import { readPeople } from '../cache/records/people.ts'
import { readItem, readItemIds, readList, readLists } from '../cache/records/records.ts'
import {
  type FriendFieldsFragment,
  GetAllUnitDocument,
  GetByFilterUserConfigDocument,
} from '../generated/operations.ts'
import type { Fields, Home } from './home.ts'

export function unitsOf({ cache }: Home) {
  return cache.readQuery({ query: GetAllUnitDocument })?.getAllUnit ?? []
}

export function itemOf(home: Home, id: string) {
  const item = readItem(home.cache, id)
  if (item === null) return null
  return { ...item, unit: unitsOf(home).find(unit => unit.id === item.unitId) ?? null }
}

export function itemsOf(home: Home, listId: string) {
  return readItemIds(home.cache, listId).flatMap(id => itemOf(home, id) ?? [])
}

/** The list itself with its people; without its items. */
export function listFieldsOf({ cache, state }: Home, id: string) {
  const list = readList(cache, id)
  if (list === null) return null
  const { ownerName, people } = readPeople(cache, id)
  return {
    ...list,
    ownerName: ownerName || fullName(state.user.firstName, state.user.lastName),
    shoppingListFriends: people.map(person => ({
      ...person,
      id: `${id}-${person.friendId}`,
      shoppingListId: id,
    })),
  }
}

export function listOf(home: Home, id: string) {
  const list = listFieldsOf(home, id)
  const revision = home.state.revisions[id] ?? 0
  return list && { ...list, items: itemsOf(home, id), revision }
}

export function listsOf(home: Home) {
  return readLists(home.cache).flatMap(({ id }) => listOf(home, id) ?? [])
}

export function friendOf({ theirStatus, ...friend }: FriendFieldsFragment) {
  return { ...friend, firendStatus: theirStatus }
}

export function friendsOf({ cache }: Home) {
  return readFriends(cache).map(friendOf)
}

export function configsOf({ cache }: Home) {
  return cache.readQuery({ query: GetByFilterUserConfigDocument })?.getByFilterUserConfig ?? []
}

/** The newest first, as their author sees them. */
export function feedbackOf({ cache, state: { user } }: Home) {
  const { id: userId, firstName, lastName, email, phone } = user
  const from = { __typename: 'FeedbackUser', userId, firstName, lastName, email, phone }
  return (readOwnFeedback(cache, userId) ?? []).map(one => ({
    ...one,
    user: from,
    note: null,
    deviceLog: null,
    cursor: one.id,
  }))
}

export function userOf({ state: { user } }: Home): Fields {
  const { inviteId: _, ...shown } = user
  return { __typename: 'User', ...shown }
}
