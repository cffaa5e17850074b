/**
 * Reading and writing single records of the cache, in whatever store an edit is being painted or settled.
 * Fields are set through `modify`, so that what is not named stays what it is.
 */
import type { ApolloCache, Reference } from '@apollo/client'
import {
  GetAllShoppingListDocument,
  type GetAllShoppingListQuery,
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  type ItemTagFieldsFragment,
  ItemTagFieldsFragmentDoc,
  type ShoppingListFieldsFragment,
  ShoppingListFieldsFragmentDoc,
} from '../generated/operations.ts'
import { idOf, itemCacheId, listCacheId, rootCacheId, tagCacheId } from './cache-ids.ts'
import { ownerCacheId, ownerFields } from './local-records.ts'

export function readItem(cache: ApolloCache, id: string): ItemFieldsFragment | null {
  return cache.readFragment({ id: itemCacheId(id), fragment: ItemFieldsFragmentDoc })
}

export function readList(cache: ApolloCache, id: string): ShoppingListFieldsFragment | null {
  return cache.readFragment({ id: listCacheId(id), fragment: ShoppingListFieldsFragmentDoc })
}

export type ListPlace = GetAllShoppingListQuery['getAllShoppingList'][number]

/** Which lists there are, in their order. */
export function readLists(cache: ApolloCache): readonly ListPlace[] {
  return cache.readQuery({ query: GetAllShoppingListDocument })?.getAllShoppingList ?? []
}

/** The place behind all lists. */
export function nextListOrder(cache: ApolloCache): number {
  return Math.max(-1, ...readLists(cache).map(list => list.order)) + 1
}

/** Whose lists these are. */
export function readOwnerId(cache: ApolloCache): number {
  return cache.readFragment({ id: ownerCacheId, fragment: ownerFields })?.userId ?? 0
}

/** Changes fields of a record that is there; nothing where it is not. */
export function setFields(
  cache: ApolloCache,
  cacheId: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  cache.modify({
    id: cacheId,
    fields: Object.fromEntries(given.map(([field, value]) => [field, () => value])),
  })
}

/** Ids of a list's items in their order; those that were deleted are left out. */
export function readItemIds(cache: ApolloCache, listId: string): string[] {
  let ids: string[] = []
  changeItemIds(cache, listId, current => {
    ids = current
    return current
  })
  return ids
}

/** Changes which items a list shows, and in which order. */
export function changeItemIds(
  cache: ApolloCache,
  listId: string,
  change: (ids: string[]) => readonly string[],
): void {
  changeRefs(cache, listCacheId(listId), 'items', itemCacheId, change)
}

/** At the end, without asking for each of the others whether it is there: that would cost milliseconds. */
export function appendItemId(cache: ApolloCache, listId: string, id: string): void {
  const cacheId = itemCacheId(id)
  cache.modify<Record<string, readonly Reference[]>>({
    id: listCacheId(listId),
    fields: {
      items: (refs, { toReference }) => {
        if (refs.some(ref => ref.__ref === cacheId)) return refs
        const ref = toReference(cacheId)
        return ref ? [...refs, ref] : refs
      },
    },
  })
}

export function dropItemId(cache: ApolloCache, listId: string, id: string): void {
  const cacheId = itemCacheId(id)
  cache.modify<Record<string, readonly Reference[]>>({
    id: listCacheId(listId),
    fields: {
      items: refs => {
        const kept = refs.filter(ref => ref.__ref !== cacheId)
        return kept.length === refs.length ? refs : kept
      },
    },
  })
}

export function lastItemId(cache: ApolloCache, listId: string): string | undefined {
  let last: string | undefined
  cache.modify<Record<string, readonly Reference[]>>({
    id: listCacheId(listId),
    fields: {
      items: (refs, { canRead }) => {
        last = refs.findLast(ref => canRead(ref))?.__ref
        return refs
      },
    },
  })
  return last && idOf(last)
}

/** Changes which lists there are, and in which order. */
export function changeListIds(
  cache: ApolloCache,
  change: (ids: string[]) => readonly string[],
): void {
  changeRefs(cache, rootCacheId, 'getAllShoppingList', listCacheId, change)
}

function changeRefs(
  cache: ApolloCache,
  cacheId: string,
  field: string,
  toCacheId: (id: string) => string,
  change: (ids: string[]) => readonly string[],
): void {
  cache.modify<Record<string, readonly Reference[]>>({
    id: cacheId,
    fields: {
      [field]: (refs, { canRead, toReference }) => {
        const known = new Map<string, Reference>()
        for (const ref of refs) if (canRead(ref)) known.set(idOf(ref.__ref), ref)
        const before = [...known.keys()]
        const after = change(before)
        if (
          refs.length === after.length &&
          refs.every((ref, at) => idOf(ref.__ref) === after[at])
        ) {
          return refs
        }
        return after.flatMap(id => known.get(id) ?? toReference(toCacheId(id)) ?? [])
      },
    },
  })
}

/** Hides a record: in the layer a tombstone, which `evict` would not leave; in the base it is gone. */
export function removeRecord(cache: ApolloCache, cacheId: string): void {
  cache.modify({ id: cacheId, fields: (_value, { DELETE }) => DELETE })
}

export function writeTag(cache: ApolloCache, tag: ItemTagFieldsFragment): void {
  cache.writeFragment({ id: tagCacheId(tag.id), fragment: ItemTagFieldsFragmentDoc, data: tag })
}

/** Says which tags a list or an item carries; the tags themselves are written already. */
export function setTagIds(cache: ApolloCache, cacheId: string, ids: readonly string[]): void {
  cache.modify<Record<string, readonly Reference[]>>({
    id: cacheId,
    fields: {
      itemTags: (refs, { toReference }) => {
        if (refs.length === ids.length && refs.every((ref, at) => idOf(ref.__ref) === ids[at])) {
          return refs
        }
        return ids.flatMap(id => toReference(tagCacheId(id)) ?? [])
      },
    },
  })
}
