/**
 * The data rules of spec section 4, as the cache obeys them: predictions and the server's answers both go
 * through here. What each rule says is in `rules/`, which the server obeys too.
 */
import type { ApolloCache, InMemoryCacheConfig } from '@apollo/client'
import { uniqueName } from '../../rules/names.ts'
import { reorder } from '../../rules/order.ts'
import { resetItem } from '../../rules/reset.ts'
import { keepTags, matchTags, mergeTags } from '../../rules/tags.ts'
import type { ItemTagFieldsFragment } from '../generated/operations.ts'
import { itemCacheId, listCacheId } from './cache-ids.ts'
import {
  changeItemIds,
  changeListIds,
  readItem,
  readItemIds,
  readList,
  readLists,
  setFields,
  setTagIds,
  writeTag,
} from './records.ts'

export const policies = {
  /** Arrays are replaced whole: what belongs in them is decided by the rules below. */
  cacheConfig: {
    typePolicies: {
      Query: {
        fields: {
          getAllShoppingList: { merge: false },
          getAllUnit: { merge: false },
          getByFilterUserConfig: { keyArgs: false, merge: false },
        },
      },
      ShoppingList: { fields: { items: { merge: false }, itemTags: { merge: false } } },
      Item: { fields: { itemTags: { merge: false } } },
    },
  } satisfies InMemoryCacheConfig,

  /** After a reorder each item's order is its index; what is not named follows in its old order. */
  reorderItems(cache: ApolloCache, listId: string, wanted: readonly string[]): void {
    changeItemIds(cache, listId, ids => reorder(ids, wanted))
    for (const [order, id] of readItemIds(cache, listId).entries()) {
      setFields(cache, itemCacheId(id), { order })
    }
  },

  /** After a reorder each list's order is its index. */
  reorderLists(cache: ApolloCache, wanted: readonly string[]): void {
    changeListIds(cache, ids => reorder(ids, wanted))
    for (const [order, { id }] of readLists(cache).entries()) {
      setFields(cache, listCacheId(id), { order })
    }
  },

  /** Every item set back, as the type of its list says. */
  reset(cache: ApolloCache, listId: string): void {
    const list = readList(cache, listId)
    if (!list) return
    for (const id of readItemIds(cache, listId)) {
      const item = readItem(cache, id)
      if (item) setFields(cache, itemCacheId(id), { ...resetItem(item, list.listType) })
    }
  },

  /** The tags of an item join its list's; the item carries them as the list knows them. */
  tagItem(
    cache: ApolloCache,
    listId: string,
    itemId: string,
    tags: readonly ItemTagFieldsFragment[],
  ): void {
    const list = readList(cache, listId)
    if (!list) return
    for (const tag of tags) if (!list.itemTags.some(({ id }) => id === tag.id)) writeTag(cache, tag)
    const merged = mergeTags(list.itemTags, tags)
    setTagIds(
      cache,
      listCacheId(listId),
      merged.map(tag => tag.id),
    )
    setTagIds(
      cache,
      itemCacheId(itemId),
      matchTags(merged, tags).map(tag => tag.id),
    )
  },

  /** A list keeps its items; they lose the tags that are no longer the list's. */
  tagList(cache: ApolloCache, listId: string, tags: readonly ItemTagFieldsFragment[]): void {
    for (const tag of tags) writeTag(cache, tag)
    setTagIds(
      cache,
      listCacheId(listId),
      tags.map(tag => tag.id),
    )
    for (const id of readItemIds(cache, listId)) {
      const item = readItem(cache, id)
      if (!item || item.itemTags.length === 0) continue
      setTagIds(
        cache,
        itemCacheId(id),
        keepTags(item.itemTags, tags).map(tag => tag.id),
      )
    }
  },

  /** Names of lists are unique among their owner's; the server's word is last. */
  uniqueListName(cache: ApolloCache, wanted: string, ownerId: number, ownId: string): string {
    const others = readLists(cache).filter(list => list.userId === ownerId && list.id !== ownId)
    return uniqueName(
      wanted,
      others.map(list => list.name),
    )
  },
} as const
