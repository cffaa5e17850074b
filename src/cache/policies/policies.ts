/**
 * The data rules of spec section 4, as the cache obeys them: predictions and the server's answers both go
 * through here. What each rule says is in `rules/`, which the server obeys too.
 */
import type { ApolloCache, InMemoryCacheConfig } from '@apollo/client'
import { placeBetween, reorder } from '../../../rules/lists/order.ts'
import { resetItem } from '../../../rules/lists/reset.ts'
import { keepTags, matchTags, mergeTags } from '../../../rules/lists/tags.ts'
import { uniqueName } from '../../../rules/names.ts'
import type { ItemTagFieldsFragment } from '../../generated/operations.ts'
import { itemCacheId, listCacheId } from '../records/cache-ids.ts'
import {
  changeItemIds,
  changeListIds,
  placeItemId,
  readItem,
  readItemIds,
  readList,
  readLists,
  readOwnerId,
  setFields,
  setTagIds,
  stampOf,
  writeTag,
} from '../records/records.ts'

export interface TaggedItem {
  readonly itemId: string
  readonly tags: readonly ItemTagFieldsFragment[]
}

/** Where the server says that something stands. */
interface Placed {
  readonly id: string
  readonly order: number
}

/** What an earlier version kept has none. */
const updatedBy = { read: (known: number | null = null) => known }

export const policies = {
  /** Arrays are replaced whole: what belongs in them is decided by the rules below. */
  cacheConfig: {
    typePolicies: {
      Query: {
        fields: {
          getAllShoppingList: { merge: false },
          getAllUnit: { merge: false },
          getAllFriend: { merge: false },
          getByFilterUserConfig: { keyArgs: false, merge: false },
          getByFilterFeedback: { keyArgs: ['filters'], merge: false },
        },
      },
      ShoppingList: {
        fields: { items: { merge: false }, itemTags: { merge: false }, updatedBy },
      },
      Item: { fields: { itemTags: { merge: false }, updatedBy } },
      // What an earlier version kept knows of none; it is asked for anew (known-revisions.ts).
      UserConfig: { fields: { savedFilters: { merge: false, read: (known = []) => known } } },
      Friend: { fields: { friendUser: { merge: false } } },
      FeedbackUser: { keyFields: false },
      // They live and die with their preferences.
      SavedFilter: { keyFields: false },
    },
  } satisfies InMemoryCacheConfig,

  /** After a reorder each item's order is its index; what is not named follows in its old order. */
  reorderItems(cache: ApolloCache, listId: string, wanted: readonly string[]): void {
    changeItemIds(cache, listId, ids => reorder(ids, wanted))
    for (const [order, id] of readItemIds(cache, listId).entries()) {
      setFields(cache, itemCacheId(id), { order })
    }
  },

  /** As the server ordered them: by index it counted also what is not in the base yet. */
  placeItems(cache: ApolloCache, listId: string, placed: readonly Placed[]): void {
    changeItemIds(cache, listId, ids =>
      reorder(
        ids,
        placed.map(one => one.id),
      ),
    )
    for (const { id, order } of placed) setFields(cache, itemCacheId(id), { order })
  },

  /**
   * One row behind another, as the server places it. For predictions alone: in the base neighbours keep the
   * order that the server told until it tells the new one, since what it moved the row among may be newer.
   */
  moveItem(
    cache: ApolloCache,
    listId: string,
    id: string,
    afterId: string | null | undefined,
  ): void {
    placeItemId(cache, listId, id, afterId, (position, others) => {
      const place = placeBetween(position, at => others.orderAt(at))
      const { shift } = place
      setFields(cache, itemCacheId(id), { order: place.order })
      for (let at = shift?.first ?? 0; shift && at <= shift.last; at += 1) {
        const neighbour = others.idAt(at)
        const was = others.orderAt(at)
        if (neighbour === undefined || was === undefined) continue
        setFields(cache, itemCacheId(neighbour), { order: was + shift.by })
      }
    })
  },

  /** After a reorder each list's order is its index. */
  reorderLists(cache: ApolloCache, wanted: readonly string[]): void {
    changeListIds(cache, ids => reorder(ids, wanted))
    for (const [order, { id }] of readLists(cache).entries()) {
      setFields(cache, listCacheId(id), { order })
    }
  },

  /** As the server ordered them, like `placeItems`. */
  placeLists(cache: ApolloCache, placed: readonly Placed[]): void {
    changeListIds(cache, ids =>
      reorder(
        ids,
        placed.map(one => one.id),
      ),
    )
    for (const { id, order } of placed) setFields(cache, listCacheId(id), { order })
  },

  /** Every item set back, as the type of its list says; `at` where that is predicted. */
  reset(cache: ApolloCache, listId: string, at?: string): void {
    const list = readList(cache, listId)
    if (!list) return
    const stamp = stampOf(cache, at)
    for (const id of readItemIds(cache, listId)) {
      const item = readItem(cache, id)
      if (!item) continue
      const after = { ...resetItem(item, list.listType) }
      const isSame = Object.entries(after).every(
        ([field, value]) => Reflect.get(item, field) === value,
      )
      if (!isSame) setFields(cache, itemCacheId(id), { ...after, ...stamp })
    }
  },

  /** The tags of items join their list's, in the order given; the items carry them as the list knows them. */
  tagItems(
    cache: ApolloCache,
    listId: string,
    tagged: readonly TaggedItem[],
    inOrder = tagged.flatMap(({ tags }) => tags),
  ): void {
    const list = readList(cache, listId)
    if (!list) return
    const joining = [...new Map(inOrder.map(tag => [tag.id, tag])).values()]
    for (const tag of joining) {
      if (!list.itemTags.some(({ id }) => id === tag.id)) writeTag(cache, tag)
    }
    const merged = mergeTags(list.itemTags, joining)
    setTagIds(
      cache,
      listCacheId(listId),
      merged.map(tag => tag.id),
    )
    if (merged.length > list.itemTags.length) {
      setFields(cache, listCacheId(listId), { updatedBy: readOwnerId(cache) })
    }
    for (const { itemId, tags } of tagged) {
      setTagIds(
        cache,
        itemCacheId(itemId),
        matchTags(merged, tags).map(tag => tag.id),
      )
    }
  },

  /** A list keeps its items; they lose the tags that are no longer the list's. `at` as above. */
  tagList(
    cache: ApolloCache,
    listId: string,
    tags: readonly ItemTagFieldsFragment[],
    at?: string,
  ): void {
    const stamp = stampOf(cache, at)
    for (const tag of tags) writeTag(cache, tag)
    setTagIds(
      cache,
      listCacheId(listId),
      tags.map(tag => tag.id),
    )
    for (const id of readItemIds(cache, listId)) {
      const item = readItem(cache, id)
      if (!item || item.itemTags.length === 0) continue
      const kept = keepTags(item.itemTags, tags).map(tag => tag.id)
      setTagIds(cache, itemCacheId(id), kept)
      if (kept.length < item.itemTags.length) setFields(cache, itemCacheId(id), stamp)
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
