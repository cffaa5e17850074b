/** An outbox that the browser opens late: the page starts with its memory, and the two become one. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  moveShoppingList,
  updateShoppingListsOrder,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { resetShoppingList } from '../../../src/cache/edits/whole-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import type { TestServer } from '../../support/server/server.ts'
import { type Device, type Page, visibleState } from '../../support/simulation/device.ts'
import type { Effects } from '../../support/simulation/effects.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'
import { noRoom } from '../../support/simulation/sim-disk.ts'

let server: TestServer
let effects: Effects
let phone: Device
let list: string
let milk: string

beforeEach(async () => {
  ;({ server, effects, phone, list, milk } = await openPhoneWithMilk())
  phone.setConnected(false)
})

afterEach(async () => {
  phone.kill()
  await server.close()
})

interface LatePage extends Page {
  /** The browser opens the outbox at last. */
  open(): Promise<void>
}

/** Adds an item to a list that is not there, which is refused; answers with what was wished. */
async function refuseOne({ offline }: Page) {
  phone.setConnected(true)
  const nowhere = { id: newId(), shoppingListId: newId(), name: 'Of no list' }
  await offline.perform(createItem, nowhere).durable
  await phone.rest()
  return nowhere
}

/** Pages opened by others than this one open their outbox in time. */
async function openLatePage(): Promise<LatePage> {
  const { open } = phone.disk
  const gate = Promise.withResolvers<void>()
  phone.disk.open = alive => ({
    ...open(alive),
    async openOutbox(onLost) {
      await gate.promise
      return open(alive).openOutbox(onLost)
    },
    async wipe() {
      // As IndexedDB does: what deletes a database waits for what opens it.
      await gate.promise
      await open(alive).wipe()
    },
  })
  const opening = phone.openPage()
  phone.disk.open = open
  await new Promise(resolve => setImmediate(resolve))
  phone.clock.advance(4_000)
  const page = await opening
  return {
    ...page,
    async open() {
      gate.resolve()
      await phone.rest()
    },
  }
}

const item = (offline: Offline) => offline.peek(`Item:${milk}`)
const storage = (offline: Offline) => offline.sync.get().storage

function lying(name: string): readonly unknown[] {
  return [...phone.disk.entries.values()].filter(one => 'name' in one && one.name === name)
}

test('edits of before and of meanwhile are both shown, both on the device, both sent', async () => {
  await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
  phone.kill()
  const page = await openLatePage()
  expect(storage(page.offline)).toBe('memory-only')
  expect(item(page.offline)).toMatchObject({ purchased: false })
  await page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  expect(lying('updateItem')).toEqual([])

  await page.open()
  expect(storage(page.offline)).toBe('durable')
  expect(item(page.offline)).toMatchObject({ name: 'Oat milk', purchased: true })
  expect(page.offline.waiting.get().map(entry => entry.name)).toEqual(['tickItem', 'updateItem'])
  await page.offline.perform(updateItem, { id: milk, notes: 'In glass' }).durable

  phone.kill()
  const next = await phone.openPage()
  const all = { name: 'Oat milk', purchased: true, notes: 'In glass' }
  expect(item(next.offline)).toMatchObject(all)
  phone.setConnected(true)
  await phone.rest()
  expect(next.offline.sync.get().waiting).toBe(0)
  expect(item(next.offline)).toMatchObject(all)
  expect(phone.disk.entries.size).toBe(0)
})

test('one that does not open at first is opened later', async () => {
  await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest(1_000)
  phone.kill()
  const { open } = phone.disk
  let isLost = true
  phone.disk.open = alive => ({
    ...open(alive),
    async openOutbox(onLost, copied) {
      if (isLost) throw new Error('The connection to the database was lost.')
      return open(alive).openOutbox(onLost, copied)
    },
  })
  const { offline } = await phone.openPage()
  await offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await phone.rest(60_000)
  expect(storage(offline)).toBe('memory-only')
  isLost = false
  await phone.rest(60_000)
  expect(storage(offline)).toBe('durable')
  expect(item(offline)).toMatchObject({ name: 'Oat milk', purchased: true })
  expect(offline.waiting.get().map(({ name }) => name)).toEqual(['tickItem', 'updateItem'])
  expect(lying('updateItem')).toHaveLength(1)
})

test('it counts as safe only once it is known what waits there', async () => {
  await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
  phone.kill()
  const page = await openLatePage()
  await page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  const safeWith = new Set<number>()
  page.offline.sync.subscribe(() => {
    const { storage, waiting } = page.offline.sync.get()
    if (storage === 'durable') safeWith.add(waiting)
  })
  await page.open()
  expect([...safeWith]).toEqual([2])
})

