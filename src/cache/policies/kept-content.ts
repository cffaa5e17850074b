/** What refused edits know of items and lists that are gone: as seen then, with what the person wanted of them. */
import { derivedId } from '../../../rules/derived-id.ts'
import type { ListType } from '../../generated/operations.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { recordsOf } from '../records/edit-variables.ts'
import { contentFields } from '../records/item-content.ts'

/** What is known of a list, without its items. */
export interface KeptList {
  readonly name?: string
  readonly listType?: ListType
  readonly notes?: string
}

/** What was done to one item in several edits, as one: the later ones win. */
export function onceEach(items: readonly EditVariables[]): readonly EditVariables[] {
  const byId = new Map<unknown, EditVariables>()
  for (const item of items) byId.set(item.id, { ...byId.get(item.id), ...item })
  return [...byId.values()]
}

/** What of an edit is made anew where what it changed is gone. */
export interface Kept {
  /** As they would have been created: the record that was seen when it was done, and the change on top. */
  readonly items: readonly EditVariables[]
  /** All that was on a list when it was changed, without what waited to be done to it: that lies in edits of its own. */
  readonly whole?: readonly EditVariables[]
  readonly list: KeptList
  /** The list that it changed, where what it wanted is worth a new one. */
  readonly listId?: string
}

/** Of new items, on a list that was seen. */
export function keptOfNew(items: readonly EditVariables[], seen: EditVariables): Kept {
  return { items, list: keptList(seen) }
}

export function keptOfItem(variables: EditVariables, seen: EditVariables): Kept {
  const items = seen.__typename === 'Item' ? itemOf(variables.id, seen, variables) : []
  return { items, list: keptList({ name: seen.listName }) }
}

export function keptOfItems(variables: EditVariables, seen: EditVariables): Kept {
  const all = recordsOf(seen, 'items')
  const seenById = new Map(all.map(item => [item.id, item]))
  const items = recordsOf(variables, 'items').flatMap(change => {
    const before = seenById.get(change.id)
    return before ? itemOf(change.id, before, change) : []
  })
  return { items, list: keptList({ name: all[0]?.listName }) }
}

export function keptOfList(variables: EditVariables, seen: EditVariables): Kept {
  const whole = recordsOf(seen, 'items').map(item => ({ ...item, shoppingListId: seen.id }))
  const { id } = variables
  const kept = { items: [], whole }
  if (!isWorthKeeping(variables) || typeof id !== 'string') return { ...kept, list: keptList(seen) }
  const wanted = listFields.map(field => [field, variables[field] ?? seen[field]])
  return { ...kept, list: keptList(Object.fromEntries(wanted)), listId: id }
}

/** The items under the ids that they have in the copy, by which what was done there finds them. */
export function keptOfCopy({ name, newId }: EditVariables, seen: EditVariables): Kept {
  const shoppingListId = String(newId)
  const items = recordsOf(seen, 'items').map(item => ({
    ...item,
    id: derivedId(shoppingListId, String(item.id)),
    shoppingListId,
  }))
  return { items, list: keptList({ ...seen, name }) }
}

function itemOf(
  id: unknown,
  seen: EditVariables,
  changed: EditVariables,
): readonly EditVariables[] {
  const fields = itemFields.flatMap(field => {
    const value = changed[field] === undefined ? seen[field] : changed[field]
    return value === undefined ? [] : [[field, value] as const]
  })
  const item = Object.fromEntries(fields)
  return typeof item.name === 'string' ? [{ id, ...item }] : []
}

const itemFields = ['shoppingListId', ...contentFields] as const

/** Whether a change of a list is worth a new one; a favourite is not. */
export function isWorthKeeping(changes: EditVariables): boolean {
  return listFields.some(field => changes[field] != null)
}

const listFields = ['name', 'listType', 'notes'] as const

function keptList({ name, listType, notes }: EditVariables): KeptList {
  return {
    ...(typeof name === 'string' && { name }),
    ...((listType === 'SIMPLE' || listType === 'STOCK') && { listType }),
    ...(typeof notes === 'string' && { notes }),
  }
}
