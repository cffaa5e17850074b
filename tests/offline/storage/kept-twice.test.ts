/** The second copy of what waits: a browser may delete its whole database after a kill (docs/decisions/035). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { createMemoryOutboxStore } from '../../../src/offline/storage/memory-outbox-store.ts'
import type { OutboxChanges } from '../../../src/offline/storage/outbox-store.ts'
import { createSecondCopy } from '../../../src/offline/storage/second-copy.ts'
import type { TestServer } from '../../support/server/server.ts'
import { type Device, visibleState } from '../../support/simulation/device.ts'
import type { Effects } from '../../support/simulation/effects.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'
import { createSimClock } from '../../support/simulation/sim-clock.ts'
import { createSimDisk } from '../../support/simulation/sim-disk.ts'

let server: TestServer
let effects: Effects
let phone: Device
let list: string
let milk: string

beforeEach(async () => {
  const disk = createSimDisk({ keepsTwice: true })
  ;({ server, effects, phone, list, milk } = await openPhoneWithMilk({
    disk,
    quietMs: 10_000,
  }))
})

afterEach(async () => {
  phone.kill()
  await server.close()
})

const copied = () => [...phone.disk.copy.entries.keys()]
const tickMilk = (purchased = true) => phone.page.offline.perform(tickItem, { id: milk, purchased })

async function loseDatabase(): Promise<void> {
  phone.kill()
  phone.disk.loseDatabase()
  await phone.openPage()
}

async function refuseRename(): Promise<void> {
  phone.setConnected(false)
  await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await server.db.query.deleteFrom('item').where('id', '=', milk).execute()
  phone.setConnected(true)
  await phone.rest(5_000)
  expect(phone.page.offline.tray.get()).toHaveLength(1)
}

describe('the browser deletes its database', () => {
  test('what waits is there without a network, says so, and is done once', async () => {
    phone.setConnected(false)
    await tickMilk().durable
    const other = newId()
    await phone.page.offline.perform(createShoppingList, { id: other, name: 'Trip' }).durable
    await phone.page.offline.perform(createItem, {
      id: newId(),
      shoppingListId: other,
      name: 'Rope',
    }).durable
    await phone.rest(300)
    await loseDatabase()
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 3, lost: 'fetched' })
    expect(visibleState(phone.page.offline)).toMatchObject([{ items: [{ name: 'Rope' }] }])
    await loseDatabase()
    expect(phone.page.offline.sync.get().waiting).toBe(3)

    phone.setConnected(true)
    await phone.rest(10_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(visibleState(phone.page.offline)).toMatchObject([
      { items: [{ name: 'Milk', purchased: true }] },
      { items: [{ name: 'Rope' }] },
    ])
    expect(effects.all.filter(({ done }) => done)).toHaveLength(5)
    expect(copied()).toEqual([])
  })

  test('what the server refused is in the tray again, and what was discarded is not', async () => {
    await refuseRename()
    const [refused] = phone.page.offline.tray.get()
    expect(refused).toBeDefined()
    await loseDatabase()
    expect(phone.page.offline.tray.get()).toMatchObject([{ id: refused?.id }])
    await phone.page.offline.discard(refused?.id ?? '')
    await phone.rest(300)
    await loseDatabase()
    expect(phone.page.offline.tray.get()).toEqual([])
  })

  test('what was made and deleted before any of it left stays deleted', async () => {
    phone.setConnected(false)
    await tickMilk().durable
    await phone.rest(200)
    const rope = newId()
    await phone.page.offline.perform(createItem, { id: rope, shoppingListId: list, name: 'Rope' })
      .durable
    await phone.rest(200)
    expect(copied()).toHaveLength(2)
    await phone.page.offline.perform(deleteItem, { id: rope }).durable
    expect(phone.page.offline.sync.get().waiting).toBe(1)
    await phone.rest(300)
    await loseDatabase()
    expect(phone.page.offline.sync.get().waiting).toBe(1)
  })

  test('what the other tab had stored is there, too', async () => {
    const second = await phone.openPage()
    phone.setConnected(false)
    await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(300)
    await loseDatabase()
    expect(phone.page.offline.sync.get().waiting).toBe(1)
  })
})

describe('the copy cannot be read while the database is made anew', () => {
  /** Of pages that are opened from now on, until it is called. */
  function breakCopy(): () => void {
    const { open } = phone.disk
    let isBroken = true
    phone.disk.open = alive => ({
      ...open(alive),
      async openCopy() {
        const copy = await open(alive).openCopy?.()
        if (isBroken || !copy) throw new Error('Internal error opening backing store.')
        return copy
      },
    })
    return () => {
      isBroken = false
    }
  }

  async function tickAndLose() {
    phone.setConnected(false)
    await tickMilk().durable
    await phone.rest(300)
    const mend = breakCopy()
    await loseDatabase()
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 0, lost: 'all' })
    return mend
  }

  test('what waits there is taken in as soon as it can be, and done once', async () => {
    const mend = await tickAndLose()
    mend()
    await phone.rest(6_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 1, lost: 'fetched' })
    expect(copied()).toEqual([...phone.disk.entries.keys()])
    phone.setConnected(true)
    await phone.rest(10_000)
    expect(visibleState(phone.page.offline)).toMatchObject([{ items: [{ purchased: true }] }])
    expect(effects.all.filter(({ done }) => done)).toHaveLength(3)
    expect(copied()).toEqual([])
  })

  test('in the same page also where it fails for longer, and beside what is done meanwhile', async () => {
    const mend = await tickAndLose()
    const second = await phone.openPage()
    const rope = newId()
    await phone.page.offline.perform(createShoppingList, { id: rope, name: 'Rope' }).durable
    await phone.rest(20_000)
    expect(copied()).toHaveLength(1)
    mend()
    await phone.rest(60_000)
    for (const { offline } of [phone.page, second]) expect(offline.sync.get().waiting).toBe(2)
    expect(copied()).toHaveLength(2)
    expect(phone.page.offline.sync.get()).toMatchObject({ lost: 'fetched', storage: 'durable' })
  })

  test('also where it does not answer while the page begins', async () => {
    phone.setConnected(false)
    await tickMilk().durable
    await phone.rest(300)
    phone.kill()
    phone.disk.loseDatabase()
    const { open } = phone.disk
    phone.disk.open = alive => ({ ...open(alive), openCopy: () => new Promise(() => {}) })
    const opening = phone.openPage()
    phone.disk.open = open
    await new Promise(resolve => setImmediate(resolve))
    phone.clock.advance(4_000)
    await opening
    expect(phone.page.offline.sync.get()).toMatchObject({ storage: 'memory-only' })
    await phone.rest(60_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ storage: 'durable', lost: 'all' })
    expect(copied()).toHaveLength(1)
    phone.kill()
    await phone.openPage()
    await phone.rest(6_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 1, lost: 'fetched' })
  })

  test('the next page takes it in where this one could not, and a tray as well', async () => {
    await refuseRename()
    const mend = await tickAndLose()
    await phone.rest(60_000)
    mend()
    expect(phone.page.offline.tray.get()).toEqual([])
    phone.kill()
    await phone.openPage()
    await phone.rest(6_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 1, lost: 'fetched' })
    expect(phone.page.offline.tray.get()).toHaveLength(1)
    expect(copied()).toHaveLength(1)
    phone.kill()
    await phone.openPage()
    await phone.rest(6_000)
    expect(phone.page.offline.sync.get()).toMatchObject({ waiting: 1, lost: undefined })
  })

  test('what this page has sent meanwhile does not come back', async () => {
    const mend = await tickAndLose()
    const other = phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' })
    await other.durable
    const stored = phone.disk.entries.get(other.id)
    expect(stored).toBeDefined()
    phone.setConnected(true)
    await phone.rest(10_000)
    if (stored) phone.disk.copy.entries.set(other.id, stored)
    const sent = effects.all.length
    phone.setConnected(false)
    mend()
    await phone.rest(100_000)
    expect(phone.page.offline.waiting.get().map(({ id }) => id)).not.toContain(other.id)
    expect(copied()).toEqual([...phone.disk.entries.keys()])
    expect(phone.page.offline.sync.get().waiting).toBe(1)
    phone.setConnected(true)
    await phone.rest(10_000)
    expect(effects.all.slice(sent).filter(({ done }) => done)).toHaveLength(1)
  })

  test('nor does what was done before go out behind what this page did meanwhile', async () => {
    const mend = await tickAndLose()
    phone.setConnected(true)
    await tickMilk(false).durable
    await phone.rest(1_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    mend()
    await phone.rest(100_000)
    expect(visibleState(phone.page.offline)).toMatchObject([{ items: [{ purchased: false }] }])
    expect(phone.page.offline.tray.get()).toMatchObject([
      { entries: [{ variables: { id: milk, purchased: true } }] },
    ])
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    for (const kept of [phone.disk, phone.disk.copy]) {
      expect([kept.entries.size, kept.tray.size]).toEqual([0, 1])
    }
  })

  test('nor does what was discarded meanwhile', async () => {
    const mend = await tickAndLose()
    await refuseRename()
    const [refused] = phone.disk.tray.values()
    await phone.page.offline.discard(refused?.id ?? '')
    if (refused) phone.disk.copy.tray.set(refused.id, refused)
    mend()
    await phone.rest(100_000)
    phone.kill()
    await phone.openPage()
    expect(phone.page.offline.tray.get().map(({ id }) => id)).not.toContain(refused?.id)
  })
})

