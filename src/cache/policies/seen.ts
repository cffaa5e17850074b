/** What an edit changes as it was seen then, kept with it: so that what somebody deleted can come back. */
import type { ApolloCache } from '@apollo/client'
import type { EditVariables, Refusal } from '../../offline/outbox/edit.ts'
import { itemCacheId } from '../records/cache-ids.ts'
import { recordsOf } from '../records/edit-variables.ts'
import { contentOf } from '../records/item-content.ts'
import { baseRecords, type Reader, seenIn } from '../records/reader.ts'
import { isWorthKeeping } from './kept-content.ts'

/** The record with its tags, by which they are found or made again, and what its list was called. */
export function seenItem(cache: ApolloCache, id: string): EditVariables | undefined {
  const item = seenIn(cache).item(id)
  if (!item) return
  const { shoppingListId } = item
  const listName = seenList(cache, shoppingListId)?.name
  return { __typename: 'Item', listName, shoppingListId, ...contentOf(item) }
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
  // What waits to be done to them lies in edits of its own.
  return { ...list, items: contentsIn(baseRecords(cache), id) }
}

/** The list with all that is seen on it: a copy has what waits, too, whatever becomes of that. */
export function seenToCopy(cache: ApolloCache, id: string): EditVariables | undefined {
  const list = seenList(cache, id)
  return list && { ...list, items: contentsIn(seenIn(cache), id) }
}

function contentsIn(records: Reader, listId: string): readonly EditVariables[] {
  return records.itemIds(listId).flatMap(id => {
    const item = records.item(id)
    return item ? { id, ...contentOf(item) } : []
  })
}

/** Of a list that is there still, or that is not for this person any more, what is on it stays out of the tray. */
export function seenOnceRefused(seen: EditVariables, { reason }: Refusal): EditVariables {
  if (reason === 'LIST_DELETED') return seen
  const { items: _, ...list } = seen
  return list
}

/** The same of a list that was changed: what waits to be deleted there shall not come back with it. */
export function seenOnceListRefused(
  seen: EditVariables,
  refusal: Refusal,
  removed: ReadonlySet<string>,
): EditVariables {
  const items = recordsOf(seen, 'items').filter(({ id }) => !removed.has(itemCacheId(String(id))))
  return seenOnceRefused({ ...seen, items }, refusal)
}

/** The list without its items. */
export function seenList(cache: ApolloCache, id: string) {
  const list = seenIn(cache).list(id)
  if (!list) return
  const { name, listType, notes } = list
  return { __typename: 'ShoppingList', id, name, listType, notes }
}