test('what was sent from memory meanwhile does not come back from the device', async () => {
  phone.kill()
  const page = await openLatePage()
  phone.setConnected(true)
  await page.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest()
  expect(effects.all.at(-1)).toMatchObject({ variables: { purchased: true } })
  const sent = effects.all.length
  await page.open()
  expect(phone.disk.entries.size).toBe(0)
  expect(effects.all).toHaveLength(sent)
  expect(page.offline.sync.get()).toMatchObject({ waiting: 0, storage: 'durable' })
})

test('what this page sent of another tab’s edits leaves the device too', async () => {
  phone.kill()
  const late = await openLatePage()
  const other = await phone.openPage()
  await phone.rest()
  await other.offline.perform(tickItem, { id: milk, purchased: true }).durable
  expect(lying('tickItem')).toHaveLength(1)
  phone.setConnected(true)
  await phone.rest()
  await late.open()
  expect(phone.disk.entries.size).toBe(0)
})

describe('what was done last on the device stays last', () => {
  const rename = ({ offline }: Page, name: string) =>
    offline.perform(updateItem, { id: milk, name }).durable

  /** Done on an earlier visit, without a network; the next page has one. */
  async function leave(work: (page: Page) => Promise<void>): Promise<void> {
    await work(phone.page)
    await phone.rest(1_000)
    phone.kill()
  }

  /** What the tray has, in this page and in the next. */
  async function refusedThere(): Promise<unknown[]> {
    const all: unknown[] = []
    for (const { offline } of [phone.page, await anew()]) {
      expect(offline.sync.get().waiting).toBe(0)
      all.push(offline.tray.get().map(({ entries }) => entries.map(one => one.variables)))
    }
    expect(phone.disk.entries.size).toBe(0)
    return all
  }

  async function anew(): Promise<Page> {
    phone.kill()
    return phone.openPage()
  }

  test('what is found behind it lies in the tray with its content, and says why', async () => {
    await leave(page => rename(page, 'Oat milk'))
    const page = await openLatePage()
    phone.setConnected(true)
    await rename(page, 'Soy milk')
    await phone.rest()
    await page.open()
    await phone.rest(60_000)
    expect(item(page.offline)).toMatchObject({ name: 'Soy milk' })
    expect(page.offline.tray.get()).toMatchObject([
      { refusal: { message: expect.stringContaining('You changed the same again') } },
    ])
    const older = [[{ id: milk, name: 'Oat milk' }]]
    expect(await refusedThere()).toEqual([older, older])
    expect(item(phone.page.offline)).toMatchObject({ name: 'Soy milk' })
  })

  test('where it cannot be read for half a minute', async () => {
    await leave(page => rename(page, 'Oat milk'))
    phone.disk.failRead = () => new Error('busy')
    const page = await phone.openPage()
    phone.setConnected(true)
    await phone.rest(15_000)
    await rename(page, 'Soy milk')
    await phone.rest(5_000)
    phone.disk.failRead = undefined
    await phone.rest(60_000)
    expect(item(page.offline)).toMatchObject({ name: 'Soy milk' })
    expect(page.offline.tray.get()).toHaveLength(1)
  })

  test('where the answer to it was lost', async () => {
    await leave(page => rename(page, 'Oat milk'))
    const page = await openLatePage()
    phone.setConnected(true)
    page.network.faults.push('answer-lost')
    await rename(page, 'Soy milk')
    await phone.rest(100)
    expect(page.offline.sync.get().waiting).toBe(1)
    await page.open()
    await phone.rest(60_000)
    expect(item(page.offline)).toMatchObject({ name: 'Soy milk' })
    expect(page.offline.tray.get()).toHaveLength(1)
  })

  test('where another tab sent it that was closed before any could read', async () => {
    await leave(page => rename(page, 'Oat milk'))
    const [first, second] = [await openLatePage(), await openLatePage()]
    phone.setConnected(true)
    await phone.rest(30_000)
    await rename(first, 'Soy milk')
    await phone.rest(5_000)
    expect(second.offline.sync.get().waiting).toBe(0)
    first.kill()
    await phone.rest(30_000)
    await second.open()
    await phone.rest(60_000)
    expect(item(second.offline)).toMatchObject({ name: 'Soy milk' })
    const older = [[{ id: milk, name: 'Oat milk' }]]
    expect(await refusedThere()).toEqual([older, older])
  })

  test('a list that was deleted before takes along nothing that was added since', async () => {
    await leave(page => page.offline.perform(deleteShoppingList, { id: list }).durable)
    const page = await openLatePage()
    phone.setConnected(true)
    const eggs = newId()
    await page.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' }).durable
    await phone.rest()
    await page.open()
    await phone.rest(60_000)
    expect(page.offline.peek(`Item:${eggs}`)).toMatchObject({ name: 'Eggs' })
    expect(await refusedThere()).toEqual([[[{ id: list }]], [[{ id: list }]]])
  })

  test('an order of all lists from before is not laid over a move of now', async () => {
    phone.setConnected(true)
    const other = newId()
    await phone.page.offline.perform(createShoppingList, { id: other, name: 'Trip' }).durable
    await phone.rest()
    phone.setConnected(false)
    const shoppingListIds = [list, other]
    await leave(
      ({ offline }) => offline.perform(updateShoppingListsOrder, { shoppingListIds }).durable,
    )
    const page = await openLatePage()
    phone.setConnected(true)
    await page.offline.perform(moveShoppingList, { id: other, afterShoppingListId: null }).durable
    await phone.rest()
    await page.open()
    await phone.rest(60_000)
    expect(visibleState(page.offline)).toMatchObject([{ id: other }, { id: list }])
    expect(page.offline.tray.get()).toHaveLength(1)
  })

  test('what takes nothing of it back is sent all the same', async () => {
    const eggs = newId()
    const other = newId()
    await leave(async ({ offline }) => {
      await offline.perform(tickItem, { id: milk, purchased: true }).durable
      const itemTags = [{ name: 'Cold' }]
      await offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs', itemTags })
        .durable
      await offline.perform(createShoppingList, { id: other, name: 'Trip' }).durable
      await offline.perform(resetShoppingList, { id: other }).durable
    })
    const page = await openLatePage()
    phone.setConnected(true)
    await rename(page, 'Soy milk')
    await phone.rest()
    await page.open()
    await phone.rest(60_000)
    expect(await refusedThere()).toEqual([[], []])
    expect(item(phone.page.offline)).toMatchObject({ name: 'Soy milk', purchased: true })
    expect(phone.page.offline.peek(`Item:${eggs}`)).toMatchObject({ name: 'Eggs' })
  })

  test('the server refused it: what was done before is sent', async () => {
    await leave(page => rename(page, 'Oat milk'))
    const page = await openLatePage()
    phone.setConnected(true)
    await rename(page, 'm'.repeat(10_000))
    await phone.rest()
    expect(page.offline.tray.get()).toHaveLength(1)
    await page.open()
    await phone.rest(60_000)
    expect(item(page.offline)).toMatchObject({ name: 'Oat milk' })
    expect(page.offline.tray.get()).toHaveLength(1)
  })

  test('nothing left meanwhile: it is sent last, though the clock was set back', async () => {
    await leave(page => rename(page, 'Oat milk'))
    phone.clock.set(phone.clock.now() - 3_600_000)
    const page = await openLatePage()
    // The server asks for half a minute.
    phone.setConnected(true)
    page.network.faults.push('busy')
    await page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(20)
    await rename(page, 'Soy milk')
    await page.open()
    expect(item(page.offline)).toMatchObject({ name: 'Soy milk' })
    await anew()
    const names = phone.page.offline.waiting.get().map(({ variables }) => variables.name)
    expect(names).toEqual(['Oat milk', undefined, 'Soy milk'])
    await phone.rest(60_000)
    expect(await refusedThere()).toEqual([[], []])
    expect(item(phone.page.offline)).toMatchObject({ name: 'Soy milk' })
  })
})

