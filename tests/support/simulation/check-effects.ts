/** What the server took, against what a person is shown when all is quiet. */
import { expect } from 'vitest'
import type { Effect } from './effects.ts'

export interface ShownList {
  readonly id: string
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

/** What `visibleState` answers. */
export function asLists(state: unknown): readonly ShownList[] {
  return state as readonly ShownList[]
}

/** Each edit took effect once, in the order of arrival; the last word on each field stands. */
export function checkAgainstEffects(truth: readonly ShownList[], effects: readonly Effect[]): void {
  const items = new Map(
    truth.flatMap(list => list.items).map(item => [String(item.id), item] as const),
  )
  const gone = new Set<unknown>()
  const last = new Map<string, Map<string, unknown>>()
  for (const { name, variables, refused, answer } of effects) {
    if (refused !== undefined) continue
    if (name === 'deleteByIdItem') gone.add(variables.id)
    if (name === 'deleteByIdsItem') for (const id of toIds(variables.ids)) gone.add(id)
    if (name === 'swapShoppingListItems') swapLast(last, variables)
    for (const { id, ...change } of itemChanges(name, variables, answer)) {
      const fields = last.get(String(id)) ?? new Map<string, unknown>()
      last.set(String(id), fields)
      for (const [field, value] of Object.entries(change)) fields.set(field, value)
    }
  }
  const resets = effects.some(({ name }) => name === 'resetShoppingList')
  const listIds = new Set(truth.map(list => list.id))
  for (const [id, fields] of last) {
    const item = items.get(id)
    const listId = fields.get('shoppingListId')
    if (!item) {
      const listGone = listId === undefined || !listIds.has(String(listId))
      expect(gone.has(id) || listGone, `${id} is lost`).toBe(true)
      continue
    }
    for (const [field, value] of fields) {
      if (toldOtherwise.has(field)) continue
      if (resets && (field === 'purchased' || field.startsWith('quantity'))) continue
      expect(item[field], `${field} of ${id}`).toEqual(value)
    }
  }
}

/** Tags have other ids and company by then, places are relative, and the rest is not read by the server. */
const toldOtherwise = new Set(['itemTags', 'itemTagsBefore', 'afterItemId', 'takesIn'])

/** What an edit said of single items, and the server took. */
function itemChanges(
  name: string,
  variables: Readonly<Record<string, unknown>>,
  answer: unknown,
): readonly Readonly<Record<string, unknown>>[] {
  if (name === 'createItem' || name === 'updateItem') return [variables]
  const items = Array.isArray(variables.items) ? variables.items.map(item => Object(item)) : []
  if (name === 'createItems') {
    return items.map(item => ({ ...item, shoppingListId: variables.shoppingListId }))
  }
  if (name === 'createShoppingList') {
    return items.map(item => ({ ...item, shoppingListId: variables.id }))
  }
  const changed = new Set(Array.isArray(answer) ? answer.map(item => Object(item).id) : [])
  return name === 'updateItems' ? items.filter(({ id }) => changed.has(id)) : []
}

function swapLast(
  last: ReadonlyMap<string, Map<string, unknown>>,
  variables: Readonly<Record<string, unknown>>,
): void {
  const { firstShoppingListId: first, secondShoppingListId: second } = variables
  const going = toIds(variables.firstItemIds).flatMap(id => last.get(id) ?? [])
  const coming = toIds(variables.secondItemIds).flatMap(id => last.get(id) ?? [])
  const from = (listId: unknown) => (fields: Map<string, unknown>) =>
    fields.get('shoppingListId') === listId
  const [there, here] = [going.filter(from(first)), coming.filter(from(second))]
  for (const fields of there) fields.set('shoppingListId', second)
  for (const fields of here) fields.set('shoppingListId', first)
}

function toIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
