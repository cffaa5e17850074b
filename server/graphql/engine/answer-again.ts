/**
 * Returns a mutation that was done before from what stands there now, without doing anything: same records, same
 * order, the selection of whoever asks. What is gone since, or may not be seen any more, is answered by its id
 * with everything else empty: that it was done stays true (docs/decisions/023-answers-that-are-done.md).
 */
import { type GraphQLResolveInfo, getNamedType } from 'graphql'
import { seeLists } from '../../access/access.ts'
import { findFriend } from '../../access/friend-rows.ts'
import type {
  ApiToken,
  DeleteResult,
  Feedback,
  Friend,
  Item,
  SavedFilter,
  ShoppingList,
  User,
} from '../../generated/schema.ts'
import { isSelected } from '../documents/selection.ts'
import { readRowsById } from '../items/item-batch.ts'
import { listsById, presentItems, readItemRows } from '../items/item-record.ts'
import { readTags } from '../items/item-tag.ts'
import { readSavedFilters } from '../lists/saved-filter.ts'
import { presentLists } from '../lists/shopping-list-record.ts'
import { readApiTokens } from '../people/api-token.ts'
import { findFeedback } from '../people/feedback-record.ts'
import { presentFriend } from '../people/friend-record.ts'
import { readNoticeSettings } from '../people/notices.ts'
import { findUser } from '../people/user.ts'
import { readUserConfig } from '../people/user-config.ts'
import type { Trace } from './answer-trace.ts'
import type { Context } from './context.ts'

type Args = Readonly<Record<string, unknown>>
type Again = (
  context: Context,
  trace: Trace,
  args: Args,
  info: GraphQLResolveInfo,
) => Promise<readonly unknown[]>

/** Refuses nothing. `trace` is what was remembered of the first answer. */
export async function answerAgain(
  context: Context,
  info: GraphQLResolveInfo,
  args: Args,
  trace: Trace,
): Promise<unknown> {
  const again = readers[getNamedType(info.returnType).name]
  if (!again) return trace.value
  const answers = await again(context, trace, args, info)
  return String(info.returnType).startsWith('[') ? answers : answers[0]
}

const readers: Readonly<Record<string, Again>> = {
  ShoppingList: async (context, { ids }, _, info) => readListsAgain(context, ids, info),
  Item: readItemsAgain,
  DeleteResult: tellResults,
  FeedbackResult: tellResults,

  async NoticeSettings(context) {
    return [await readNoticeSettings(context)]
  },

  async UserConfig(context) {
    return [await readUserConfig(context)]
  },

  async SavedFilter(context, { ids = [] }) {
    const filters = new Map((await readSavedFilters(context)).map(one => [one.id, one]))
    return ids.map(id => filters.get(id) ?? { ...goneFilter, id })
  },

  async Feedback(context, { ids = [] }, _, info) {
    const logs = isSelected(info, 'deviceLog')
    return Promise.all(
      ids.map(async id => (await findFeedback(context, id, { logs })) ?? { ...goneFeedback, id }),
    )
  },

  Friend: readFriendsAgain,

  async User({ db, viewer }, { ids = [] }) {
    const own = ids.map(Number).includes(viewer.id) ? await findUser(db, viewer.id) : undefined
    return ids.map(id => (own?.id === Number(id) ? own : { ...goneUser, id: Number(id) }))
  },

  async CreatedApiToken(context, { ids: [id] = [] }) {
    const apiToken = (await readApiTokens(context)).find(token => token.id === id)
    return [{ token: null, apiToken: apiToken ?? { ...goneToken, id } }]
  },

  /** The code that opens it is known to whoever made it; one that the server made was told once. */
  async ShareLink(_context, { value }, { inviteId }) {
    return [{ ...Object(value), ...(typeof inviteId === 'string' && { inviteId }) }]
  },

  async FriendRequestResult(context, trace) {
    const [friend = null] = await readFriendsAgain(context, trace)
    return [{ message: trace.value, friend }]
  },

  async AcceptedInvite(context, trace, _, info) {
    const [friend] = await readFriendsAgain(context, trace)
    const ids = typeof trace.value === 'string' ? [trace.value] : []
    const [shoppingList = null] = await readListsAgain(context, ids, info, ['shoppingList'])
    return [{ friend, shoppingList }]
  },
}

