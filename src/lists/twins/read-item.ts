import type { ApolloCache } from '@apollo/client'
import { type ItemFieldsFragment, ItemFieldsFragmentDoc } from '../../generated/operations.ts'

/** One item as it stands now, waiting edits included; undefined where it is not on the device. */
export function readItem(cache: ApolloCache, id: string): ItemFieldsFragment | undefined {
  const item = cache.readFragment<ItemFieldsFragment>(
    { id: `Item:${id}`, fragment: ItemFieldsFragmentDoc, fragmentName: 'ItemFields' },
    true,
  )
  return item ?? undefined
}
