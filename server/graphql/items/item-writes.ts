/** What is written of an item: made, changed, moved, removed; its list is locked and raised meanwhile. */

import { checkItemCount } from '../../../rules/counts.ts'
import { placeBetween } from '../../../rules/lists/order.ts'
import {
  type ItemRow,
  type ItemsList,
  isPossibleId,
  type OpenedList,
  openItem,
} from '../../access/access.ts'
import {
  lockForMove,
  lockList,
  raiseRevision,
  raiseRevisionOfItem,
  stampOf,
} from '../../changes/changes.ts'
import { type NotedActivity, noteActivity } from '../../changes/noted-activity.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { jsonKeys, keysIn } from '../../db/json-rows.ts'
import { type Place as PlaceFor, prepare } from '../../db/prepared.ts'
import type { MutationCreateItemArgs, MutationUpdateItemArgs } from '../../generated/schema.ts'
import { notFound, refuse } from '../../refusal.ts'
import type { Context } from '../engine/context.ts'
import { readName, readNotes, readQuantity, readUnitId } from '../engine/input.ts'
import { joinTags, joinTagsOfEach } from '../lists/list-tags.ts'
import { keepDeleted } from './deleted-item.ts'
import { emptyColumns, type ItemFields } from './item-columns.ts'
import { markGone, moveToList, noteMoves, type Place, readEnd } from './item-moves.ts'
import {
  mergeMembers,
  newMembers,
  parseMembers,
  readTagsAlong,
  type TagsByList,
} from './item-tag.ts'
import { lockedItem, updateItemOf } from './item-update.ts'

/** Adds an item at the end of the list; its tags join the list's. */
export async function insertItem(
  context: Context,
  list: OpenedList,
  id: string,
  args: MutationCreateItemArgs,
): Promise<ItemRow> {
  const { db, now, viewer } = context
  const fields = readFields(context, args)
  const revision = await lockList(context, list.id, 'EDIT')
  const end = await readEnd(context, list.id)
  refuse(checkItemCount(end.count + 1))
  const tagIds = await joinTags(context, list.id, revision, args.itemTags ?? [])
  const row: ItemRow = {
    id,
    list_id: list.id,
    created_by: viewer.id,
    name: args.name,
    ...emptyColumns,
    ...fields,
    tags: newMembers(tagIds, revision),
    ord: end.nextOrd,
    revision,
    created_at: now,
    updated_at: now,
    updated_by: viewer.id,
  }
  if (!(await insertUnused.first(db, row))) throw new WriteConflict()
  noteActivity(context, {
    listId: list.id,
    kind: 'ITEM_ADDED',
    names: [row.name],
    items: [{ after: row }],
  })
  return row
}

const insertUnused = prepare((db, place: PlaceFor<ItemRow>) =>
  db
    .insertInto('item')
    .values({
      id: place('id'),
      list_id: place('list_id'),
      created_by: place('created_by'),
      name: place('name'),
      quantity_in_stock: place('quantity_in_stock'),
      quantity_to_purchase: place('quantity_to_purchase'),
      unit_id: place('unit_id'),
      purchased: place('purchased'),
      tags: place('tags'),
      notes: place('notes'),
      ord: place('ord'),
      revision: place('revision'),
      created_at: place('created_at'),
      updated_at: place('updated_at'),
      updated_by: place('updated_by'),
    })
    .onConflict(clash => clash.column('id').doNothing())
    .returning('id'),
)

/**
 * The given fields of an item that stays where it is, with the tags that it has. Nothing that is written depends on
 * what is there, so that all of it is asked at once; answers the item as it is then, with its list and the tags of that.
 */
export async function changeFields(
  context: Context,
  args: Omit<Written, 'itemTags'> & Pick<MutationUpdateItemArgs, 'id'>,
): Promise<{ readonly row: ItemRow; readonly list: ItemsList; readonly tags: TagsByList }> {
  const { db, viewer } = context
  const { id } = args
  if (!isPossibleId(id)) throw notFound()
  const changed = { ...readFields(context, args), ...stampOf(context) }
  const [raisedId, { item, list }, row, tags] = await Promise.all([
    raiseRevisionOfItem(context, id),
    openItem(context, id, 'EDIT'),
    updateItemOf(changed).first(db, { ...changed, id, userId: viewer.id }),
    readTagsAlong(db, id),
  ])
  // It was moved to another list, or taken away, while the lock was waited for.
  if (!row || raisedId !== list.id || row.list_id !== list.id) throw new WriteConflict()
  noteChange(context, args, item, row)
  return { row, list, tags }
}

