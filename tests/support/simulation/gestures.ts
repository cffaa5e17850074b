/** What a person does to their lists at a device, for random histories: each by its name. */
import { rescue, rescueOfRow, trayRows } from '../../../src/cache/edits/bring-back.ts'
import { createItems, updateItems } from '../../../src/cache/edits/item-batch-edits.ts'
import {
  createItem,
  deleteItem,
  deleteItems,
  moveItem,
  tickItem,
  updateItem,
  updateItemsOrder,
} from '../../../src/cache/edits/item-edits.ts'
import { restoreShoppingList } from '../../../src/cache/edits/restore-list-edit.ts'
import {
  createSavedFilter,
  deleteSavedFilter,
  updateSavedFilter,
} from '../../../src/cache/edits/saved-filter-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  leaveShoppingList,
  moveShoppingList,
  renameShoppingList,
  updateShoppingList,
  updateShoppingListsOrder,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { updateUserConfig } from '../../../src/cache/edits/user-config-edits.ts'
import {
  copyShoppingList,
  resetShoppingList,
  sampleShoppingList,
  swapShoppingListItems,
} from '../../../src/cache/edits/whole-list-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { tagInputs } from '../../../src/cache/records/item-content.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { seenRecords } from '../../../src/cache/records/reader.ts'
import { performTogether } from '../../../src/cache/undo/undo.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { pickFrom } from '../people-gestures.ts'
import { preferencesOf } from './device.ts'
import type { Ledger } from './ledger.ts'

export type Gesture = (
  offline: Offline,
  happening: { readonly pick: number; readonly value: number },
  ledger: Ledger,
) => Promise<unknown> | undefined

