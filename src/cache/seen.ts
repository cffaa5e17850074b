/** What an edit changes as it was seen then, kept with it: so that what somebody deleted can come back. */
import type { ApolloCache } from '@apollo/client'
import { ItemFieldsFragmentDoc, ShoppingListFieldsFragmentDoc } from '../generated/operations.ts'
import type { EditVariables } from '../offline/edit.ts'
import { itemCacheId, listCacheId } from './cache-ids.ts'

/** The record with its tags, by which they are found or made again, and what its list was called. */
export function seenItem(cache: ApolloCache, id: string): EditVariables | undefined {
  const item = cache.readFragment({
    id: itemCacheId(id),
    fragment: ItemFieldsFragmentDoc,
    optimistic: true,
  })
  if (!item) return
  const { __typename, shoppingListId, name, purchased, notes, unitId } = item
  const { quantityInStock, quantityToPurchase, itemTags } = item
  return {
    __typename,
    listName: seenList(cache, shoppingListId)?.name,
    shoppingListId,
    name,
    purchased,
    notes,
    unitId,
    quantityInStock,
    quantityToPurchase,
    itemTags: itemTags.map(tag => ({ id: tag.id, name: tag.name, color: tag.color })),
  }
}

/** The list without its items. */
export function seenList(cache: ApolloCache, id: string) {
  const list = cache.readFragment({
    id: listCacheId(id),
    fragment: ShoppingListFieldsFragmentDoc,
    optimistic: true,
  })
  if (!list) return
  const { __typename, name, listType, notes } = list
  return { __typename, id, name, listType, notes }
}