test('said to wait once both have it', async () => {
  phone.setConnected(false)
  const { offline } = phone.page
  const row = `Item:${milk}`
  const said: unknown[] = []
  offline.onMarked(() => said.push([offline.mark(row), copied().length]))
  await tickMilk().durable
  expect(phone.disk.entries.size).toBe(1)
  expect(offline.sync.get()).toMatchObject({ waiting: 1, saving: 1 })
  await phone.rest(300)
  expect(said).toEqual([
    ['saving', 0],
    ['waiting', 1],
  ])
  expect(offline.sync.get()).toMatchObject({ waiting: 1, saving: 0 })
})

test('what the server answers at once is never written twice', async () => {
  let written = 0
  const { set } = phone.disk.copy.entries
  phone.disk.copy.entries.set = (id, record) => {
    written++
    return set.call(phone.disk.copy.entries, id, record)
  }
  /** Its answer takes so long. */
  async function tickFor(ms: number, purchased: boolean) {
    phone.page.network.faults.push('late')
    await tickMilk(purchased).durable
    await phone.rest(ms)
    expect(phone.page.offline.sync.get().waiting).toBe(1)
    phone.page.network.releaseLate()
    await phone.rest(2_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
  }
  for (const purchased of [true, false, true]) await tickFor(140, purchased)
  expect(written).toBe(0)
  await tickFor(160, false)
  expect(written).toBe(1)
})

test('what was copied goes with its answer, whichever tab did it', async () => {
  const second = await phone.openPage()
  phone.setConnected(false)
  await tickMilk().durable
  await second.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await phone.rest(300)
  expect(copied()).toHaveLength(2)
  phone.setConnected(true)
  await phone.rest(5_000)
  expect(phone.page.offline.sync.get().waiting).toBe(0)
  expect(copied()).toEqual([])
})

test('a little after the start both are equal, whatever an earlier page left', async () => {
  phone.setConnected(false)
  await tickMilk().durable
  await phone.rest(300)
  const [entry] = phone.disk.copy.entries.values()
  phone.kill()
  phone.disk.copy.entries.clear()
  phone.disk.copy.entries.set('stale', { ...entry, id: 'stale' })
  await phone.openPage()
  await phone.rest(6_000)
  expect(copied()).toEqual([entry?.id])
})

test('what the page before had in one place alone is in both at once', async () => {
  phone.setConnected(false)
  await tickMilk().durable
  phone.kill()
  expect(copied()).toEqual([])
  await phone.openPage()
  await phone.rest(100)
  await loseDatabase()
  expect(phone.page.offline.sync.get().waiting).toBe(1)
})

test('what was refused before there was a second place is brought there, too', async () => {
  await refuseRename()
  const refused = [...phone.disk.tray.keys()]
  phone.kill()
  phone.disk.copy.tray.clear()
  await phone.openPage()
  await phone.rest(6_000)
  expect([...phone.disk.copy.tray.keys()]).toEqual(refused)
})

test('where the database does not open the copy stays as it is', async () => {
  phone.setConnected(false)
  await tickMilk().durable
  await phone.rest(300)
  phone.kill()
  const { open } = phone.disk
  phone.disk.open = alive => ({
    ...open(alive),
    openOutbox: () => Promise.reject(new Error('It does not open.')),
  })
  await phone.openPage()
  await phone.rest(10_000)
  expect(copied()).toHaveLength(1)
})

test('an outbox that opened late is copied, too', async () => {
  await refuseRename()
  phone.kill()
  phone.disk.copy.tray.clear()
  const { open } = phone.disk
  const opened = Promise.withResolvers<void>()
  phone.disk.open = alive => ({
    ...open(alive),
    async openOutbox(onLost, copies) {
      await opened.promise
      return open(alive).openOutbox(onLost, copies)
    },
  })
  const opening = phone.openPage()
  await new Promise(resolve => setImmediate(resolve))
  phone.clock.advance(5_000)
  await opening
  await phone.rest(6_000)
  opened.resolve()
  await phone.rest(1_000)
  expect(phone.disk.copy.tray.size).toBe(1)
})

test('a page that goes leaves nothing in one place alone, though another leads', async () => {
  const second = await phone.openPage()
  phone.setConnected(false)
  await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
  second.visible.set(false)
  await phone.rest(10)
  expect(copied()).toHaveLength(1)
})

test('a tab that comes to lead copies nothing that was answered long ago', async () => {
  const second = await phone.openPage()
  await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest(5_000)
  phone.pages[0]?.kill()
  const { set } = phone.disk.copy.entries
  phone.disk.copy.entries.set = id => {
    throw new Error(`${id} was answered.`)
  }
  await phone.rest(20_000)
  phone.disk.copy.entries.set = set
  expect(phone.troubles).toEqual([])
})

test('a page that dies while it takes what waited from the copy costs nothing', async () => {
  phone.setConnected(false)
  await tickMilk().durable
  await phone.rest(300)
  phone.kill()
  phone.disk.loseDatabase()
  const { open } = phone.disk
  phone.disk.open = alive => ({
    ...open(alive),
    openCopy: () => new Promise(() => {}),
  })
  void phone.openPage()
  await new Promise(resolve => setImmediate(resolve))
  phone.kill()
  phone.disk.open = open
  await phone.openPage()
  await phone.rest(6_000)
  expect(phone.page.offline.sync.get().waiting).toBe(1)
  expect(copied()).toHaveLength(1)
})

test('a place that failed once is tried again, and gets what it missed', async () => {
  phone.kill()
  const { open } = phone.disk
  let isBroken = true
  phone.disk.open = alive => ({
    ...open(alive),
    async openCopy() {
      const copy = await open(alive).openCopy?.()
      if (isBroken || !copy) throw new Error('No such place.')
      return copy
    },
  })
  await phone.openPage()
  await phone.rest(6_000)
  await refuseRename()
  isBroken = false
  await phone.rest(40_000)
  expect(phone.disk.copy.tray.size).toBe(0)
  phone.setConnected(false)
  await phone.page.offline.perform(createItem, { id: newId(), shoppingListId: list, name: 'Rope' })
    .durable
  await phone.rest(1_000)
  expect(copied()).toHaveLength(1)
  expect(phone.disk.copy.tray.size).toBe(1)
})

test('a place that failed while it was open is opened again', async () => {
  phone.kill()
  const { open } = phone.disk
  let isBroken = false
  phone.disk.open = alive => ({
    ...open(alive),
    async openCopy() {
      const copy = (await open(alive).openCopy?.()) ?? createMemoryOutboxStore()
      async function write(changes: OutboxChanges) {
        if (isBroken) throw new Error('The connection was lost.')
        await copy.write(changes)
      }
      return { ...copy, write }
    },
  })
  await phone.openPage()
  await phone.rest(6_000)
  phone.setConnected(false)
  isBroken = true
  await tickMilk().durable
  await phone.rest(1_000)
  isBroken = false
  await phone.rest(40_000)
  await phone.page.offline.perform(createItem, { id: newId(), shoppingListId: list, name: 'Rope' })
    .durable
  await phone.rest(1_000)
  expect(copied()).toEqual([...phone.disk.entries.keys()])
})

test('a place that takes nothing costs nobody anything', async () => {
  phone.kill()
  phone.troubles.length = 0
  const { open } = phone.disk
  phone.disk.open = alive => ({
    ...open(alive),
    openCopy: () => Promise.reject(new Error('No such place.')),
  })
  await phone.openPage()
  phone.setConnected(false)
  await tickMilk().durable
  await phone.rest(300)
  expect(phone.page.offline.mark(`Item:${milk}`)).toBe('waiting')
  expect(phone.page.offline.sync.get()).toMatchObject({ saving: 0, storage: 'durable' })
  await tickMilk(false).durable
  expect(phone.page.offline.sync.get().saving).toBe(0)
  expect(phone.troubles).toEqual([new Error('No such place.')])
})

test('nothing of it is left or comes back once the account was left', async () => {
  phone.setConnected(false)
  await tickMilk().durable
  await phone.rest(300)
  expect(copied()).toHaveLength(1)
  await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await phone.page.offline.wipe()
  await phone.rest(10_000)
  expect(copied()).toEqual([])
})

test('what went while it was being copied goes with the next write', async () => {
  const clock = createSimClock()
  const store = createMemoryOutboxStore()
  const slow = Promise.withResolvers<void>()
  const open = async () => ({
    ...store,
    async write(changes: OutboxChanges) {
      await store.write(changes)
      await slow.promise
    },
  })
  const copy = createSecondCopy({
    clock,
    open,
    load: () => undefined,
    takeIn: async () => {},
    waits: () => true,
    isOwn: () => true,
    isRefused: () => true,
    leads: () => true,
    onTrouble: () => {},
  })
  copy.note({ put: [{ id: 'a' }, { id: 'b' }] })
  clock.advance(200)
  await expect.poll(store.load).toMatchObject({ entries: [{ id: 'a' }, { id: 'b' }] })
  copy.note({ remove: ['a'] })
  slow.resolve()
  await new Promise(resolve => setImmediate(resolve))
  clock.advance(200)
  await expect.poll(store.load).toMatchObject({ entries: [{ id: 'b' }] })
})

test('what another tab may have copied leaves nothing there, though the one that leads stored it once more', async () => {
  const clock = createSimClock()
  const store = createMemoryOutboxStore()
  const partsOf = (isOwn: boolean) => ({
    clock,
    open: async () => store,
    load: () => undefined,
    takeIn: async () => {},
    waits: () => true,
    isOwn: () => isOwn,
    isRefused: () => true,
    leads: () => !isOwn,
    onTrouble: () => {},
  })
  const follows = createSecondCopy(partsOf(true))
  const leads = createSecondCopy(partsOf(false))
  follows.note({ put: [{ id: 'a' }], putTray: [{ id: 'b' }] })
  clock.advance(200)
  await expect.poll(store.load).toMatchObject({ entries: [{ id: 'a' }], tray: [{ id: 'b' }] })
  leads.note({ put: [{ id: 'a' }], putTray: [{ id: 'b' }] })
  leads.note({ remove: ['a'], removeTray: ['b'] })
  clock.advance(200)
  await expect.poll(store.load).toMatchObject({ entries: [], tray: [] })
})

test('a tab that was frozen while it made both equal writes nothing once another leads', async () => {
  const store = createMemoryOutboxStore()
  await store.write({ put: [{ id: 'of the next' }] })
  const thawed = Promise.withResolvers<void>()
  let leads = true
  const copy = createSecondCopy({
    clock: createSimClock(),
    open: async () => store,
    async load() {
      await thawed.promise
      return { entries: [{ id: 'answered since' }], tray: [{ id: 'discarded since' }] }
    },
    takeIn: async () => {},
    waits: () => true,
    isOwn: () => true,
    isRefused: () => true,
    leads: () => leads,
    onTrouble: () => {},
  })
  const aligned = copy.align()
  leads = false
  thawed.resolve()
  expect(await aligned).toBe(true)
  expect(await store.load()).toMatchObject({ entries: [{ id: 'of the next' }], tray: [] })
  // Where it still leads, the same makes both equal.
  leads = true
  expect(await copy.align()).toBe(true)
  expect(await store.load()).toMatchObject({
    entries: [{ id: 'answered since' }],
    tray: [{ id: 'discarded since' }],
  })
})
