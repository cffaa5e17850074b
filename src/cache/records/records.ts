/**
 * Reading and writing single records of the cache, in whatever store an edit is being painted or settled.
 * Fields are set through `modify`, so that what is not named stays what it is.
 */
import type { ApolloCache, Reference } from '@apollo/client'
import { compareText } from '../../../rules/compare-text.ts'
import { moveAfter } from '../../../rules/lists/order.ts'
import {
  GetAllShoppingListDocument,
  type GetAllShoppingListQuery,
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  type ItemTagFieldsFragment,
  ItemTagFieldsFragmentDoc,
  type ShoppingListFieldsFragment,
  ShoppingListFieldsFragmentDoc,
} from '../../generated/operations.ts'
import { cacheIdOf, idOf, itemCacheId, listCacheId, rootCacheId, tagCacheId } from './cache-ids.ts'
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

/** What stands on an item or a list that this person changes at a moment, ISO 8601, or when the server says. */
export function stampOf<At extends string | undefined>(cache: ApolloCache, at: At) {
  return { updatedAt: at, updatedBy: readOwnerId(cache) }
}

/** Changes fields of a record that is there; nothing if it is not. */
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
export function appendItemIds(cache: ApolloCache, listId: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  cache.modify<Record<string, readonly Reference[]>>({
    id: listCacheId(listId),
    fields: {
      items: (refs, { toReference }) => {
        // For one item a walk: a set of thousands would cost more than all else of it.
        const known = ids.length > 1 ? new Set(refs.map(cacheIdOf)) : undefined
        const isThere = (cacheId: string) =>
          known?.has(cacheId) ?? refs.some(ref => cacheIdOf(ref) === cacheId)
        const fresh = ids.map(itemCacheId).filter(cacheId => !isThere(cacheId))
        return fresh.length === 0
          ? refs
          : [...refs, ...fresh.flatMap(cacheId => toReference(cacheId) ?? [])]
      },
    },
  })
}

/** The items of a list without one of them, by position from 0; asked for one by one, since each costs. */
export interface OtherItems {
  idAt(position: number): string | undefined
  orderAt(position: number): number | undefined
}

/** One item behind another, as `moveAfter` says; `placed` hears of its position among the others if it moved. */
export function placeItemId(
  cache: ApolloCache,
  listId: string,
  id: string,
  afterId: string | null | undefined,
  placed: (position: number, others: OtherItems) => void,
): void {
  cache.modify<Record<string, readonly Reference[]>>({
    id: listCacheId(listId),
    fields: {
      items: (refs, { canRead, readField }) => {
        const known = new Map(
          refs.filter(ref => canRead(ref)).map(ref => [idOf(cacheIdOf(ref)), ref]),
        )
        const before = [...known.keys()]
        const after = moveAfter(before, id, afterId)
        const position = after.indexOf(id)
        if (position === before.indexOf(id)) return refs
        const others = before.filter(other => other !== id)
        placed(position, {
          idAt: at => others[at],
          orderAt(at) {
            const ref = known.get(others[at] ?? '')
            // Without a reference, `readField` would read the order of the list being modified.
            const order = ref && readField('order', ref)
            return typeof order === 'number' ? order : undefined
          },
        })
        return after.flatMap(one => known.get(one) ?? [])
      },
    },
  })
}

export function dropItemIds(cache: ApolloCache, listId: string, ids: readonly string[]): void {
  const gone = new Set(ids.map(itemCacheId))
  cache.modify<Record<string, readonly Reference[]>>({
    id: listCacheId(listId),
    fields: {
      items: refs => {
        const kept = refs.filter(ref => !gone.has(cacheIdOf(ref)))
        return kept.length === refs.length ? refs : kept
      },
    },
  })
}

export function lastItemId(cache: ApolloCache, listId: string): string | undefined {
  let last: Reference | undefined
  cache.modify<Record<string, readonly Reference[]>>({
    id: listCacheId(listId),
    fields: {
      items: (refs, { canRead }) => {
        last = refs.findLast(ref => canRead(ref))
        return refs
      },
    },
  })
  return last && idOf(cacheIdOf(last))
}

/** As the server has them: where two have one place, as one that came back to where it stood, their ids decide. */
export function sortLists(cache: ApolloCache): void {
  const orders = new Map(readLists(cache).map(list => [list.id, list.order]))
  const orderOf = (id: string) => orders.get(id) ?? 0
  changeListIds(cache, ids =>
    ids.filter(id => orders.has(id)).sort((a, b) => orderOf(a) - orderOf(b) || compareText(a, b)),
  )
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
        for (const ref of refs) if (canRead(ref)) known.set(idOf(cacheIdOf(ref)), ref)
        const before = [...known.keys()]
        const after = change(before)
        if (
          refs.length === after.length &&
          refs.every((ref, at) => idOf(cacheIdOf(ref)) === after[at])
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

export function readTag(cache: ApolloCache, id: string): ItemTagFieldsFragment | null {
  return cache.readFragment({ id: tagCacheId(id), fragment: ItemTagFieldsFragmentDoc })
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
        if (
          refs.length === ids.length &&
          refs.every((ref, at) => idOf(cacheIdOf(ref)) === ids[at])
        ) {
          return refs
        }
        return ids.flatMap(id => toReference(tagCacheId(id)) ?? [])
      },
    },
  })
}
