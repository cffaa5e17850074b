/**
 * A read file becomes edits, all in one breath: they are stored together and are sent when there is a
 * network. If the device cannot keep one of them, all are taken back: nothing is half imported.
 */

import type { ExchangeList } from '../../../rules/exchange/exchange-list.ts'
import type { Unit } from '../../../rules/items/units.ts'
import { nameKey } from '../../../rules/names.ts'
import type { ValidationIssue } from '../../../rules/validation-issue.ts'
import { createItems } from '../../cache/edits/item-batch-edits.ts'
import { createShoppingList } from '../../cache/edits/shopping-list-edits.ts'
import { batchesOf } from '../../cache/policies/item-batches.ts'
import { checkCapacityForList, checkCapacityOnList } from '../../cache/records/capacity.ts'
import { newId } from '../../cache/records/new-id.ts'
import { performTogether } from '../../cache/undo/undo.ts'
import type { UndoOutcome } from '../../cache/undo/undo-history.ts'
import type { Offline } from '../../offline/offline.ts'

/** A new tag has no id: it follows from the list and the name, here as on the server. */
interface Tag {
  readonly id?: string
  readonly name: string
  readonly color: string
}

/** A list that is there already, or a new one. */
export type ImportTarget =
  | { readonly kind: 'new'; readonly name: string }
  | {
      readonly kind: 'existing'
      readonly listId: string
      readonly tags: readonly Tag[]
    }

export interface Imported {
  readonly listId: string
  readonly itemCount: number
  /** Resolves when all of it is safe on this device; rejects, with everything taken back, if it cannot be. */
  readonly durable: Promise<void>
  /** Takes all of it back as the list's history does. */
  readonly undo: (() => UndoOutcome) | undefined
}

/** What keeps the whole of it out, before anything is done. */
export function checkImport(
  offline: Offline,
  list: ExchangeList,
  target: ImportTarget,
): ValidationIssue | undefined {
  if (target.kind === 'new') return checkCapacityForList(offline)
  return checkCapacityOnList(offline, target.listId, {
    itemCount: list.items.length,
    // Tags that no item has stay behind.
    tagNames: list.items.flatMap(item => item.tags),
  })
}

export function importList(
  offline: Offline,
  list: ExchangeList,
  target: ImportTarget,
  units: readonly Unit[],
): Imported {
  const known = target.kind === 'existing' ? target.tags : []
  const tags = new Map<string, Tag>()
  for (const { id, name, color } of known) {
    tags.set(nameKey(name), { ...(id === undefined ? {} : { id }), name, color })
  }
  for (const tag of list.tags) {
    const key = nameKey(tag.name)
    if (!tags.has(key)) tags.set(key, tag)
  }
  const unitIds = new Map(units.map(unit => [unit.name, unit.id]))
  const listId = target.kind === 'existing' ? target.listId : newId()

  const items = list.items.map(item => {
    const unitId = item.unit === null ? undefined : unitIds.get(item.unit)
    const itemTags = item.tags.map(tag => tags.get(nameKey(tag))).filter(tag => tag !== undefined)
    return {
      id: newId(),
      name: item.name,
      purchased: item.purchased,
      quantityInStock: item.quantityInStock,
      ...(item.quantityToPurchase === null ? {} : { quantityToPurchase: item.quantityToPurchase }),
      ...(unitId === undefined ? {} : { unitId }),
      ...(item.notes === '' ? {} : { notes: item.notes }),
      ...(itemTags.length === 0 ? {} : { itemTags }),
    }
  })
  // One edit, unless the items are larger than a request may be.
  const batches = batchesOf(items)
  const { durable, undo } = performTogether(
    offline,
    { kind: 'import', count: list.items.length },
    perform => {
      if (target.kind === 'new') {
        const { listType, favourite, notes } = list
        perform(createShoppingList, {
          id: listId,
          name: target.name,
          listType,
          favourite,
          ...(notes === '' ? {} : { notes }),
          itemTags: [...tags.values()],
          items: batches[0] ?? [],
        })
      }
      for (const batch of target.kind === 'new' ? batches.slice(1) : batches) {
        perform(createItems, { shoppingListId: listId, items: batch })
      }
    },
  )

  const whole = durable.catch((error: unknown) => {
    undo?.()
    throw error
  })
  return { listId, itemCount: items.length, durable: whole, undo }
}