export const gestures: Readonly<Record<string, Gesture>> = {
  newList: (offline, { value }) =>
    offline.perform(createShoppingList, { id: newId(), name: `List ${value % 4}` }).durable,
  add: (offline, { pick, value }) => {
    const shoppingListId = pickFrom(listIds(offline), pick)
    if (!shoppingListId) return
    return offline.perform(createItem, { id: newId(), shoppingListId, name: `Item ${value}` })
      .durable
  },
  addTagged: (offline, { pick, value }) => {
    const shoppingListId = pickFrom(listIds(offline), pick)
    if (!shoppingListId) return
    const itemTags = [{ name: `Tag ${value % 3}` }]
    const variables = { id: newId(), shoppingListId, name: `Item ${value}`, itemTags }
    return offline.perform(createItem, variables).durable
  },
  tick: (offline, { pick, value }) =>
    onItem(offline, pick, id => offline.perform(tickItem, { id, purchased: value % 3 > 0 })),
  renameItem: (offline, { pick, value }) =>
    onItem(offline, pick, id => offline.perform(updateItem, { id, name: `Renamed ${value}` })),
  quantity: (offline, { pick, value }) =>
    onItem(offline, pick, id => offline.perform(updateItem, { id, quantityToPurchase: value })),
  deleteItem: (offline, { pick }) =>
    onItem(offline, pick, id => offline.perform(deleteItem, { id })),
  moveItem: (offline, { pick, value }) =>
    onItem(offline, pick, id => {
      const siblings = itemIds(offline, String(offline.peek(`Item:${id}`)?.shoppingListId))
      return offline.perform(moveItem, {
        id,
        afterItemId: pickFrom([null, ...siblings], value) ?? null,
      })
    }),
  moveToList: (offline, { pick, value }) =>
    onItem(offline, pick, id => {
      const shoppingListId = pickFrom(listIds(offline), value)
      return shoppingListId ? offline.perform(updateItem, { id, shoppingListId }) : undefined
    }),
  reorder: (offline, { pick }) => {
    const shoppingListId = pickFrom(listIds(offline), pick)
    if (!shoppingListId) return
    const ids = itemIds(offline, shoppingListId).toReversed()
    return offline.perform(updateItemsOrder, { shoppingListId, itemIds: ids }).durable
  },
  renameList: (offline, { pick, value }) =>
    onList(offline, pick, id =>
      offline.perform(renameShoppingList, { id, name: `Named ${value % 4}` }),
    ),
  favourite: (offline, { pick, value }) =>
    onList(offline, pick, id =>
      offline.perform(updateShoppingList, { id, favourite: value % 2 === 0 }),
    ),
  moveList: (offline, { pick, value }) =>
    onList(offline, pick, id => {
      const afterShoppingListId = pickFrom([null, ...listIds(offline)], value) ?? null
      return offline.perform(moveShoppingList, { id, afterShoppingListId })
    }),
  reset: (offline, { pick }) =>
    onList(offline, pick, id => offline.perform(resetShoppingList, { id })),
  copy: (offline, { pick }) =>
    onList(offline, pick, id =>
      offline.perform(copyShoppingList, { id, name: 'Copy', newId: newId() }),
    ),
  deleteList: (offline, { pick, value }) =>
    value % 3 === 0
      ? onList(offline, pick, id => offline.perform(deleteShoppingList, { id }))
      : undefined,
  addMany: (offline, { pick, value }) => {
    const shoppingListId = pickFrom(listIds(offline), pick)
    if (!shoppingListId) return
    const siblings = itemIds(offline, shoppingListId)
    const items = Array.from({ length: 1 + (value % 3) }, (_, at) => ({
      id: newId(),
      name: `Item ${value} ${at}`,
      ...(value % 2 && { itemTags: [{ name: `Tag ${at}` }] }),
      ...(value % 5 === 0 && { afterItemId: pickFrom([null, ...siblings], value) ?? null }),
    }))
    return offline.perform(createItems, { shoppingListId, items }).durable
  },
  changeMany: (offline, { pick, value }) => {
    const ids = listIds(offline).flatMap(id => itemIds(offline, id))
    const some = ids.filter((_id, at) => (at + pick) % 2 === 0)
    if (some.length === 0) return
    const change = value % 2 ? { purchased: value % 3 > 0 } : { notes: `Notes ${value}` }
    return offline.perform(updateItems, { items: some.map(id => ({ id, ...change })) }).durable
  },
  tagMany: (offline, { pick, value }) => {
    const ids = listIds(offline).flatMap(id => itemIds(offline, id))
    const some = ids.filter((_id, at) => (at + pick) % 2 === 0)
    if (some.length === 0) return
    const itemTags = [{ name: `Tag ${value % 4}` }]
    return withTagsBefore(offline).perform(updateItems, {
      items: some.map(id => ({ id, itemTags })),
    }).durable
  },
  deleteItems: (offline, { pick, value }) => {
    const ids = itemIds(offline, pickFrom(listIds(offline), pick) ?? '').slice(0, 1 + (value % 3))
    return ids.length > 0 ? offline.perform(deleteItems, { ids }).durable : undefined
  },
  emptyTrolley: (offline, { pick }) =>
    onItem(offline, pick, one => {
      const ids = [one, ...siblingIds(offline, one)].filter(
        id => offline.peek(`Item:${id}`)?.purchased,
      )
      return ids.length > 0 ? offline.perform(deleteItems, { ids }) : undefined
    }),
  /** Two rows of one list become one. */
  merge: (offline, { pick, value }) =>
    onItem(offline, pick, id => {
      const taken = pickFrom(siblingIds(offline, id), value)
      if (!taken) return
      const name = String(offline.peek(`Item:${id}`)?.name)
      return performTogether(offline, { kind: 'merge', name }, perform => {
        perform(updateItem, { id, quantityToPurchase: value, takesIn: [taken] })
        perform(deleteItem, { id: taken })
      })
    }),
  moveChanged: (offline, { pick, value }) =>
    onItem(offline, pick, id => {
      const shoppingListId = pickFrom(listIds(offline), value)
      if (!shoppingListId) return
      const itemTags = [{ name: `Tag ${value % 3}` }]
      const changed = { id, shoppingListId, name: `Moved ${value}`, itemTags }
      return withTagsBefore(offline).perform(updateItem, changed)
    }),
  tagItem: (offline, { pick, value }) =>
    onItem(offline, pick, id => {
      const itemTags = [{ name: `Tag ${value % 3}` }, { name: `Tag ${value % 5}` }]
      return withTagsBefore(offline).perform(updateItem, { id, itemTags })
    }),
  tagList: (offline, { pick, value }) =>
    onList(offline, pick, id => {
      const itemTags = [{ name: `Tag ${value % 4}` }]
      return withTagsBefore(offline).perform(updateShoppingList, { id, itemTags })
    }),
  renameTag: (offline, { pick, value }) =>
    onTagsOfList(offline, pick, tags =>
      tags.map((tag, at) =>
        at === value % tags.length ? { ...tag, name: `Tag ${value % 6}` } : tag,
      ),
    ),
  dropTag: (offline, { pick, value }) =>
    onTagsOfList(offline, pick, tags => tags.toSpliced(value % tags.length, 1)),
  notesOfList: (offline, { pick, value }) =>
    onList(offline, pick, id =>
      offline.perform(updateShoppingList, { id, notes: value % 5 ? `Notes ${value}` : null }),
    ),
  typeOfList: (offline, { pick, value }) =>
    onList(offline, pick, id =>
      offline.perform(updateShoppingList, { id, listType: value % 2 ? 'STOCK' : 'SIMPLE' }),
    ),
  reorderLists: offline => {
    const shoppingListIds = listIds(offline).toReversed()
    return offline.perform(updateShoppingListsOrder, { shoppingListIds }).durable
  },
  leaveList: (offline, { pick, value }) =>
    value % 3 === 0
      ? onList(offline, pick, id => offline.perform(leaveShoppingList, { id }))
      : undefined,
  /** As an import makes one. */
  newFullList: (offline, { value }) => {
    const items = Array.from({ length: 1 + (value % 3) }, (_, at) => ({
      id: newId(),
      name: `Item ${value} ${at}`,
      ...(value % 2 && { itemTags: [{ name: `Tag ${at}` }] }),
    }))
    const itemTags = [{ name: `Tag ${value % 4}` }]
    return offline.perform(createShoppingList, {
      id: newId(),
      name: `List ${value % 4}`,
      itemTags,
      items,
    }).durable
  },
  sample: (offline, { value }) =>
    value % 4 === 0 ? offline.perform(sampleShoppingList, { newId: newId() }).durable : undefined,
  swap: (offline, { pick, value }) => {
    const [first, second] = [pickFrom(listIds(offline), pick), pickFrom(listIds(offline), value)]
    if (!first || !second || first === second) return
    return offline.perform(swapShoppingListItems, {
      firstShoppingListId: first,
      secondShoppingListId: second,
      firstItemIds: itemIds(offline, first).slice(0, value % 3),
      secondItemIds: itemIds(offline, second).slice(0, pick % 3),
    }).durable
  },
  /** As what was moved goes back to where it stood. */
  swapToPlace: (offline, { pick, value }) =>
    onItem(offline, pick, id => {
      const first = String(offline.peek(`Item:${id}`)?.shoppingListId)
      const others = listIds(offline).filter(other => other !== first)
      const second = pickFrom(others, value)
      if (!second) return
      const going = [id, ...siblingIds(offline, id)].slice(0, 1 + (value % 2))
      const afterItemId = pickFrom([null, ...itemIds(offline, second)], pick) ?? null
      return offline.perform(swapShoppingListItems, {
        firstShoppingListId: first,
        secondShoppingListId: second,
        firstItemIds: going,
        secondItemIds: [],
        places: going.map((one, at) => ({ id: one, afterItemId: going[at - 1] ?? afterItemId })),
      })
    }),
  bringBackList: (offline, { pick }, { saved }) => {
    const deleted = saved.filter(({ name }) => name === 'deleteShoppingList')
    const id = pickFrom(deleted, pick)?.variables.id
    if (!id) return
    const shown = { name: 'Back', listType: 'SIMPLE', favourite: false, notes: null } as const
    return offline.perform(restoreShoppingList, {
      id: String(id),
      newId: newId(),
      shown: { ...shown, itemTags: [], itemIds: [] },
    }).durable
  },
  /** What somebody deleted meanwhile comes back from the tray, with what was wanted of it. */
  bringBack: (offline, { pick }, ledger) => {
    const rows = trayRows(offline.cache, offline.tray.get())
    const row = pickFrom(
      rows.filter(one => rescueOfRow(offline.cache, one)),
      pick,
    )
    if (!row) return
    ledger.letGo(row)
    return rescue(offline, row)
  },
  preferences: (offline, { value }) => {
    const [config] = refs(offline.peek('ROOT_QUERY')?.getByFilterUserConfig)
    if (!config) return
    const itemFilters = JSON.stringify({ value })
    return offline.perform(updateUserConfig, { id: config, itemFilters }).durable
  },
  saveFilter: (offline, { pick, value }) => {
    const kind = (['ITEMS', 'LISTS'] as const)[pick % 2] ?? 'ITEMS'
    const name = `Filter ${value % 3}`
    return offline.perform(createSavedFilter, { id: newId(), kind, name, filter: '{}' }).durable
  },
  changeFilter: (offline, { pick, value }) => {
    const id = pickFrom(filterIds(offline), pick)
    if (!id) return
    const change =
      value % 2 ? { name: `Filter ${value % 5}` } : { filter: JSON.stringify({ value }) }
    return offline.perform(updateSavedFilter, { id, ...change }).durable
  },
  deleteFilter: (offline, { pick }) => {
    const id = pickFrom(filterIds(offline), pick)
    return id ? offline.perform(deleteSavedFilter, { id }).durable : undefined
  },
}

