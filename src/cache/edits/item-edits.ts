/** What a person can do to items, by name. Each is predicted with the rules that the server obeys. */

import type { ApolloCache } from '@apollo/client'
import { defaultNotes } from '../../../rules/default-notes.ts'
import { moveAfter } from '../../../rules/lists/order.ts'
import {
  CreateItemDocument,
  type CreateItemMutation,
  type CreateItemMutationVariables,
  DeleteByIdItemDocument,
  DeleteByIdsItemDocument,
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  MoveItemDocument,
  UpdateItemDocument,
  type UpdateItemMutation,
  type UpdateItemMutationVariables,
  UpdateItemsOrderDocument,
} from '../../generated/operations.ts'
import { moveItemsTo } from '../policies/item-moves.ts'
import { addItems, changeItems } from '../policies/item-writes.ts'
import { keptOfItem, keptOfNew } from '../policies/kept-content.ts'
import { listName } from '../policies/list-name.ts'
import { listsOf } from '../policies/lists-of.ts'
import { policies } from '../policies/policies.ts'
import { seenItem, seenList } from '../policies/seen.ts'
import { itemCacheId, listCacheId } from '../records/cache-ids.ts'
import { itemListFields } from '../records/local-records.ts'
import { many } from '../records/many.ts'
import { seenIn } from '../records/reader.ts'
import {
  appendItemIds,
  changeItemIds,
  dropItemIds,
  readItem,
  removeRecord,
  setFields,
  stampOf,
} from '../records/records.ts'
import {
  undoItemCreation,
  undoItemDeletion,
  undoItemMove,
  undoItemsOrder,
  undoItemUpdate,
} from '../undo/undo-item-inverses.ts'
import { type AppEdit, appEdit } from './app-edit.ts'
import { deletedBy, refusedDeletion } from './deletion.ts'
import { foldFields } from './fold-fields.ts'

/** A create as the browser sends it: the id is made here, so that it can be used before the server knows it. */
export type CreateItemVariables = CreateItemMutationVariables & { readonly id: string }

export const createItem: AppEdit<CreateItemVariables, CreateItemMutation> = {
  name: 'createItem',
  document: CreateItemDocument,
  note: defaultNotes.creating('Item'),
  predict(cache, variables, { at }) {
    addItems(cache, variables.shoppingListId, [variables], at)
  },
  settle: (cache, { createItem: item }) => settleItem(cache, item),
  touches: ({ id, shoppingListId, itemTags }) => ({
    makes: [itemCacheId(id)],
    on: [listCacheId(shoppingListId)],
    barrier: many(itemTags).length > 0,
  }),
  seen: ({ shoppingListId }, cache) => seenList(cache, shoppingListId),
  deed: (_cache, { name }) => ({ kind: 'add', name }),
  inverse: undoItemCreation,
  kept: (variables, seen) => keptOfNew([variables], seen),
}

export type UpdateItemVariables = UpdateItemMutationVariables & {
  /** Ids of items that are deleted once it has taken them in; the server does not read it. */
  readonly takesIn?: readonly string[]
}

export const updateItem: AppEdit<UpdateItemVariables, UpdateItemMutation> = {
  name: 'updateItem',
  document: UpdateItemDocument,
  note: defaultNotes.updating('Item'),
  predict(cache, variables, { at }) {
    const { id } = variables
    const item = readItem(cache, id)
    if (!item) return
    const listId = variables.shoppingListId ?? item.shoppingListId
    if (listId !== item.shoppingListId) moveItemsTo(cache, [id], item.shoppingListId, listId, at)
    changeItems(cache, [variables], at)
  },
  settle: (cache, { updateItem: item }) => settleItem(cache, item),
  touches: ({ id, shoppingListId, itemTags, takesIn }) => ({
    changes: [itemCacheId(id)],
    // Where it is refused, so is the deletion of what it was to take in.
    within: takesIn?.map(itemCacheId) ?? [],
    on: shoppingListId ? [listCacheId(shoppingListId)] : [],
    barrier: shoppingListId != null || itemTags !== undefined || takesIn !== undefined,
  }),
  needsToo: listOf,
  fold: foldFields,
  seen: ({ id }, cache) => seenItem(cache, id),
  deed(cache, { id, shoppingListId, name: to }) {
    const name = nameOf(cache, id)
    if (shoppingListId) return { kind: 'move', name }
    return to != null && to !== name ? { kind: 'rename', name, to } : { kind: 'change', name }
  },
  inverse: undoItemUpdate,
  kept: keptOfItem,
}

/** The commonest gesture is an edit of its own, so that what waits is told in the right words. */
export const tickItem: AppEdit<
  { readonly id: string; readonly purchased: boolean },
  UpdateItemMutation
> = {
  name: 'tickItem',
  document: UpdateItemDocument,
  note: defaultNotes.updating('Item'),
  predict: (cache, { id, purchased }, { at }) =>
    setFields(cache, itemCacheId(id), { purchased, ...stampOf(cache, at) }),
  settle: (cache, { updateItem: item }) => settleItem(cache, item),
  touches: ({ id }) => ({ changes: [itemCacheId(id)] }),
  needsToo: listOf,
  fold: foldFields,
  // Brought back, it shall be bought again; an untick has to reach the bin, or it would be there ticked.
  pointlessOnceRemoved: ({ purchased }) => purchased,
  seen: ({ id }, cache) => seenItem(cache, id),
  deed: (cache, { id, purchased }) => ({
    kind: purchased ? 'tick' : 'untick',
    name: nameOf(cache, id),
  }),
  inverse: undoItemUpdate,
  kept: keptOfItem,
}

