/** Operations on all items of a list at once: reset, copy, sample, swap. */

import { sql } from 'kysely'
import { derivedId } from '../../../rules/derived-id.ts'
import { findUnit } from '../../../rules/items/units.ts'
import { copyItems, copyTags } from '../../../rules/lists/copy.ts'
import { resetItem } from '../../../rules/lists/reset.ts'
import { sampleList } from '../../../rules/lists/sample-list.ts'
import {
  type ItemRow,
  isPossibleId,
  type OpenedList,
  openEach,
  openList,
} from '../../access/access.ts'
import { lockForMove, lockList } from '../../changes/changes.ts'
import { noteActivity } from '../../changes/noted-activity.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { ItemTag } from '../../generated/schema.ts'
import { idIsUsed } from '../../refusal.ts'
import type { Context, Mutations } from '../engine/context.ts'
import { readName, readNewId } from '../engine/input.ts'
import { checkIds, insertRows, readRowsById } from '../items/item-batch.ts'
import { moveToList, noteMoves, placeRows } from '../items/item-moves.ts'
import { type ItemContent, listsById, presentItems, readItemRows } from '../items/item-record.ts'
import { newMembers, readTags } from '../items/item-tag.ts'
import { findOwnList, insertList } from './new-list.ts'
import { presentLists, presentOneList } from './shopping-list-record.ts'

export const wholeListMutations = {
  async resetShoppingList(_, { id }, context, info) {
    const list = await openList(context, id, 'EDIT')
    const revision = await lockList(context, list.id, 'EDIT')
    await resetItems(context, await openList(context, id, 'EDIT'), revision)
    return presentOneList(context, await openList(context, id, 'VIEW'), info)
  },

  async copyShoppingList(_, { id, name, newId }, context, info) {
    const copyId = readNewId(context, 'newId', newId)
    const first = await findOwnList(context, copyId)
    if (first) return presentOneList(context, first, info)
    const source = await openList(context, id, 'VIEW')
    await copyList(context, source, copyId, readName('name', name))
    return presentOneList(context, await openList(context, copyId, 'VIEW'), info)
  },

  async sampleShoppingList(_, { newId }, context, info) {
    const id = readNewId(context, 'newId', newId)
    const first = await findOwnList(context, id)
    if (first) return presentOneList(context, first, info)
    await insertSample(context, id)
    return presentOneList(context, await openList(context, id, 'VIEW'), info)
  },

  async swapShoppingListItems(_, args, context, info) {
    checkIds('firstItemIds', args.firstItemIds)
    checkIds('secondItemIds', args.secondItemIds)
    checkIds('places', args.places ?? [])
    const listIds = [args.firstShoppingListId, args.secondShoppingListId]
    const openToEdit = await openEach(context, listIds, 'EDIT')
    const first = openToEdit(args.firstShoppingListId)
    const second = openToEdit(args.secondShoppingListId)
    if (first.id !== second.id) {
      const revision = await lockForMove(context, [first.id, second.id])
      const [one, other] = [first.id, second.id]
      // Both are looked up before either moves: what is named twice goes once.
      const going = await itemsNamed(context, one, args.firstItemIds)
      const coming = await itemsNamed(context, other, args.secondItemIds)
      await moveToList(context, going, { from: one, to: other, revision }, coming.length)
      await moveToList(context, coming, { from: other, to: one, revision })
      noteMoves(context, [
        { rows: going, from: one, to: other },
        { rows: coming, from: other, to: one },
      ])
      const places = args.places ?? []
      for (const id of [one, other]) await placeRows(context, { id, revision }, places)
    }
    const open = await openEach(context, listIds, 'VIEW')
    return presentLists(context, [open(first.id), open(second.id)], info)
  },
} satisfies Mutations

/** Only what a reset changes is stamped. */
async function resetItems(context: Context, list: OpenedList, revision: number): Promise<void> {
  const rows = await readItemRows(context, [list.id])
  const changed = rows.flatMap(row => {
    const before = {
      purchased: row.purchased === 1,
      quantityInStock: row.quantity_in_stock,
      quantityToPurchase: row.quantity_to_purchase,
    }
    const after = resetItem(before, list.listType)
    const isSame =
      after.purchased === before.purchased &&
      after.quantityInStock === before.quantityInStock &&
      after.quantityToPurchase === before.quantityToPurchase
    return isSame ? [] : [{ row, after }]
  })
  const items = changed.map(({ row, after }) => ({
    before: row,
    after: {
      ...row,
      purchased: after.purchased ? 1 : 0,
      quantity_in_stock: after.quantityInStock,
      quantity_to_purchase: after.quantityToPurchase,
    },
  }))
  noteActivity(context, { listId: list.id, kind: 'LIST_RESET', items })
  if (items.length === 0) return
  const fresh = jsonRows(
    items,
    ({ after }) => after.id,
    ({ after }) => ({ stock: after.quantity_in_stock, wanted: after.quantity_to_purchase }),
  )
  await sql`
    with fresh as materialized (select key, value from json_each(${fresh}))
    update item set purchased = 0,
      quantity_in_stock = cast(fresh.value ->> 'stock' as double precision),
      quantity_to_purchase = cast(fresh.value ->> 'wanted' as double precision),
      revision = ${revision}, updated_at = ${context.now},
      updated_by = ${context.viewer.id}
    from fresh where item.id = fresh.key
  `.execute(context.db)
}

