import type { ApolloCache } from '@apollo/client'
import { listCacheId } from '../records/cache-ids.ts'
import { seenIn } from '../records/reader.ts'

/** Cache ids of the lists that the items are on, as they are seen now. */
export function listsOf(
  cache: ApolloCache,
  items: readonly { readonly id: string }[],
): readonly string[] {
  const seen = seenIn(cache)
  const listIds = new Set(items.flatMap(({ id }) => seen.item(id)?.shoppingListId ?? []))
  return [...listIds].map(listCacheId)
}
