/**
 * For every edit what takes it back, worked out from what is there before it is performed. Nothing here
 * performs or remembers anything.
 */
import { resetItem } from '../../rules/reset.ts'
import type { EditVariables } from '../offline/edit.ts'
import { itemCacheId, listCacheId } from './cache-ids.ts'
import { accountUnit, type Place, type UndoStep } from './undo-step.ts'
import { textOf, textsOf } from './undo-values.ts'
import type { UndoItem, UndoList, UndoTag, UndoView } from './undo-view.ts'

export interface Inverse {
  /** The list in whose history it stands. */
  readonly listId: string
  /** In the order in which they are to be performed. */
  readonly steps: readonly UndoStep[]
  /** The steps where what was deleted had never left the device: the server has it in no bin. */
  readonly neverSent?: readonly UndoStep[]
}

/** `newId` makes the ids under which deleted things come back. */
export type InverseOf = (
  variables: EditVariables,
  view: UndoView,
  newId: () => string,
) => Inverse | undefined

/**
 * What takes back the edit called `name`; undefined for what cannot be taken back (leaving a list), or where
 * there is nothing that it would change. Call it before the edit is performed.
 */
export function inverseOf(
  name: string,
  variables: EditVariables,
  view: UndoView,
  newId: () => string,
): Inverse | undefined {
  const inverse = inverses[name]?.(variables, view, newId)
  return inverse && inverse.steps.length > 0 ? inverse : undefined
}

/** By the names of the edits. */
const inverses: Readonly<Record<string, InverseOf>> = {
  createItem: (variables, view) => undoItemCreation(variables, view),
  updateItem: undoItemUpdate,
  tickItem: undoItemUpdate,
  buyItem: undoItemUpdate,
  deleteItem: (variables, view, newId) => undoItemDeletion([textOf(variables, 'id')], view, newId),
  deleteItems: (variables, view, newId) => undoItemDeletion(textsOf(variables, 'ids'), view, newId),
  moveItem: undoItemMove,
  updateItemsOrder: undoItemsOrder,
  createShoppingList: variables => undoListCreation(textOf(variables, 'id')),
  copyShoppingList: variables => undoListCreation(textOf(variables, 'newId')),
  sampleShoppingList: variables => undoListCreation(textOf(variables, 'newId')),
  updateShoppingList: undoListUpdate,
  renameShoppingList: undoListUpdate,
  deleteShoppingList: undoListDeletion,
  resetShoppingList: undoReset,
  moveShoppingList: undoListMove,
  updateShoppingListsOrder: undoListsOrder,
  swapShoppingListItems: undoSwap,
}