test('a device that is full by then: nothing is lost, and it is stored once there is room', async () => {
  phone.kill()
  const page = await openLatePage()
  await page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  phone.disk.failOutbox = noRoom
  await page.open()
  expect(storage(page.offline)).toBe('full')
  expect(page.offline.unpersisted()).toBe(1)
  expect(item(page.offline)).toMatchObject({ name: 'Oat milk' })
  phone.disk.failOutbox = undefined
  await phone.rest(60_000)
  expect(page.offline.unpersisted()).toBe(0)
  expect(lying('updateItem')).toHaveLength(1)
})

const newer = { id: 'newer', format: 9, name: 'tickItem', more: 'than this code knows' }
const refused = {
  id: 'refused',
  refusal: { code: 'UNKNOWN_EDIT', message: 'Of another version.' },
  entries: [newer],
  refusedAt: '2026-11-01T00:00:00.000Z',
}

test('newer entries and another tab’s tray lie there afterwards as they did before', async () => {
  phone.kill()
  phone.disk.entries.set(newer.id, newer)
  phone.disk.tray.set(refused.id, refused)
  const late = await openLatePage()
  await late.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await late.open()
  expect(phone.disk.entries.get('newer')).toEqual(newer)
  expect(phone.disk.tray.get('refused')).toEqual(refused)
  expect(late.offline.tray.get()).toMatchObject([{ id: 'refused' }])
  expect(lying('updateItem')).toHaveLength(1)
})

