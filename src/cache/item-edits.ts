/** What a person can do to items, by name. Each is predicted with the rules that the server obeys. */
import type { ApolloCache } from '@apollo/client'
import { defaultNotes } from '../../rules/default-notes.ts'
import { moveAfter } from '../../rules/order.ts'
import { cleanName } from '../../rules/text.ts'
import {
  CreateItemDocument,
  type CreateItemMutation,
  type CreateItemMutationVariables,
  DeleteByIdItemDocument,
  type DeleteByIdItemMutation,
  type DeleteByIdItemMutationVariables,
  DeleteByIdsItemDocument,
  type DeleteByIdsItemMutation,
  type DeleteByIdsItemMutationVariables,
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  MoveItemDocument,
  type MoveItemMutation,
  type MoveItemMutationVariables,
  UpdateItemDocument,
  type UpdateItemMutation,
  type UpdateItemMutationVariables,
  UpdateItemsOrderDocument,
  type UpdateItemsOrderMutation,
  type UpdateItemsOrderMutationVariables,
} from '../generated/operations.ts'
import type { Edit, EditVariables } from '../offline/edit.ts'
import { itemCacheId, listCacheId } from './cache-ids.ts'
import { refusedDeletion } from './deletion.ts'
import { foldFields } from './fold-fields.ts'
import { moveItemsTo } from './item-moves.ts'
import { many } from './many.ts'
import { policies } from './policies.ts'
import {
  appendItemId,
  changeItemIds,
  dropItemId,
  lastItemId,
  readItem,
  readList,
  removeRecord,
  setFields,
} from './records.ts'
import { wishedTags } from './tag-wishes.ts'

/** A create as the browser sends it: the id is made here, so that it can be used before the server knows it. */
export type CreateItemVariables = CreateItemMutationVariables & { readonly id: string }

export const createItem: Edit<CreateItemVariables, CreateItemMutation> = {
  name: 'createItem',
  document: CreateItemDocument,
  note: defaultNotes.creating('Item'),
  predict(cache, variables, { at }) {
    const { id, shoppingListId } = variables
    const list = readList(cache, shoppingListId)
    if (!list || readItem(cache, id)) return
    const last = readItem(cache, lastItemId(cache, shoppingListId) ?? '')
    placeItem(cache, {
      __typename: 'Item',
      id,
      shoppingListId,
      name: cleanName(variables.name),
      purchased: variables.purchased ?? false,
      notes: variables.notes ?? null,
      unitId: variables.unitId ?? null,
      quantityInStock: variables.quantityInStock ?? 0,
      quantityToPurchase: variables.quantityToPurchase ?? null,
      itemTags: [],
      order: (last?.order ?? -1) + 1,
      permission: list.permission,
      createdAt: at,
      updatedAt: at,
    })
    const tags = wishedTags(shoppingListId, list.itemTags, many(variables.itemTags))
    if (tags.length > 0) policies.tagItem(cache, shoppingListId, id, tags)
  },
  settle: (cache, { createItem: item }) => settleItem(cache, item),
  creates: ({ id }) => [id],
  needs: ({ shoppingListId }) => [shoppingListId],
  marks: ({ id }) => [itemCacheId(id)],
  wide: ({ itemTags }) => many(itemTags).length > 0,
  sentence: (_cache, { name }) => `Add ${name}`,
}

