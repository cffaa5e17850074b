/** Deletes a list and offers to bring it back, as a new list with the same content. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { createItem } from '../cache/item-edits.ts'
import { newId } from '../cache/new-id.ts'
import { createShoppingList, deleteShoppingList } from '../cache/shopping-list-edits.ts'
import { useOffline } from '../cache/use-offline.tsx'
import {
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  type ShoppingListFieldsFragment,
} from '../generated/operations.ts'
import { useToasts } from '../ui/toasts.tsx'
import { usePerform } from './use-perform.ts'

/** More than this and it is asked before, since undoing would be as many edits. */
export const undoableItems = 500

type DeleteList = (list: ShoppingListFieldsFragment, itemIds: readonly string[]) => void

export function useDeleteList(): DeleteList {
  const { cache } = useOffline()
  const perform = usePerform()
  const navigate = useNavigate()
  const toasts = useToasts()
  return useMemo(() => {
    function read(id: string) {
      return cache.readFragment<ItemFieldsFragment>(
        { id: `Item:${id}`, fragment: ItemFieldsFragmentDoc, fragmentName: 'ItemFields' },
        true,
      )
    }

    function bringBack(list: ShoppingListFieldsFragment, items: readonly ItemFieldsFragment[]) {
      const id = newId()
      perform(createShoppingList, {
        id,
        name: list.name,
        listType: list.listType,
        favourite: list.favourite,
        notes: list.notes,
        itemTags: list.itemTags.map(({ name, color }) => ({ name, color })),
      })
      for (const item of items) {
        perform(createItem, {
          id: newId(),
          shoppingListId: id,
          name: item.name,
          purchased: item.purchased,
          notes: item.notes,
          itemTags: item.itemTags.map(({ name, color }) => ({ name, color })),
          unitId: item.unitId,
          quantityInStock: item.quantityInStock,
          quantityToPurchase: item.quantityToPurchase,
        })
      }
      navigate({ to: '/product/shoppinglist', search: { list: id } })
    }

    return (list, itemIds) => {
      const items = itemIds.map(read).filter(item => item !== null)
      perform(deleteShoppingList, { id: list.id })
      navigate({ to: '/product', search: {} })
      toasts.show({
        type: 'info',
        title: 'DELETED',
        text: list.name,
        ...(items.length > undoableItems
          ? {}
          : { action: { label: 'Undo', onPress: () => bringBack(list, items) } }),
      })
    }
  }, [cache, perform, navigate, toasts])
}