export const deleteItem = appEdit({
  name: 'deleteItem',
  document: DeleteByIdItemDocument,
  note: defaultNotes.deleting('Item'),
  predict: (cache, { id }) => removeItems(cache, [id]),
  settle: (cache, _answer, { id }) => removeItems(cache, [id]),
  refusal: ({ deleteByIdItem }) => refusedDeletion(deleteByIdItem, defaultNotes.deleting('Item')),
  touches: ({ id }) => ({ removes: [itemCacheId(id)] }),
  needsToo: listOf,
  deed: (cache, { id }) => ({ kind: 'delete', name: nameOf(cache, id) }),
  inverse: ({ id }, before, newId) => undoItemDeletion([id], before, newId),
})

export const deleteItems = appEdit({
  name: 'deleteItems',
  document: DeleteByIdsItemDocument,
  note: defaultNotes.deleting('Item'),
  predict: (cache, { ids }) => removeItems(cache, many(ids)),
  settle: (cache, { deleteByIdsItem }) => removeItems(cache, deletedBy(deleteByIdsItem)),
  refusal: ({ deleteByIdsItem }) =>
    refusedDeletion(deleteByIdsItem, defaultNotes.deletingFew('Item')),
  rest({ deleteByIdsItem }, { ids }) {
    const done = new Set(deletedBy(deleteByIdsItem))
    return done.size === 0 ? undefined : { ids: many(ids).filter(id => !done.has(id)) }
  },
  touches({ ids }) {
    const items = many(ids).map(itemCacheId)
    return { removes: items, some: items }
  },
  needsToo: ({ ids }, cache) =>
    listsOf(
      cache,
      many(ids).map(id => ({ id })),
    ),
  deed(cache, { ids }) {
    const [id = '', ...others] = many(ids)
    if (others.length > 0) return { kind: 'delete', count: others.length + 1 }
    return { kind: 'delete', name: nameOf(cache, id) }
  },
  inverse: ({ ids }, before, newId) => undoItemDeletion(many(ids), before, newId),
})

export const moveItem = appEdit({
  name: 'moveItem',
  document: MoveItemDocument,
  note: defaultNotes.reordering,
  predict(cache, { id, afterItemId }) {
    const listId = readItem(cache, id)?.shoppingListId
    if (listId !== undefined) policies.moveItem(cache, listId, id, afterItemId)
  },
  settle(cache, { moveItem: item }, { id, afterItemId }) {
    settleItem(cache, item)
    move(cache, id, afterItemId)
  },
  touches: ({ id }) => ({ changes: [itemCacheId(id)], barrier: true }),
  needsToo: listOf,
  deed: (cache, { id }) => ({ kind: 'move', name: nameOf(cache, id) }),
  inverse: undoItemMove,
})

export const updateItemsOrder = appEdit({
  name: 'updateItemsOrder',
  document: UpdateItemsOrderDocument,
  note: defaultNotes.reordering,
  predict: (cache, { shoppingListId, itemIds }) =>
    policies.reorderItems(cache, shoppingListId, many(itemIds)),
  settle: (cache, { updateItemsOrder: items }, { shoppingListId }) =>
    policies.placeItems(cache, shoppingListId, items),
  touches: ({ shoppingListId }) => ({ changes: [listCacheId(shoppingListId)], barrier: true }),
  deed: (cache, { shoppingListId }) => ({
    kind: 'reorder',
    name: listName(cache, shoppingListId),
  }),
  inverse: undoItemsOrder,
})

/** The server's item into its list, its tags into the list's (spec section 4). */
export function settleItem(cache: ApolloCache, item: ItemFieldsFragment): void {
  const before = cache.readFragment({ id: itemCacheId(item.id), fragment: itemListFields })
  if (before && before.shoppingListId !== item.shoppingListId) {
    changeItemIds(cache, before.shoppingListId, ids => ids.filter(id => id !== item.id))
  }
  placeItem(cache, item)
  policies.tagItems(cache, item.shoppingListId, [{ itemId: item.id, tags: item.itemTags }])
}

function placeItem(cache: ApolloCache, item: ItemFieldsFragment): void {
  cache.writeFragment({ id: itemCacheId(item.id), fragment: ItemFieldsFragmentDoc, data: item })
  appendItemIds(cache, item.shoppingListId, [item.id])
}

function removeItems(cache: ApolloCache, ids: readonly string[]): void {
  const items = ids.flatMap(id => readItem(cache, id) ?? [])
  for (const [listId, ofList] of Map.groupBy(items, item => item.shoppingListId)) {
    dropItemIds(
      cache,
      listId,
      ofList.map(item => item.id),
    )
  }
  for (const id of ids) removeRecord(cache, itemCacheId(id))
}

function move(cache: ApolloCache, id: string, afterId: string | null | undefined): void {
  const item = readItem(cache, id)
  if (item) changeItemIds(cache, item.shoppingListId, ids => moveAfter(ids, id, afterId))
}

/** The list of the item, in which it is done. */
function listOf({ id }: { readonly id: string }, cache: ApolloCache): readonly string[] {
  return listsOf(cache, [{ id }])
}

function nameOf(cache: ApolloCache, id: string): string {
  return seenIn(cache).item(id)?.name ?? 'an item'
}
