/** What refused edits know of items and lists that are gone: as seen then, with what the person wanted of them. */
import type { ListType } from '../../generated/operations.ts'
import type { EditVariables, Entry } from '../../offline/outbox/edit.ts'
import { recordsOf } from '../undo/undo-values.ts'
import { contentFields } from './item-content.ts'

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

/** Items as they would have been created: the record that was seen when it was done, and the change on top. */
export function keptItems({ name, variables, seen }: Entry): readonly EditVariables[] {
  if (name === 'createItem') return [variables]
  if (name === 'createItems') {
    const { shoppingListId } = variables
    return recordsOf(variables, 'items').map(item => ({ ...item, shoppingListId }))
  }
  if (name === 'updateItems' && seen) {
    const seenById = new Map(recordsOf(seen, 'items').map(item => [item.id, item]))
    return recordsOf(variables, 'items').flatMap(change => {
      const before = seenById.get(change.id)
      return before ? itemOf(change.id, before, change) : []
    })
  }
  if (seen?.__typename === 'ShoppingList') {
    return recordsOf(seen, 'items').map(item => ({ ...item, shoppingListId: seen.id }))
  }
  if (seen?.__typename !== 'Item') return []
  const changed = name === 'updateItem' || name === 'tickItem' ? variables : {}
  return itemOf(variables.id, seen, changed)
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

/** The list that a refused edit changed, where what it wanted is worth a new one. */
export function changedListId({ name, variables }: Entry): string | undefined {
  if (name !== 'renameShoppingList' && name !== 'updateShoppingList') return
  const { id } = variables
  return isWorthKeeping(variables) && typeof id === 'string' ? id : undefined
}

/** A favourite is not. */
export function isWorthKeeping(changes: EditVariables): boolean {
  return ['name', 'notes', 'listType'].some(field => changes[field] != null)
}

export function keptList(entry: Entry): KeptList {
  const { seen } = entry
  const [first] = seen ? recordsOf(seen, 'items') : []
  const known =
    seen?.__typename === 'ShoppingList' ? seen : { name: seen?.listName ?? first?.listName }
  const wanted = changedListId(entry) === undefined ? {} : entry.variables
  const [name, listType, notes] = (['name', 'listType', 'notes'] as const).map(
    field => wanted[field] ?? known[field],
  )
  return {
    ...(typeof name === 'string' && { name }),
    ...((listType === 'SIMPLE' || listType === 'STOCK') && { listType }),
    ...(typeof notes === 'string' && { notes }),
  }
}