async function copyList(
  context: Context,
  source: OpenedList,
  copyId: string,
  name: string,
): Promise<void> {
  const rows = await readItemRows(context, [source.id])
  // Behind the items: with one that joins the list meanwhile a tag may join, and would be missed.
  const tags = await readTags(context.db, [source.id])
  const items = presentItems(context, rows, listsById([source]), tags)
  const revision = await insertList(context, {
    id: copyId,
    name,
    listType: source.listType,
    notes: source.notes,
    favourite: false,
  })
  noteActivity(context, { listId: copyId, kind: 'LIST_CREATED', fields: ['name'] })
  await insertTags(context, copyId, copyTags(tags.get(source.id) ?? [], copyId), revision)
  await insertItems(context, copyItems(items, copyId), revision)
}

async function insertSample(context: Context, id: string): Promise<void> {
  const { name, listType, notes, itemTags, items } = sampleList
  const revision = await insertList(context, { id, name, listType, notes, favourite: false })
  noteActivity(context, { listId: id, kind: 'LIST_CREATED' })
  const tags = itemTags.map(tag => ({ ...tag, id: derivedId(id, tag.key) }))
  await insertTags(context, id, tags, revision)
  await insertItems(
    context,
    items.map(item => ({
      id: derivedId(id, item.key),
      shoppingListId: id,
      name: item.name,
      quantityInStock: 0,
      quantityToPurchase: item.quantityToPurchase,
      unitId: (item.unit === null ? undefined : findUnit(item.unit, context.units))?.id ?? null,
      purchased: false,
      itemTags: tags.filter(tag => tag.key === item.tagKey),
      notes: item.notes,
    })),
    revision,
  )
}

/** The tags of a list that is new, in their order, as joined at `revision`. */
export async function insertTags(
  { db }: Context,
  listId: string,
  tags: readonly ItemTag[],
  revision: number,
): Promise<void> {
  if (tags.length === 0) return
  await db
    .insertInto('item_tag')
    .values(
      tags.map(({ id, name, color }, ord) => ({
        id,
        list_id: listId,
        name,
        color,
        ord,
        joined_revision: revision,
        left_revision: null,
      })),
    )
    .execute()
}

type NewItem = Omit<ItemContent, 'itemTags'> & {
  readonly id: string
  readonly shoppingListId: string
  readonly itemTags: readonly { readonly id: string }[]
}

/** In this order, into a list that is new. */
export async function insertItems(
  context: Context,
  items: readonly NewItem[],
  revision: number,
): Promise<void> {
  const { now, viewer } = context
  const rows = items.map(
    (item, ord): ItemRow => ({
      id: item.id,
      list_id: item.shoppingListId,
      created_by: viewer.id,
      name: item.name,
      quantity_in_stock: item.quantityInStock,
      quantity_to_purchase: item.quantityToPurchase ?? null,
      unit_id: item.unitId ?? null,
      purchased: item.purchased ? 1 : 0,
      tags: newMembers(
        item.itemTags.map(tag => tag.id),
        revision,
      ),
      notes: item.notes ?? null,
      ord,
      revision,
      created_at: now,
      updated_at: now,
      updated_by: viewer.id,
    }),
  )
  // Whoever makes the list has its items to themselves: who has such an id had it before, and goes on having it.
  if ((await insertRows(context, rows)) < rows.length) throw idIsUsed()
}

/** The items of that list among these ids, in the order named; others are ignored. */
async function itemsNamed(
  context: Context,
  listId: string,
  ids: readonly string[],
): Promise<ItemRow[]> {
  const wanted = [...new Set(ids)].filter(isPossibleId)
  if (wanted.length === 0) return []
  const rows = await readRowsById(context, wanted)
  const byId = new Map(rows.filter(row => row.list_id === listId).map(row => [row.id, row]))
  return wanted.flatMap(id => byId.get(id) ?? [])
}
