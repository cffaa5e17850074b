/** What takes back the edits of items. */

import { nameKey } from '../../../rules/names.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { batchesOf } from '../policies/item-batches.ts'
import { itemCacheId, listCacheId } from '../records/cache-ids.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import { contentFields, contentOf } from '../records/item-content.ts'
import type { Reader } from '../records/reader.ts'
import type { Inverse, UndoStep } from './undo-step.ts'
import { pick, placeItem, placesIn, stepBack, stepsBack } from './undo-step-back.ts'

export function undoItemCreation(variables: EditVariables, view: Reader): Inverse | undefined {
  const id = textOf(variables, 'id')
  // The same id again changes nothing.
  if (id === '' || view.item(id)) return undefined
  // All of its fields, and its list: what others wrote into one that was left out goes with the item, too.
  const mine = pick(variables, [...contentFields, 'shoppingListId'])
  const guard = { cacheId: itemCacheId(id), mine, whole: true }
  return {
    listId: textOf(variables, 'shoppingListId'),
    steps: [{ name: 'deleteItem', variables: { id }, guard }],
  }
}

/** All of them at once; those that somebody changed since stay. */
export function undoItemsCreation(variables: EditVariables, view: Reader): Inverse | undefined {
  const { shoppingListId } = variables
  const steps = recordsOf(variables, 'items').flatMap(
    item => undoItemCreation({ ...item, shoppingListId }, view)?.steps ?? [],
  )
  if (steps.length === 0) return undefined
  return {
    listId: textOf(variables, 'shoppingListId'),
    steps: [
      {
        name: 'deleteItems',
        variables: { ids: steps.map(step => textOf(step.variables, 'id')) },
        guards: steps.flatMap(({ guard }) => guard ?? []),
      },
    ],
  }
}

export function undoItemsUpdate(variables: EditVariables, view: Reader): Inverse | undefined {
  const single = recordsOf(variables, 'items').flatMap(change => undoItemUpdate(change, view) ?? [])
  const [first] = single
  if (!first) return undefined
  return { listId: first.listId, steps: stepsBack(single.flatMap(({ steps }) => steps)) }
}

export function undoItemUpdate(variables: EditVariables, view: Reader): Inverse | undefined {
  const item = view.item(textOf(variables, 'id'))
  const fields = [...contentFields, 'shoppingListId' as const].filter(field => field in variables)
  if (!item || fields.length === 0) return undefined
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
  view: Reader,
  newId: () => string,
): Inverse | undefined {
  const items = ids.flatMap(id => view.item(id) ?? [])
  const [first] = items
  if (!first) return undefined
  const deleted = new Set(ids)
  const steps = [...new Set(items.map(item => item.shoppingListId))].flatMap(listId => {
    const again = itemsAgain(
      view.itemIds(listId).filter(id => deleted.has(id)),
      view,
      newId,
    )
    const order = view.itemIds(listId).map(id => again.renews.get(id) ?? id)
    const places = new Map(
      placesIn(listId, order, new Set(again.renews.values())).map(place => [place.id, place]),
    )
    const stay = view.itemIds(listId).flatMap(id => (deleted.has(id) ? [] : (view.item(id) ?? [])))
    const namesakes = Map.groupBy([...stay, ...again.items], ({ name }) => nameKey(name))
    return batchesOf(again.items).map((batch): UndoStep => {
      const own = new Set(batch.map(({ id }) => id))
      return {
        name: 'createItems',
        variables: { shoppingListId: listId, items: batch },
        places: batch.flatMap(({ id }) => places.get(id) ?? []),
        beside: [...new Set(batch.flatMap(({ name }) => namesakes.get(nameKey(name)) ?? []))]
          .map(({ id }) => id)
          .filter(id => !own.has(id)),
        renews: renewsOf(again.renews, batch),
      }
    })
  })
  return { listId: first.shoppingListId, steps }
}

interface ItemsAgain {
  readonly items: readonly (EditVariables & { readonly id: string; readonly name: string })[]
  /** The new id of each old one. */
  readonly renews: ReadonlyMap<string, string>
}

/** Items as they are made anew, in the order of `ids`. */
export function itemsAgain(ids: readonly string[], view: Reader, newId: () => string): ItemsAgain {
  const renews = new Map<string, string>()
  const items = ids.flatMap(oldId => {
    const item = view.item(oldId)
    if (!item) return []
    const id = newId()
    renews.set(oldId, id)
    return [{ id, ...contentOf(item) }]
  })
  return { items, renews }
}

function renewsOf(
  renews: ReadonlyMap<string, string>,
  items: readonly { readonly id: string }[],
): Readonly<Record<string, string>> {
  const ids = new Set(items.map(({ id }) => id))
  return Object.fromEntries([...renews].filter(([, id]) => ids.has(id)))
}

export function undoItemMove(variables: EditVariables, view: Reader): Inverse | undefined {
  const item = view.item(textOf(variables, 'id'))
  if (!item) return undefined
  const { id, shoppingListId } = item
  return {
    listId: shoppingListId,
    steps: [placeItem(id, shoppingListId, view.itemIds(shoppingListId))],
  }
}

export function undoItemsOrder(variables: EditVariables, view: Reader): Inverse {
  const shoppingListId = textOf(variables, 'shoppingListId')
  const itemIds = view.itemIds(shoppingListId)
  const guard = { cacheId: listCacheId(shoppingListId), mine: { itemIds: [] } }
  return {
    listId: shoppingListId,
    steps: [{ name: 'updateItemsOrder', variables: { shoppingListId, itemIds }, guard }],
  }
}
