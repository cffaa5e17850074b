/** What a person does to many items at once: one edit each, that travels as one operation. */

import { defaultNotes } from '../../../rules/default-notes.ts'
import { countTitle } from '../../../rules/validation-issue.ts'
import {
  CreateItemsDocument,
  type CreateItemsMutation,
  type ItemChangeInput,
  UpdateItemsDocument,
  type UpdateItemsMutation,
} from '../../generated/operations.ts'
import {
  addItems,
  changeItems,
  type NewItem,
  orderAnew,
  placeItems,
  placesOf,
} from '../policies/item-writes.ts'
import { keptOfItems, keptOfNew } from '../policies/kept-content.ts'
import { listsOf } from '../policies/lists-of.ts'
import { seenItem, seenList } from '../policies/seen.ts'
import { itemCacheId, listCacheId } from '../records/cache-ids.ts'
import { recordsOf } from '../records/edit-variables.ts'
import { many } from '../records/many.ts'
import { readItem, setFields } from '../records/records.ts'
import { undoItemsCreation, undoItemsUpdate } from '../undo/undo-item-inverses.ts'
import type { AppEdit } from './app-edit.ts'

export type CreateItemsVariables = {
  readonly shoppingListId: string
  readonly items: readonly NewItem[]
}

export const createItems: AppEdit<CreateItemsVariables, CreateItemsMutation> = {
  name: 'createItems',
  document: CreateItemsDocument,
  note: defaultNotes.creating('Item'),
  predict(cache, { shoppingListId, items }, { at }) {
    addItems(cache, shoppingListId, items, at)
    const places = placesOf(items)
    if (places.length === 0) return
    placeItems(cache, shoppingListId, places)
    orderAnew(cache, shoppingListId, new Set(items.map(({ id }) => id)))
  },
  settle(cache, { createItems: made }, { shoppingListId, items }) {
    addItems(cache, shoppingListId, items, made[0]?.createdAt ?? '')
    placeItems(cache, shoppingListId, placesOf(items))
    for (const { id, order, createdAt, updatedAt, updatedBy } of made) {
      setFields(cache, itemCacheId(id), { order, createdAt, updatedAt, updatedBy })
    }
  },
  touches: ({ shoppingListId, items }) => ({
    makes: items.map(({ id }) => itemCacheId(id)),
    on: [listCacheId(shoppingListId)],
    barrier: items.some(item => many(item.itemTags).length > 0 || item.afterItemId !== undefined),
  }),
  seen: ({ shoppingListId }, cache) => seenList(cache, shoppingListId),
  deed(_cache, { items }) {
    const [only, ...others] = items
    if (only && others.length === 0) return { kind: 'add', name: only.name }
    return { kind: 'add', count: items.length }
  },
  inverse: undoItemsCreation,
  kept: ({ shoppingListId, ...variables }, seen) =>
    keptOfNew(
      recordsOf(variables, 'items').map(item => ({ ...item, shoppingListId })),
      seen,
    ),
}

export type UpdateItemsVariables = { readonly items: readonly ItemChangeInput[] }

export const updateItems: AppEdit<UpdateItemsVariables, UpdateItemsMutation> = {
  name: 'updateItems',
  document: UpdateItemsDocument,
  note: defaultNotes.updating('Item'),
  predict: (cache, { items }, { at }) => changeItems(cache, items, at),
  settle(cache, { updateItems: changed }, { items }) {
    const listIds = new Map(changed.map(({ id, shoppingListId }) => [id, shoppingListId]))
    changeItems(
      cache,
      items.flatMap(item => {
        if (!listIds.has(item.id)) return []
        const known = readItem(cache, item.id)?.shoppingListId
        // A tab of an older version asks for no list.
        const listId = listIds.get(item.id) ?? known
        // Somebody moved it: its tags are those of a list that tells of them itself.
        return listId === known ? item : { ...item, itemTags: undefined }
      }),
      undefined,
    )
    // What had the wanted value already is not stamped.
    for (const { id, updatedAt, updatedBy } of changed) {
      setFields(cache, itemCacheId(id), { updatedAt, updatedBy })
    }
  },
  refusal({ updateItems: changed }, { items }) {
    const missing = items.length - changed.length
    if (missing <= 0) return
    const which = `${countTitle(missing)} of ${countTitle(items.length)} items`
    return {
      code: 'NOT_FOUND',
      reason: 'DELETED',
      message: `${which} ${missing === 1 ? 'is' : 'are'} not there any more, or may not be changed by you. The others were changed.`,
    }
  },
  rest({ updateItems: changed }, { items }) {
    if (changed.length === 0) return
    const done = new Set(changed.map(({ id }) => id))
    return { items: items.filter(({ id }) => !done.has(id)) }
  },
  seen({ items }, cache) {
    const all = items.flatMap(({ id }) => {
      const seen = seenItem(cache, id)
      return seen ? [{ id, ...seen }] : []
    })
    return all.length > 0 ? { __typename: 'Items', items: all } : undefined
  },
  // What is missing of many is told by the answer.
  touches: ({ items }) => ({
    some: items.map(({ id }) => itemCacheId(id)),
    barrier: items.some(({ itemTags }) => itemTags !== undefined),
  }),
  needsToo: ({ items }, cache) => listsOf(cache, items),
  deed(_cache, { items }) {
    const [first] = items
    const isTick = items.every(
      ({ purchased, id: _, ...others }) =>
        Object.keys(others).length === 0 && purchased === first?.purchased,
    )
    const kind = isTick ? (first?.purchased ? 'tick' : 'untick') : 'change'
    return { kind, count: items.length }
  },
  inverse: undoItemsUpdate,
  kept: keptOfItems,
}