test('a store that was opened again: what another version left in the tray lies there as before', async () => {
  phone.kill()
  phone.disk.tray.set(refused.id, refused)
  const page = await phone.openPage()
  expect(page.offline.tray.get()).toMatchObject([{ id: 'refused', entries: [] }])
  let failures = 1
  phone.disk.failOutbox = () => (failures-- > 0 ? new Error('The connection was lost.') : undefined)
  await page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await phone.rest()
  expect(phone.disk.tray.get('refused')).toEqual(refused)
})

test('a store that was opened again, and lacks what lay there before: it is stored anew', async () => {
  const { offline } = phone.page
  await offline.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest()
  phone.disk.entries.clear()
  let failures = 1
  phone.disk.failOutbox = () => (failures-- > 0 ? new Error('The connection was lost.') : undefined)
  await offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await phone.rest(500)
  phone.kill()
  const again = await phone.openPage()
  expect(item(again.offline)).toMatchObject({ name: 'Oat milk', purchased: true })
})

test('also where a reading is what finds that out', async () => {
  const { offline } = phone.page
  await offline.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest()
  const other = await phone.openPage()
  await phone.rest()
  phone.disk.entries.clear()
  let failures = 1
  phone.disk.failRead = () => (failures-- > 0 ? new Error('The connection was lost.') : undefined)
  // As where another tab stored what this one has not heard of.
  other.tab.post({ type: 'stored', ids: [newId()] })
  await phone.rest()
  expect(item(offline)).toMatchObject({ purchased: true })
  expect(lying('tickItem')).toHaveLength(1)
})

test('what was refused meanwhile lies in the tray of the device', async () => {
  await phone.page.offline.perform(createItem, { id: newId(), shoppingListId: list, name: 'Eggs' })
    .durable
  phone.kill()
  const late = await openLatePage()
  const nowhere = await refuseOne(late)
  expect(late.offline.tray.get()).toHaveLength(1)
  await late.open()
  expect([...phone.disk.tray.values()]).toMatchObject([{ entries: [{ variables: nowhere }] }])
})

test('and where that is full by then, once there is room', async () => {
  phone.kill()
  const late = await openLatePage()
  const nowhere = await refuseOne(late)
  phone.disk.failOutbox = noRoom
  await late.open()
  expect(phone.disk.tray.size).toBe(0)
  phone.disk.failOutbox = undefined
  await phone.rest(60_000)
  expect([...phone.disk.tray.values()]).toMatchObject([{ entries: [{ variables: nowhere }] }])
})

test('and is not taken for gone where the memory of the page was read before', async () => {
  phone.kill()
  const late = await openLatePage()
  const other = await phone.openPage()
  const nowhere = await refuseOne(late)
  // As where another tab stored what this one has not heard of.
  other.tab.post({ type: 'stored', ids: [newId()] })
  await phone.rest()
  other.kill()
  phone.disk.failOutbox = noRoom
  await late.open()
  expect(late.offline.tray.get()).toHaveLength(1)
  phone.disk.failOutbox = undefined
  await phone.rest(60_000)
  expect([...phone.disk.tray.values()]).toMatchObject([{ entries: [{ variables: nowhere }] }])
})

test('another tab keeps what only this page’s memory had', async () => {
  phone.kill()
  const late = await openLatePage()
  const other = await phone.openPage()
  await phone.rest()
  await late.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await phone.rest(100)
  late.kill()
  await phone.rest(60_000)
  other.goOnline()
  await phone.rest()
  expect(item(other.offline)).toMatchObject({ name: 'Oat milk' })
  expect(lying('updateItem')).toHaveLength(1)
})

test('a page that takes the lead without its outbox goes on showing what others stored', async () => {
  phone.kill()
  const other = await phone.openPage()
  const late = await openLatePage()
  await phone.rest()
  await other.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  other.kill()
  await phone.rest(10_000)
  expect(item(late.offline)).toMatchObject({ name: 'Oat milk' })
  await late.open()
  expect(late.offline.waiting.get()).toHaveLength(1)
})

test('closed meanwhile: it is let go', async () => {
  phone.kill()
  const { open } = phone.disk
  let closed = 0
  phone.disk.open = alive => ({
    ...open(alive),
    openOutbox: async onLost => ({
      ...(await open(alive).openOutbox(onLost)),
      close: () => {
        closed++
      },
    }),
  })
  const late = await openLatePage()
  await late.offline.close()
  expect(closed).toBe(0)
  await late.open()
  expect(closed).toBe(1)
})

test('signed out meanwhile: nothing is left, and signing out says so only then', async () => {
  await phone.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
  phone.kill()
  const late = await openLatePage()
  await late.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  let wiped = false
  const wiping = late.offline.wipe().then(() => {
    wiped = true
  })
  await phone.rest()
  expect(wiped).toBe(false)
  await late.open()
  await wiping
  const { entries, tray, values } = phone.disk
  expect([entries.size, tray.size, values.size]).toEqual([0, 0, 0])
})
