import type { ApolloCache } from '@apollo/client'
import { ShoppingListFieldsFragmentDoc } from '../../generated/operations.ts'
import { listCacheId } from './cache-ids.ts'

/** As it is seen now, for sentences. */
export function listName(cache: ApolloCache, id: string): string {
  const list = cache.readFragment({
    id: listCacheId(id),
    fragment: ShoppingListFieldsFragmentDoc,
    optimistic: true,
  })
  return list?.name ?? 'a list'
}
