/** What takes back the edits of lists, and of all items of a list at once. */
import { resetItem } from '../../../rules/lists/reset.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { batchesOf } from '../policies/item-batches.ts'
import { recordsOf, textOf, textsOf } from '../records/edit-variables.ts'
import { tagInputs } from '../records/item-content.ts'
import { accountUnit } from '../records/local-records.ts'
import type { Reader, ReadList } from '../records/reader.ts'
import { itemsAgain } from './undo-item-inverses.ts'
import type { Inverse, UndoStep } from './undo-step.ts'
import {
  listFields,
  pick,
  placeList,
  placesIn,
  resetFields,
  stepBack,
  stepsBack,
} from './undo-step-back.ts'

export function undoListCreation(id: string): Inverse | undefined {
  if (id === '') return undefined
  return { listId: id, steps: [{ name: 'deleteShoppingList', variables: { id }, made: [] }] }
}

export function undoListUpdate(variables: EditVariables, view: Reader): Inverse | undefined {
  const list = view.list(textOf(variables, 'id'))
  if (!list) return undefined
  const fields = listFields.filter(field => field in variables)
  const steps: UndoStep[] = [stepBack('updateShoppingList', list, fields, variables)]
  if ('itemTags' in variables) steps.push(...stepsBack(retagItems(list, variables, view)))
  return { listId: list.id, steps }
}

/** Items lose the tags that their list loses, so with the tag each of them gets it back. */
function retagItems(list: ReadList, variables: EditVariables, view: Reader): UndoStep[] {
  const before = 'itemTagsBefore' in variables ? recordsOf(variables, 'itemTagsBefore') : undefined
  const lost = new Set((before ?? list.itemTags).map(tag => tag.id))
  for (const tag of recordsOf(variables, 'itemTags')) lost.delete(tag.id)
  return view.itemIds(list.id).flatMap(id => {
    const item = view.item(id)
    if (!item?.itemTags.some(tag => lost.has(tag.id))) return []
    const mine = { itemTags: item.itemTags.filter(tag => !lost.has(tag.id)) }
    return [stepBack('updateItem', item, ['itemTags'], mine)]
  })
}

/** The server keeps deleted lists in its bin; only the name of the new id is ours. */
export function undoListDeletion(
  variables: EditVariables,
  view: Reader,
  newId: () => string,
): Inverse | undefined {
  const list = view.list(textOf(variables, 'id'))
  if (!list) return undefined
  const back = newId()
  const place = placeList(
    back,
    view.listIds().map(id => (id === list.id ? back : id)),
  )
  const shown = {
    ...pick(list, listFields),
    itemTags: tagInputs(list.itemTags),
    itemIds: view.itemIds(list.id),
    order: list.order,
  }
  return {
    listId: accountUnit,
    steps: [
      {
        name: 'restoreShoppingList',
        variables: { id: list.id, newId: back, shown },
        renews: { [list.id]: back },
      },
      place,
    ],
    neverSent: [...listAgain(list, back, view, newId), place],
  }
}

/** A list and its items made anew, all under new ids. */
function listAgain(
  list: ReadList,
  back: string,
  view: Reader,
  newId: () => string,
): readonly UndoStep[] {
  const { items, renews } = itemsAgain(view.itemIds(list.id), view, newId)
  const [first = [], ...others] = batchesOf(items)
  const content = { ...pick(list, listFields), itemTags: tagInputs(list.itemTags) }
  return [
    {
      name: 'createShoppingList',
      variables: { id: back, ...content, items: first },
      renews: { [list.id]: back, ...Object.fromEntries(renews) },
    },
    ...others.map(batch => ({
      name: 'createItems',
      variables: { shoppingListId: back, items: batch },
    })),
  ]
}

export function undoReset(variables: EditVariables, view: Reader): Inverse | undefined {
  const list = view.list(textOf(variables, 'id'))
  if (!list) return undefined
  const steps = view.itemIds(list.id).flatMap(id => {
    const item = view.item(id)
    if (!item) return []
    const after = resetItem(item, list.listType)
    const fields = resetFields.filter(field => item[field] !== after[field])
    return fields.length === 0 ? [] : [stepBack('updateItem', item, fields, { ...after })]
  })
  return { listId: list.id, steps: stepsBack(steps) }
}

export function undoListMove(variables: EditVariables, view: Reader): Inverse {
  return { listId: accountUnit, steps: [placeList(textOf(variables, 'id'), view.listIds())] }
}

export function undoListsOrder(_variables: EditVariables, view: Reader): Inverse {
  const variables = { shoppingListIds: view.listIds() }
  const guard = { cacheId: accountUnit, mine: { shoppingListIds: [] } }
  return { listId: accountUnit, steps: [{ name: 'updateShoppingListsOrder', variables, guard }] }
}

export function undoSwap(variables: EditVariables, view: Reader): Inverse {
  const first = textOf(variables, 'firstShoppingListId')
  const second = textOf(variables, 'secondShoppingListId')
  const gone = textsOf(variables, 'firstItemIds')
  const come = textsOf(variables, 'secondItemIds')
  const back: UndoStep = {
    name: 'swapShoppingListItems',
    variables: {
      firstShoppingListId: first,
      secondShoppingListId: second,
      firstItemIds: come,
      secondItemIds: gone,
    },
  }
  const lists = [
    { id: first, moved: gone },
    { id: second, moved: come },
  ]
  if (gone.length + come.length > placesAtOnce) {
    const orders = lists
      .filter(({ moved }) => moved.length > 0)
      .map(({ id }) => ({
        name: 'updateItemsOrder',
        variables: { shoppingListId: id, itemIds: view.itemIds(id) },
      }))
    return { listId: first, steps: [back, ...orders] }
  }
  const places = lists.flatMap(({ id, moved }) => placesIn(id, view.itemIds(id), new Set(moved)))
  return { listId: first, steps: [{ ...back, places }] }
}

/** More would be larger than a request may be: then the whole order is put back after the items. */
const placesAtOnce = 5_000
