import { expect, test } from 'vitest'
import { derivedId } from '../../rules/derived-id.ts'
import { editsByName } from '../../src/cache/edits/all-edits.ts'
import { rescue, rescueOf, rescueOfRow, trayRows } from '../../src/cache/edits/bring-back.ts'
import { entrySentence } from '../../src/cache/edits/entry-sentence.ts'
import { createItems, updateItems } from '../../src/cache/edits/item-batch-edits.ts'
import {
  createItem,
  deleteItem,
  deleteItems,
  moveItem,
  tickItem,
  updateItem,
} from '../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  renameShoppingList,
  updateShoppingList,
} from '../../src/cache/edits/shopping-list-edits.ts'
import { copyShoppingList } from '../../src/cache/edits/whole-list-edits.ts'
import { withTagsBefore } from '../../src/cache/policies/with-tags-before.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { withUndo } from '../../src/cache/undo/undo.ts'
import type { Offline } from '../../src/offline/offline.ts'
import type { TrayEntry } from '../../src/offline/outbox/edit.ts'
import { createDurableEdits } from '../../src/shell/account/durable-edits.ts'
import { createMemoryUndoStorage } from '../support/memory-undo-storage.ts'
import { startTestServer, type TestServer } from '../support/server/server.ts'
import { createDevice, type Device, visibleState } from '../support/simulation/device.ts'
import { noRoom } from '../support/simulation/sim-disk.ts'

async function twoDevices(server: Awaited<ReturnType<typeof startTestServer>>) {
  const user = await server.buildUser()
  const [phone, laptop] = [0, 1].map(() => createDevice({ userId: user.id, client: user }))
  if (!phone || !laptop) throw new Error('Two devices are needed.')
  const [list, milk] = [newId(), newId()]
  await phone.openPage()
  phone.page.offline.perform(createShoppingList, { id: list, name: 'Weekly' })
  const item = { id: milk, shoppingListId: list, name: 'Milk', notes: 'cold' }
  phone.page.offline.perform(createItem, item)
  await phone.rest()
  await laptop.openPage()
  await laptop.rest()
  phone.setConnected(false)
  return { phone, laptop, list, milk }
}

/** The laptop deletes the list; the phone is told, dies, and is opened again without a network. */
async function reopenWithoutTheList({
  phone,
  laptop,
  list,
}: Pick<Awaited<ReturnType<typeof twoDevices>>, 'phone' | 'laptop' | 'list'>) {
  await laptop.page.offline.perform(deleteShoppingList, { id: list }).durable
  await laptop.rest()
  await connect(phone)
  phone.kill()
  phone.setConnected(false)
  const next = await phone.openPage()
  expect(visibleState(next.offline)).toEqual([])
  return { next, rows: trayRows(next.offline.cache, next.offline.tray.get()) }
}

/** What waits is sent, and what others did is heard. */
async function connect(phone: Device): Promise<void> {
  phone.setConnected(true)
  await phone.rest()
}

/** What knows of undo, of tags, and of what is not on the disk yet, is between the screens and the core. */
function asScreensHaveIt(offline: Offline): Offline {
  return withUndo(withTagsBefore(createDurableEdits(() => offline).watch(offline)), {
    storage: createMemoryUndoStorage(),
    edits: editsByName,
    newId,
    now: Date.now,
  })
}

/** The phone has no network, and a new name of an item in its tray that the laptop had deleted. */
async function twoDevicesWithRefusal(server: TestServer) {
  const devices = await twoDevices(server)
  const { phone, laptop, milk } = devices
  await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await laptop.page.offline.perform(deleteItem, { id: milk }).durable
  await laptop.rest()
  await connect(phone)
  phone.setConnected(false)
  return devices
}

/** Eggs are on the list, too; the phone has no network. */
async function twoDevicesWithEggs(server: TestServer) {
  const devices = await twoDevices(server)
  const { phone, list } = devices
  const eggs = newId()
  phone.setConnected(true)
  await phone.page.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
    .durable
  await phone.rest()
  phone.setConnected(false)
  return { ...devices, eggs }
}

