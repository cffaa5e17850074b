/** Edits of all items of a list at once: reset, copy, sample, swap. */

import type { ApolloCache } from '@apollo/client'
import { defaultNotes } from '../../../rules/default-notes.ts'
import { derivedId } from '../../../rules/derived-id.ts'
import { findUnit } from '../../../rules/items/units.ts'
import { sampleList } from '../../../rules/lists/sample-list.ts'
import {
  CopyShoppingListDocument,
  type CopyShoppingListMutation,
  type CopyShoppingListMutationVariables,
  GetAllUnitDocument,
  type ItemFieldsFragment,
  ResetShoppingListDocument,
  SampleShoppingListDocument,
  type SampleShoppingListMutation,
  SwapShoppingListItemsDocument,
  type SwapShoppingListItemsMutationVariables,
} from '../../generated/operations.ts'
import { moveItemsTo } from '../policies/item-moves.ts'
import { orderAnew, placeItems, placesOf } from '../policies/item-writes.ts'
import { keptOfCopy } from '../policies/kept-content.ts'
import { listName } from '../policies/list-name.ts'
import { settleWholeList, writeCopy, writeOwnList } from '../policies/own-list.ts'
import { policies } from '../policies/policies.ts'
import { seenOnceRefused, seenToCopy } from '../policies/seen.ts'
import { itemCacheId, listCacheId } from '../records/cache-ids.ts'
import { newContent } from '../records/item-content.ts'
import { writeItems, writeList } from '../records/list-records.ts'
import { many } from '../records/many.ts'
import { readItem, readItemIds, readList, stampOf } from '../records/records.ts'
import { undoListCreation, undoReset, undoSwap } from '../undo/undo-list-inverses.ts'
import { type AppEdit, appEdit } from './app-edit.ts'

export const resetShoppingList = appEdit({
  name: 'resetShoppingList',
  document: ResetShoppingListDocument,
  note: defaultNotes.reseting,
  predict: (cache, { id }, { at }) => policies.reset(cache, id, at),
  settle(cache, { resetShoppingList: list }, { id }) {
    writeList(cache, list)
    policies.reset(cache, id)
  },
  touches: ({ id }) => ({ changes: [listCacheId(id)], barrier: true }),
  deed: (cache, { id }) => ({ kind: 'reset', name: listName(cache, id) }),
  inverse: undoReset,
})

export type CopyShoppingListVariables = CopyShoppingListMutationVariables & {
  readonly newId: string
}

export const copyShoppingList: AppEdit<CopyShoppingListVariables, CopyShoppingListMutation> = {
  name: 'copyShoppingList',
  document: CopyShoppingListDocument,
  note: defaultNotes.copying,
  predict(cache, { id, name, newId }, { at }) {
    const source = readList(cache, id)
    if (!source || readList(cache, newId)) return
    const items = readItemIds(cache, id).flatMap(itemId => readItem(cache, itemId) ?? [])
    writeCopy(cache, { ...source, id: newId, name, favourite: false }, items, at)
  },
  settle: (cache, { copyShoppingList: list }) => settleWholeList(cache, list),
  touches: ({ id, newId }) => ({
    makes: [listCacheId(newId)],
    on: [listCacheId(id)],
    barrier: true,
  }),
  seen: ({ id }, cache) => seenToCopy(cache, id),
  seenOnceRefused,
  deed: (cache, { id }) => ({ kind: 'copy', name: listName(cache, id) }),
  inverse: ({ newId }) => undoListCreation(newId),
  kept: keptOfCopy,
}

export const sampleShoppingList: AppEdit<{ readonly newId: string }, SampleShoppingListMutation> = {
  name: 'sampleShoppingList',
  document: SampleShoppingListDocument,
  note: defaultNotes.creatingSample,
  predict(cache, { newId }, { at }) {
    if (readList(cache, newId)) return
    const { name, listType, notes } = sampleList
    const tags = sampleList.itemTags.map(tag => ({
      __typename: 'ItemTag' as const,
      id: derivedId(newId, tag.key),
      name: tag.name,
      color: tag.color,
      key: tag.key,
    }))
    const made = { permission: 'ADMIN', createdAt: at, ...stampOf(cache, at) } as const
    writeOwnList(cache, {
      __typename: 'ShoppingList',
      ...made,
      id: newId,
      userId: 0,
      name,
      listType,
      favourite: false,
      notes,
      order: 0,
      sharedByName: null,
      itemTags: tags.map(({ key: _, ...tag }) => tag),
    })
    const units = cache.readQuery({ query: GetAllUnitDocument })?.getAllUnit ?? []
    const items = sampleList.items.map(
      (item, order): ItemFieldsFragment => ({
        __typename: 'Item',
        ...made,
        id: derivedId(newId, item.key),
        shoppingListId: newId,
        ...newContent({
          ...item,
          unitId: (item.unit === null ? undefined : findUnit(item.unit, units))?.id ?? null,
        }),
        itemTags: tags.flatMap(({ key, ...tag }) => (key === item.tagKey ? [tag] : [])),
        order,
      }),
    )
    writeItems(cache, newId, items)
  },
  settle: (cache, { sampleShoppingList: list }) => settleWholeList(cache, list),
  touches: ({ newId }) => ({ makes: [listCacheId(newId)], barrier: true }),
  deed: () => ({ kind: 'sampleList' }),
  inverse: ({ newId }) => undoListCreation(newId),
}

export const swapShoppingListItems = appEdit({
  name: 'swapShoppingListItems',
  document: SwapShoppingListItemsDocument,
  note: defaultNotes.updating('Item'),
  predict(cache, variables, { at }) {
    swap(cache, variables, at)
    const places = many(variables.places)
    if (places.length === 0) return
    const put = new Set(places.map(({ id }) => id))
    orderAnew(cache, variables.firstShoppingListId, put)
    orderAnew(cache, variables.secondShoppingListId, put)
  },
  // What was gone before it could move is not in the answer.
  settledByCatchUp: true,
  settle() {},
  touches: variables => ({
    changes: [...many(variables.firstItemIds), ...many(variables.secondItemIds)].map(itemCacheId),
    on: [variables.firstShoppingListId, variables.secondShoppingListId].map(listCacheId),
    barrier: true,
  }),
  deed(cache, { firstShoppingListId, secondShoppingListId, firstItemIds, secondItemIds }) {
    const count = many(firstItemIds).length + many(secondItemIds).length
    const [from, to] =
      many(firstItemIds).length > 0
        ? [firstShoppingListId, secondShoppingListId]
        : [secondShoppingListId, firstShoppingListId]
    return { kind: 'moveFrom', count, from: listName(cache, from), to: listName(cache, to) }
  },
  inverse: undoSwap,
})

/** What comes is looked up before anything goes, as on the server. */
function swap(
  cache: ApolloCache,
  variables: SwapShoppingListItemsMutationVariables,
  at: string,
): void {
  const { firstShoppingListId: first, secondShoppingListId: second } = variables
  if (first === second) return
  const coming = many(variables.secondItemIds).filter(
    id => readItem(cache, id)?.shoppingListId === second,
  )
  moveItemsTo(cache, many(variables.firstItemIds), first, second, at)
  moveItemsTo(cache, coming, second, first, at)
  const places = placesOf(many(variables.places))
  placeItems(cache, first, places)
  placeItems(cache, second, places)
}
