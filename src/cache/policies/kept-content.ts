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

/** What was done to one item in several edits, as one: later ones win, and all lie above how it was seen. */
export function onceEach(kept: readonly Kept[]): readonly EditVariables[] {
  const byId = new Map<unknown, EditVariables>()
  const seenAndWanted = kept.flatMap(({ whole = [], items }) => [...whole, ...items])
  for (const item of [...seenAndWanted, ...kept.flatMap(({ items }) => items)]) {
    byId.set(item.id, { ...byId.get(item.id), ...item })
  }
  return [...byId.values()]
}

/** What of an edit is made anew where what it changed is gone. */
export interface Kept {
  /** What is wanted of each: all of a new one, or what was changed. */
  readonly items: readonly EditVariables[]
  /** As they were seen when it was done. It lies beneath what is wanted, by this edit and others, earlier ones too. */
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
  const one = seen.__typename === 'Item' ? itemOf(variables.id, seen, variables) : []
  return keptOfEach(one, seen.listName)
}

export function keptOfItems(variables: EditVariables, seen: EditVariables): Kept {
  const all = recordsOf(seen, 'items')
  const seenById = new Map(all.map(item => [item.id, item]))
  const each = recordsOf(variables, 'items').flatMap(change => {
    const before = seenById.get(change.id)
    return before ? itemOf(change.id, before, change) : []
  })
  return keptOfEach(each, all[0]?.listName)
}

function keptOfEach(changes: readonly Change[], name: unknown): Kept {
  return {
    items: changes.map(({ wanted }) => wanted),
    whole: changes.map(({ seen }) => seen),
    list: keptList({ name }),
  }
}

export function keptOfList(variables: EditVariables, seen: EditVariables): Kept {
  const whole = recordsOf(seen, 'items').map(item => ({ ...item, shoppingListId: seen.id }))
  const { id } = variables
  const kept = { items: [], whole }
  if (!isWorthKeeping(variables) || typeof id !== 'string') return { ...kept, list: keptList(seen) }
  const wanted = { ...pickGiven(seen, listFields), ...pickGiven(variables, listFields) }
  return { ...kept, list: keptList(wanted), listId: id }
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

interface Change {
  readonly seen: EditVariables
  readonly wanted: EditVariables
}

function itemOf(id: unknown, seen: EditVariables, changed: EditVariables): readonly Change[] {
  // Without a name nothing can be made of it.
  if (typeof (changed.name ?? seen.name) !== 'string') return []
  return [
    {
      seen: { id, ...pickGiven(seen, itemFields) },
      wanted: { id, ...pickGiven(changed, itemFields) },
    },
  ]
}

function pickGiven(from: EditVariables, fields: readonly string[]): EditVariables {
  const given = fields.filter(field => from[field] !== undefined)
  return Object.fromEntries(given.map(field => [field, from[field]]))
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
