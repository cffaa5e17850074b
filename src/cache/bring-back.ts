/**
 * What the tray offers besides "Try again", where trying again cannot help: what somebody deleted comes back
 * as something new, with new ids, since the old ones stay dead. Works without a network as any edit does.
 */
import type { ApolloCache } from '@apollo/client'
import type { ListType } from '../generated/operations.ts'
import type { EditVariables, Entry, TrayEntry } from '../offline/edit.ts'
import type { Offline } from '../offline/offline.ts'
import { createItems } from './item-batch-edits.ts'
import { batchesOf } from './item-batches.ts'
import { createItem } from './item-edits.ts'
import { newId } from './new-id.ts'
import { readList } from './records.ts'
import { createShoppingList } from './shopping-list-edits.ts'
import { recordsOf } from './undo-values.ts'

export type Rescue =
  /** Items were deleted: they come back on their list, as they were then with what the person wanted of them. */
  | {
      readonly kind: 'bring-back'
      readonly listId: string
      readonly items: readonly EditVariables[]
    }
  /** The list was deleted or is no longer shared: what was to go on it goes on a new one. */
  | {
      readonly kind: 'keep-as-new-list'
      readonly listId: string
      readonly list: KeptList
      readonly items: readonly EditVariables[]
    }

/** What is known of the list: as it was seen, with what the person wanted of it. */
interface KeptList {
  readonly name?: string
  readonly listType?: ListType
  readonly notes?: string
}

/** What can be done about a refused edit; undefined where trying again or discarding is all. */
export function rescueOf(cache: ApolloCache, refused: TrayEntry): Rescue | undefined {
  const { reason } = refused.refusal
  if (reason !== 'DELETED' && reason !== 'LIST_DELETED' && reason !== 'REVOKED') return
  const { entries } = refused
  const items = onceEach(entries.flatMap(itemsOf))
  const list = Object.assign({}, ...entries.map(listOf))
  const listId = items[0]?.shoppingListId ?? entries.map(changedListId).find(id => id !== undefined)
  if (typeof listId !== 'string') return
  if (reason !== 'DELETED') return { kind: 'keep-as-new-list', listId, list, items }
  return readList(cache, listId) ? { kind: 'bring-back', listId, items } : undefined
}

/** Refused edits as the tray shows them: those of one list that is gone are kept, or let go, together. */
export function trayRows(
  cache: ApolloCache,
  tray: readonly TrayEntry[],
): readonly (readonly TrayEntry[])[] {
  const rows = Map.groupBy(tray, entry => {
    const wanted = rescueOf(cache, entry)
    return wanted?.kind === 'keep-as-new-list' ? `list:${wanted.listId}` : entry.id
  })
  return [...rows.values()]
}

/** Performs it as new edits for one row of the tray; the row goes when they are safe on this device. */
export async function rescue(offline: Offline, row: readonly TrayEntry[]): Promise<string> {
  const wanted = row.flatMap(entry => rescueOf(offline.cache, entry) ?? [])
  const [first] = wanted
  if (!first) throw new Error('There is nothing to bring back here.')
  const items = onceEach(wanted.flatMap(one => one.items))
  const kept = wanted.flatMap(one => (one.kind === 'keep-as-new-list' ? [one.list] : []))
  const { listId, done } =
    first.kind === 'bring-back'
      ? bringBack(offline, first.listId, items)
      : keepAsNewList(offline, Object.assign({}, ...kept), items)
  await done
  await Promise.all(row.map(entry => offline.discard(entry.id)))
  return listId
}

function bringBack(offline: Offline, listId: string, items: readonly EditVariables[]) {
  const fresh = items.map(({ shoppingListId: _, ...item }) => ({
    ...item,
    id: newId(),
    name: String(item.name),
  }))
  const [only, ...others] = fresh
  if (only && others.length === 0) {
    return {
      listId,
      done: offline.perform(createItem, { ...only, shoppingListId: listId }).durable,
    }
  }
  const made = batchesOf(fresh).map(batch =>
    offline.perform(createItems, { shoppingListId: listId, items: batch }),
  )
  return { listId, done: Promise.all(made.map(({ durable }) => durable)) }
}

/** The tags by name and colour: as tags they belong to the list that is gone. */
function keepAsNewList(offline: Offline, list: KeptList, items: readonly EditVariables[]) {
  const listId = newId()
  const [first = [], ...others] = batchesOf(items.map(item => newItem(item)))
  const made = offline.perform(createShoppingList, {
    name: 'Kept items',
    ...list,
    id: listId,
    items: first,
  })
  const added = others.map(batch =>
    offline.perform(createItems, { shoppingListId: listId, items: batch }),
  )
  const done = Promise.all([made, ...added].map(({ durable }) => durable))
  return { listId, done }
}

function newItem({ shoppingListId: _list, afterItemId: _after, ...item }: EditVariables) {
  const tags = recordsOf(item, 'itemTags')
  return {
    ...item,
    id: newId(),
    name: String(item.name),
    itemTags: tags.map(({ name, color }) => ({
      name: String(name),
      ...(typeof color === 'string' && { color }),
    })),
  }
}

/** What was done to one item in several edits, as one: the later ones win. */
function onceEach(items: readonly EditVariables[]): readonly EditVariables[] {
  const byId = new Map<unknown, EditVariables>()
  for (const item of items) byId.set(item.id, { ...byId.get(item.id), ...item })
  return [...byId.values()]
}

/** Items as they would have been created: the record that was seen when it was done, and the change on top. */
function itemsOf({ name, variables, seen }: Entry): readonly EditVariables[] {
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

const itemFields = [
  'shoppingListId',
  'name',
  'purchased',
  'notes',
  'itemTags',
  'unitId',
  'quantityInStock',
  'quantityToPurchase',
] as const

/** The list that a refused edit changed, where what it wanted is worth a new one: a favourite is not. */
function changedListId({ name, variables }: Entry): string | undefined {
  if (name !== 'renameShoppingList' && name !== 'updateShoppingList') return
  const { id } = variables
  const isWorthKeeping = ['name', 'notes', 'listType'].some(field => variables[field] != null)
  return isWorthKeeping && typeof id === 'string' ? id : undefined
}

function listOf(entry: Entry): KeptList {
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