/** What lies in the tray first. */
function refusedOn(offline: Offline): TrayEntry {
  const [entry] = offline.tray.get()
  if (!entry) throw new Error('Nothing was refused.')
  return entry
}

test('an edit of what somebody deleted: brought back with the change, without a network', async () => {
  await using server = await startTestServer()
  const { phone, laptop } = await twoDevicesWithRefusal(server)
  const { offline } = phone.page
  const entry = refusedOn(offline)
  expect(rescueOf(offline.cache, entry)).toMatchObject({ kind: 'bring-back' })
  await rescue(offline, [entry])
  expect(offline.tray.get()).toEqual([])
  expect(visibleState(offline)).toMatchObject([{ items: [{ name: 'Oat milk', notes: 'cold' }] }])
  await connect(phone)
  await laptop.page.offline.refresh()
  expect(visibleState(laptop.page.offline)).toMatchObject([
    { items: [{ name: 'Oat milk', notes: 'cold' }] },
  ])
})

test('a merge into what somebody deleted: brought back, it takes in the other row, and nothing is there twice', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list, milk } = await twoDevices(server)
  phone.setConnected(true)
  const more = newId()
  const second = { id: more, shoppingListId: list, name: 'Milk', quantityToPurchase: 1 }
  phone.page.offline.perform(updateItem, { id: milk, quantityToPurchase: 2 })
  phone.page.offline.perform(createItem, second)
  await phone.rest()
  await laptop.page.offline.refresh()
  phone.setConnected(false)
  const { offline } = phone.page
  offline.perform(updateItem, { id: milk, takesIn: [more], quantityToPurchase: 3 })
  await offline.perform(deleteItem, { id: more }).durable
  await laptop.page.offline.perform(deleteItem, { id: milk }).durable
  await laptop.rest()
  await connect(phone)
  const items = () => visibleState(offline)
  expect(items()).toMatchObject([{ items: [{ id: more, quantityToPurchase: 1 }] }])
  const entry = refusedOn(offline)
  expect(rescueOf(offline.cache, entry)).toMatchObject({ kind: 'bring-back' })
  await rescue(offline, [entry])
  await phone.rest()
  expect(offline.tray.get()).toEqual([])
  await laptop.page.offline.refresh()
  for (const page of [phone.page, laptop.page]) {
    expect(visibleState(page.offline)).toMatchObject([
      { items: [{ name: 'Milk', notes: 'cold', quantityToPurchase: 3 }] },
    ])
  }
})

test('killed as soon as what comes back is on the disk: it is there once, and nothing offers it again', async () => {
  await using server = await startTestServer()
  const { phone } = await twoDevicesWithRefusal(server)
  const offline = asScreensHaveIt(phone.page.offline)
  void rescue(offline, [refusedOn(offline)])
  while (phone.disk.entries.size === 0) await new Promise(resolve => setImmediate(resolve))
  phone.kill()
  const next = await phone.openPage()
  expect(next.offline.tray.get()).toEqual([])
  expect(visibleState(next.offline)).toMatchObject([{ items: [{ name: 'Oat milk' }] }])
})

test('brought back on a full device: the row goes once the server has it, so that nobody brings it back twice', async () => {
  await using server = await startTestServer()
  const { phone, list } = await twoDevicesWithRefusal(server)
  const { offline } = phone.page
  phone.disk.failOutbox = noRoom
  const rescued = rescue(offline, [refusedOn(offline)])
  await phone.rest()
  expect(offline.tray.get()).toHaveLength(1)
  await connect(phone)
  await rescued
  expect(offline.tray.get()).toEqual([])
  expect(visibleState(offline)).toMatchObject([{ items: [{ name: 'Oat milk' }] }])
  phone.disk.failOutbox = undefined
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
  await offline.perform(createItem, eggs).durable
  await phone.rest()
  expect([phone.disk.entries.size, phone.disk.tray.size]).toEqual([0, 0])
})