export const updateItem: Edit<UpdateItemMutationVariables, UpdateItemMutation> = {
  name: 'updateItem',
  document: UpdateItemDocument,
  note: defaultNotes.updating('Item'),
  predict(cache, variables, { at }) {
    const { id } = variables
    const item = readItem(cache, id)
    if (!item) return
    const listId = variables.shoppingListId ?? item.shoppingListId
    if (listId !== item.shoppingListId) moveItemsTo(cache, [id], item.shoppingListId, listId)
    setFields(cache, itemCacheId(id), {
      name: variables.name == null ? undefined : cleanName(variables.name),
      purchased: variables.purchased === undefined ? undefined : variables.purchased === true,
      notes: variables.notes,
      unitId: variables.unitId,
      quantityInStock: variables.quantityInStock === null ? 0 : variables.quantityInStock,
      quantityToPurchase: variables.quantityToPurchase,
      updatedAt: at,
    })
    if (variables.itemTags === undefined) return
    const tags = wishedTags(
      listId,
      readList(cache, listId)?.itemTags ?? [],
      many(variables.itemTags),
    )
    policies.tagItem(cache, listId, id, tags)
  },
  settle: (cache, { updateItem: item }) => settleItem(cache, item),
  needs: (variables, cache) => [
    variables.id,
    ...listIdOf(cache, variables.id),
    ...(variables.shoppingListId ? [variables.shoppingListId] : []),
  ],
  marks: ({ id }) => [itemCacheId(id)],
  wide: ({ shoppingListId, itemTags }) => shoppingListId != null || itemTags !== undefined,
  fold: foldFields,
  seen: ({ id }, cache) => seenItem(cache, id),
  sentence: (cache, variables) => {
    const name = nameOf(cache, variables.id)
    if (variables.shoppingListId) return `Move ${name}`
    return variables.name != null && variables.name !== name
      ? `Rename ${name} to ${variables.name}`
      : `Change ${name}`
  },
}

/** One's own edit for the commonest gesture, so that what waits is told in the right words. */
export const tickItem: Edit<
  { readonly id: string; readonly purchased: boolean },
  UpdateItemMutation
> = {
  name: 'tickItem',
  document: UpdateItemDocument,
  note: defaultNotes.updating('Item'),
  predict: (cache, { id, purchased }, { at }) =>
    setFields(cache, itemCacheId(id), { purchased, updatedAt: at }),
  settle: (cache, { updateItem: item }) => settleItem(cache, item),
  needs: ({ id }, cache) => [id, ...listIdOf(cache, id)],
  marks: ({ id }) => [itemCacheId(id)],
  fold: foldFields,
  seen: ({ id }, cache) => seenItem(cache, id),
  sentence: (cache, { id, purchased }) => `${purchased ? 'Tick' : 'Untick'} ${nameOf(cache, id)}`,
}

export const deleteItem: Edit<DeleteByIdItemMutationVariables, DeleteByIdItemMutation> = {
  name: 'deleteItem',
  document: DeleteByIdItemDocument,
  note: defaultNotes.deleting('Item'),
  predict: (cache, { id }) => removeItem(cache, id),
  settle: (cache, _answer, { id }) => removeItem(cache, id),
  refusal: ({ deleteByIdItem }) => refusedDeletion(deleteByIdItem, defaultNotes.deleting('Item')),
  needs: ({ id }, cache) => [id, ...listIdOf(cache, id)],
  marks: ({ id }) => [itemCacheId(id)],
  removes: ({ id }) => [itemCacheId(id)],
  sentence: (cache, { id }) => `Delete ${nameOf(cache, id)}`,
}

export const deleteItems: Edit<DeleteByIdsItemMutationVariables, DeleteByIdsItemMutation> = {
  name: 'deleteItems',
  document: DeleteByIdsItemDocument,
  note: defaultNotes.deleting('Item'),
  predict: (cache, { ids }) => {
    for (const id of many(ids)) removeItem(cache, id)
  },
  settle: (cache, _answer, { ids }) => {
    for (const id of many(ids)) removeItem(cache, id)
  },
  refusal: ({ deleteByIdsItem }) =>
    refusedDeletion(deleteByIdsItem, defaultNotes.deletingFew('Item')),
  needs: () => [],
  marks: ({ ids }) => many(ids).map(itemCacheId),
  removes: ({ ids }) => many(ids).map(itemCacheId),
  sentence: (cache, { ids }) => {
    const [id, ...others] = many(ids)
    return others.length > 0
      ? `Delete ${others.length + 1} items`
      : `Delete ${nameOf(cache, id ?? '')}`
  },
}

