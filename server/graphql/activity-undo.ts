/**
 * The values before and after what somebody did, kept beside its activity, so that they can undo it on any of
 * their devices. Only what a person wrote: deletions have the bin, and where a row stood is not kept.
 */
import { type ItemRow, isPossibleId } from '../access.ts'
import type { ShoppingListTable } from '../db/schema.ts'
import type { Context } from './context.ts'
import { readRowsById } from './item-batch.ts'
import { readTags, type TagsByList, tagsOfItem } from './item-tag.ts'

/** What was there before a mutation, of what it may change. */
export interface Before {
  readonly items: ReadonlyMap<string, ItemRow>
  /** The tags of the lists concerned, where the mutation may change those of items. */
  readonly tags: TagsByList
  readonly lists: ReadonlyMap<string, ListValues>
  /** Items that were not there before are its doing. */
  readonly adds: boolean
}

/** As `activity.undo` tells it; `before` is null of an item that was added. */
interface Values {
  readonly items?: readonly {
    readonly id: string
    readonly before: Readonly<Record<string, unknown>> | null
    readonly after: Readonly<Record<string, unknown>>
  }[]
  readonly list?: {
    readonly before: Readonly<Record<string, unknown>>
    readonly after: Readonly<Record<string, unknown>>
  }
}

type ListValues = Pick<ShoppingListTable, 'name' | 'list_type' | 'notes'>

/** More would make the history heavier than the lists. */
const itemsAtOnce = 200
const mostChars = 30_000

/**
 * To be read before the effect; undefined of mutations that are not undone so. Nothing is locked yet: what
 * somebody else changes in the same moment may be missed, and undo never overwrites what stands otherwise.
 */
export async function readBefore(
  context: Context,
  field: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Before | undefined> {
  switch (field) {
    case 'createItem':
    case 'createItems':
      return { ...nothing, adds: true }
    case 'updateItem': {
      // What it finds itself is enough, unless it goes elsewhere or takes other tags.
      const isPlain = args.itemTags === undefined && args.shoppingListId === undefined
      if (isPlain) return { ...nothing, items: context.items.before }
      return ofItems(context, [args.id], args.itemTags !== undefined)
    }
    case 'updateItems': {
      const changes = Array.isArray(args.items) ? args.items.map(change => Object(change)) : []
      const tagged = changes.some(change => change.itemTags !== undefined)
      return ofItems(
        context,
        changes.map(change => change.id),
        tagged,
      )
    }
    case 'resetShoppingList':
      return ofAllItems(context, String(args.id))
    case 'updateShoppingList':
      return ofList(context, String(args.id))
    default:
      return undefined
  }
}

const nothing: Before = { items: new Map(), tags: new Map(), lists: new Map(), adds: false }

async function ofItems(
  context: Context,
  ids: readonly unknown[],
  tagged: boolean,
): Promise<Before | undefined> {
  if (ids.length > itemsAtOnce) return undefined
  const rows = await readRowsById(
    context,
    ids.filter(id => typeof id === 'string'),
  )
  const listIds = new Set(rows.map(row => row.list_id))
  const tags = tagged ? await readTags(context.db, [...listIds]) : nothing.tags
  return { ...nothing, items: new Map(rows.map(row => [row.id, row])), tags }
}

async function ofAllItems({ db }: Context, listId: string): Promise<Before | undefined> {
  if (!isPossibleId(listId)) return undefined
  const rows = await db
    .selectFrom('item')
    .selectAll()
    .where('list_id', '=', listId)
    .limit(itemsAtOnce + 1)
    .execute()
  if (rows.length > itemsAtOnce) return undefined
  return { ...nothing, items: new Map(rows.map(row => [row.id, row])) }
}

async function ofList({ db }: Context, id: string): Promise<Before | undefined> {
  if (!isPossibleId(id)) return undefined
  const row = await readList({ db }, id)
  return row && { ...nothing, lists: new Map([[id, row]]) }
}

function readList({ db }: Pick<Context, 'db'>, id: string): Promise<ListValues | undefined> {
  return db
    .selectFrom('shopping_list')
    .select(['name', 'list_type', 'notes'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** What changed of one list since `before`, as JSON; null where nothing did that can be undone so. */
export async function valuesForUndo(
  context: Context,
  before: Before,
  { listId, revision }: { readonly listId: string; readonly revision: number },
): Promise<string | null> {
  const values = await itemValues(context, before, listId, revision)
  const list = before.lists.get(listId)
  const after = list && (await readList(context, listId))
  const differing = list && after && differenceOf(listContent(list), listContent(after))
  const told: Values = { ...values, ...(differing && { list: differing }) }
  if (!told.items && !told.list) return null
  const text = JSON.stringify(told)
  return text.length <= mostChars ? text : null
}

async function itemValues(
  context: Context,
  before: Before,
  listId: string,
  revision: number,
): Promise<Values> {
  if (before.items.size === 0 && !before.adds) return {}
  const noted = [...context.items.after.values()].filter(row => row.list_id === listId)
  const rows = noted.length > 0 ? noted : await readStamped(context, listId, revision)
  if (rows.length > itemsAtOnce) return {}
  const tagged =
    before.tags.size > 0 ||
    rows.some(({ id, tags }) => tags !== (before.items.get(id)?.tags ?? '[]'))
  const tags = tagged ? await readTags(context.db, [listId]) : nothing.tags
  const items = rows.flatMap(row => {
    const was = before.items.get(row.id)
    if (!was) return before.adds ? { id: row.id, before: null, after: itemContent(row, tags) } : []
    if (was.list_id !== row.list_id) return []
    const changed = differenceOf(itemContent(was, before.tags), itemContent(row, tags))
    return changed ? { id: row.id, ...changed } : []
  })
  return items.length > 0 ? { items } : {}
}

function readStamped({ db }: Context, listId: string, revision: number): Promise<ItemRow[]> {
  return db
    .selectFrom('item')
    .selectAll()
    .where('list_id', '=', listId)
    .where('revision', '=', revision)
    .orderBy('ord')
    .limit(itemsAtOnce + 1)
    .execute()
}

/** `itemTags` only where the tags of the list were read. */
function itemContent(row: ItemRow, tags: TagsByList): Readonly<Record<string, unknown>> {
  return {
    name: row.name,
    purchased: row.purchased === 1,
    notes: row.notes,
    unitId: row.unit_id,
    quantityInStock: row.quantity_in_stock,
    quantityToPurchase: row.quantity_to_purchase,
    itemTags: tagsOfItem(row.tags, tags.get(row.list_id) ?? []),
  }
}

function listContent({ name, list_type: listType, notes }: ListValues) {
  return { name, listType, notes }
}

/** The fields that differ, with both values. */
function differenceOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
) {
  const fields = Object.keys(after).filter(
    field => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (fields.length === 0) return undefined
  const pick = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(fields.map(field => [field, values[field]]))
  return { before: pick(before), after: pick(after) }
}