test('an edit of what somebody deleted, and then its list: kept on a new list with the others', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list, milk } = await twoDevices(server)
  await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await laptop.page.offline.perform(deleteItem, { id: milk }).durable
  await laptop.rest()
  phone.setConnected(true)
  await phone.rest()
  phone.setConnected(false)
  const { offline } = phone.page
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
  await offline.perform(createItem, eggs).durable
  await laptop.page.offline.perform(deleteShoppingList, { id: list }).durable
  await laptop.rest()
  phone.setConnected(true)
  await phone.rest()
  const rows = trayRows(offline.cache, offline.tray.get())
  expect(rows.map(row => row.length)).toEqual([2])
  await rescue(offline, rows[0] ?? [])
  expect(visibleState(offline)).toMatchObject([
    { name: 'Weekly', items: [{ name: 'Oat milk' }, { name: 'Eggs' }] },
  ])
})

test('what comes back keeps its tags: the list’s own, or made again where it is gone', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list, milk } = await twoDevices(server)
  phone.setConnected(true)
  phone.page.offline.perform(updateItem, {
    id: milk,
    itemTags: [
      { name: 'Cold', color: '#123456' },
      { name: 'Dairy', color: '#abcdef' },
    ],
  })
  await phone.rest()
  await laptop.page.offline.refresh()
  phone.setConnected(false)
  await phone.page.offline.perform(updateItem, { id: milk, notes: null }).durable
  const tags = tagsOf(laptop.page.offline, 0)
  expect(tags.map(tag => tag.name)).toEqual(['Cold', 'Dairy'])
  await laptop.page.offline.perform(deleteItem, { id: milk }).durable
  const [, dairy] = tags
  await laptop.page.offline.perform(updateShoppingList, {
    id: list,
    itemTags: dairy ? [dairy] : [],
  }).durable
  await laptop.rest()
  await connect(phone)
  const { offline } = phone.page
  const entry = refusedOn(offline)
  await rescue(offline, [entry])
  await phone.rest()
  await laptop.page.offline.refresh()
  expect(tagsOf(laptop.page.offline, 0)).toMatchObject([
    { name: 'Cold', color: '#123456' },
    { id: dairy?.id, name: 'Dairy', color: '#abcdef' },
  ])
  expect(visibleState(laptop.page.offline)).toMatchObject([{ items: [{ notes: null }] }])
})

test('many items for a list that was deleted: kept with their tags, by one edit', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list } = await twoDevices(server)
  const itemTags = [{ name: 'Fresh', color: '#123456' }]
  const items = ['Eggs', 'Figs'].map(name => ({ id: newId(), name, itemTags }))
  await phone.page.offline.perform(createItems, { shoppingListId: list, items }).durable
  await laptop.page.offline.perform(deleteShoppingList, { id: list }).durable
  await laptop.rest()
  await connect(phone)
  phone.setConnected(false)
  const { offline } = phone.page
  const entry = refusedOn(offline)
  await rescue(offline, [entry])
  expect(offline.waiting.get().map(({ name }) => name)).toEqual(['createShoppingList'])
  const shown = tagsOf(offline, 0)
  await connect(phone)
  expect(offline.tray.get()).toEqual([])
  expect(visibleState(offline)).toMatchObject([
    {
      name: 'Weekly',
      itemTags,
      items: [
        { name: 'Eggs', itemTags },
        { name: 'Figs', itemTags },
      ],
    },
  ])
  expect(tagsOf(offline, 0)).toEqual(shown)
})

