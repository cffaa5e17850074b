/** Whole lists coming into the cache and leaving it. */
import type { ApolloCache } from '@apollo/client'
import {
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  ItemRefsFragmentDoc,
  type ShoppingListFieldsFragment,
  ShoppingListFieldsFragmentDoc,
} from '../../generated/operations.ts'
import { isTagId, itemCacheId, listCacheId, tagCacheId } from './cache-ids.ts'
import { cursorCacheId, historyCacheId } from './local-records.ts'
import { peopleCacheId } from './people.ts'
import {
  changeListIds,
  readItem,
  readItemIds,
  readList,
  readLists,
  removeRecord,
} from './records.ts'

/** A list's own fields; its items stay, or are none yet. */
export function writeList(cache: ApolloCache, list: ShoppingListFieldsFragment): void {
  cache.writeFragment({
    id: listCacheId(list.id),
    fragment: ShoppingListFieldsFragmentDoc,
    data: list,
  })
  // `modify` never creates a field: a list that is new has no items yet.
  if (!cache.readFragment({ id: listCacheId(list.id), fragment: ItemRefsFragmentDoc })) {
    cache.writeFragment({
      id: listCacheId(list.id),
      fragment: ItemRefsFragmentDoc,
      data: { __typename: 'ShoppingList', items: [] },
    })
  }
  changeListIds(cache, ids => (ids.includes(list.id) ? ids : [...ids, list.id]))
}

/** All items of a list, in their order. */
export function writeItems(
  cache: ApolloCache,
  listId: string,
  items: readonly ItemFieldsFragment[],
): void {
  for (const item of items) {
    cache.writeFragment({ id: itemCacheId(item.id), fragment: ItemFieldsFragmentDoc, data: item })
  }
  cache.writeFragment({
    id: listCacheId(listId),
    fragment: ItemRefsFragmentDoc,
    data: {
      __typename: 'ShoppingList',
      items: items.map(({ id }) => ({ __typename: 'Item' as const, id })),
    },
  })
}

/** In the layer: its items cannot be reached without it. */
export function hideList(cache: ApolloCache, id: string): void {
  removeRecord(cache, listCacheId(id))
}

/** From the base, with their items and tags, and how far each was told: should one come back, it comes whole. */
export function removeLists(cache: ApolloCache, ids: readonly string[]): void {
  if (ids.length === 0) return
  for (const id of ids) {
    for (const itemId of readItemIds(cache, id)) {
      // What moved to another list before this one went is told of in the same answer.
      if (readItem(cache, itemId)?.shoppingListId === id) removeRecord(cache, itemCacheId(itemId))
    }
    removeRecord(cache, cursorCacheId(id))
    removeRecord(cache, peopleCacheId(id))
    removeRecord(cache, historyCacheId(id))
    removeRecord(cache, listCacheId(id))
  }
  removeStrayTags(cache)
}

/**
 * Tags that no list has: one that left its list before the list went is not among the list's. Those that left a list
 * which stays go along, of which predictions knew the name and the colour until the server answers.
 */
function removeStrayTags(cache: ApolloCache): void {
  const tags = readLists(cache).flatMap(({ id }) => readList(cache, id)?.itemTags ?? [])
  const stay = new Set(tags.map(({ id }) => tagCacheId(id)))
  for (const cacheId of Object.keys(Object(cache.extract()))) {
    if (isTagId(cacheId) && !stay.has(cacheId)) removeRecord(cache, cacheId)
  }
}
