/** What takes back the edits of items. */

import type { EditVariables } from '../offline/edit.ts'
import { itemCacheId, listCacheId } from './cache-ids.ts'
import type { Inverse, UndoStep } from './undo-step.ts'
import { contentFields, pick, placeItem, putBack, stepBack, tagInputs } from './undo-step-back.ts'
import { textOf } from './undo-values.ts'
import type { UndoView } from './undo-view.ts'

export function undoItemCreation(variables: EditVariables, view: UndoView): Inverse | undefined {
  const id = textOf(variables, 'id')
  // The same id again changes nothing.
  if (id === '' || view.item(id)) return undefined
  const guard = { cacheId: itemCacheId(id), mine: variables, whole: true }
  const mine = contentFields.filter(field => field in variables)
  return {
    listId: textOf(variables, 'shoppingListId'),
    steps: [
      { name: 'deleteItem', variables: { id }, guard: { ...guard, mine: pick(variables, mine) } },
    ],
  }
}

export function undoItemUpdate(variables: EditVariables, view: UndoView): Inverse | undefined {
  const item = view.item(textOf(variables, 'id'))
  if (!item) return undefined
  const fields = [...contentFields, 'shoppingListId' as const].filter(field => field in variables)
  const steps: UndoStep[] = [stepBack('updateItem', item, fields, variables)]
  const target = variables.shoppingListId
  if (typeof target === 'string' && target !== item.shoppingListId) {
    steps.push(placeItem(item.id, item.shoppingListId, view.itemIds(item.shoppingListId)))
  }
  return { listId: item.shoppingListId, steps }
}

/** Everything comes back under new ids, since a deleted id stays dead, and at its old place. */
export function undoItemDeletion(
  ids: readonly string[],
  view: UndoView,
  newId: () => string,
): Inverse | undefined {
  const items = ids.flatMap(id => view.item(id) ?? [])
  const [first] = items
  if (!first) return undefined
  const renewed = new Map(items.map(item => [item.id, newId()]))
  const back = items.map((item): UndoStep => {
    const id = renewed.get(item.id) ?? newId()
    const content = { ...pick(item, contentFields), itemTags: tagInputs(item.itemTags) }
    return {
      name: 'createItem',
      variables: { id, shoppingListId: item.shoppingListId, ...content },
      renews: { [item.id]: id },
    }
  })
  const listIds = [...new Set(items.map(item => item.shoppingListId))]
  const places = listIds.flatMap(listId => {
    const order = view.itemIds(listId).map(id => renewed.get(id) ?? id)
    return putBack(listId, order, new Set(renewed.values()))
  })
  return { listId: first.shoppingListId, steps: [...back, ...places] }
}

export function undoItemMove(variables: EditVariables, view: UndoView): Inverse | undefined {
  const item = view.item(textOf(variables, 'id'))
  if (!item) return undefined
  const { id, shoppingListId } = item
  return {
    listId: shoppingListId,
    steps: [placeItem(id, shoppingListId, view.itemIds(shoppingListId))],
  }
}

export function undoItemsOrder(variables: EditVariables, view: UndoView): Inverse {
  const shoppingListId = textOf(variables, 'shoppingListId')
  const itemIds = view.itemIds(shoppingListId)
  const guard = { cacheId: listCacheId(shoppingListId), mine: { itemIds: [] } }
  return {
    listId: shoppingListId,
    steps: [{ name: 'updateItemsOrder', variables: { shoppingListId, itemIds }, guard }],
  }
}
