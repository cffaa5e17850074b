/** What each root field of a document asks for, before anybody knows how much lies behind it. */
import type { FieldNode, OperationDefinitionNode } from 'graphql'
import type {
  MutationResolvers,
  QueryAuditLogArgs,
  QueryGetByFilterFeedbackArgs,
  QueryHistoryArgs,
} from '../../generated/schema.ts'
import type { HistoryPage } from '../lists/activity.ts'
import { auditPage } from '../people/desk.ts'
import type { FeedbackPage } from '../people/feedback-record.ts'
import { type Fragments, type RootField, selectedFields } from './root-fields.ts'
import { allFeedbackRows, heaviestLog } from './row-weights.ts'

/** A document of which one operation is to be run. */
export interface Asked {
  readonly operation: OperationDefinitionNode
  readonly roots: readonly RootField[]
  readonly fragments: Fragments
  /** With their default values. */
  readonly variables: Record<string, unknown>
}

export interface Wish {
  /** The lists behind which rows lie. */
  readonly lists: 'none' | 'all' | readonly string[]
  /** How much is asked for of each record of the answer, and of each item in it; 1 for all fields once. */
  readonly width: number
  readonly itemsWidth: number
  readonly tagsWidth: number
  /** How often items are answered with their tags. */
  readonly toldTags: number
  readonly peopleWidth: number
  /** How often the notes of each list, or of each of `named`, are answered. */
  readonly notesTimes: number
  /** Items that a change of many names by their ids, and answers. */
  readonly named: readonly string[]
  /** Whether every item is read and written, whatever is answered. */
  readonly isWhole: boolean
  /** As `itemsWidth`, of what lies in the bins of these lists. */
  readonly binWidth: number
  /** How often a page of feedback is answered; whether of the caller's own alone. */
  readonly feedback:
    | { readonly page: FeedbackPage; readonly times: number; readonly isOwn: boolean }
    | undefined
  /** How much is asked for of what belongs to the account: all its friends, all its deleted lists. */
  readonly friendsWidth: number
  readonly deletedWidth: number
  readonly history: { readonly page: HistoryPage; readonly times: number } | undefined
  /** What is read beside all that, whatever is answered. */
  readonly read: number
  /** Rows that are named one by one. */
  readonly writes: number
}

/** One of each root field. */
export function readWishes({ operation, roots, fragments, variables }: Asked): Wish[] {
  return roots.map(({ node, args, type }) => {
    const wish = readWish(node, args, type, set => selectedFields(set, fragments, variables))
    if (operation.operation !== 'mutation') return wish
    const read = wish.read + countTagsWithin(args) / tagsPerRow
    return { ...wish, read, writes: countIn(args) }
  })
}

type Select = (set: FieldNode['selectionSet']) => readonly FieldNode[]

