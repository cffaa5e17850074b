/** Items: what may be asked and done (contract.md), their SQL beneath. */
import { checkItemCount } from '../../rules/counts.ts'
import { foldCase } from '../../rules/names.ts'
import { moveAfter, reorder } from '../../rules/order.ts'
import { type ItemRow, type OpenedList, openItem, openList, seeLists } from '../access.ts'
import { raiseRevision, raiseRevisions } from '../changes.ts'
import type {
  Item,
  MutationCreateItemArgs,
  MutationResolvers,
  MutationUpdateItemArgs,
  QueryResolvers,
} from '../generated/schema.ts'
import { Overtaken } from '../overtaken.ts'
import { conflict, Refusal, refuse } from '../refusal.ts'
import type { Context } from './context.ts'
import { deleteEach } from './delete-results.ts'
import { keepDeleted } from './deleted-item.ts'
import {
  cannotBeCleared,
  readName,
  readNewId,
  readNotes,
  readQuantity,
  readUnitId,
} from './input.ts'
import {
  markGone,
  moveToList,
  placeBetween,
  readEnd,
  readPlaces,
  writePlaces,
} from './item-moves.ts'
import { listsById, presentItem, presentItems, readItemRows } from './item-record.ts'
import { joinTags, mergeMembers, newMembers, parseMembers, readTags } from './item-tag.ts'

export const itemQueries: Pick<
  Required<QueryResolvers>,
  'getAllItem' | 'getByIdItem' | 'getByFilterItem'