/** Without `ids`, all that the person may see. */
async function readListsAgain(
  context: Context,
  ids: readonly string[] | undefined,
  info: GraphQLResolveInfo,
  path: readonly string[] = [],
): Promise<ShoppingList[]> {
  const seen = await seeLists(context)
  if (!ids) return presentLists(context, seen, info, path)
  const wanted = seen.filter(list => ids.includes(list.id))
  const lists = presentedById(await presentLists(context, wanted, info, path))
  return ids.map(id => lists.get(id) ?? { ...goneList, id, userId: context.viewer.id })
}

function presentedById(lists: readonly ShoppingList[]): ReadonlyMap<string, ShoppingList> {
  return new Map(lists.map(list => [list.id, list]))
}

async function readItemsAgain(context: Context, { ids }: Trace, args: Args): Promise<Item[]> {
  const seen = await seeLists(context)
  const rows = ids
    ? await readRowsById(context, ids)
    : await readItemRows(context, [String(args.shoppingListId)])
  const listIds = new Set(rows.map(row => row.list_id))
  const lists = seen.filter(list => listIds.has(list.id))
  const tags = await readTags(
    context.db,
    lists.map(list => list.id),
  )
  const items = presentItems(context, rows, listsById(lists), tags)
  if (!ids) return items
  const itemsById = new Map(items.map(item => [item.id, item]))
  return ids.map(id => itemsById.get(id) ?? { ...goneItem, id })
}

async function readFriendsAgain(
  { db, viewer }: Context,
  { ids = [] }: Trace,
): Promise<readonly Friend[]> {
  const friends: Friend[] = []
  for (const id of ids) {
    const row = await findFriend(db, viewer.id, id)
    friends.push(row ? await presentFriend(db, row) : { ...goneFriend, id })
  }
  return friends
}

async function tellResults(
  _: Context,
  { failed = {} }: Trace,
  { id, ids = [id] }: Args,
): Promise<DeleteResult[]> {
  return (ids as readonly string[]).map(one => ({
    id: one,
    status: Object.hasOwn(failed, one) ? 'FAIL' : 'PASS',
    message: failed[one] ?? null,
  }))
}

const longAgo = '1970-01-01T00:00:00.000Z'
const dates = { createdAt: longAgo, updatedAt: longAgo }

const goneItem: Omit<Item, 'id'> = {
  name: '',
  shoppingListId: '',
  quantityInStock: 0,
  quantityToPurchase: null,
  unit: null,
  unitId: null,
  purchased: false,
  itemTags: [],
  notes: null,
  order: 0,
  permission: 'VIEW',
  ...dates,
}

const goneList: Omit<ShoppingList, 'id' | 'userId'> = {
  name: '',
  listType: 'SIMPLE',
  favourite: false,
  notes: null,
  order: 0,
  permission: 'VIEW',
  sharedByName: null,
  ownerName: '',
  itemTags: [],
  items: [],
  shoppingListFriends: [],
  revision: 0,
  ...dates,
}

const goneFilter: Omit<SavedFilter, 'id'> = { kind: 'LISTS', name: '', filter: '' }

const goneFeedback: Omit<Feedback, 'id'> = {
  user: null,
  feedback: '',
  rating: null,
  status: 'RECEIVED',
  reply: null,
  note: null,
  fixedIn: null,
  deviceLog: null,
  cursor: '',
  ...dates,
}

const goneUser: Omit<User, 'id'> = {
  firstName: '',
  lastName: '',
  email: '',
  phone: null,
  createdAt: longAgo,
  role: null,
}

const goneToken: Omit<ApiToken, 'id'> = {
  name: '',
  scope: 'READ',
  createdAt: longAgo,
  usedAt: null,
}

const goneFriend: Omit<Friend, 'id'> = {
  friendId: null,
  myStatus: 'REJECTED',
  firendStatus: 'REJECTED',
  friendUser: { userId: null, firstName: null, lastName: null, email: null },
  ...dates,
}
