/** Items: what may be asked and done (spec section 7). What is written lies in `item-writes.ts`. */

import type { GraphQLResolveInfo } from 'graphql'
import { moveAfter, reorder } from '../../../rules/lists/order.ts'
import { foldPart } from '../../../rules/names.ts'
import {
  type ItemsList,
  type OpenedList,
  openEachItem,
  openItem,
  openList,
  seeLists,
} from '../../access/access.ts'
import { lockList, lockLists } from '../../changes/changes.ts'
import { noteActivity } from '../../changes/noted-activity.ts'
import { WriteConflict } from '../../changes/write-conflict.ts'
import { type Place, prepare } from '../../db/prepared.ts'
import type { Item } from '../../generated/schema.ts'
import { forbidden, idIsUsed, notFound, Refusal } from '../../refusal.ts'
import { checkDeletion, deleteEach, oneId } from '../delete-results.ts'
import { isSelected } from '../documents/selection.ts'
import type { Context, Mutations, Queries } from '../engine/context.ts'
import { cannotBeCleared, readNamePart, readNewId } from '../engine/input.ts'
import { chargeLists, checkIds, readRowsById } from './item-batch.ts'
import { readPlaces, writePlaces } from './item-moves.ts'
import { listsById, presentItem, presentItems, readItemRows } from './item-record.ts'
import { readTagsOfItems, type TagsByList } from './item-tag.ts'
import { changeFields, changeItem, insertItem, moveTo, removeItems } from './item-writes.ts'

export const itemQueries = {
  async getAllItem(_, _args, context, info) {
    return readItemsOf(context, await seeLists(context), info)
  },

  getByIdItem: async (_, { id }, context) => (await findSeen(context, id)) ?? null,

  async getByFilterItem(_, { filters }, context, info) {
    const part = readNamePart(filters.name)
    const seen = await seeLists(context)
    const listId = filters.shoppingListId ?? undefined
    const items = await readItemsOf(
      context,
      seen.filter(list => listId === undefined || list.id === listId),
      info,
    )
    const purchased = filters.purchased ?? undefined
    return items.filter(
      item =>
        foldPart(item.name).includes(part) &&
        (purchased === undefined || item.purchased === purchased),
    )
  },
} satisfies Queries

export const itemMutations = {
  async createItem(_, args, context) {
    const id = readNewId(context, 'id', args.id)
    const maker = await findMaker(context, id)
    const first = maker === context.viewer.id ? await findSeen(context, id) : undefined
    if (first) return first
    const list = await openList(context, args.shoppingListId, 'EDIT')
    // Not asked again: what a concurrent request made since then is found when the row is written.
    const isUsed = maker !== undefined || (args.id ? await isIdGone(context, id) : false)
    if (isUsed) throw idIsUsed()
    const row = await insertItem(context, list, id, args)
    return presentItem(context, row, list)
  },

  async updateItem(_, args, context) {
    const target = args.shoppingListId
    if (target === undefined && args.itemTags === undefined) {
      const { row, list, tags } = await changeFields(context, args)
      return presentItem(context, row, list, tags)
    }
    const { item, list } = await openItem(context, args.id, 'EDIT')
    if (target === null) throw cannotBeCleared('shoppingListId')
    const goal: ItemsList =
      target === undefined || target === list.id ? list : await openList(context, target, 'EDIT')
    const row = await changeItem(context, item, list, goal, args)
    return presentItem(context, row, goal)
  },

  deleteByIdItem: (_, { id }, context) => deleteItems(context, oneId(id)),
  deleteByIdsItem: (_, { ids }, context) => deleteItems(context, ids),

  async updateItemsOrder(_, { shoppingListId, itemIds }, context, info) {
    checkIds('itemIds', itemIds)
    const list = await openList(context, shoppingListId, 'EDIT')
    const revision = await lockList(context, list.id, 'EDIT')
    const places = await readPlaces(context, list.id)
    const ordsById = new Map(places.map(({ id, ord }) => [id, ord]))
    const wanted = reorder([...ordsById.keys()], itemIds).map((id, ord) => ({ id, ord }))
    await writePlaces(
      context,
      wanted.filter(({ id, ord }) => ordsById.get(id) !== ord),
      revision,
    )
    noteActivity(context, { listId: list.id, kind: 'ITEMS_ORDERED' })
    return readItemsOf(context, [list], info)
  },

  async moveItem(_, { id, afterItemId }, context) {
    const { item, list } = await openItem(context, id, 'EDIT')
    const revision = await lockList(context, list.id, 'EDIT')
    const places = await readPlaces(context, list.id)
    const ids = places.map(place => place.id)
    if (!ids.includes(id)) throw new WriteConflict()
    noteActivity(context, { listId: list.id, kind: 'ITEMS_ORDERED', names: [item.name] })
    const position = moveAfter(ids, id, afterItemId).indexOf(id)
    if (position === ids.indexOf(id)) return presentItem(context, item, list)
    const row = await moveTo(context, item, places, position, revision)
    return presentItem(context, row, list)
  },
} satisfies Mutations