function readWish(
  node: FieldNode,
  args: Readonly<Record<string, unknown>>,
  type: string,
  select: Select,
): Wish {
  const name = node.name.value
  const fields = select(node.selectionSet)
  const widthWithin = (part: string): number =>
    fields
      .filter(field => field.name.value === part)
      .reduce((sum, field) => sum + widthOf(field, select), 0)
  const timesWithin = (part: string): number =>
    fields.filter(field => field.name.value === part).length
  const isItems = (field: FieldNode) => field.name.value === 'items'
  const itemsWidth = widthWithin('items')
  const tagsWidth = widthWithin('itemTags')
  const wish: Wish = {
    lists: 'none',
    width: fields.length / usualFields,
    itemsWidth,
    tagsWidth,
    toldTags: timesOfTags(type === 'Item' ? [node] : fields.filter(isItems), select),
    peopleWidth: widthWithin('shoppingListFriends'),
    notesTimes: type === 'ShoppingList' || namesItems.has(name) ? timesWithin('notes') : 0,
    named: namesItems.has(name) ? idsOf(args.items) : [],
    isWhole: touchesAllItems.has(name) || setsTags(name, args),
    binWidth: 0,
    feedback: undefined,
    friendsWidth: 0,
    deletedWidth: 0,
    history: undefined,
    // Of one record: what it holds is not asked for before.
    read: type === 'Feedback' ? timesWithin('deviceLog') * heaviestLog : 0,
    writes: 0,
  }
  // The id of an item is none of a list, and its tags are few.
  const mayNameLists = type !== 'Item' && (itemsWidth + tagsWidth > 0 || wish.isWhole)
  const lists = mayNameLists ? idsIn(args, listArguments) : []
  switch (name) {
    case 'getAllItem':
    case 'getByFilterItem': {
      const listId = Object(args.filters).shoppingListId
      const own = widthOf(node, select)
      return {
        ...wish,
        lists: typeof listId === 'string' ? [listId] : 'all',
        width: 0,
        itemsWidth: own,
        tagsWidth: 0,
      }
    }
    case 'getAllShoppingList':
    case 'getByFilterShoppingList':
    case 'updateShoppingListsOrder':
      return { ...wish, lists: 'all', width: Math.max(readingWidth, wish.width) }
    case 'updateItemsOrder':
      return {
        ...wish,
        lists: idsIn(args, ['shoppingListId']),
        width: 0,
        itemsWidth: widthOf(node, select),
        tagsWidth: 0,
      }
    case 'deletedItems':
      return {
        ...wish,
        lists: idsIn(args, ['shoppingListId']),
        itemsWidth: 1,
        tagsWidth: 0,
        binWidth: widthOf(node, select),
      }
    case 'getAllFeedback':
    case 'getByFilterFeedback':
      return {
        ...wish,
        read: 0,
        feedback: {
          page: { ...readFeedbackPage(args), logs: timesWithin('deviceLog') > 0 },
          times: timesOf(node, select),
          isOwn: false,
        },
      }
    case 'changes': {
      const logs = fieldsBehind(fields, ['own', 'feedback', 'deviceLog'], select).length > 0
      const feedback = {
        page: { filters: {}, page: {}, logs },
        times: againOf(fields, logs ? 0 : 1, select),
        isOwn: true,
      }
      // All that is on a list comes with it, however little of it changed.
      const items = fieldsBehind(fields, ['lists', 'list', 'items'], select)
      if (items.length === 0) return { ...wish, feedback }
      const whole = items.reduce((sum, field) => sum + widthOf(field, select), 0)
      const toldTags = timesOfTags(items, select)
      return { ...wish, feedback, lists: 'all', itemsWidth: whole, toldTags }
    }
    case 'getAllFriend':
    case 'getByFilterFriend':
      return { ...wish, friendsWidth: widthOf(node, select) }
    case 'deletedShoppingLists':
      return { ...wish, deletedWidth: widthOf(node, select) }
    case 'history':
      return { ...wish, history: { page: readHistoryPage(args), times: timesOf(node, select) } }
    case 'auditLog':
      return { ...wish, read: readAuditPage(args) * timesOf(node, select) }
    case 'feedbackSummary':
      return { ...wish, read: allFeedbackRows }
    default:
      return { ...wish, lists: lists.length > 0 ? lists : 'none' }
  }
}

/** All of an item is asked for by so many fields. */
const usualFields = 25

/** A row is read whole, however little of it is asked for. */
export const readingWidth = 0.5

/** Everything below counts; what is long may be one field, which counts as often as it is answered. */
function widthOf(node: FieldNode, select: Select): number {
  const count = (set: FieldNode['selectionSet']): number =>
    select(set).reduce((sum, field) => sum + 1 + count(field.selectionSet), 0)
  const width = Math.max(readingWidth, count(node.selectionSet) / usualFields)
  const times = timesOf(node, select)
  return times > 1 ? Math.max(width, times) : width
}

/** Under how many names the tags of items are answered. */
function timesOfTags(items: readonly FieldNode[], select: Select): number {
  return fieldsBehind(
    items.flatMap(item => select(item.selectionSet)),
    ['itemTags'],
    select,
  ).reduce((sum, field) => sum + timesOf(field, select), 0)
}

