/** What can be done with the items of a list, with the undo that goes with it. */
import { useMemo } from 'react'
import { createItem, deleteItem, tickItem, updateItem } from '../cache/item-edits.ts'
import { newId } from '../cache/new-id.ts'
import { useOffline } from '../cache/use-offline.tsx'
import {
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  type UpdateItemMutationVariables,
} from '../generated/operations.ts'
import { useToasts } from '../ui/toasts.tsx'
import { usePerform } from './use-perform.ts'

export interface ItemActions {
  readonly add: (name: string) => string
  readonly tick: (id: string, purchased: boolean) => void
  readonly update: (id: string, changes: Omit<UpdateItemMutationVariables, 'id'>) => void
  /** Deletes at once and offers Undo. */
  readonly remove: (id: string) => void
}

export function useItemActions(shoppingListId: string): ItemActions {
  const { cache } = useOffline()
  const perform = usePerform()
  const toasts = useToasts()
  return useMemo(() => {
    function read(id: string) {
      return cache.readFragment<ItemFieldsFragment>(
        { id: `Item:${id}`, fragment: ItemFieldsFragmentDoc, fragmentName: 'ItemFields' },
        true,
      )
    }

    /** What was deleted stays deleted: bringing it back makes a new item with the same content. */
    function bringBack(item: ItemFieldsFragment) {
      perform(createItem, {
        id: newId(),
        shoppingListId: item.shoppingListId,
        name: item.name,
        purchased: item.purchased,
        notes: item.notes,
        itemTags: item.itemTags.map(({ id, name, color }) => ({ id, name, color })),
        unitId: item.unitId,
        quantityInStock: item.quantityInStock,
        quantityToPurchase: item.quantityToPurchase,
      })
    }

    return {
      add(name) {
        const id = newId()
        perform(createItem, { id, shoppingListId, name })
        return id
      },
      tick(id, purchased) {
        perform(tickItem, { id, purchased })
      },
      update(id, changes) {
        perform(updateItem, { id, ...changes })
      },
      remove(id) {
        const item = read(id)
        perform(deleteItem, { id })
        if (item === null) return
        toasts.show({
          type: 'info',
          title: 'DELETED',
          text: item.name,
          action: { label: 'Undo', onPress: () => bringBack(item) },
        })
      },
    }
  }, [cache, perform, toasts, shoppingListId])
}