async function readItemsOf(
  context: Context,
  lists: readonly OpenedList[],
  info: GraphQLResolveInfo,
): Promise<Item[]> {
  const ids = lists.map(list => list.id)
  const rows = await readItemRows(context, ids)
  const byList = Map.groupBy(rows, row => row.list_id)
  const ordered = ids.flatMap(id => byList.get(id) ?? [])
  const isTold = isSelected(info, 'itemTags')
  const tags: TagsByList = isTold ? await readTagsOfItems(context.db, rows) : new Map()
  return presentItems(context, ordered, listsById(lists), tags)
}

/** Who made the item of this id, whoever may see it. */
async function findMaker({ db }: Context, id: string): Promise<number | undefined> {
  return (await findCreator.first(db, { id }))?.created_by
}

const findCreator = prepare((db, place: Place<{ id: string }>) =>
  db.selectFrom('item').select('created_by').where('id', '=', place('id')),
)

/** The item as the person sees it; undefined if they may not. */
async function findSeen(context: Context, id: string): Promise<Item | undefined> {
  try {
    const { item, list } = await openItem(context, id, 'VIEW')
    return await presentItem(context, item, list)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function isIdGone({ db }: Context, id: string): Promise<boolean> {
  return (await findGone.first(db, { id })) !== undefined
}

const findGone = prepare((db, place: Place<{ id: string }>) =>
  db.selectFrom('item_gone').select('item_id').where('item_id', '=', place('id')),
)

async function deleteItems(context: Context, ids: readonly string[]) {
  checkDeletion(ids)
  const rows = new Map((await readRowsById(context, [...new Set(ids)])).map(row => [row.id, row]))
  const admit = await openEachItem(context, [...rows.values()], 'EDIT')
  return deleteEach(
    ids,
    async id => {
      const item = rows.get(id)
      if (!item) throw notFound()
      try {
        admit(item)
      } catch (error) {
        throw withoutRevoked(error)
      }
      return item
    },
    async items => {
      const byList = Map.groupBy(items, item => item.list_id)
      chargeLists(context, byList)
      const revisions = await lockLists(context, byList.keys(), 'EDIT')
      for (const [listId, ofList] of byList) {
        const itemIds = ofList.map(item => item.id)
        await removeItems(context, { id: listId, revision: revisions.get(listId) ?? 0 }, itemIds)
      }
    },
  )
}

/**
 * What was taken away from the caller still stands where others see it: PASS would say that it is gone, and
 * their device would miss it when it is given back. Strangers are told the same as ever.
 */
function withoutRevoked(error: unknown): unknown {
  const isRevoked = error instanceof Refusal && error.extensions.reason === 'REVOKED'
  return isRevoked ? forbidden(error.message) : error
}
