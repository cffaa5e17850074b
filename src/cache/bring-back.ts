/**
 * What the tray offers besides "Try again", where trying again cannot help: what somebody deleted comes back
 * as something new, with new ids, since the old ones stay dead. Works without a network as any edit does.
 */
import type { ApolloCache } from '@apollo/client'
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
  /** The item was deleted: it comes back on its list, as it was then with what the person wanted of it. */
  | { readonly kind: 'bring-back'; readonly listId: string; readonly item: EditVariables }
  /** The list was deleted or is no longer shared: what was to go on it goes on a new one. */
  | { readonly kind: 'keep-as-new-list'; readonly items: readonly EditVariables[] }

/** What can be done about a refused edit; undefined where trying again or discarding is all. */
export function rescueOf(cache: ApolloCache, entry: TrayEntry): Rescue | undefined {
  const { reason } = entry.refusal
  if (reason !== 'DELETED' && reason !== 'LIST_DELETED' && reason !== 'REVOKED') return
  const items = entry.entries.flatMap(itemsOf)
  const [first] = items
  if (!first) return
  const listId = String(first.shoppingListId ?? '')
  if (reason === 'DELETED' && readList(cache, listId)) {
    return { kind: 'bring-back', listId, item: first }
  }
  return reason === 'DELETED' ? undefined : { kind: 'keep-as-new-list', items }
}

/** Performs it as new edits; the tray entry goes when they are safe on this device. */
export async function rescue(
  offline: Offline,
  entry: TrayEntry,
  name = 'Kept items',
): Promise<string> {
  const wanted = rescueOf(offline.cache, entry)
  if (!wanted) throw new Error('There is nothing to bring back here.')
  const { listId, done } =
    wanted.kind === 'bring-back' ? bringBack(offline, wanted) : keepAsNewList(offline, wanted, name)
  await done
  await offline.discard(entry.id)
  return listId
}

type Rescued<Kind> = Extract<Rescue, { readonly kind: Kind }>

function bringBack(offline: Offline, { listId, item }: Rescued<'bring-back'>) {
  const variables = { ...item, id: newId(), shoppingListId: listId, name: String(item.name) }
  return { listId, done: offline.perform(createItem, variables).durable }
}

/** The tags by name and colour: as tags they belong to the list that is gone. */
function keepAsNewList(offline: Offline, { items }: Rescued<'keep-as-new-list'>, name: string) {
  const listId = newId()
  const [first = [], ...others] = batchesOf(items.map(item => newItem(item)))
  const made = offline.perform(createShoppingList, { id: listId, name, items: first })
  const added = others.map(batch =>
    offline.perform(createItems, { shoppingListId: listId, items: batch }),
  )
  const done = Promise.all([made, ...added].map(({ durable }) => durable))
  return { listId, done }
}

function newItem({ shoppingListId: _, ...item }: EditVariables) {
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

/** The item as it would have been created: the record that was seen when it was done, and the change on top. */
function itemsOf({ name, variables, seen }: Entry): readonly EditVariables[] {
  if (name === 'createItem') return [variables]
  if (name === 'createItems') {
    const { shoppingListId } = variables
    return recordsOf(variables, 'items').map(item => ({ ...item, shoppingListId }))
  }
  if (seen?.__typename !== 'Item') return []
  const changed = name === 'updateItem' || name === 'tickItem' ? variables : {}
  const fields = itemFields.flatMap(field => {
    const value = changed[field] === undefined ? seen[field] : changed[field]
    return value === undefined ? [] : [[field, value] as const]
  })
  const item = Object.fromEntries(fields)
  return typeof item.name === 'string' ? [item] : []
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
