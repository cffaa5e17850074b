/** The bin: what was deleted in the last 30 days. */
import { stillGone } from '../../../rules/items/still-gone.ts'
import { openList } from '../../access/access.ts'
import { namesOf } from '../../access/names-of.ts'
import type { Mutations, Queries } from '../engine/context.ts'
import { readNewId } from '../engine/input.ts'
import { parseContent } from '../items/deleted-item.ts'
import { readTags, tagsOfItem } from '../items/item-tag.ts'
import { findOwnList } from './new-list.ts'
import { restoreList } from './restore-list.ts'
import { presentOneList } from './shopping-list-record.ts'
import { countOfItems, oldestKept, purgeMoment, shownInBin } from './shown-in-bin.ts'

export const binQueries = {
  async deletedShoppingLists(_, _args, { db, now, viewer }) {
    const rows = await db
      .selectFrom('shopping_list')
      .select(['id', 'name', 'deleted_at', 'list_type as listType'])
      .select(countOfItems.as('count'))
      .where('user_id', '=', viewer.id)
      .where('deleted_at', '>', oldestKept(now))
      .where('restored_as', 'is', null)
      .orderBy('deleted_at', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(row => ({
      id: row.id,
      name: row.name,
      listType: row.listType,
      itemCount: row.count,
      deletedAt: row.deleted_at ?? now,
      purgedAt: purgeMoment(row.deleted_at ?? now),
    }))
  },

  async deletedItems(_, { shoppingListId }, { db, now, ...context }) {
    const list = await openList({ ...context, db }, shoppingListId, 'VIEW')
    const present = await db
      .selectFrom('item')
      .select(['name', 'notes', 'unit_id as unitId', 'tags'])
      .select(['quantity_in_stock as quantityInStock'])
      .select(['quantity_to_purchase as quantityToPurchase'])
      .where('list_id', '=', list.id)
      .execute()
    const rows = await shownInBin(db, list.id)
      .select(['item_id', 'gone_at', 'content'])
      .where('gone_at', '>', oldestKept(now))
      .execute()
    const kept = rows.flatMap(row => {
      const content = parseContent(row.content)
      return content ? [{ ...content, id: row.item_id, deletedAt: row.gone_at }] : []
    })
    const isTagged = kept.some(({ itemTags }) => itemTags.length > 0)
    const tags = isTagged ? ((await readTags(db, [list.id])).get(list.id) ?? []) : []
    const deleted = stillGone(
      kept,
      present.map(item => ({ ...item, itemTags: tagsOfItem(item.tags, tags) })),
    )
    const names = await namesOf(
      db,
      deleted.map(({ userId }) => userId),
    )
    return deleted.map(({ userId, ...item }) => ({
      ...item,
      shoppingListId: list.id,
      deletedByName: names.get(userId) ?? null,
      purgedAt: purgeMoment(item.deletedAt),
    }))
  },
} satisfies Queries

export const binMutations = {
  async restoreShoppingList(_, { id, newId }, context, info) {
    const backId = readNewId(context, 'newId', newId)
    const first = await findOwnList(context, backId)
    if (first) return presentOneList(context, first, info)
    await restoreList(context, id, backId)
    return presentOneList(context, await openList(context, backId, 'VIEW'), info)
  },
} satisfies Mutations