/** The same with other tags, or moved to `goal` where that is another list. */
export async function changeItem(
  context: Context,
  item: ItemRow,
  list: ItemsList,
  goal: ItemsList,
  args: MutationUpdateItemArgs,
): Promise<ItemRow> {
  const { db, viewer } = context
  const fields = readFields(context, args)
  const isMoving = goal.id !== list.id
  const revision = await (isMoving
    ? lockForMove(context, [list.id, goal.id])
    : raiseRevision(context, list.id))
  const current = await lockedItem(context, item)
  if (isMoving) {
    const move = { from: list.id, to: goal.id, revision }
    const [moved] = await moveToList(context, [current], move)
    if (!moved) throw new WriteConflict()
    const row = await writeFields({ ...current, ...moved })
    noteMoves(context, [{ rows: [row], from: list.id, to: goal.id }])
    return row
  }
  const row = await writeFields(current)
  noteChange(context, args, current, row)
  return row

  async function writeFields(row: ItemRow): Promise<ItemRow> {
    const changed = { ...fields, ...(await readTagField(row)), ...stampOf(context) }
    const written = await updateItemOf(changed).first(db, {
      ...changed,
      id: row.id,
      userId: viewer.id,
    })
    if (!written) throw new WriteConflict()
    return written
  }

  async function readTagField(row: ItemRow): Promise<{ tags?: string }> {
    if (args.itemTags === undefined) return {}
    const known = isMoving ? undefined : (args.knownRevision ?? undefined)
    const wish = { tags: args.itemTags ?? [], before: args.itemTagsBefore ?? undefined }
    const [wanted] = await joinTagsOfEach(context, goal.id, revision, [wish], known)
    if (!wanted) return {}
    return { tags: mergeMembers(parseMembers(row.tags), wanted, revision, known) }
  }
}

/** A change that says nothing of the item, as a merge that only takes in others, is no news. */
function noteChange(context: Context, args: Written, before: ItemRow, after: ItemRow): void {
  if (writtenFields(args).length === 0) return
  noteActivity(context, {
    listId: after.list_id,
    ...changeOf([args]),
    names: [after.name],
    items: [{ before, after }],
  })
}

/** Puts the item at a place among its list's, which it is no longer counted in. */
export async function moveTo(
  { db }: Context,
  item: ItemRow,
  places: readonly Place[],
  position: number,
  revision: number,
): Promise<ItemRow> {
  const others = places.filter(place => place.id !== item.id)
  const { order: ord, shift } = placeBetween(position, at => others[at]?.ord)
  if (shift) {
    await db
      .updateTable('item')
      .set(({ eb }) => ({ ord: eb('ord', '+', shift.by), revision }))
      .where('list_id', '=', item.list_id)
      .where('ord', '>=', others[shift.first]?.ord ?? 0)
      .where('ord', '<=', others[shift.last]?.ord ?? 0)
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

/** Deletes them from the list, which is locked at `revision`; begins anew where one is not on it any more. */
export async function removeItems(
  context: Context,
  list: { readonly id: string; readonly revision: number },
  itemIds: readonly string[],
): Promise<void> {
  const ids = jsonKeys(itemIds)
  const removed = await context.db
    .deleteFrom('item')
    .where('id', 'in', keysIn(ids))
    .where('list_id', '=', list.id)
    .returningAll()
    .execute()
  if (removed.length < itemIds.length) throw new WriteConflict()
  noteActivity(context, {
    listId: list.id,
    kind: 'ITEM_DELETED',
    names: removed.map(row => row.name),
  })
  await markGone(context, list, itemIds, 'DELETED')
  await keepDeleted(context, list.id, removed)
}

/** What a person writes of an item; its tags, which are rows of their own, by `joinTagsOfEach`. */
type Written = Omit<
  MutationUpdateItemArgs,
  'id' | 'shoppingListId' | 'itemTagsBefore' | 'knownRevision'
>

/** The columns that the given arguments are for; absent stays absent, null clears. */
export function readFields(context: Context, args: Written): ItemFields {
  const { name, notes, purchased, unitId, quantityInStock, quantityToPurchase } = args
  const columns: {
    readonly [Field in Exclude<keyof Written, 'itemTags'>]-?: ItemFields | false
  } = {
    name: name !== undefined && { name: readName('name', name) },
    notes: notes !== undefined && { notes: readNotes(notes) },
    purchased: purchased !== undefined && { purchased: purchased ? 1 : 0 },
    unitId: unitId !== undefined && { unit_id: readUnitId(context, unitId) },
    quantityInStock: quantityInStock !== undefined && {
      quantity_in_stock: readQuantity('quantityInStock', quantityInStock ?? 0),
    },
    quantityToPurchase: quantityToPurchase !== undefined && {
      quantity_to_purchase:
        quantityToPurchase === null ? null : readQuantity('quantityToPurchase', quantityToPurchase),
    },
  }
  return Object.assign({}, ...Object.values(columns))
}

/** The fields that are given, as the history names them. */
function writtenFields(args: Written): readonly string[] {
  return Object.keys(written).filter(field => Reflect.get(args, field) !== undefined)
}

const written = {
  name: true,
  purchased: true,
  notes: true,
  itemTags: true,
  unitId: true,
  quantityInStock: true,
  quantityToPurchase: true,
} satisfies { readonly [Field in keyof Written]-?: true }

/** What changes of items are called, as one thing that was done: ticks where they are nothing else. */
export function changeOf(changes: readonly Written[]): Pick<NotedActivity, 'kind' | 'fields'> {
  const fields = [...new Set(changes.flatMap(writtenFields))]
  const ticks = new Set(changes.map(({ purchased }) => purchased ?? false))
  const isTick = changes.every(change => String(writtenFields(change)) === 'purchased')
  if (!isTick || ticks.size > 1) return { kind: 'ITEM_CHANGED', fields }
  return { kind: ticks.has(true) ? 'ITEM_TICKED' : 'ITEM_UNTICKED' }
}