function undoItemCreation(variables: EditVariables, view: UndoView): Inverse | undefined {
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

function undoItemUpdate(variables: EditVariables, view: UndoView): Inverse | undefined {
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
function undoItemDeletion(
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

function undoItemMove(variables: EditVariables, view: UndoView): Inverse | undefined {
  const item = view.item(textOf(variables, 'id'))
  if (!item) return undefined
  const { id, shoppingListId } = item
  return {
    listId: shoppingListId,
    steps: [placeItem(id, shoppingListId, view.itemIds(shoppingListId))],
  }
}

function undoItemsOrder(variables: EditVariables, view: UndoView): Inverse {
  const shoppingListId = textOf(variables, 'shoppingListId')
  const itemIds = view.itemIds(shoppingListId)
  const guard = { cacheId: listCacheId(shoppingListId), mine: { itemIds: [] } }
  return {
    listId: shoppingListId,
    steps: [{ name: 'updateItemsOrder', variables: { shoppingListId, itemIds }, guard }],
  }
}

function undoListCreation(id: string): Inverse | undefined {
  if (id === '') return undefined
  return { listId: id, steps: [{ name: 'deleteShoppingList', variables: { id } }] }
}

function undoListUpdate(variables: EditVariables, view: UndoView): Inverse | undefined {
  const list = view.list(textOf(variables, 'id'))
  if (!list) return undefined
  const fields = listFields.filter(field => field in variables)
  const steps: UndoStep[] = [stepBack('updateShoppingList', list, fields, variables)]
  if ('itemTags' in variables) steps.push(...retagItems(list, variables, view))
  return { listId: list.id, steps }
}

/** Items lose the tags that their list loses, so with the tag each of them gets it back. */
function retagItems(list: UndoList, variables: EditVariables, view: UndoView): UndoStep[] {
  const wanted = Array.isArray(variables.itemTags) ? variables.itemTags : []
  const kept = new Set(wanted.map(tag => (isRecord(tag) ? tag.id : undefined)))
  return view.itemIds(list.id).flatMap(id => {
    const item = view.item(id)
    if (!item || item.itemTags.every(tag => kept.has(tag.id))) return []
    const mine = { itemTags: item.itemTags.filter(tag => kept.has(tag.id)) }
    return [stepBack('updateItem', item, ['itemTags'], mine)]
  })
}

/** The server keeps deleted lists in its bin; only the name of the new id is ours. */
function undoListDeletion(
  variables: EditVariables,
  view: UndoView,
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
  list: UndoList,
  back: string,
  view: UndoView,
  newId: () => string,
): readonly UndoStep[] {
  const items = undoItemDeletion(view.itemIds(list.id), view, newId)?.steps ?? []
  return [
    {
      name: 'createShoppingList',
      variables: { id: back, ...pick(list, listFields), itemTags: tagInputs(list.itemTags) },
      renews: { [list.id]: back },
    },
    ...items
      .filter(step => step.name === 'createItem')
      .map(step => ({ ...step, variables: { ...step.variables, shoppingListId: back } })),
  ]
}

function undoReset(variables: EditVariables, view: UndoView): Inverse | undefined {
  const list = view.list(textOf(variables, 'id'))
  if (!list) return undefined
  const steps = view.itemIds(list.id).flatMap(id => {
    const item = view.item(id)
    if (!item) return []
    const after = resetItem(item, list.listType)
    const fields = resetFields.filter(field => item[field] !== after[field])
    return fields.length === 0 ? [] : [stepBack('updateItem', item, fields, { ...after })]
  })
  return { listId: list.id, steps }
}

function undoListMove(variables: EditVariables, view: UndoView): Inverse {
  return { listId: accountUnit, steps: [placeList(textOf(variables, 'id'), view.listIds())] }
}

function undoListsOrder(_variables: EditVariables, view: UndoView): Inverse {
  const variables = { shoppingListIds: view.listIds() }
  const guard = { cacheId: accountUnit, mine: { shoppingListIds: [] } }
  return { listId: accountUnit, steps: [{ name: 'updateShoppingListsOrder', variables, guard }] }
}

function undoSwap(variables: EditVariables, view: UndoView): Inverse {
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
  return {
    listId: first,
    steps: [
      back,
      ...putBack(first, view.itemIds(first), new Set(gone)),
      ...putBack(second, view.itemIds(second), new Set(come)),
    ],
  }
}

/** The fields that a person writes; the others follow from them. */
const contentFields = [
  'name',
  'purchased',
  'notes',
  'itemTags',
  'unitId',
  'quantityInStock',
  'quantityToPurchase',
] as const
const listFields = ['name', 'listType', 'favourite', 'notes', 'itemTags'] as const
const resetFields = ['purchased', 'quantityToPurchase', 'quantityInStock'] as const

/** One record's fields as they are now; `after` is what the edit makes of them. */
function stepBack(
  name: 'updateItem' | 'updateShoppingList',
  record: UndoItem | UndoList,
  fields: readonly string[],
  after: EditVariables,
): UndoStep {
  const before = pick(record, fields)
  return {
    name,
    variables: {
      id: record.id,
      ...before,
      ...('itemTags' in before && { itemTags: tagInputs(record.itemTags) }),
    },
    guard: {
      cacheId: name === 'updateItem' ? itemCacheId(record.id) : listCacheId(record.id),
      mine: pick(after, fields),
    },
  }
}

/** A few rows are put back one by one, since that disturbs nobody else's order; many by the whole order. */
function putBack(
  listId: string,
  order: readonly string[],
  moved: ReadonlySet<string>,
): readonly UndoStep[] {
  if (moved.size === 0) return []
  if (moved.size > singleMoves) {
    const variables = { shoppingListId: listId, itemIds: order }
    return [{ name: 'updateItemsOrder', variables }]
  }
  return order.filter(id => moved.has(id)).map(id => placeItem(id, listId, order))
}

const singleMoves = 5
/** So many neighbours are remembered; where all of them went, the row stays at the end. */
const neighbours = 8

function placeItem(id: string, listId: string, order: readonly string[]): UndoStep {
  return {
    name: 'moveItem',
    variables: { id, afterItemId: null },
    place: { listId, ...before(order, id) },
  }
}

function placeList(id: string, order: readonly string[]): UndoStep {
  return {
    name: 'moveShoppingList',
    variables: { id, afterShoppingListId: null },
    place: before(order, id),
  }
}

function before(order: readonly string[], id: string): Pick<Place, 'before'> {
  const place = Math.max(0, order.indexOf(id))
  return { before: order.slice(Math.max(0, place - neighbours), place).reverse() }
}

function tagInputs(tags: readonly UndoTag[]) {
  return tags.map(({ id, name, color }) => ({ id, name, color }))
}

function pick(record: object, fields: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(field => [field, Reflect.get(record, field)]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Names of the edits that have an inverse. */
export function inverseNames(): readonly string[] {
  return Object.keys(inverses)
}
