import type { ApolloCache } from '@apollo/client'
import { type ItemFieldsFragment, ItemFieldsFragmentDoc } from '../../generated/operations.ts'
import type { Offline } from '../../offline/offline.ts'
import { itemCacheId } from './cache-ids.ts'

/** What tells an item by its name. */
export interface NamedItem {
  readonly id: string
  readonly shoppingListId: string
  readonly name: string
  readonly purchased: boolean
  readonly quantityToPurchase: number | null
  readonly unitId: string | null
  readonly order: number
}

/** One item as it stands now, waiting edits included; undefined if it is not on the device. */
export function readShownItem(cache: ApolloCache, id: string): ItemFieldsFragment | undefined {
  const item = cache.readFragment({
    id: itemCacheId(id),
    fragment: ItemFieldsFragmentDoc,
    optimistic: true,
  })
  return item ?? undefined
}

/** The same without Apollo's machinery: a whole list of names is read so. */
export function readNamedItem(offline: Offline, id: string): NamedItem | undefined {
  const record = offline.peek(itemCacheId(id))
  if (record === undefined) return undefined
  const { shoppingListId, name, purchased, quantityToPurchase, unitId, order } = record
  if (typeof shoppingListId !== 'string' || typeof name !== 'string') return undefined
  return {
    id,
    shoppingListId,
    name,
    purchased: purchased === true,
    quantityToPurchase: typeof quantityToPurchase === 'number' ? quantityToPurchase : null,
    unitId: typeof unitId === 'string' ? unitId : null,
    order: typeof order === 'number' ? order : 0,
  }
}
