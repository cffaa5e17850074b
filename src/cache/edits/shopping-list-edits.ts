/** What a person can do to lists, by name. Each is predicted with the rules that the server obeys. */

import type { ApolloCache } from '@apollo/client'
import { defaultNotes } from '../../../rules/default-notes.ts'
import { moveAfter } from '../../../rules/lists/order.ts'
import { cleanName } from '../../../rules/text.ts'
import {
  CreateShoppingListDocument,
  type CreateShoppingListMutation,
  type CreateShoppingListMutationVariables,
  DeleteByIdShoppingListDocument,
  LeaveShoppingListDocument,
  MoveShoppingListDocument,
  UpdateShoppingListDocument,
  type UpdateShoppingListMutation,
  type UpdateShoppingListMutationVariables,
  UpdateShoppingListsOrderDocument,
} from '../../generated/operations.ts'
import { addItems, type NewItem } from '../policies/item-writes.ts'
import { keptOfList } from '../policies/kept-content.ts'
import { listName } from '../policies/list-name.ts'
import { policies } from '../policies/policies.ts'
import { seenOnceListRefused, seenWholeList } from '../policies/seen.ts'
import { wishedTags } from '../policies/tag-wishes.ts'
import { itemCacheId, listCacheId, rootCacheId } from '../records/cache-ids.ts'
import { hideList, removeLists, writeList } from '../records/list-records.ts'
import { many } from '../records/many.ts'
import {
  changeListIds,
  nextListOrder,
  readList,
  readOwnerId,
  setFields,
  stampOf,
} from '../records/records.ts'
import {
  undoListCreation,
  undoListDeletion,
  undoListMove,
  undoListsOrder,
  undoListUpdate,
} from '../undo/undo-list-inverses.ts'
import { type AppEdit, appEdit } from './app-edit.ts'
import { refusedDeletion } from './deletion.ts'
import { foldFields, givesUniqueName } from './fold-fields.ts'

export type CreateShoppingListVariables = Omit<CreateShoppingListMutationVariables, 'items'> & {
  readonly id: string
  readonly items?: readonly NewItem[]
}

export const createShoppingList: AppEdit<CreateShoppingListVariables, CreateShoppingListMutation> =
  {
    name: 'createShoppingList',
    document: CreateShoppingListDocument,
    note: defaultNotes.creating('ShoppingList'),
    predict(cache, variables, { at }) {
      const { id } = variables
      if (readList(cache, id)) return
      const userId = readOwnerId(cache)
      writeList(cache, {
        __typename: 'ShoppingList',
        id,
        userId,
        name: policies.uniqueListName(cache, variables.name, userId, id),
        listType: variables.listType ?? 'SIMPLE',
        favourite: variables.favourite ?? false,
        notes: variables.notes ?? null,
        order: nextListOrder(cache),
        permission: 'ADMIN',
        sharedByName: null,
        itemTags: wishedTags(cache, id, { inputs: many(variables.itemTags), present: [] }),
        createdAt: at,
        ...stampOf(cache, at),
      })
      addItems(cache, id, variables.items ?? [], at)
    },
    settle(cache, { createShoppingList: list }, { items }) {
      writeList(cache, list)
      addItems(cache, list.id, items ?? [], list.createdAt)
    },
    touches: ({ id, items = [] }) => ({
      makes: [listCacheId(id)],
      within: items.map(item => itemCacheId(item.id)),
    }),
    changesNames: () => true,
    deed: (_cache, { name }) => ({ kind: 'newList', name }),
    inverse: ({ id }) => undoListCreation(id),
  }

const anyChange = {
  document: UpdateShoppingListDocument,
  note: defaultNotes.updating('ShoppingList'),
  predict: predictUpdate,
  settle: settleUpdate,
  fold: foldFields,
  changesNames: givesUniqueName,
  seen: (variables, cache) => seenWholeList(cache, variables),
  seenOnceRefused: seenOnceListRefused,
  inverse: undoListUpdate,
  kept: keptOfList,
} satisfies Partial<AppEdit<UpdateShoppingListMutationVariables, UpdateShoppingListMutation>>

export const updateShoppingList = appEdit({
  ...anyChange,
  name: 'updateShoppingList',
  touches: ({ id, itemTags }) => ({ changes: [listCacheId(id)], barrier: itemTags !== undefined }),
  deed(cache, { id, name: to }) {
    const name = listName(cache, id)
    return to == null ? { kind: 'change', name } : { kind: 'rename', name, to }
  },
})

