import type { ApolloCache } from '@apollo/client'
import { itemCacheId, listCacheId } from './cache-ids.ts'
import { itemListFields } from './local-records.ts'

/** Cache ids of the lists that the items are on, as they are seen now. */
export function listsOf(
  cache: ApolloCache,
  items: readonly { readonly id: string }[],
): readonly string[] {
  const lists = items.flatMap(({ id }) => {
    const item = cache.readFragment({
      id: itemCacheId(id),
      fragment: itemListFields,
      optimistic: true,
    })
    return item?.shoppingListId ? listCacheId(item.shoppingListId) : []
  })
  return [...new Set(lists)]
}
