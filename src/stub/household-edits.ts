/** What the household does of all that a person can do without a network: the edit's own prediction comes true. */
import { derivedId } from '../../rules/derived-id.ts'
import { emailKey } from '../../rules/people/email.ts'
import { allEdits } from '../cache/edits/all-edits.ts'
import { placeList } from '../cache/edits/restore-list-edit.ts'
import { writeCopy } from '../cache/policies/own-list.ts'
import { userConfigCacheId } from '../cache/records/cache-ids.ts'
import { readFriends } from '../cache/records/friends.ts'
import { toPeople, writePeople } from '../cache/records/people.ts'
import { setFields } from '../cache/records/records.ts'
import type { NamedEdit } from '../offline/outbox/edit.ts'
import { operationName } from '../offline/sync/track-calls.ts'
import { type Fields, type Home, notFound, StubRefusal } from './home.ts'
import { failed, passed } from './household-account.ts'
import { isKept } from './household-bin.ts'
import { checkFields, checkRights } from './household-checks.ts'
import {
  configsOf,
  feedbackOf,
  friendOf,
  itemOf,
  itemsOf,
  listOf,
  listsOf,
} from './household-records.ts'

/** The edit that stands for an operation; the first of those that are the same to a server. */
const editsByOperation: ReadonlyMap<string, NamedEdit> = new Map(
  allEdits.toReversed().map(edit => [operationName(edit.document), edit]),
)

export function isHouseholdEdit(operation: string): boolean {
  return operation in answers
}

/** Does it, or throws a `StubRefusal` with nothing done; answers with the records as they are afterwards. */
export function doEdit(home: Home, operation: string, sent: Fields): unknown {
  const fields = withIds(home, operation, sent)
  const edit = editsByOperation.get(operation)
  if (edit === undefined) throw notFound()
  if (operation === 'restoreShoppingList') return restore(home, fields)
  checkFields(home, edit.document, fields)
  if (isAbsentDeletion(home, operation, fields)) return passed([String(fields.id)])
  try {
    checkRights(home, operation, fields)
  } catch (error) {
    // A result like any other: several lists may be deleted at once.
    if (isGoneForGood(operation) && error instanceof StubRefusal) {
      return failed(String(fields.id), error.message)
    }
    throw error
  }
  const moment = { id: home.requestToken, at: home.at }
  // Gone for good, as an answer makes it, where the prediction merely hides.
  if (isGoneForGood(operation)) edit.settle(home.cache, {}, fields)
  else edit.predict(home.cache, fields, moment)
  return answers[operation]?.(home, fields)
}

/** Those of the contract that are one edit for each id. */
export const editOfEach: Readonly<Record<string, string>> = {
  deleteByIdsShoppingList: 'deleteByIdShoppingList',
  deleteByIdsFeedback: 'deleteByIdFeedback',
  deleteByIdsFriend: 'deleteByIdFriend',
}

function isGoneForGood(operation: string): boolean {
  return ['deleteByIdShoppingList', 'leaveShoppingList'].includes(operation)
}

/** What is gone is gone: there is nothing to refuse. */
function isAbsentDeletion(home: Home, operation: string, { id }: Fields): boolean {
  if (operation === 'deleteByIdItem') return itemOf(home, String(id)) === null
  if (operation === 'deleteByIdShoppingList' || operation === 'leaveShoppingList') {
    return listOf(home, String(id)) === null
  }
  return false
}

/** The ids that a client may leave to the server. */
function withIds({ newId, state }: Home, operation: string, fields: Fields): Fields {
  const items = Array.isArray(fields.items) ? fields.items : undefined
  return {
    ...(needsId.has(operation) && { id: newId() }),
    ...(needsNewId.has(operation) && { newId: newId() }),
    ...(operation === 'createShareLink' && { inviteId: newId() }),
    ...(operation.endsWith('Feedback') && { userId: state.user.id }),
    ...fields,
    ...(items && { items: items.map(item => ({ id: newId(), ...Object(item) })) }),
  }
}

const needsId = new Set(['createItem', 'createShoppingList', 'createFeedback', 'createSavedFilter'])
const needsNewId = new Set(['copyShoppingList', 'sampleShoppingList', 'restoreShoppingList'])

