/** What the household answers to those who only ask. */
import { stillGone } from '../../rules/items/still-gone.ts'
import { foldPart } from '../../rules/names.ts'
import { fullName } from '../../rules/people/full-name.ts'
import { accountUnit } from '../cache/records/local-records.ts'
import { type Fields, type Home, notFound } from './home.ts'
import { isKept, purgedAfter } from './household-bin.ts'
import {
  configsOf,
  feedbackOf,
  friendsOf,
  itemOf,
  itemsOf,
  listFieldsOf,
  listOf,
  listsOf,
  unitsOf,
  userOf,
} from './household-records.ts'

type Read = (home: Home, fields: Fields) => unknown

export const householdReads: Readonly<Record<string, Read>> = {
  getAllShoppingList: home => listsOf(home),
  getByIdShoppingList: (home, { id }) => listOf(home, String(id)),
  getByFilterShoppingList: (home, { userId, name, favourite }) =>
    listsOf(home).filter(
      list =>
        fits(userId, list.userId) && fits(favourite, list.favourite) && holds(name, list.name),
    ),
  getAllItem: home => listsOf(home).flatMap(list => list.items),
  getByIdItem: (home, { id }) => itemOf(home, String(id)),
  getByFilterItem: (home, { shoppingListId, name, purchased }) =>
    listsOf(home)
      .flatMap(list => list.items)
      .filter(
        item =>
          fits(shoppingListId, item.shoppingListId) &&
          fits(purchased, item.purchased) &&
          holds(name, item.name),
      ),
  getAllUnit: home => unitsOf(home),
  getByIdUnit: (home, { id }) => byId(unitsOf(home), id),
  getAllUserConfig: home => configsOf(home),
  getByIdUserConfig: (home, { id }) => byId(configsOf(home), id),
  getByFilterUserConfig: (home, { userId }) =>
    configsOf(home).filter(config => fits(userId, config.userId)),
  getAllFeedback: home => feedbackOf(home),
  getByIdFeedback: (home, { id }) => byId(feedbackOf(home), id),
  getByFilterFeedback(home, { userId, status, rating, text, first, after }) {
    const found = feedbackOf(home).filter(
      one =>
        fits(userId, one.user.userId) &&
        fits(status, one.status) &&
        fits(rating, one.rating) &&
        holds(text, `${one.feedback} ${one.reply ?? ''}`),
    )
    const from = found.findIndex(one => one.cursor === after) + 1
    return found.slice(from, typeof first === 'number' ? from + first : undefined)
  },
  getAllFriend: home => friendsOf(home),
  getByIdFriend: (home, { id }) =>
    friendsOf(home).find(friend => friend.id === id || String(friend.friendId) === id) ?? null,
  getByFilterFriend: (home, { userId }) =>
    friendsOf(home).filter(
      friend => fits(userId, friend.friendId) || userId === home.state.user.id,
    ),
  // Whoever else is in the demo is a friend already, or was asked.
  getFriendByInviteId: () => null,
  getUserById(home, { id }) {
    if (Number(id) !== home.state.user.id) return null
    return userOf(home)
  },
  noticeSettings: ({ state }) => state.notices,
  getAllApiToken: ({ state }) => state.apiTokens,
  // The demo has no team behind it.
  feedbackSummary: refuseStaff,
  auditLog: refuseStaff,
  history: (home, { shoppingListId, before, limit }) => {
    if (listOf(home, String(shoppingListId)) === null) throw notFound()
    const all = home.state.activities.filter(one => one.shoppingListId === shoppingListId)
    const at = all.findIndex(({ id }) => id === before)
    const most = typeof limit === 'number' ? limit : 50
    return all.slice(at + 1, at + 1 + most)
  },
  deletedShoppingLists: ({ state, at }) =>
    state.deletedLists.filter(isKept(at)).map(({ list, items, deletedAt }) => ({
      __typename: 'DeletedShoppingList',
      id: list.id,
      name: list.name,
      listType: list.listType,
      itemCount: items.length,
      deletedAt,
      purgedAt: purgedAfter(deletedAt),
    })),
  deletedItems(home, { shoppingListId }) {
    const { deletedItems, user } = home.state
    const deleted = deletedItems
      .filter(isKept(home.at))
      .flatMap(({ item, deletedAt }) =>
        item.shoppingListId === shoppingListId ? { ...item, deletedAt } : [],
      )
    return stillGone(deleted, itemsOf(home, String(shoppingListId))).map(item => ({
      ...item,
      __typename: 'DeletedItem',
      deletedByName: fullName(user.firstName, user.lastName),
      purgedAt: purgedAfter(item.deletedAt),
    }))
  },
  changes: (home, { known, epoch }) => changesSince(home, revisionsIn(known), epoch),
}

function changesSince(home: Home, known: ReadonlyMap<string, number>, epoch: unknown): Fields {
  const { state } = home
  const isSame = epoch === undefined || epoch === null || epoch === state.epoch
  const isNew = (unit: string) =>
    !isSame || (state.revisions[unit] ?? 0) > (known.get(unit) ?? Number.NEGATIVE_INFINITY)
  const lists = listsOf(home)
  const ids = new Set(lists.map(({ id }) => id))
  return {
    __typename: 'Changes',
    epoch: state.epoch,
    own: isNew(accountUnit) ? ownOf(home) : null,
    lists: lists
      .filter(({ id }) => isNew(id))
      .map(({ id, revision }) => ({
        __typename: 'ShoppingListChanges',
        id,
        revision,
        snapshot: true,
        list: listFieldsOf(home, id),
        items: itemsOf(home, id),
        gone: [],
      })),
    gone: [...known.keys()].filter(id => id !== accountUnit && !ids.has(id)),
    more: false,
  }
}

/** All that belongs to the person alone: the household does not tell its parts apart. */
export function ownOf(home: Home): Fields {
  const [userConfig] = configsOf(home)
  return {
    __typename: 'OwnChanges',
    revision: home.state.revisions[accountUnit] ?? 0,
    lists: listsOf(home).map(({ id, order, favourite }) => ({
      __typename: 'ListPlace',
      id,
      order,
      favourite,
    })),
    userConfig: userConfig ?? null,
    savedFilters: userConfig?.savedFilters ?? null,
    friends: friendsOf(home),
    feedback: feedbackOf(home),
    inviteId: home.state.user.inviteId,
  }
}

function revisionsIn(known: unknown): ReadonlyMap<string, number> {
  const all = Array.isArray(known) ? known : []
  return new Map(all.map(one => [String(Object(one).id), Number(Object(one).revision)]))
}

function refuseStaff(): never {
  throw notFound()
}

function byId<T extends { readonly id: string }>(all: readonly T[], id: unknown): T | null {
  return all.find(one => one.id === id) ?? null
}

/** An absent filter lets everything pass. */
function fits(wanted: unknown, value: unknown): boolean {
  return wanted === undefined || wanted === null || wanted === value
}

function holds(part: unknown, text: string): boolean {
  return typeof part !== 'string' || foldPart(text).includes(foldPart(part))
}
