/**
 * How many rows a document reads, answers and writes, counted before it runs: `document-limits.ts` knows its
 * text, this knows what lies behind it.
 */
import { type FieldNode, GraphQLError, type OperationDefinitionNode } from 'graphql'
import { countTitle } from '../../../rules/validation-issue.ts'
import type { Asker } from '../../access.ts'
import type { QueryGetByFilterFeedbackArgs } from '../../generated/schema.ts'
import type { FeedbackPage } from '../people/feedback-record.ts'
import { type Fragments, type RootField, selectedFields } from './root-fields.ts'
import { type Weight, weighBin, weighFeedback, weighLists } from './row-weights.ts'

/** The largest list, changed and answered, three times. An answer of so many holds the process for a second. */
export const rowsAtOnce = 30_000

export interface Rows {
  /** Read, answered and written; a row that is asked for in a hundred ways counts several times. */
  readonly rows: number
  readonly written: number
}

/** A document of which one operation is to be run. */
export interface Asked {
  readonly operation: OperationDefinitionNode
  readonly roots: readonly RootField[]
  readonly fragments: Fragments
  /** With their default values. */
  readonly variables: Record<string, unknown>
}

/**
 * What the operation costs, or an error where it is more than may be asked for at once. `before` are rows that
 * others write first, nobody knows yet on which lists: they count, and alone are no reason to refuse it for good.
 */
export async function countRows(
  asker: Asker,
  asked: Asked,
  before = 0,
): Promise<Rows | GraphQLError> {
  const wishes = readWishes(asked)
  let rows = await countFeedback(asker, wishes)
  let written = 0
  let perhaps = 0
  let weighed: ReadonlyMap<string, Weight> | undefined
  for (const wish of wishes) {
    written += wish.writes
    rows += wish.writes * (1 + wish.width)
    if (wish.lists === 'none') continue
    weighed ??= await weighLists(asker, listsOf(wishes), rowsAtOnce)
    const lists =
      wish.lists === 'all'
        ? [...weighed.values()]
        : [...new Set(wish.lists)].flatMap(id => weighed?.get(id) ?? [])
    for (const { items, weight, tags } of lists) {
      rows += wish.width + weight * wish.itemsWidth + tags * wish.tagsWidth
      rows += wish.isWhole ? items : 0
      written += wish.isWhole ? items : 0
    }
    perhaps += before * (wish.itemsWidth + (wish.isWhole ? 1 : 0))
    if (wish.binWidth > 0 && wish.lists !== 'all') {
      for (const id of wish.lists) rows += (await weighBin(asker, id)) * wish.binWidth
    }
  }
  if (rows <= rowsAtOnce) return { rows: rows + perhaps, written }
  const message = `This document asks for about ${countTitle(Math.round(rows))} rows: at most ${countTitle(rowsAtOnce)} are answered at once. Ask list by list, or take \`changes\`, which comes in parts.`
  return new GraphQLError(message, {
    extensions: { code: 'BAD_INPUT', field: 'query', limit: rowsAtOnce },
  })
}

interface Wish {
  /** The lists behind which rows lie. */
  readonly lists: 'none' | 'all' | readonly string[]
  /** How much is asked for of each record of the answer, and of each item in it; 1 for all fields once. */
  readonly width: number
  readonly itemsWidth: number
  readonly tagsWidth: number
  /** Whether every item is read and written, whatever is answered. */
  readonly isWhole: boolean
  /** As `itemsWidth`, of what lies in the bins of these lists. */
  readonly binWidth: number
  /** How often a page of feedback is answered. */
  readonly feedback: { readonly page: FeedbackPage | 'own'; readonly times: number } | undefined
  /** Rows that are named one by one. */
  readonly writes: number
}

function readWishes({ operation, roots, fragments, variables }: Asked): Wish[] {
  return roots.map(({ node, args, type }) => {
    const wish = readWish(node, args, type, set => selectedFields(set, fragments, variables))
    return operation.operation === 'mutation' ? { ...wish, writes: countIn(args) } : wish
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
  const itemsWidth = widthWithin('items')
  const tagsWidth = widthWithin('itemTags')
  const wish: Wish = {
    lists: 'none',
    width: fields.length / usualFields,
    itemsWidth,
    tagsWidth,
    isWhole: wholeLists.has(name),
    binWidth: 0,
    feedback: undefined,
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
      return { ...wish, lists: 'all' }
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
      return { ...wish, feedback: { page: readFeedbackPage(args), times: timesOf(node, select) } }
    case 'changes':
      return { ...wish, feedback: { page: 'own', times: againOf(fields, select) } }
    default:
      return { ...wish, lists: lists.length > 0 ? lists : 'none' }
  }
}

/** All of an item is asked for by so many fields. */
const usualFields = 25

/** A row is read whole, however little of it is asked for. */
const readingWidth = 0.5

/** Everything below counts; what is long may be one field, which counts as often as it is answered. */
function widthOf(node: FieldNode, select: Select): number {
  const count = (set: FieldNode['selectionSet']): number =>
    select(set).reduce((sum, field) => sum + 1 + count(field.selectionSet), 0)
  const width = Math.max(readingWidth, count(node.selectionSet) / usualFields)
  const times = timesOf(node, select)
  return times > 1 ? Math.max(width, times) : width
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

/** How often one's own feedback comes with a catch-up, beyond the once that needs no counting. */
function againOf(fields: readonly FieldNode[], select: Select): number {
  const feedback = fields
    .filter(field => field.name.value === 'own')
    .flatMap(own => select(own.selectionSet))
    .filter(field => field.name.value === 'feedback')
  return Math.max(0, feedback.reduce((sum, field) => sum + timesOf(field, select), 0) - 1)
}

/** The arguments of both fields, as the contract types them and validation has found them. */
function readFeedbackPage(args: Readonly<Record<string, unknown>>): FeedbackPage {
  const { filters = {}, ...page } = args as Partial<QueryGetByFilterFeedbackArgs>
  return { filters, page }
}

function countFeedback(asker: Asker, wishes: readonly Wish[]): Promise<number> {
  const own = { filters: { userId: asker.viewer.id }, page: {} }
  const pages = wishes.flatMap(({ feedback }) =>
    feedback && feedback.times > 0
      ? [{ page: feedback.page === 'own' ? own : feedback.page, times: feedback.times }]
      : [],
  )
  return weighFeedback(asker, pages, rowsAtOnce)
}

const listArguments = ['id', 'firstShoppingListId', 'secondShoppingListId']

/** Operations that touch every item of a list. */
const wholeLists: ReadonlySet<string> = new Set([
  'resetShoppingList',
  'copyShoppingList',
  'restoreShoppingList',
  'updateItemsOrder',
])

function idsIn(args: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return names.flatMap(name => {
    const id = args[name]
    return typeof id === 'string' && !id.includes('\0') ? [id] : []
  })
}

/** Whatever is named in lists of arguments is read, or written, one by one. */
function countIn(args: Readonly<Record<string, unknown>>): number {
  return Object.values(args).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 0),
    1,
  )
}

function listsOf(wishes: readonly Wish[]): readonly string[] | undefined {
  const ids = new Set<string>()
  for (const { lists } of wishes) {
    if (lists === 'all') return undefined
    if (lists !== 'none') for (const id of lists) ids.add(id)
  }
  return [...ids]
}
