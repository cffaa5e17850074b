/** Random gestures of a person at a device, and the faults that befall it, for fast-check. */
import fc from 'fast-check'
import {
  createItem,
  deleteItem,
  moveItem,
  tickItem,
  updateItem,
  updateItemsOrder,
} from '../../src/cache/item-edits.ts'
import { newId } from '../../src/cache/new-id.ts'
import {
  copyShoppingList,
  createShoppingList,
  deleteShoppingList,
  moveShoppingList,
  renameShoppingList,
  resetShoppingList,
  updateShoppingList,
} from '../../src/cache/shopping-list-edits.ts'
import type { Offline } from '../../src/offline/offline.ts'
import type { Device } from './device.ts'
import type { Fault } from './sim-network.ts'

/** One thing that happens; what it happens to is chosen by `pick` among what the device shows then. */
export interface Happening {
  readonly device: number
  readonly what: string
  readonly pick: number
  readonly value: number
}

export function anyHappening(devices: number): fc.Arbitrary<Happening> {
  return fc.record({
    device: fc.nat(devices - 1),
    what: fc.oneof(
      { weight: 5, arbitrary: fc.constant('add') },
      { weight: 4, arbitrary: fc.constant('tick') },
      { weight: 10, arbitrary: fc.constantFrom(...Object.keys(gestures)) },
      { weight: 8, arbitrary: fc.constantFrom(...Object.keys(befalls)) },
    ),
    pick: fc.nat(1000),
    value: fc.nat(1000),
  })
}

export async function happen(devices: readonly Device[], happening: Happening): Promise<void> {
  const device = devices[happening.device]
  if (!device) return
  const gesture = gestures[happening.what]
  if (gesture) {
    await gesture(device.page.offline, happening)
    return
  }
  await befalls[happening.what]?.(device, happening)
}

type Gesture = (offline: Offline, happening: Happening) => Promise<unknown> | undefined

const gestures: Readonly<Record<string, Gesture>> = {
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
}

type Befall = (device: Device, happening: Happening) => Promise<void> | void

const befalls: Readonly<Record<string, Befall>> = {
  connect: device => device.setConnected(true),
  disconnect: device => device.setConnected(false),
  fault: (device, { value }) => {
    const faults: Fault[] = ['lost', 'answer-lost', 'doubled', 'server-error', 'late']
    device.page.network.faults.push(faults[value % faults.length] ?? 'lost')
  },
  lateArrives: device => device.page.network.releaseLate(),
  refresh: device => {
    void device.page.offline.refresh()
  },
  wait: (device, { value }) => device.rest(value * 10),
  kill: async device => {
    device.kill()
    await device.openPage()
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

function listIds(offline: Offline): string[] {
  return refs(offline.peek('ROOT_QUERY')?.getAllShoppingList).filter(id =>
    offline.peek(`ShoppingList:${id}`),
  )
}

function itemIds(offline: Offline, listId: string): string[] {
  return refs(offline.peek(`ShoppingList:${listId}`)?.items).filter(id =>
    offline.peek(`Item:${id}`),
  )
}

function refs(value: unknown): string[] {
  return Array.isArray(value) ? value.map(ref => String(ref.__ref).split(':')[1] ?? '') : []
}

function pickFrom<T>(values: readonly T[], pick: number): T | undefined {
  return values[pick % Math.max(values.length, 1)]
}