function onItem(
  offline: Offline,
  pick: number,
  perform: (id: string) => { readonly durable: Promise<void> } | undefined,
): Promise<void> | undefined {
  const ids = listIds(offline).flatMap(listId => itemIds(offline, listId))
  const id = pickFrom(ids, pick)
  return id ? perform(id)?.durable : undefined
}

function onList(
  offline: Offline,
  pick: number,
  perform: (id: string) => { readonly durable: Promise<void> },
): Promise<void> | undefined {
  const id = pickFrom(listIds(offline), pick)
  return id ? perform(id).durable : undefined
}

/** What becomes of the tags of a list in its settings. */
function onTagsOfList(
  offline: Offline,
  pick: number,
  change: (tags: Tags) => Tags,
): Promise<void> | undefined {
  const tagsOf = (id: string) => tagInputs(seenRecords(offline).list(id)?.itemTags ?? [])
  const id = pickFrom(
    listIds(offline).filter(id => tagsOf(id).length > 0),
    pick,
  )
  if (!id) return
  const variables = { id, itemTags: change(tagsOf(id)) }
  return withTagsBefore(offline).perform(updateShoppingList, variables).durable
}

type Tags = ReturnType<typeof tagInputs>

/** Those that the device shows. */
export function listIds(offline: Offline): string[] {
  return refs(offline.peek('ROOT_QUERY')?.getAllShoppingList).filter(id =>
    offline.peek(`ShoppingList:${id}`),
  )
}

export function itemIds(offline: Offline, listId: string): string[] {
  return refs(offline.peek(`ShoppingList:${listId}`)?.items).filter(id =>
    offline.peek(`Item:${id}`),
  )
}

/** Of the others on its list. */
function siblingIds(offline: Offline, id: string): string[] {
  const listId = String(offline.peek(`Item:${id}`)?.shoppingListId)
  return itemIds(offline, listId).filter(other => other !== id)
}

function filterIds(offline: Offline): string[] {
  const { savedFilters } = Object(preferencesOf(offline))
  return Array.isArray(savedFilters) ? savedFilters.map(({ id }) => String(id)) : []
}

function refs(value: unknown): string[] {
  return Array.isArray(value) ? value.map(ref => String(ref.__ref).split(':')[1] ?? '') : []
}