test('an item for a list that was deleted: kept on a new list', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list } = await twoDevices(server)
  const item = { id: newId(), shoppingListId: list, name: 'Eggs' }
  await phone.page.offline.perform(createItem, item).durable
  await laptop.page.offline.perform(deleteShoppingList, { id: list }).durable
  await laptop.rest()
  await connect(phone)
  const { offline } = phone.page
  const entry = refusedOn(offline)
  expect(rescueOf(offline.cache, entry)).toMatchObject({ kind: 'keep-as-new-list' })
  await rescue(offline, [entry])
  await phone.rest()
  expect(offline.tray.get()).toEqual([])
  expect(visibleState(offline)).toMatchObject([{ name: 'Weekly', items: [{ name: 'Eggs' }] }])
})

test('a list of which the server has no trace any more: what waited for it is kept on a new list', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list, milk } = await twoDevices(server)
  const { offline } = phone.page
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
  await offline.perform(createItem, eggs).durable
  await offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await laptop.page.offline.perform(deleteShoppingList, { id: list }).durable
  await laptop.rest()
  // As after three months, or where a backup from before it was made was restored.
  await forgetList(server.db, list)
  await connect(phone)
  const rows = trayRows(offline.cache, offline.tray.get())
  expect(rows.map(row => row.length)).toEqual([2])
  await rescue(offline, rows[0] ?? [])
  await phone.rest()
  expect(offline.tray.get()).toEqual([])
  expect(visibleState(offline)).toMatchObject([
    { name: 'Weekly', items: [{ name: 'Eggs' }, { name: 'Oat milk', notes: 'cold' }] },
  ])
})

test('several edits of a list that was deleted: one new list of its name with all of them', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list, milk } = await twoDevices(server)
  for (const name of ['Eggs', 'Figs', 'Ginger']) {
    await phone.page.offline.perform(createItem, { id: newId(), shoppingListId: list, name })
      .durable
  }
  await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await phone.page.offline.perform(updateItem, { id: milk, notes: 'two' }).durable
  await laptop.page.offline.perform(deleteShoppingList, { id: list }).durable
  await laptop.rest()
  await connect(phone)
  phone.setConnected(false)
  const { offline } = phone.page
  const rows = trayRows(offline.cache, offline.tray.get())
  expect(rows).toHaveLength(1)
  await rescue(offline, rows[0] ?? [])
  expect(offline.tray.get()).toEqual([])
  expect(offline.waiting.get().map(({ name }) => name)).toEqual(['createShoppingList'])
  await connect(phone)
  expect(visibleState(offline)).toMatchObject([
    {
      name: 'Weekly',
      items: [
        { name: 'Eggs' },
        { name: 'Figs' },
        { name: 'Ginger' },
        { name: 'Oat milk', notes: 'two' },
      ],
    },
  ])
})

test('a list that was deleted while it was renamed: kept as a new list of that name, with what was on it', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list } = await twoDevices(server)
  const { offline } = phone.page
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs', itemTags: [{ name: 'Dairy' }] }
  await offline.perform(createItem, eggs).durable
  await offline.perform(updateShoppingList, { id: list, notes: 'On Friday' }).durable
  await offline.perform(renameShoppingList, { id: list, name: 'Party' }).durable
  await offline.perform(updateItem, { id: eggs.id, quantityToPurchase: 6 }).durable
  const { next, rows } = await reopenWithoutTheList({ phone, laptop, list })
  expect(rows).toHaveLength(1)
  const listId = await rescue(next.offline, rows[0] ?? [])
  expect(next.offline.tray.get()).toEqual([])
  const kept = {
    id: listId,
    name: 'Party',
    notes: 'On Friday',
    items: [
      { name: 'Eggs', itemTags: [{ name: 'Dairy' }], quantityToPurchase: 6 },
      { name: 'Milk', notes: 'cold' },
    ],
  }
  expect(visibleState(next.offline)).toMatchObject([kept])
  await connect(phone)
  await laptop.page.offline.refresh()
  expect(visibleState(laptop.page.offline)).toMatchObject([kept])
})

