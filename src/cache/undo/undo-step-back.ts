/** Single steps that take something back: fields to what they held, rows to where they stood. */

import type { EditVariables } from '../../offline/outbox/edit.ts'
import { batchesOf } from '../policies/item-batches.ts'
import { itemCacheId, listCacheId } from '../records/cache-ids.ts'
import { tagInputs } from '../records/item-content.ts'
import type { ReadItem, ReadList } from '../records/reader.ts'
import type { RowPlace, UndoStep } from './undo-step.ts'

export const listFields = ['name', 'listType', 'favourite', 'notes', 'itemTags'] as const
export const resetFields = ['purchased', 'quantityToPurchase', 'quantityInStock'] as const

/** So many neighbours are remembered; where all of them went, the row stays at the end. */
const neighbours = 8

/** One record's fields as they are now; `after` is what the edit makes of them. */
export function stepBack(
  name: 'updateItem' | 'updateShoppingList',
  record: ReadItem | ReadList,
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

/** Steps on many items as few edits. */
export function stepsBack(steps: readonly UndoStep[]): readonly UndoStep[] {
  return batchesOf(steps).map(batch => ({
    name: 'updateItems',
    variables: { items: batch.map(({ variables }) => variables) },
    guards: batch.flatMap(({ guard }) => guard ?? []),
  }))
}

/** Where rows stood, each behind those before it: this disturbs nobody else's order. */
export function placesIn(
  listId: string,
  order: readonly string[],
  moved: ReadonlySet<string>,
): readonly RowPlace[] {
  return order.flatMap((id, at) =>
    moved.has(id) ? [{ id, listId, before: neighboursBefore(order, at) }] : [],
  )
}

export function placeItem(id: string, listId: string, order: readonly string[]): UndoStep {
  return {
    name: 'moveItem',
    variables: { id, afterItemId: null },
    place: { listId, before: neighboursBefore(order, order.indexOf(id)) },
  }
}

export function placeList(id: string, order: readonly string[]): UndoStep {
  return {
    name: 'moveShoppingList',
    variables: { id, afterShoppingListId: null },
    place: { before: neighboursBefore(order, order.indexOf(id)) },
  }
}

function neighboursBefore(order: readonly string[], at: number): readonly string[] {
  const place = Math.max(0, at)
  return order.slice(Math.max(0, place - neighbours), place).reverse()
}

export function pick(record: object, fields: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(field => [field, Reflect.get(record, field)]))
}
