/** Many items made in one go: all of them or none, under one revision of their list. */

import { sql } from 'kysely'
import { checkItemCount } from '../../../rules/counts.ts'
import { fillOrders, moveEachAfter } from '../../../rules/lists/order.ts'
import { type ItemRow, type OpenedList, openList } from '../../access/access.ts'
import { lockList } from '../../changes/changes.ts'
import { noteActivity } from '../../changes/noted-activity.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { jsonKeys } from '../../db/json-rows.ts'
import type { Item, NewItemInput } from '../../generated/schema.ts'
import { conflict, refuse } from '../../refusal.ts'
import type { Context, Mutations } from '../engine/context.ts'
import { readNewId } from '../engine/input.ts'
import { joinTagsOfEach } from '../lists/list-tags.ts'
import { checkBatch, insertRows, readRowsById } from './item-batch.ts'
import { emptyColumns, type ItemFields } from './item-columns.ts'
import { readEnd, readPlaces, writePlaces } from './item-moves.ts'
import { listsById, presentItems } from './item-record.ts'
import { newMembers, readTags } from './item-tag.ts'
import { readFields } from './item-writes.ts'

export const createItemsMutations = {
  async createItems(_, { shoppingListId, items }, context) {
    checkBatch(items)
    const list = await openList(context, shoppingListId, 'EDIT')
    const wanted = items.map(item => readWish(context, item))
    const known = await findMade(context, list, wanted)
    const fresh = wanted.filter(({ id }) => !known.rows.has(id))
    const rows = new Map(known.rows)
    if (fresh.length > 0) {
      const revision = await lockList(context, list.id, 'EDIT')
      const made = await insertAll(context, list.id, revision, fresh)
      for (const row of made) rows.set(row.id, row)
      noteActivity(context, {
        listId: list.id,
        kind: 'ITEM_ADDED',
        names: made.map(({ name }) => name),
        items: made.map(after => ({ after })),
      })
    }
    return present(
      context,
      wanted.flatMap(({ id }) => rows.get(id) ?? []),
      [list, ...known.lists],
    )
  },
} satisfies Mutations

/** What a list that was just made holds from the start. */
export async function fillNewList(
  context: Context,
  listId: string,
  revision: number,
  items: readonly NewItemInput[],
): Promise<void> {
  checkBatch(items)
  if (items.length === 0) return
  const wanted = items.map(item => readWish(context, item))
  const ids = wanted.map(({ id }) => id)
  if ((await readRowsById(context, ids)).length > 0) throw usedId()
  await refuseGone(context, ids)
  await insertAll(context, listId, revision, wanted)
}

interface Wish {
  readonly id: string
  readonly input: NewItemInput
  readonly fields: ItemFields
}

function readWish(context: Context, input: NewItemInput): Wish {
  return { id: readNewId(context, 'id', input.id), input, fields: readFields(context, input) }
}

interface Made {
  readonly rows: ReadonlyMap<string, ItemRow>
  /** The lists that they are on by now, apart from the one asked for. */
  readonly lists: readonly OpenedList[]
}

/** What the person made under these ids before; ids used otherwise are refused. */
async function findMade(
  context: Context,
  list: OpenedList,
  wanted: readonly Wish[],
): Promise<Made> {
  const ids = wanted.map(({ id }) => id)
  const rows = await readRowsById(context, ids)
  if (rows.some(row => row.created_by !== context.viewer.id)) throw usedId()
  const elsewhere = new Set(rows.map(row => row.list_id).filter(id => id !== list.id))
  const lists: OpenedList[] = []
  for (const id of elsewhere) {
    lists.push(
      await openList(context, id, 'VIEW').catch(() => {
        throw usedId()
      }),
    )
  }
  await refuseGone(context, ids)
  return { rows: new Map(rows.map(row => [row.id, row])), lists }
}

async function refuseGone({ db }: Context, ids: readonly string[]): Promise<void> {
  const named = jsonKeys(ids)
  const { rows } = await sql`
    with named as materialized (select key from json_each(${named}))
    select item_gone.item_id from named
    join item_gone on item_gone.item_id = named.key
    where not exists (select 1 from item where item.id = named.key) limit 1
  `.execute(db)
  // An item that moved left a trace, too.
  if (rows.length > 0) throw usedId()
}

function usedId() {
  return conflict('An id is already used. Make new ones.')
}

/** At the end of the list, then where they are wanted; the list is locked and raised. */
async function insertAll(
  context: Context,
  listId: string,
  revision: number,
  wanted: readonly Wish[],
): Promise<ItemRow[]> {
  const { now, viewer } = context
  const end = await readEnd(context, listId)
  refuse(checkItemCount(end.count + wanted.length))
  const tags = await joinTagsOfEach(
    context,
    listId,
    revision,
    wanted.map(({ input }) => ({ tags: input.itemTags ?? [] })),
  )
  const ords = await placeAll(context, listId, revision, wanted)
  const rows = wanted.map(
    ({ id, input, fields }, at): ItemRow => ({
      id,
      list_id: listId,
      created_by: viewer.id,
      name: input.name,
      ...emptyColumns,
      ...fields,
      tags: newMembers(tags[at]?.ids ?? [], revision),
      ord: ords?.get(id) ?? end.nextOrd + at,
      revision,
      created_at: now,
      updated_at: now,
      updated_by: viewer.id,
    }),
  )
  if ((await insertRows(context, rows)) < rows.length) throw new WriteConflict()
  return rows
}

/** Orders of the new rows, those behind moved up if there is no gap; undefined if all go to the end. */
async function placeAll(
  context: Context,
  listId: string,
  revision: number,
  wanted: readonly Wish[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const places = wanted.flatMap(({ id, input: { afterItemId } }) =>
    afterItemId === undefined ? [] : [{ id, afterId: afterItemId }],
  )
  if (places.length === 0) return undefined
  const present = await readPlaces(context, listId)
  const ordsById = new Map(present.map(({ id, ord }) => [id, ord]))
  const ids = moveEachAfter([...ordsById.keys(), ...wanted.map(({ id }) => id)], places)
  const ords = new Map<string, number>()
  for (const [at, ord] of fillOrders(ids.map(id => ({ order: ordsById.get(id) }))).entries()) {
    ords.set(ids[at] ?? '', ord)
  }
  const shifted = present.flatMap(({ id, ord }) => {
    const now = ords.get(id) ?? ord
    return now === ord ? [] : [{ id, ord: now }]
  })
  await writePlaces(context, shifted, revision)
  return ords
}

async function present(
  context: Context,
  rows: readonly ItemRow[],
  lists: readonly OpenedList[],
): Promise<Item[]> {
  const tags = await readTags(
    context.db,
    lists.map(list => list.id),
  )
  return presentItems(context, rows, listsById(lists), tags)
}
