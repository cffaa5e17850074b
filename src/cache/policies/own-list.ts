/** Lists of one's own that come into being whole: a copy, a sample, one that comes back. */
import type { ApolloCache } from '@apollo/client'
import { copyItems, copyTags } from '../../../rules/lists/copy.ts'
import type { ItemFieldsFragment, ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { writeItems, writeList } from '../records/list-records.ts'
import { nextListOrder, readOwnerId, stampOf } from '../records/records.ts'
import { policies } from './policies.ts'

/** At the end of the others, under a name that is free. */
export function writeOwnList(cache: ApolloCache, list: ShoppingListFieldsFragment): void {
  const userId = readOwnerId(cache)
  writeList(cache, {
    ...list,
    userId,
    name: policies.uniqueListName(cache, list.name, userId, list.id),
    order: nextListOrder(cache),
    sharedByName: null,
  })
}

/** A list and its items once more, under ids that follow from the list's new one; `at` is the moment. */
export function writeCopy(
  cache: ApolloCache,
  list: ShoppingListFieldsFragment,
  items: readonly ItemFieldsFragment[],
  at: string,
): void {
  const made = { permission: 'ADMIN', createdAt: at, ...stampOf(cache, at) } as const
  writeOwnList(cache, { ...list, ...made, itemTags: copyTags(list.itemTags, list.id) })
  const copies = copyItems(items, list.id)
  writeItems(
    cache,
    list.id,
    copies.map((item, order) => ({ ...item, ...made, order })),
  )
}

/** The server's answer: the list with all its items. */
export function settleWholeList(
  cache: ApolloCache,
  {
    items,
    ...list
  }: ShoppingListFieldsFragment & { readonly items: readonly ItemFieldsFragment[] },
): void {
  writeList(cache, list)
  writeItems(cache, list.id, items)
}
