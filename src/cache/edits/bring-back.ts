/**
 * What the tray offers besides "Try again", where trying again cannot help: what somebody deleted comes back
 * as something new, with new ids, since the old ones stay dead. Works without a network as any edit does.
 */
import type { ApolloCache } from '@apollo/client'
import { checkCapacity, type RequiredCapacity } from '../../../rules/counts.ts'
import { mayEdit } from '../../../rules/people/permissions.ts'
import type { Offline, Performed } from '../../offline/offline.ts'
import type { EditVariables, TrayEntry } from '../../offline/outbox/edit.ts'
import { batchesOf } from '../policies/item-batches.ts'
import { type KeptList, onceEach } from '../policies/kept-content.ts'
import { idOf } from '../records/cache-ids.ts'
import { checkCapacityForList, checkCapacityOnList } from '../records/capacity.ts'
import { recordsOf, textsOf } from '../records/edit-variables.ts'
import { newId } from '../records/new-id.ts'
import { readItem, readList } from '../records/records.ts'
import { editsByName } from './all-edits.ts'
import { createItems, updateItems } from './item-batch-edits.ts'
import { createItem, deleteItem } from './item-edits.ts'
import { createShoppingList } from './shopping-list-edits.ts'

export type Rescue =
  /**
   * Items were deleted, or moved where the person does not see them: they come back on their list, as they were then
   * with what the person wanted of them.
   */
  | {
      readonly kind: 'bring-back'
      readonly listId: string
      readonly items: readonly EditVariables[]
      /** Ids of those whose content they have taken in: left where they are, that would be there twice. */
      readonly takesIn: readonly string[]
    }
  /** The list was deleted or is no longer shared: what was to go on it goes on a new one. */
  | {
      readonly kind: 'keep-as-new-list'
      readonly listId: string
      readonly list: KeptList
      readonly items: readonly EditVariables[]
    }

/** What can be done about a refused edit; undefined if trying again or discarding is all. */
export function rescueOf(cache: ApolloCache, refused: TrayEntry): Rescue | undefined {
  return rescueOfRow(cache, [refused])
}

/** The same for one row of the tray, as one. */
export function rescueOfRow(cache: ApolloCache, row: readonly TrayEntry[]): Rescue | undefined {
  const gone = row.filter(({ refusal }) => refusal.code === 'NOT_FOUND')
  const [first] = gone
  if (!first) return
  // Without a reason the server has no trace of it: it went long ago, or a backup of before was restored.
  const { reason = 'DELETED' } = first.refusal
  const entries = gone.flatMap(refused => refused.entries)
  const removed = new Set<unknown>()
  const kept = entries.flatMap(({ name, variables, seen = {} }) => {
    const edit = editsByName.get(name)
    for (const cacheId of edit?.touches(variables).removes ?? []) removed.add(idOf(cacheId))
    return edit?.kept?.(variables, seen) ?? []
  })
  const all = onceEach(kept)
  const wanted = all.filter(({ id }) => !removed.has(id))
  // What was wanted of the list lies above what others call it.
  const ofList = kept.filter(one => one.listId !== undefined)
  const list = Object.assign({}, ...[...kept, ...ofList].map(one => one.list))
  const listId = all[0]?.shoppingListId ?? ofList[0]?.listId
  if (typeof listId !== 'string') return
  const onDevice = reason === 'LIST_DELETED' ? null : readList(cache, listId)
  const isThere = onDevice !== null && mayEdit(onDevice.permission)
  if (!isThere) return { kind: 'keep-as-new-list', listId, list, items: wanted }
  // The list, or the item, is the person's again: what they wanted of it is tried again, not made anew.
  const isBack = (id: unknown) => readItem(cache, String(id))?.shoppingListId === listId
  // Of many the answer tells none apart; one that was deleted stays so, though it shows until what changed is told.
  const isDead = reason === 'DELETED' && entries.every(({ name }) => name !== updateItems.name)
  const items = wanted.filter(({ id }) => isDead || !isBack(id))
  if (items.length === 0) return
  const takesIn = new Set(entries.flatMap(({ variables }) => textsOf(variables, 'takesIn')))
  return { kind: 'bring-back', listId, items, takesIn: [...takesIn] }
}

/**
 * Refused edits as the tray shows them: those of one list that is gone, and those of one item, are brought back, or let
 * go, together.
 */
