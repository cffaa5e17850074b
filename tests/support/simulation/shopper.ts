/** Random gestures of a person at a device, and the faults that befall it, for fast-check. */
import fc from 'fast-check'
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
import { newId } from '../../../src/cache/records/new-id.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { peopleGestures, pickFrom } from '../people-gestures.ts'
import { type Device, preferencesOf } from './device.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Fault } from './sim-network.ts'

/** One thing that happens; what it happens to is chosen by `pick` among what the device shows then. */
export interface Happening {
  readonly device: number
  readonly what: string
  readonly pick: number
  readonly value: number
}

/**
 * `aboutPeople`: they ask, answer, share and hand over besides. `losesDatabase`: the browser deletes all but the second
 * copy of what waits.
 */
export function anyHappening(
  devices: number,
  { aboutPeople = false, losesDatabase = false } = {},
): fc.Arbitrary<Happening> {
  const { loseDatabase, ...usual } = befalls
  const withPeople = [...Object.keys(peopleGestures), 'join', 'takeAddress']
  return fc.record({
    device: fc.nat(devices - 1),
    what: fc.oneof(
      { weight: aboutPeople ? 15 : 0, arbitrary: fc.constantFrom(...withPeople) },
      { weight: 5, arbitrary: fc.constant('add') },
      { weight: 4, arbitrary: fc.constantFrom('tick', 'tickBehindFrame') },
      { weight: 10, arbitrary: fc.constantFrom(...Object.keys(gestures)) },
      { weight: 8, arbitrary: fc.constantFrom(...Object.keys(losesDatabase ? befalls : usual)) },
    ),
    pick: fc.nat(1000),
    value: fc.nat(1000),
  })
}

/** Where it happens. */
export interface Scene {
  readonly devices: readonly Device[]
  readonly ledger: Ledger
  /** Where two people share lists: one of the lists is shared with the other, differently or no more. */
  readonly permit?: (happening: Happening) => Promise<void>
  /** Where several people are there. */
  readonly people?: {
    readonly emails: readonly string[]
    /** Whoever is at the device opens a link. */
    join(device: number, inviteId: string): Promise<void>
    /** The address of whoever is at the device becomes this one, if nobody has it. */
    takeAddress(device: number, email: string): Promise<void>
  }
}

export async function happen(
  devices: readonly Device[],
  happening: Happening,
  scene: Omit<Scene, 'devices'> = { ledger: createLedger() },
): Promise<void> {
  const device = devices[happening.device]
  if (!device) return
  const gesture = gestures[happening.what]
  const aboutPeople = scene.people && peopleGestures[happening.what]
  if (gesture) {
    await untilStored(device, gesture(scene.ledger.at(device), happening, scene.ledger))
  } else if (aboutPeople) {
    const done = aboutPeople(scene.ledger.at(device), happening, scene.people.emails)
    await untilStored(device, done)
  } else await befalls[happening.what]?.(device, happening, { ...scene, devices })
}

/** Whoever does the next thing does not wait for a slow frame, behind which it is stored. */
async function untilStored(device: Device, stored: Promise<unknown> | undefined): Promise<void> {
  if (device.page.isFrameSlow) stored?.catch(() => {})
  else await stored
}

/** Names of all that a person can do here. */
export function gestureNames(): readonly string[] {
  return Object.keys(gestures)
}

type Gesture = (
  offline: Offline,
  happening: Happening,
  ledger: Ledger,
) => Promise<unknown> | undefined

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
  deleteItems: (offline, { pick, value }) => {
    const ids = itemIds(offline, pickFrom(listIds(offline), pick) ?? '').slice(0, 1 + (value % 3))
    return ids.length > 0 ? offline.perform(deleteItems, { ids }).durable : undefined
  },
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

type Befall = (device: Device, happening: Happening, scene: Scene) => Promise<void> | void

const befalls: Readonly<Record<string, Befall>> = {
  connect: device => device.setConnected(true),
  disconnect: device => device.setConnected(false),
  fault: (device, { value }) => {
    const faults: Fault[] = [
      'lost',
      'answer-lost',
      'doubled',
      'server-error',
      'late',
      'signed-out',
      'busy',
    ]
    device.page.network.faults.push(faults[value % faults.length] ?? 'lost')
  },
  lateArrives: device => device.page.network.releaseLate(),
  refresh: device => {
    void device.page.offline.refresh()
  },
  hardRefresh: device => {
    void device.page.offline.refresh({ hard: true })
  },
  sendNow: device => {
    void device.page.offline.sendNow()
  },
  hide: device => device.page.visible.set(false),
  show: device => device.page.visible.set(true),
  /** As on a screen, which shows it by itself. */
  tickBehindFrame: async (device, { pick, value }, { ledger }) => {
    const offline = ledger.at(device)
    const ids = listIds(offline).flatMap(listId => itemIds(offline, listId))
    const id = pickFrom(ids, pick)
    if (id === undefined) return
    const variables = { id, purchased: value % 3 > 0 }
    device.page.isFrameSlow ||= value % 4 > 0
    const done = new Promise<void>((resolve, reject) =>
      offline.afterPaint(
        () => void offline.perform(tickItem, variables).durable.then(resolve, reject),
      ),
    )
    await untilStored(device, done)
  },
  /** Somebody sets the device's clock, by up to eight hours either way. */
  setClock: ({ clock }, { value }) => clock.set(clock.now() + (value - 500) * 60_000),
  wait: (device, { value }) => device.rest(value * 10),
  tryAgain: async (device, { pick }, { ledger }) => {
    const found = pickFrom(device.page.offline.tray.get(), pick)
    if (found) await ledger.tryAgain(device, found.id)
  },
  discard: async (device, { pick }, { ledger }) => {
    const found = pickFrom(device.page.offline.tray.get(), pick)
    if (found) await ledger.discard(device, found.id)
  },
  permit: (_device, happening, { permit }) => permit?.(happening),
  join: async (_device, { device, pick }, { ledger, people }) => {
    const links = ledger.saved.filter(({ name }) => name === 'createShareLink')
    const inviteId = pickFrom(links, pick)?.variables.inviteId
    if (typeof inviteId === 'string') await people?.join(device, inviteId)
  },
  takeAddress: async (_device, { device, pick }, { people }) => {
    const email = pickFrom(people?.emails ?? [], pick)
    if (email) await people?.takeAddress(device, email)
  },
  kill: async device => {
    device.kill()
    await device.openPage()
  },
  /** Some time after the last edit: until then it is not said to be kept. */
  loseDatabase: async device => {
    await device.rest(300)
    device.kill()
    device.disk.loseDatabase()
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

function filterIds(offline: Offline): string[] {
  const { savedFilters } = Object(preferencesOf(offline))
  return Array.isArray(savedFilters) ? savedFilters.map(({ id }) => String(id)) : []
}

function refs(value: unknown): string[] {
  return Array.isArray(value) ? value.map(ref => String(ref.__ref).split(':')[1] ?? '') : []
}
