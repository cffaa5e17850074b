/** A deleted list brought back from the bin (its id stays dead: spec section 10.6). */

import type { ApolloCache } from '@apollo/client'
import { defaultNotes } from '../../../rules/default-notes.ts'
import {
  type ItemTagFieldsFragment,
  type ListType,
  RestoreShoppingListDocument,
  type RestoreShoppingListMutation,
} from '../../generated/operations.ts'
import { settleWholeList, writeCopy } from '../policies/own-list.ts'
import { listCacheId } from '../records/cache-ids.ts'
import {
  readItem,
  readList,
  readOwnerId,
  setFields,
  sortLists,
  stampOf,
} from '../records/records.ts'
import type { AppEdit } from './app-edit.ts'

export type RestoreShoppingListVariables = {
  readonly id: string
  readonly newId: string
  /** What is shown until the server has answered; the server does not read it. */
  readonly shown: ShownList
}

export interface ShownList {
  readonly name: string
  readonly listType: ListType
  readonly favourite: boolean
  readonly notes: string | null
  readonly itemTags: readonly Omit<ItemTagFieldsFragment, '__typename'>[]
  /** Ids that the items had; shown are those that are still on the device. */
  readonly itemIds: readonly string[]
  /** Where the server puts it back; at the end if that is not known. */
  readonly order?: number
}

export const restoreShoppingList: AppEdit<
  RestoreShoppingListVariables,
  RestoreShoppingListMutation
> = {
  name: 'restoreShoppingList',
  document: RestoreShoppingListDocument,
  note: defaultNotes.creating('ShoppingList'),
  predict(cache, { newId, shown: { itemIds, order, ...shown } }, { at }) {
    if (readList(cache, newId)) return
    const list = {
      __typename: 'ShoppingList' as const,
      ...shown,
      id: newId,
      userId: readOwnerId(cache),
      order: 0,
      permission: 'ADMIN' as const,
      sharedByName: null,
      itemTags: shown.itemTags.map(tag => ({ __typename: 'ItemTag' as const, ...tag })),
      createdAt: at,
      ...stampOf(cache, at),
    }
    const items = itemIds.flatMap(id => readItem(cache, id) ?? [])
    writeCopy(cache, list, items, at)
    if (order !== undefined) placeList(cache, newId, order)
  },
  settle(cache, { restoreShoppingList: list }) {
    settleWholeList(cache, list)
    placeList(cache, list.id, list.order)
  },
  touches: ({ newId }) => ({ makes: [listCacheId(newId)], barrier: true }),
  deed: (_cache, { shown }) => ({ kind: 'bringBack', name: shown.name }),
}

/** Among the others, whose order stays what it is. */
export function placeList(cache: ApolloCache, id: string, order: number): void {
  setFields(cache, listCacheId(id), { order })
  sortLists(cache)
}