export const moveItem: Edit<MoveItemMutationVariables, MoveItemMutation> = {
  name: 'moveItem',
  document: MoveItemDocument,
  note: defaultNotes.reordering,
  predict: (cache, { id, afterItemId }) => move(cache, id, afterItemId ?? null),
  settle(cache, { moveItem: item }, { id, afterItemId }) {
    settleItem(cache, item)
    move(cache, id, afterItemId ?? null)
  },
  needs: ({ id }, cache) => [id, ...listIdOf(cache, id)],
  marks: ({ id }) => [itemCacheId(id)],
  wide: () => true,
  sentence: (cache, { id }) => `Move ${nameOf(cache, id)}`,
}

export const updateItemsOrder: Edit<UpdateItemsOrderMutationVariables, UpdateItemsOrderMutation> = {
  name: 'updateItemsOrder',
  document: UpdateItemsOrderDocument,
  note: defaultNotes.reordering,
  predict: (cache, { shoppingListId, itemIds }) =>
    policies.reorderItems(cache, shoppingListId, many(itemIds)),
  settle: (cache, { updateItemsOrder: items }, { shoppingListId }) =>
    policies.reorderItems(
      cache,
      shoppingListId,
      items.map(item => item.id),
    ),
  needs: ({ shoppingListId }) => [shoppingListId],
  marks: ({ shoppingListId }) => [listCacheId(shoppingListId)],
  wide: () => true,
  sentence: (cache, { shoppingListId }) =>
    `Reorder ${readList(cache, shoppingListId)?.name ?? 'a list'}`,
}

/** The server's item into its list, its tags into the list's (spec section 4). */
export function settleItem(cache: ApolloCache, item: ItemFieldsFragment): void {
  const before = readItem(cache, item.id)
  if (before && before.shoppingListId !== item.shoppingListId) {
    changeItemIds(cache, before.shoppingListId, ids => ids.filter(id => id !== item.id))
  }
  placeItem(cache, item)
  policies.tagItem(cache, item.shoppingListId, item.id, item.itemTags)
}

function placeItem(cache: ApolloCache, item: ItemFieldsFragment): void {
  cache.writeFragment({ id: itemCacheId(item.id), fragment: ItemFieldsFragmentDoc, data: item })
  appendItemId(cache, item.shoppingListId, item.id)
}

function removeItem(cache: ApolloCache, id: string): void {
  const item = readItem(cache, id)
  if (item) dropItemId(cache, item.shoppingListId, id)
  removeRecord(cache, itemCacheId(id))
}

function move(cache: ApolloCache, id: string, afterId: string | null): void {
  const item = readItem(cache, id)
  if (item) changeItemIds(cache, item.shoppingListId, ids => moveAfter(ids, id, afterId))
}

function listIdOf(cache: ApolloCache, id: string): readonly string[] {
  const listId = cache.readFragment({
    id: itemCacheId(id),
    fragment: ItemFieldsFragmentDoc,
    optimistic: true,
  })?.shoppingListId
  return listId ? [listId] : []
}

/** The record alone: its tags belong to a list that may be gone. */
function seenItem(cache: ApolloCache, id: string): EditVariables | undefined {
  const item = cache.readFragment({
    id: itemCacheId(id),
    fragment: ItemFieldsFragmentDoc,
    optimistic: true,
  })
  if (!item) return
  const { __typename, shoppingListId, name, purchased, notes, unitId } = item
  const { quantityInStock, quantityToPurchase } = item
  return {
    __typename,
    shoppingListId,
    name,
    purchased,
    notes,
    unitId,
    quantityInStock,
    quantityToPurchase,
  }
}

function nameOf(cache: ApolloCache, id: string): string {
  const item = cache.readFragment({
    id: itemCacheId(id),
    fragment: ItemFieldsFragmentDoc,
    optimistic: true,
  })
  return item?.name ?? 'an item'
}
