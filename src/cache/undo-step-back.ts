/** Single steps that take something back: fields to what they held, rows to where they stood. */

import type { EditVariables } from '../offline/edit.ts'
import { itemCacheId, listCacheId } from './cache-ids.ts'
import type { Place, UndoStep } from './undo-step.ts'
import type { UndoItem, UndoList, UndoTag } from './undo-view.ts'

/** The fields that a person writes; the others follow from them. */
export const contentFields = [
  'name',
  'purchased',
  'notes',
  'itemTags',
  'unitId',
  'quantityInStock',
  'quantityToPurchase',
] as const
export const listFields = ['name', 'listType', 'favourite', 'notes', 'itemTags'] as const
export const resetFields = ['purchased', 'quantityToPurchase', 'quantityInStock'] as const

const singleMoves = 5
/** So many neighbours are remembered; where all of them went, the row stays at the end. */
const neighbours = 8

/** One record's fields as they are now; `after` is what the edit makes of them. */
export function stepBack(
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
export function putBack(
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

export function placeItem(id: string, listId: string, order: readonly string[]): UndoStep {
  return {
    name: 'moveItem',
    variables: { id, afterItemId: null },
    place: { listId, ...before(order, id) },
  }
}

export function placeList(id: string, order: readonly string[]): UndoStep {
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

export function tagInputs(tags: readonly UndoTag[]) {
  return tags.map(({ id, name, color }) => ({ id, name, color }))
}

export function pick(record: object, fields: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(field => [field, Reflect.get(record, field)]))
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