/** As a new list with all that it had: its people, its place, its history and its bin. */
function restore(home: Home, { id, newId }: Fields): unknown {
  const { cache, state } = home
  const deleted = state.deletedLists.filter(isKept(home.at)).find(({ list }) => list.id === id)
  if (deleted === undefined) throw notFound()
  const { list, items } = deleted
  const backId = String(newId)
  writeCopy(cache, { ...list, id: backId }, items, home.at)
  writePeople(cache, backId, toPeople(list))
  placeList(cache, backId, list.order)
  for (const config of configsOf(home)) {
    if (config.shoppingListId === id) {
      setFields(cache, userConfigCacheId(config.id), { shoppingListId: backId })
    }
  }
  home.keep({
    deletedLists: state.deletedLists.filter(one => one !== deleted),
    activities: state.activities.map(activity =>
      activity.shoppingListId === id ? { ...activity, shoppingListId: backId } : activity,
    ),
    deletedItems: state.deletedItems.map(one =>
      one.item.shoppingListId === id
        ? {
            ...one,
            item: { ...one.item, id: derivedId(backId, one.item.id), shoppingListId: backId },
          }
        : one,
    ),
  })
  return listOf(home, backId)
}

type Answer = (home: Home, fields: Fields) => unknown

const theItem: Answer = (home, { id }) => itemOf(home, String(id))
const theList: Answer = (home, { id }) => listOf(home, String(id))
const theNewList: Answer = (home, { newId }) => listOf(home, String(newId))
const theListOfIt: Answer = (home, { shoppingListId }) => listOf(home, String(shoppingListId))
const theIdGone: Answer = (_home, { id }) => passed([String(id)])
const theFilter: Answer = (home, { id }) =>
  configsOf(home)
    .flatMap(config => config.savedFilters)
    .find(filter => filter.id === id) ?? null
const theItems: Answer = (home, { items }) =>
  (Array.isArray(items) ? items : []).flatMap(({ id }) => itemOf(home, String(id)) ?? [])

const answers: Readonly<Record<string, Answer>> = {
  createItem: theItem,
  createItems: theItems,
  updateItem: theItem,
  updateItems: theItems,
  moveItem: theItem,
  deleteByIdItem: theIdGone,
  deleteByIdsItem: (_home, { ids }) => passed(Array.isArray(ids) ? ids.map(String) : []),
  updateItemsOrder: (home, { shoppingListId }) => itemsOf(home, String(shoppingListId)),
  createShoppingList: theList,
  updateShoppingList: theList,
  shareShoppingList: theList,
  handOverShoppingList: theList,
  moveShoppingList: theList,
  resetShoppingList: theList,
  copyShoppingList: theNewList,
  sampleShoppingList: theNewList,
  restoreShoppingList: theNewList,
  deleteByIdShoppingList: theIdGone,
  leaveShoppingList: theIdGone,
  updateShoppingListsOrder: home => listsOf(home),
  swapShoppingListItems: (home, { firstShoppingListId, secondShoppingListId }) =>
    [firstShoppingListId, secondShoppingListId].map(id => listOf(home, String(id))),
  createShareLink: ({ at }, { inviteId, shoppingListId, permission }) => ({
    __typename: 'ShareLink',
    inviteId,
    shoppingListId,
    permission,
    expiresAt: new Date(Date.parse(at) + linkMs).toISOString(),
  }),
  endShareLinks: theListOfIt,
  updateUserConfig(home, { id }) {
    const config = configsOf(home).find(one => one.id === id)
    if (config === undefined) throw notFound()
    return config
  },
  createSavedFilter: theFilter,
  updateSavedFilter: theFilter,
  deleteByIdSavedFilter: theIdGone,
  createFeedback: (home, { id }) => feedbackOf(home).find(one => one.id === id) ?? null,
  deleteByIdFeedback: theIdGone,
  updateFriend: (home, { id }) => {
    const friend = readFriends(home.cache).find(one => one.id === id)
    if (friend === undefined) throw notFound()
    return friendOf(friend)
  },
  deleteByIdFriend: theIdGone,
  sendFriendRequestByEmail: ({ cache }, { email }) => {
    const key = emailKey(String(email))
    const asked = readFriends(cache).find(one => emailKey(one.friendUser.email ?? '') === key)
    return {
      __typename: 'FriendRequestResult',
      message: 'Your request was sent. They see it in Aisle once they are here.',
      friend: asked ? friendOf(asked) : null,
    }
  },
}

/** So long a link to a list can be used: seven days. */
const linkMs = 604_800_000
