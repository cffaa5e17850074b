/** What an edit changes as it was seen then, kept with it: so that what somebody deleted can come back. */
import type { ApolloCache } from '@apollo/client'
import { ItemFieldsFragmentDoc, ShoppingListFieldsFragmentDoc } from '../../generated/operations.ts'
import type { EditVariables, Refusal } from '../../offline/outbox/edit.ts'
import { itemCacheId, listCacheId } from './cache-ids.ts'
import { contentOf } from './item-content.ts'
import { isWorthKeeping } from './kept-content.ts'
import { readItem, readItemIds } from './records.ts'

/** The record with its tags, by which they are found or made again, and what its list was called. */
export function seenItem(cache: ApolloCache, id: string): EditVariables | undefined {
  const item = cache.readFragment({
    id: itemCacheId(id),
    fragment: ItemFieldsFragmentDoc,
    optimistic: true,
  })
  if (!item) return
  const { __typename, shoppingListId } = item
  const listName = seenList(cache, shoppingListId)?.name
  return { __typename, listName, shoppingListId, ...contentOf(item) }
}

/**
 * The list with all that is on it, where what is changed of it is worth a new one: should somebody delete it
 * meanwhile, whoever changed it gets it back whole.
 */
export function seenWholeList(
  cache: ApolloCache,
  { id, ...changes }: EditVariables & { readonly id: string },
): EditVariables | undefined {
  const list = seenList(cache, id)
  if (!list || !isWorthKeeping(changes)) return list
  const items = readItemIds(cache, id).flatMap(itemId => {
    const item = readItem(cache, itemId)
    return item ? { id: itemId, ...contentOf(item) } : []
  })
  return { ...list, items }
}

/** Of a list that is there still, or that is not for this person any more, what is on it stays out of the tray. */
export function seenOnceRefused(seen: EditVariables, { reason }: Refusal): EditVariables {
  if (reason === 'LIST_DELETED') return seen
  const { items: _, ...list } = seen
  return list
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
