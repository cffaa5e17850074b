/**
 * What the tray offers besides "Try again", where trying again cannot help: what somebody deleted comes back
 * as something new, with new ids, since the old ones stay dead. Works without a network as any edit does.
 */
import type { ApolloCache } from '@apollo/client'
import type { EditVariables, Entry, TrayEntry } from '../offline/edit.ts'
import type { Offline } from '../offline/offline.ts'
import { createItem } from './item-edits.ts'
import { newId } from './new-id.ts'
import { readList } from './records.ts'
import { createShoppingList } from './shopping-list-edits.ts'

export type Rescue =
  /** The item was deleted: it comes back on its list, as it was then with what the person wanted of it. */
  | { readonly kind: 'bring-back'; readonly listId: string; readonly item: EditVariables }
  /** The list was deleted or is no longer shared: what was to go on it goes on a new one. */
  | { readonly kind: 'keep-as-new-list'; readonly items: readonly EditVariables[] }

/** What can be done about a refused edit; undefined where trying again or discarding is all. */
export function rescueOf(cache: ApolloCache, entry: TrayEntry): Rescue | undefined {
  const { reason } = entry.refusal
  if (reason !== 'DELETED' && reason !== 'LIST_DELETED' && reason !== 'REVOKED') return
  const items = entry.entries.map(itemOf).filter(item => item !== undefined)
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
  const listId = wanted.kind === 'bring-back' ? wanted.listId : newId()
  const done: Promise<void>[] = []
  if (wanted.kind === 'keep-as-new-list') {
    done.push(offline.perform(createShoppingList, { id: listId, name }).durable)
  }
  for (const item of wanted.kind === 'bring-back' ? [wanted.item] : wanted.items) {
    const variables = { ...item, id: newId(), shoppingListId: listId, name: String(item.name) }
    done.push(offline.perform(createItem, variables).durable)
  }
  await Promise.all(done)
  await offline.discard(entry.id)
  return listId
}

/** The item as it would have been created: the record that was seen when it was done, and the change on top. */
function itemOf({ name, variables, seen }: Entry): EditVariables | undefined {
  if (name === 'createItem') return variables
  if (seen?.__typename !== 'Item') return
  const changed = name === 'updateItem' || name === 'tickItem' ? variables : {}
  const kept = Object.fromEntries(itemFields.map(field => [field, changed[field] ?? seen[field]]))
  return typeof kept.name === 'string' ? kept : undefined
}

const itemFields = [
  'shoppingListId',
  'name',
  'purchased',
  'notes',
  'unitId',
  'quantityInStock',
  'quantityToPurchase',
] as const