test('what was changed on a list before it was renamed is kept with it, too', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list, milk } = await twoDevices(server)
  const { offline } = phone.page
  await offline.perform(updateItem, { id: milk, name: 'Oat milk', quantityToPurchase: 5 }).durable
  await offline.perform(tickItem, { id: milk, purchased: true }).durable
  await offline.perform(renameShoppingList, { id: list, name: 'Party' }).durable
  const { next, rows } = await reopenWithoutTheList({ phone, laptop, list })
  expect(rows).toHaveLength(1)
  await rescue(next.offline, rows[0] ?? [])
  const wanted = { name: 'Oat milk', quantityToPurchase: 5, purchased: true, notes: 'cold' }
  expect(visibleState(next.offline)).toMatchObject([{ name: 'Party', items: [wanted] }])
})

test('several changes of an item that was deleted: it comes back once, with all of them', async () => {
  await using server = await startTestServer()
  const { phone, laptop, milk, eggs } = await twoDevicesWithEggs(server)
  const { offline } = phone.page
  await offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await offline.perform(updateItem, { id: milk, quantityToPurchase: 2 }).durable
  await offline.perform(updateItem, { id: eggs, quantityToPurchase: 6 }).durable
  await offline.perform(tickItem, { id: milk, purchased: true }).durable
  for (const id of [milk, eggs]) await laptop.page.offline.perform(deleteItem, { id }).durable
  await laptop.rest()
  await connect(phone)
  phone.setConnected(false)
  const [ofMilk = [], ofEggs = [], ...others] = trayRows(offline.cache, offline.tray.get())
  expect(others).toEqual([])
  expect([ofMilk.length, ofEggs.length]).toEqual([3, 1])
  await rescue(offline, ofMilk)
  const wanted = { name: 'Oat milk', quantityToPurchase: 2, purchased: true, notes: 'cold' }
  expect(visibleState(offline)).toMatchObject([{ items: [wanted] }])
  expect(offline.tray.get()).toHaveLength(1)
})

test('what was changed before the item showed its old self again comes back, too', async () => {
  await using server = await startTestServer()
  const { offline } = (await twoDevicesWithRefusal(server)).phone.page
  const first = refusedOn(offline)
  const [entry] = first.entries
  if (!entry) throw new Error('An edit is needed.')
  const again = { ...entry, variables: { id: entry.variables.id, notes: '2 l' } }
  const wanted = rescueOfRow(offline.cache, [first, { ...first, id: 'later', entries: [again] }])
  expect(wanted?.items).toMatchObject([{ name: 'Oat milk', notes: '2 l' }])
})

test('notes that were cleared with another change do not come back with the list', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list } = await twoDevices(server)
  phone.setConnected(true)
  const { offline } = phone.page
  await offline.perform(updateShoppingList, { id: list, notes: 'On Friday' }).durable
  await phone.rest()
  phone.setConnected(false)
  await offline.perform(updateShoppingList, { id: list, notes: null, listType: 'STOCK' }).durable
  const { next, rows } = await reopenWithoutTheList({ phone, laptop, list })
  await rescue(next.offline, rows[0] ?? [])
  expect(visibleState(next.offline)).toMatchObject([
    { name: 'Weekly', notes: null, listType: 'STOCK' },
  ])
})

test('tried again it keeps the name of what is gone', async () => {
  await using server = await startTestServer()
  const { phone, laptop, milk } = await twoDevices(server)
  const { offline } = phone.page
  await offline.perform(moveItem, { id: milk, afterItemId: null }).durable
  await laptop.page.offline.perform(deleteItem, { id: milk }).durable
  await laptop.rest()
  await connect(phone)
  const said = () => refusedOn(offline).entries.map(entry => entrySentence(offline.cache, entry))
  const before = said()
  expect(before).toEqual([expect.stringContaining('Milk')])
  await offline.tryAgain(refusedOn(offline).id)
  await phone.rest()
  expect(said()).toEqual(before)
})

