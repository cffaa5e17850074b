/** A deleted list brought back from the bin (its id stays dead: spec section 10.6). */
import { copyItems, copyTags } from '../../rules/copy.ts'
import { defaultNotes } from '../../rules/default-notes.ts'
import {
  type ItemTagFieldsFragment,
  type ListType,
  RestoreShoppingListDocument,
  type RestoreShoppingListMutation,
} from '../generated/operations.ts'
import type { Edit } from '../offline/edit.ts'
import { listCacheId } from './cache-ids.ts'
import { writeItems, writeList } from './list-records.ts'
import { policies } from './policies.ts'
import { nextListOrder, readItem, readList, readOwnerId } from './records.ts'

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
}

export const restoreShoppingList: Edit<RestoreShoppingListVariables, RestoreShoppingListMutation> =
  {
    name: 'restoreShoppingList',
    document: RestoreShoppingListDocument,
    note: defaultNotes.creating('ShoppingList'),
    predict(cache, { newId, shown: { itemIds, ...shown } }, { at }) {
      if (readList(cache, newId)) return
      const made = { permission: 'ADMIN', createdAt: at, updatedAt: at } as const
      const userId = readOwnerId(cache)
      const tags = shown.itemTags.map(tag => ({ __typename: 'ItemTag' as const, ...tag }))
      writeList(cache, {
        __typename: 'ShoppingList',
        ...made,
        ...shown,
        id: newId,
        userId,
        name: policies.uniqueListName(cache, shown.name, userId, newId),
        order: nextListOrder(cache),
        sharedByName: null,
        itemTags: copyTags(tags, newId),
      })
      const items = itemIds.flatMap(id => readItem(cache, id) ?? [])
      const back = copyItems(items, newId)
      writeItems(
        cache,
        newId,
        back.map((item, order) => ({ ...item, ...made, order })),
      )
    },
    settle: (cache, { restoreShoppingList: { items, ...list } }) => {
      writeList(cache, list)
      writeItems(cache, list.id, items)
    },
    creates: ({ newId }) => [newId],
    needs: () => [],
    marks: ({ newId }) => [listCacheId(newId)],
    wide: () => true,
    sentence: (_cache, { shown }) => `Bring back ${shown.name}`,
  }