/** An edit of its own, so that what waits is told in the right words, and holds nothing up. */
export const renameShoppingList = appEdit({
  ...anyChange,
  name: 'renameShoppingList',
  touches: ({ id }) => ({ changes: [listCacheId(id)] }),
  deed: (cache, { id, name }) => ({ kind: 'rename', name: listName(cache, id), to: name ?? '' }),
})

export const deleteShoppingList = appEdit({
  name: 'deleteShoppingList',
  document: DeleteByIdShoppingListDocument,
  note: defaultNotes.deleting('ShoppingList'),
  predict: (cache, { id }) => hideList(cache, id),
  settle: (cache, _answer, { id }) => removeLists(cache, [id]),
  refusal: ({ deleteByIdShoppingList }) =>
    refusedDeletion(deleteByIdShoppingList, defaultNotes.deleting('ShoppingList')),
  touches: ({ id }) => ({ removes: [listCacheId(id)] }),
  changesNames: () => true,
  deed: (cache, { id }) => ({ kind: 'delete', name: listName(cache, id) }),
  inverse: undoListDeletion,
})

export const leaveShoppingList = appEdit({
  name: 'leaveShoppingList',
  document: LeaveShoppingListDocument,
  note: defaultNotes.updating('ShoppingList'),
  predict: (cache, { id }) => hideList(cache, id),
  settle: (cache, _answer, { id }) => removeLists(cache, [id]),
  refusal: answer =>
    refusedDeletion(answer.leaveShoppingList, defaultNotes.updating('ShoppingList')),
  touches: ({ id }) => ({ changes: [listCacheId(id)], barrier: true }),
  deed: (cache, { id }) => ({ kind: 'leave', name: listName(cache, id) }),
})

export const updateShoppingListsOrder = appEdit({
  name: 'updateShoppingListsOrder',
  document: UpdateShoppingListsOrderDocument,
  note: defaultNotes.reordering,
  predict: (cache, { shoppingListIds }) => policies.reorderLists(cache, many(shoppingListIds)),
  settle: (cache, { updateShoppingListsOrder: lists }) => policies.placeLists(cache, lists),
  touches: () => ({ some: [rootCacheId], barrier: true }),
  deed: () => ({ kind: 'reorder', name: 'the lists' }),
  inverse: undoListsOrder,
})

export const moveShoppingList = appEdit({
  name: 'moveShoppingList',
  document: MoveShoppingListDocument,
  note: defaultNotes.reordering,
  predict: (cache, { id, afterShoppingListId }) => move(cache, id, afterShoppingListId),
  settle(cache, { moveShoppingList: list }, { id, afterShoppingListId }) {
    writeList(cache, list)
    // What it was put behind may be gone there: then it stands where it stood.
    move(cache, id, afterShoppingListId, list.order)
  },
  touches: ({ id }) => ({ changes: [listCacheId(id)], barrier: true }),
  deed: (cache, { id }) => ({ kind: 'move', name: listName(cache, id) }),
  inverse: undoListMove,
})

function predictUpdate(
  cache: ApolloCache,
  variables: UpdateShoppingListMutationVariables,
  { at }: { readonly at: string },
): void {
  const { id, name, listType, favourite, notes, itemTags, itemTagsBefore } = variables
  const list = readList(cache, id)
  if (!list) return
  // Favourites belong to the person, not to the list.
  const isPersonal = [name, listType, notes, itemTags].every(value => value === undefined)
  setFields(cache, listCacheId(id), {
    name:
      name == null ? undefined : policies.uniqueListName(cache, cleanName(name), list.userId, id),
    listType: listType ?? undefined,
    favourite: favourite === undefined ? undefined : favourite === true,
    notes,
    ...(isPersonal ? {} : stampOf(cache, at)),
  })
  if (itemTags === undefined) return
  const before = itemTagsBefore == null ? undefined : many(itemTagsBefore)
  const wish = { inputs: many(itemTags), present: list.itemTags, before }
  policies.tagList(cache, id, wishedTags(cache, id, wish), at)
}

function settleUpdate(
  cache: ApolloCache,
  { updateShoppingList: list }: UpdateShoppingListMutation,
): void {
  writeList(cache, list)
  policies.tagList(cache, list.id, list.itemTags)
}

function move(
  cache: ApolloCache,
  id: string,
  afterId: string | null | undefined,
  place?: number,
): void {
  changeListIds(cache, ids => {
    const after = moveAfter(ids, id, afterId)
    return (place ?? after.indexOf(id)) === after.indexOf(id) ? after : ids
  })
  policies.reorderLists(cache, [])
}