test('a change of several items that were deleted joins what was changed of each', async () => {
  await using server = await startTestServer()
  const { phone, laptop, milk, eggs } = await twoDevicesWithEggs(server)
  const { offline } = phone.page
  await offline.perform(updateItem, { id: eggs, quantityToPurchase: 6 }).durable
  await offline.perform(updateItem, { id: milk, quantityToPurchase: 2 }).durable
  const both = [milk, eggs].map(id => ({ id, notes: 'Saturday' }))
  await offline.perform(updateItems, { items: both }).durable
  for (const id of [milk, eggs]) await laptop.page.offline.perform(deleteItem, { id }).durable
  await laptop.rest()
  await connect(phone)
  const rows = trayRows(offline.cache, offline.tray.get())
  expect(rows).toEqual([offline.tray.get()])
  await rescue(offline, rows[0] ?? [])
  await connect(phone)
  expect(visibleState(offline)).toMatchObject([
    {
      items: [
        { name: 'Eggs', quantityToPurchase: 6, notes: 'Saturday' },
        { name: 'Milk', quantityToPurchase: 2, notes: 'Saturday' },
      ],
    },
  ])
})

test.each<[string, object]>([
  ['it was made a favourite', { favourite: true }],
  ['its notes were cleared', { notes: null }],
])('a list that was deleted while %s: nothing of it is worth a new one', async (_, change) => {
  await using server = await startTestServer()
  const devices = await twoDevices(server)
  const { phone, list } = devices
  await phone.page.offline.perform(updateShoppingList, { id: list, ...change }).durable
  const { next } = await reopenWithoutTheList(devices)
  expect(rescueOf(next.offline.cache, refusedOn(next.offline))).toBeUndefined()
  for (const device of [phone, devices.laptop]) device.kill()
})

test('a list that was deleted while it was copied: kept as the copy, with what was on it and what was done to it', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list, milk } = await twoDevices(server)
  const { offline } = phone.page
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs', itemTags: [{ name: 'Dairy' }] }
  await offline.perform(createItem, eggs).durable
  const copy = newId()
  await offline.perform(copyShoppingList, { id: list, name: 'Party', newId: copy }).durable
  await offline.perform(updateItem, { id: derivedId(copy, milk), quantityToPurchase: 6 }).durable
  await offline.perform(createItem, { id: newId(), shoppingListId: copy, name: 'Figs' }).durable
  const { next, rows } = await reopenWithoutTheList({ phone, laptop, list })
  for (const row of rows) await rescue(next.offline, row)
  expect(next.offline.tray.get()).toEqual([])
  await connect(phone)
  await laptop.page.offline.refresh()
  expect(visibleState(laptop.page.offline)).toMatchObject([
    { name: 'Weekly', items: [{ name: 'Eggs' }] },
    {
      name: 'Party',
      items: [
        { name: 'Milk', notes: 'cold', quantityToPurchase: 6 },
        { name: 'Eggs', itemTags: [{ name: 'Dairy' }] },
        { name: 'Figs' },
      ],
    },
  ])
})

test('what was deleted on a copy that waited does not come back with it', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list, milk } = await twoDevices(server)
  const { offline } = phone.page
  const [eggs, figs, ginger] = [newId(), newId(), newId()]
  const items = Object.entries({ Eggs: eggs, Figs: figs, Ginger: ginger })
  for (const [name, id] of items) {
    await offline.perform(createItem, { id, shoppingListId: list, name }).durable
  }
  const copy = newId()
  await offline.perform(copyShoppingList, { id: list, name: 'Party', newId: copy }).durable
  await offline.perform(deleteItem, { id: derivedId(copy, milk) }).durable
  const ids = [eggs, figs].map(id => derivedId(copy, id))
  await offline.perform(deleteItems, { ids }).durable
  const { next, rows } = await reopenWithoutTheList({ phone, laptop, list })
  for (const row of rows) await rescue(next.offline, row)
  await connect(phone)
  expect(next.offline.tray.get()).toEqual([])
  expect(visibleState(next.offline)).toMatchObject([
    { name: 'Weekly', items: [{ name: 'Eggs' }, { name: 'Figs' }, { name: 'Ginger' }] },
    { name: 'Party', items: [{ name: 'Ginger' }] },
  ])
})

