/**
 * How many rows a document reads, answers and writes, counted before it runs: `document-limits.ts` knows its
 * text, this knows what lies behind it.
 */
import { type FieldNode, GraphQLError, type OperationDefinitionNode } from 'graphql'
import { sql } from 'kysely'
import { countTitle } from '../../../rules/validation-issue.ts'
import type { Asker } from '../../access.ts'
import { type Fragments, type RootField, selectedFields } from './root-fields.ts'

/** The largest list, changed and answered, three times. An answer of so many holds the process for a second. */
const rowsAtOnce = 30_000

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

/** What the operation costs, or an error where it is more than may be asked for at once. */
export async function countRows(asker: Asker, asked: Asked): Promise<Rows | GraphQLError> {
  const wishes = readWishes(asked)
  let rows = 0
  let written = 0
  let weighed: ReadonlyMap<string, Weight> | undefined
  for (const wish of wishes) {
    written += wish.writes
    rows += wish.writes * (1 + wish.width)
    if (wish.lists === 'none') continue
    weighed ??= await weighLists(asker, listsOf(wishes))
    const lists =
      wish.lists === 'all'
        ? [...weighed.values()]
        : [...new Set(wish.lists)].flatMap(id => weighed?.get(id) ?? [])
    for (const { items, weight, tags } of lists) {
      rows += wish.width + weight * wish.itemsWidth + tags * wish.tagsWidth
      rows += wish.isWhole ? items : 0
      written += wish.isWhole ? items : 0
    }
  }
  if (rows <= rowsAtOnce) return { rows, written }
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
      return { ...wish, lists: idsIn(args, ['shoppingListId']), itemsWidth: 1, tagsWidth: 0 }
    default:
      return { ...wish, lists: lists.length > 0 ? lists : 'none' }
  }
}

/** All of an item is asked for by so many fields. */
const usualFields = 25

/** A row is read whole, however little of it is asked for. */
const readingWidth = 0.5

/** Everything below counts. */
function widthOf(node: FieldNode, select: Select): number {
  const count = (set: FieldNode['selectionSet']): number =>
    select(set).reduce((sum, field) => sum + 1 + count(field.selectionSet), 0)
  return Math.max(readingWidth, count(node.selectionSet) / usualFields)
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

interface Weight {
  readonly items: number
  /** As many items of usual length. */
  readonly weight: number
  readonly tags: number
}

function listsOf(wishes: readonly Wish[]): readonly string[] | undefined {
  const ids = new Set<string>()
  for (const { lists } of wishes) {
    if (lists === 'all') return undefined
    if (lists !== 'none') for (const id of lists) ids.add(id)
  }
  return [...ids]
}

/** A name, a unit and a tag; a page of notes counts as twenty. */
const usualBytes = 250

/** Of the lists that the person has a part in; undefined asks for all of them. */
async function weighLists(
  { db, viewer }: Asker,
  ids: readonly string[] | undefined,
): Promise<ReadonlyMap<string, Weight>> {
  if (ids?.length === 0) return new Map()
  const lists = () =>
    db
      .selectFrom('membership')
      .leftJoin('item', 'item.list_id', 'membership.list_id')
      .where('membership.user_id', '=', viewer.id)
      .where('membership.ended_at', 'is', null)
      .$if(ids !== undefined, query => query.where('membership.list_id', 'in', ids ?? []))
      .groupBy('membership.list_id')
      .select('membership.list_id as id')
  const counted = await lists()
    .select(({ fn }) => fn.count<number>('item.id').as('items'))
    .execute()
  if (counted.length === 0) return new Map()
  const tagged = await db
    .selectFrom('item_tag')
    .where(
      'list_id',
      'in',
      counted.map(({ id }) => id),
    )
    .where('left_revision', 'is', null)
    .groupBy('list_id')
    .select(['list_id', ({ fn }) => fn.countAll<number>().as('tags')])
    .execute()
  const tagsById = new Map(tagged.map(({ list_id, tags }) => [list_id, tags]))
  const plain = new Map(
    counted.map(({ id, items }) => [
      id,
      { items, weight: items, tags: tagsById.get(id) ?? 0 } satisfies Weight,
    ]),
  )
  // What is too much by its number need not be weighed.
  if (counted.reduce((sum, { items }) => sum + items, 0) > rowsAtOnce) return plain
  const weighed = await lists()
    .select(
      sql<number>`coalesce(sum(octet_length(item.name) + coalesce(octet_length(item.notes), 0)
        + octet_length(item.tags)), 0)`.as('bytes'),
    )
    .execute()
  const bytesById = new Map(weighed.map(({ id, bytes }) => [id, bytes]))
  return new Map(
    [...plain].map(([id, { items, tags }]) => [
      id,
      { items, tags, weight: Math.max(items, (bytesById.get(id) ?? 0) / usualBytes) },
    ]),
  )
}