export function trayRows(
  cache: ApolloCache,
  tray: readonly TrayEntry[],
): readonly (readonly TrayEntry[])[] {
  const rows = new Map<string, { readonly keys: string[]; readonly places: number[] }>()
  tray.forEach((entry, place) => {
    const keys = rowKeys(entry, rescueOf(cache, entry))
    const met = [...new Set(keys.flatMap(key => rows.get(key) ?? []))]
    const [only, ...others] = met
    const row =
      only && others.length === 0
        ? only
        : { keys: met.flatMap(one => one.keys), places: met.flatMap(one => one.places) }
    row.keys.push(...keys)
    row.places.push(place)
    for (const key of others.length === 0 ? keys : row.keys) rows.set(key, row)
  })
  return [...new Set(rows.values())].map(({ places }) =>
    places.sort((a, b) => a - b).flatMap(place => tray[place] ?? []),
  )
}

/** What entries of one row have in common, one of these at least. */
function rowKeys(entry: TrayEntry, wanted: Rescue | undefined): readonly string[] {
  if (wanted?.kind === 'keep-as-new-list') return [`list:${wanted.listId}`]
  const items = wanted?.items ?? []
  return items.length === 0 ? [entry.id] : items.map(({ id }) => `item:${id}`)
}

/**
 * Performs it as new edits; the row goes when they are safe on this device, in the same write, or the server has those
 * that a full one does not take. Answers with the id of the list where it is now. Refuses, with the limit, what there is
 * no room for; the row stays then.
 */
export async function rescue(offline: Offline, row: readonly TrayEntry[]): Promise<string> {
  const wanted = rescueOfRow(offline.cache, row)
  if (!wanted) throw new Error('There is nothing to bring back here.')
  const full =
    wanted.kind === 'bring-back'
      ? checkCapacityOnList(offline, wanted.listId, requiredCapacityOf(wanted.items))
      : (checkCapacityForList(offline) ?? checkCapacity(nothing, requiredCapacityOf(wanted.items)))
  if (full) throw new Error(full.message)
  const trayIds = row.map(({ id }) => id)
  const perform: Offline['perform'] = (edit, variables) => offline.perform(edit, variables, trayIds)
  const { listId, made } =
    wanted.kind === 'bring-back'
      ? bringBack(offline.cache, perform, wanted)
      : keepAsNewList(perform, wanted.list, wanted.items)
  await Promise.all(made.map(one => one.durable.catch(() => untilAnswered(offline, one))))
  // What a full device still has of the row goes when it takes something again.
  await Promise.allSettled(trayIds.map(offline.discard))
  return listId
}

/** It is on the screen and on its way: whoever is told that it failed brings it back once more. */
function untilAnswered({ waiting }: Offline, { id }: Performed): Promise<void> {
  return new Promise(resolve => {
    function look() {
      if (waiting.get().some(entry => entry.id === id)) return
      stop()
      resolve()
    }
    const stop = waiting.subscribe(look)
    look()
  })
}

const nothing: RequiredCapacity = { itemCount: 0, tagNames: [] }

function requiredCapacityOf(items: readonly EditVariables[]): RequiredCapacity {
  const tags = items.flatMap(item => recordsOf(item, 'itemTags'))
  return { itemCount: items.length, tagNames: tags.map(tag => String(tag.name)) }
}

function bringBack(
  cache: ApolloCache,
  perform: Offline['perform'],
  { listId, items, takesIn }: Extract<Rescue, { readonly kind: 'bring-back' }>,
) {
  const fresh = items.map(({ shoppingListId: _, ...item }) => ({
    ...item,
    id: newId(),
    name: String(item.name),
  }))
  const [only, ...others] = fresh
  const made =
    only && others.length === 0
      ? [perform(createItem, { ...only, shoppingListId: listId })]
      : batchesOf(fresh).map(batch =>
          perform(createItems, { shoppingListId: listId, items: batch }),
        )
  const taken = takesIn
    .filter(id => readItem(cache, id)?.shoppingListId === listId)
    .map(id => perform(deleteItem, { id }))
  return { listId, made: [...made, ...taken] }
}

/** What a list is called whose name nobody saw. */
export const unnamed = 'Kept items'

/** The tags by name and colour: as tags they belong to the list that is gone. */
function keepAsNewList(
  perform: Offline['perform'],
  list: KeptList,
  items: readonly EditVariables[],
) {
  const listId = newId()
  const [first = [], ...others] = batchesOf(items.map(item => newItem(item)))
  const made = perform(createShoppingList, {
    name: unnamed,
    ...list,
    id: listId,
    items: first,
  })
  const added = others.map(batch => perform(createItems, { shoppingListId: listId, items: batch }))
  return { listId, made: [made, ...added] }
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