/** The names under which one and the same field is answered: of the field that has the most. */
function timesOf({ selectionSet }: FieldNode, select: Select): number {
  const keysByName = new Map<string, Set<string>>()
  for (const { name, alias } of select(selectionSet)) {
    const keys = keysByName.get(name.value) ?? new Set()
    keysByName.set(name.value, keys.add(alias?.value ?? name.value))
  }
  return Math.max(1, ...[...keysByName.values()].map(keys => keys.size))
}

/** How often one's own feedback comes with a catch-up, beyond what is `free`: once, without its logs. */
function againOf(fields: readonly FieldNode[], free: number, select: Select): number {
  const feedback = fieldsBehind(fields, ['own', 'feedback'], select)
  return Math.max(0, feedback.reduce((sum, field) => sum + timesOf(field, select), 0) - free)
}

/** Those that a way of names leads to, beginning among `fields`. */
function fieldsBehind(
  fields: readonly FieldNode[],
  [first, ...rest]: readonly string[],
  select: Select,
): readonly FieldNode[] {
  const named = fields.filter(field => field.name.value === first)
  if (rest.length === 0) return named
  return fieldsBehind(
    named.flatMap(field => select(field.selectionSet)),
    rest,
    select,
  )
}

/** So many entries at most; as `readFeedbackPage`. */
function readAuditPage(args: Readonly<Record<string, unknown>>): number {
  const { first } = args as QueryAuditLogArgs
  return Math.min(auditPage.most, Math.max(0, first ?? auditPage.usual))
}

/** As `readFeedbackPage`. */
function readHistoryPage(args: Readonly<Record<string, unknown>>): HistoryPage {
  const { shoppingListId = '', limit } = args as Partial<QueryHistoryArgs>
  return { listId: shoppingListId, limit }
}

/** The arguments of both fields, as the contract types them and validation has found them. */
function readFeedbackPage(args: Readonly<Record<string, unknown>>): Omit<FeedbackPage, 'logs'> {
  const { filters = {}, ...page } = args as Partial<QueryGetByFilterFeedbackArgs>
  return { filters, page }
}

/** What is made under an id that is there already answers what is there. */
const listArguments = [
  'id',
  'newId',
  'shoppingListId',
  'firstShoppingListId',
  'secondShoppingListId',
]

/** Likewise of items. */
const namesItems: ReadonlySet<string> = new Set([
  'createItems',
  'updateItems',
] satisfies readonly (keyof MutationResolvers)[])

function idsOf(items: unknown): string[] {
  const ids: unknown[] = Array.isArray(items) ? items.map(item => Object(item).id) : []
  return ids.filter(id => typeof id === 'string')
}

/** Operations that touch every item of a list. */
const touchesAllItems: ReadonlySet<string> = new Set([
  'resetShoppingList',
  'copyShoppingList',
  'restoreShoppingList',
  'updateItemsOrder',
] satisfies readonly (keyof MutationResolvers)[])

/** Every item may lose one that the list loses. */
function setsTags(name: string, { itemTags }: Readonly<Record<string, unknown>>): boolean {
  return name === 'updateShoppingList' && itemTags !== undefined
}

function idsIn(args: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return names.flatMap(name => {
    const id = args[name]
    return typeof id === 'string' && !id.includes('\0') ? [id] : []
  })
}

/** A tag that is named within an item is looked for among those of the list; it is written with its item. */
const tagsPerRow = 5

/** Those of all items that are made or changed, and those that somebody saw on them. */
function countTagsWithin({ items }: Readonly<Record<string, unknown>>): number {
  const ofItems: readonly unknown[] = Array.isArray(items) ? items : []
  return ofItems
    .flatMap(item => [Object(item).itemTags, Object(item).itemTagsBefore])
    .reduce<number>((sum, tags) => sum + (Array.isArray(tags) ? tags.length : 0), 0)
}

/** Whatever is named in lists of arguments is read, or written, one by one. */
function countIn(args: Readonly<Record<string, unknown>>): number {
  return Object.values(args).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 0),
    1,
  )
}
