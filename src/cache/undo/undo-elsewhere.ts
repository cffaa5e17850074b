/**
 * What a person did on another of their devices, made into what this one can take back: the server kept the
 * values before and after (`Activity.undo`), and the same guards as for deeds of this device decide what
 * still stands.
 */

import { isRecord } from '../../../rules/is-record.ts'
import { jsonIn } from '../../../rules/json-in.ts'
import type { ActivityKind } from '../../generated/operations.ts'
import type { Deed, DeedKind } from '../edits/deed.ts'
import { batchesOf } from '../policies/item-batches.ts'
import { itemCacheId, listCacheId } from '../records/cache-ids.ts'
import { recordsOf, textOf } from '../records/edit-variables.ts'
import { tagInputs } from '../records/item-content.ts'
import type { UndoRecord, UndoStep } from './undo-step.ts'
import { stepsBack } from './undo-step-back.ts'

export interface ActivityRecord {
  readonly shoppingListId: string
  readonly kind: ActivityKind
  readonly requestToken: string | null
  readonly listName: string
  readonly itemNames: readonly string[]
  readonly itemCount: number
  readonly at: string
  readonly undo: string | null
}

/** Undefined where the server kept nothing, or nothing that this version understands. */
export function recordOfActivity(activity: ActivityRecord): UndoRecord | undefined {
  const { requestToken, shoppingListId, at, undo } = activity
  if (requestToken === null || undo === null) return undefined
  const steps = stepsOf(shoppingListId, jsonIn(undo))
  if (steps.length === 0) return undefined
  return {
    format: 1,
    id: requestToken,
    listId: shoppingListId,
    at,
    deed: deedOf(activity),
    steps,
    tokens: [requestToken],
    elsewhere: true,
  }
}

function stepsOf(listId: string, values: unknown): readonly UndoStep[] {
  if (!isRecord(values)) return []
  const items = recordsOf(values, 'items').filter(item => textOf(item, 'id') !== '')
  const added = items.filter(({ before }) => before === null)
  const changed = items.flatMap(({ id, before, after }) =>
    typeof id === 'string' && isRecord(before) && isRecord(after)
      ? stepOf('updateItem', itemCacheId(id), id, before, after)
      : [],
  )
  const list = values.list
  return [
    ...batchesOf(added).map(batch => ({
      name: 'deleteItems',
      variables: { ids: batch.map(item => textOf(item, 'id')) },
      guards: batch.map(item => ({
        cacheId: itemCacheId(textOf(item, 'id')),
        mine: isRecord(item.after) ? { ...item.after, shoppingListId: listId } : {},
        whole: true,
      })),
    })),
    ...(changed.length > 0 ? stepsBack(changed) : []),
    ...(isRecord(list) && isRecord(list.before) && isRecord(list.after)
      ? [stepOf('updateShoppingList', listCacheId(listId), listId, list.before, list.after)]
      : []),
  ]
}

type Values = Readonly<Record<string, unknown>>

function stepOf(
  name: string,
  cacheId: string,
  id: string,
  before: Values,
  after: Values,
): UndoStep {
  const tags = recordsOf(before, 'itemTags').map(tag => ({
    id: textOf(tag, 'id'),
    name: textOf(tag, 'name'),
    color: textOf(tag, 'color'),
  }))
  const variables = { id, ...before, ...('itemTags' in before && { itemTags: tagInputs(tags) }) }
  return { name, variables, guard: { cacheId, mine: after } }
}

/** As on the device where it was done. */
function deedOf({ kind, listName, itemNames, itemCount }: ActivityRecord): Deed {
  const same = kinds[kind] ?? 'change'
  if (itemCount > 1) return { kind: same, count: itemCount }
  return { kind: same, name: itemCount === 0 ? listName : (itemNames[0] ?? '') }
}

const kinds: Partial<Record<ActivityKind, DeedKind>> = {
  ITEM_ADDED: 'add',
  ITEM_TICKED: 'tick',
  ITEM_UNTICKED: 'untick',
  LIST_RESET: 'reset',
}