test.each(['before', 'after'])(
  'what was deleted %s its list got a new name does not come back with it',
  async when => {
    await using server = await startTestServer()
    const { phone, laptop, list, milk } = await twoDevices(server)
    const { offline } = phone.page
    phone.setConnected(true)
    const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
    await offline.perform(createItem, eggs).durable
    await phone.rest()
    phone.setConnected(false)
    const deletion = () => offline.perform(deleteItem, { id: milk }).durable
    if (when === 'before') await deletion()
    await offline.perform(renameShoppingList, { id: list, name: 'Party' }).durable
    if (when === 'after') await deletion()
    const { next, rows } = await reopenWithoutTheList({ phone, laptop, list })
    for (const row of rows) await rescue(next.offline, row)
    await connect(phone)
    expect(visibleState(next.offline)).toMatchObject([{ name: 'Party', items: [{ name: 'Eggs' }] }])
  },
)

test('a list that was renamed and is there still: what is on it does not lie in the tray', async () => {
  await using server = await startTestServer()
  const { phone, list } = await twoDevices(server)
  const { offline } = phone.page
  await offline.perform(renameShoppingList, { id: list, name: ' ' }).durable
  expect([...phone.disk.entries.values()]).toMatchObject([{ seen: { items: [{ name: 'Milk' }] } }])
  await connect(phone)
  const [refused] = offline.tray.get()
  expect(refused).toMatchObject({ refusal: { code: 'BAD_INPUT' } })
  expect(refused?.entries[0]?.seen).toEqual({
    __typename: 'ShoppingList',
    id: list,
    name: 'Weekly',
    listType: 'SIMPLE',
    notes: null,
  })
})

test('of a batch, what somebody deleted alone: tried again or brought back, the others left in peace', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list, milk } = await twoDevices(server)
  phone.setConnected(true)
  const eggs = newId()
  await phone.page.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
    .durable
  await phone.rest()
  await laptop.page.offline.refresh()
  phone.setConnected(false)
  const items = [milk, eggs].map(id => ({ id, purchased: true }))
  await phone.page.offline.perform(updateItems, { items }).durable
  await laptop.page.offline.perform(deleteItem, { id: milk }).durable
  await laptop.rest()
  await connect(phone)
  await laptop.page.offline.refresh()
  await laptop.page.offline.perform(tickItem, { id: eggs, purchased: false }).durable
  await laptop.rest()
  const { offline } = phone.page
  expect(offline.tray.get()).toMatchObject([
    { entries: [{ variables: { items: [{ id: milk }] } }] },
  ])
  expect(offline.tray.get().map(one => entrySentence(offline.cache, one))).toEqual(['Tick 1 item'])
  await offline.tryAgain(offline.tray.get()[0]?.id ?? '')
  await phone.rest()
  await laptop.page.offline.refresh()
  const untouched = { name: 'Eggs', purchased: false }
  expect(visibleState(laptop.page.offline)).toMatchObject([{ items: [untouched] }])
  await rescue(offline, offline.tray.get())
  await phone.rest()
  await laptop.page.offline.refresh()
  expect(offline.tray.get()).toEqual([])
  expect(visibleState(laptop.page.offline)).toMatchObject([
    { items: [untouched, { name: 'Milk', notes: 'cold', purchased: true }] },
  ])
})

async function forgetList({ query }: TestServer['db'], list: string): Promise<void> {
  await query.deleteFrom('item_gone').where('list_id', '=', list).execute()
  await query.deleteFrom('membership').where('list_id', '=', list).execute()
  await query.deleteFrom('shopping_list').where('id', '=', list).execute()
}

interface Tag {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** The tags of the first item of a list. */
function tagsOf(offline: Offline, at: number): readonly Tag[] {
  const tags: readonly Tag[] = Object(visibleState(offline))[at].items[0].itemTags
  return tags.map(({ id, name, color }) => ({ id, name, color }))
}