> = {
  async getAllItem(_, _args, context) {
    return readItemsOf(context, await seeLists(context))
  },

  async getByIdItem(_, { id }, context) {
    try {
      const { item, list } = await openItem(context, id, 'VIEW')
      return await presentItem(context, item, list)
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  },

  async getByFilterItem(_, { filters }, context) {
    const seen = await seeLists(context)
    const listId = filters.shoppingListId ?? undefined
    const items = await readItemsOf(
      context,
      seen.filter(list => listId === undefined || list.id === listId),
    )
    const part = foldCase(filters.name ?? '')
    const purchased = filters.purchased ?? undefined
    return items.filter(
      item =>
        foldCase(item.name).includes(part) &&
        (purchased === undefined || item.purchased === purchased),
    )
  },
}

export const itemMutations: Pick<
  Required<MutationResolvers>,
  | 'createItem'
  | 'updateItem'
  | 'deleteByIdItem'
  | 'deleteByIdsItem'
  | 'updateItemsOrder'
  | 'moveItem'
> = {
  async createItem(_, args, context) {
    const id = readNewId(context, 'id', args.id)
    const first = await findFirst(context, id)
    if (first) return first
    const list = await openList(context, args.shoppingListId, 'EDIT')
    const isUsed = args.id ? await isIdUsed(context, id) : false
    if (isUsed) throw conflict('This id is already used. Make a new one.')
    const row = await insertItem(context, list, id, args)
    return presentItem(context, row, list)
  },

  async updateItem(_, args, context) {
    const { item, list } = await openItem(context, args.id, 'EDIT')
    const target = args.shoppingListId
    if (target === null) throw cannotBeCleared('shoppingListId')
    const goal =
      target === undefined || target === list.id ? list : await openList(context, target, 'EDIT')
    const row = await changeItem(context, item, list, goal, args)
    return presentItem(context, row, goal)
  },

  deleteByIdItem: (_, { id }, context) => deleteItems(context, [id]),
  deleteByIdsItem: (_, { ids }, context) => deleteItems(context, ids),

  async updateItemsOrder(_, { shoppingListId, itemIds }, context) {
    const list = await openList(context, shoppingListId, 'EDIT')
    const revision = await raiseRevision(context, list.id)
    const places = await readPlaces(context, list.id)
    const ordsById = new Map(places.map(({ id, ord }) => [id, ord]))
    const wanted = reorder([...ordsById.keys()], itemIds).map((id, ord) => ({ id, ord }))
    await writePlaces(
      context,
      wanted.filter(({ id, ord }) => ordsById.get(id) !== ord),
      revision,
    )
    return readItemsOf(context, [list])
  },

  async moveItem(_, { id, afterItemId }, context) {
    const { item, list } = await openItem(context, id, 'EDIT')
    const revision = await raiseRevision(context, list.id)
    const places = await readPlaces(context, list.id)
    const ids = places.map(place => place.id)
    if (!ids.includes(id)) throw new Overtaken()
    const position = moveAfter(ids, id, afterItemId ?? null).indexOf(id)
    if (position === ids.indexOf(id)) return presentItem(context, item, list)
    const row = await moveTo(context, item, places, position, revision)
    return presentItem(context, row, list)
  },
}

async function readItemsOf(context: Context, lists: readonly OpenedList[]): Promise<Item[]> {
  const ids = lists.map(list => list.id)
  const rows = Map.groupBy(await readItemRows(context, ids), row => row.list_id)
  const ordered = ids.flatMap(id => rows.get(id) ?? [])
  return presentItems(context, ordered, listsById(lists), await readTags(context.db, ids))
}

/** The answer to a second create of the same id by the same person: the item as it is now. */
async function findFirst(context: Context, id: string): Promise<Item | undefined> {
  const row = await context.db
    .selectFrom('item')
    .select('created_by')
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.created_by !== context.viewer.id) return undefined
  try {
    const { item, list } = await openItem(context, id, 'VIEW')
    return await presentItem(context, item, list)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** By an item of anybody, or by one that was deleted. */
async function isIdUsed({ db }: Context, id: string): Promise<boolean> {
  const item = await db.selectFrom('item').select('id').where('id', '=', id).executeTakeFirst()
  if (item) return true
  const gone = db.selectFrom('item_gone').select('item_id').where('item_id', '=', id)
  return (await gone.executeTakeFirst()) !== undefined
}

async function insertItem(
  context: Context,
  list: OpenedList,
  id: string,
  args: MutationCreateItemArgs,
): Promise<ItemRow> {
  const { db, now, viewer } = context
  const fields = readFields(context, args)
  const revision = await raiseRevision(context, list.id)
  const end = await readEnd(context, list.id)
  refuse(checkItemCount(end.count + 1))
  const tagIds = await joinTags(context, list.id, revision, args.itemTags ?? [])
  const row: ItemRow = {
    id,
    list_id: list.id,
    created_by: viewer.id,
    name: args.name,
    quantity_in_stock: 0,
    quantity_to_purchase: null,
    unit_id: null,
    purchased: 0,
    notes: null,
    ...fields,
    tags: newMembers(tagIds, revision),
    ord: end.nextOrd,
    revision,
    created_at: now,
    updated_at: now,
  }
  const inserted = await db
    .insertInto('item')
    .values(row)
    .onConflict(clash => clash.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new Overtaken()
  return row
}

/** The given fields of an item, moved to `goal` where that is another list. */
async function changeItem(
  context: Context,
  item: ItemRow,
  list: OpenedList,
  goal: OpenedList,
  args: MutationUpdateItemArgs,
): Promise<ItemRow> {
  const { db, now } = context
  const fields = readFields(context, args)
  const revisions = await raiseRevisions(context, [list.id, goal.id])
  const revision = revisions.get(goal.id) ?? 0
  // Read again only where what is written depends on what is there, now that the list is locked.
  const isMoving = goal.id !== list.id
  const current = isMoving || args.itemTags !== undefined ? await lockedItem(context, item) : item
  if (isMoving) {
    const from = { id: list.id, revision: revisions.get(list.id) ?? 0 }
    const [moved] = await moveToList(context, [current], from, { id: goal.id, revision })
    if (!moved) throw new Overtaken()
    return writeFields({ ...current, ...moved })
  }
  return writeFields(current)

  async function writeFields(row: ItemRow): Promise<ItemRow> {
    const changed = { ...fields, ...(await readTagField(row)), revision, updated_at: now }
    const written = await db
      .updateTable('item')
      .set(changed)
      .where('id', '=', row.id)
      .where('list_id', '=', goal.id)
      .returningAll()
      .executeTakeFirst()
    if (!written) throw new Overtaken()
    return written
  }

  async function readTagField(row: ItemRow): Promise<{ tags?: string }> {
    if (args.itemTags === undefined) return {}
    const known = isMoving ? undefined : (args.knownRevision ?? undefined)
    const ids = await joinTags(context, goal.id, revision, args.itemTags ?? [], known)
    return { tags: mergeMembers(parseMembers(row.tags), ids, revision, known) }
  }
}

/** The item as it is under the lock of its list. */
async function lockedItem({ db }: Context, { id, list_id }: ItemRow): Promise<ItemRow> {
  const item = await db
    .selectFrom('item')
    .selectAll()
    .where('id', '=', id)
    .where('list_id', '=', list_id)
    .executeTakeFirst()
  if (!item) throw new Overtaken()
  return item
}

async function moveTo(
  { db }: Context,
  item: ItemRow,
  places: readonly { readonly id: string; readonly ord: number }[],
  position: number,
  revision: number,
): Promise<ItemRow> {
  const others = places.filter(place => place.id !== item.id)
  const { ord, shift } = placeBetween(others, position)
  if (shift) {
    await db
      .updateTable('item')
      .set(({ eb }) => ({ ord: eb('ord', '+', shift.by), revision }))
      .where('list_id', '=', item.list_id)
      .where('ord', '>=', shift.from)
      .where('ord', '<=', shift.to)
      .where('id', '<>', item.id)
      .execute()
  }
  return db
    .updateTable('item')
    .set({ ord, revision })
    .where('id', '=', item.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function deleteItems(context: Context, ids: readonly string[]) {
  return deleteEach(
    ids,
    id => openItem(context, id, 'EDIT'),
    async opened => {
      const revisions = await raiseRevisions(
        context,
        opened.map(({ list }) => list.id),
      )
      for (const [listId, itemIds] of idsByList(opened.map(({ item }) => item))) {
        await removeItems(context, { id: listId, revision: revisions.get(listId) ?? 0 }, itemIds)
      }
    },
  )
}

async function removeItems(
  context: Context,
  list: { readonly id: string; readonly revision: number },
  itemIds: readonly string[],
): Promise<void> {
  const removed = await context.db
    .deleteFrom('item')
    .where('id', 'in', itemIds)
    .where('list_id', '=', list.id)
    .returningAll()
    .execute()
  if (removed.length < itemIds.length) throw new Overtaken()
  await markGone(context, list, itemIds, 'DELETED')
  await keepDeleted(context, list.id, removed)
}

function idsByList(items: readonly ItemRow[]): ReadonlyMap<string, string[]> {
  const byList = new Map<string, string[]>()
  for (const { id, list_id } of items) byList.set(list_id, [...(byList.get(list_id) ?? []), id])
  return byList
}

type ItemFields = Partial<
  Pick<
    ItemRow,
    'name' | 'notes' | 'purchased' | 'unit_id' | 'quantity_in_stock' | 'quantity_to_purchase'
  >
>

/** The columns that the given arguments are for; absent stays absent, null clears. */
function readFields(context: Context, args: Omit<MutationUpdateItemArgs, 'id'>): ItemFields {
  const { name, notes, purchased, unitId, quantityInStock, quantityToPurchase } = args
  return {
    ...(name !== undefined && { name: readName('name', name) }),
    ...(notes !== undefined && { notes: readNotes(notes) }),
    ...(purchased !== undefined && { purchased: purchased ? 1 : 0 }),
    ...(unitId !== undefined && { unit_id: readUnitId(context, unitId) }),
    ...(quantityInStock !== undefined && {
      quantity_in_stock: readQuantity('quantityInStock', quantityInStock ?? 0),
    }),
    ...(quantityToPurchase !== undefined && {
      quantity_to_purchase:
        quantityToPurchase === null ? null : readQuantity('quantityToPurchase', quantityToPurchase),
    }),
  }
}
