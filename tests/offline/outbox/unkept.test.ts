/** What a nearly full device would not take: nothing that was kept before goes for it, and nothing is said of it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { updateItems } from '../../../src/cache/edits/item-batch-edits.ts'
import { createItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { createDurableEdits } from '../../../src/shell/account/durable-edits.ts'
import { keptOf } from '../../../src/shell/sync/shown-kept.ts'
import { startTestServer, type TestServer } from '../../support/server/server.ts'
import { createDevice, type Device } from '../../support/simulation/device.ts'
import { noRoom } from '../../support/simulation/sim-disk.ts'

const [blue, long] = ['the blue one', 'x'.repeat(2_000)]
/** Characters, as JSON: a tick fits, a long note does not. */
const nearlyFull = 1_500

let server: TestServer
let phone: Device
/** What is stored in one write is no longer than this. */
let room = Number.POSITIVE_INFINITY
/** When the device says that it has none. */
let refusing = Promise.resolve()
const list = newId()
const milk = newId()
const eggs = newId()

beforeEach(async () => {
  server = await startTestServer()
  const user = await server.buildUser()
  phone = createDevice({ userId: user.id, client: user })
  room = Number.POSITIVE_INFINITY
  refusing = Promise.resolve()
  const { open } = phone.disk
  phone.disk.open = alive => ({
    ...open(alive),
    async openOutbox(onLost, copied) {
      const store = await open(alive).openOutbox(onLost, copied)
      return {
        ...store,
        async write(changes) {
          const { put = [], putTray = [] } = changes
          if (put.length + putTray.length > 0 && JSON.stringify([put, putTray]).length > room) {
            await refusing
            throw noRoom()
          }
          return store.write(changes)
        },
      }
    },
  })
  const { offline } = await phone.openPage()
  await offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' }).durable
  await offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' }).durable
  await phone.rest()
  phone.setConnected(false)
})

afterEach(async () => {
  phone.kill()
  await server.close()
})

const kinds = () => [...phone.disk.entries.values()].map(one => ('name' in one ? one.name : ''))

async function killed(): Promise<Offline> {
  phone.kill()
  room = Number.POSITIVE_INFINITY
  const { offline } = await phone.openPage()
  phone.setConnected(true)
  await phone.rest(10_000)
  return offline
}

/** An edit that waits behind one that was tried in vain: it never left the device, and can be folded. */
async function noteBlue(): Promise<Offline> {
  const { offline } = phone.page
  await offline.perform(tickItem, { id: eggs, purchased: true }).durable
  await phone.rest(60_000)
  await offline.perform(updateItem, { id: milk, notes: blue }).durable
  await phone.rest(300)
  expect(kinds()).toEqual(['tickItem', 'updateItem'])
  return offline
}

function note(notes: string): Promise<unknown> {
  return phone.page.offline.perform(updateItem, { id: milk, notes }).durable.catch(() => {})
}

/** Milk is gone on the server. */
async function refuseNotes(): Promise<Offline> {
  const { offline } = phone.page
  await server.db.query.deleteFrom('item').where('id', '=', milk).execute()
  phone.setConnected(true)
  await phone.rest(10_000)
  expect(offline.tray.get()).toHaveLength(1)
  return offline
}

test('an edit stays on the disk until the one that takes its place is there', async () => {
  const offline = await noteBlue()
  room = nearlyFull
  await expect(offline.perform(updateItem, { id: milk, notes: long }).durable).rejects.toThrow()
  await offline.perform(tickItem, { id: eggs, purchased: false }).durable
  await phone.rest(500)
  const again = await killed()
  expect(again.peek(`Item:${milk}`)).toMatchObject({ notes: blue })
})

test('a tab that opens before it turns out shows the later one all the same', async () => {
  const offline = await noteBlue()
  room = nearlyFull
  const found = Promise.withResolvers<void>()
  refusing = found.promise
  const refused = expect(
    offline.perform(updateItem, { id: milk, notes: long }).durable,
  ).rejects.toThrow()
  await new Promise<void>(resolve => setImmediate(resolve))
  const second = await phone.openPage()
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ notes: blue })
  found.resolve()
  await refused
  await phone.rest(1_000)
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ notes: long })
  expect(second.offline.waiting.get().map(({ id }) => id)).toEqual(
    offline.waiting.get().map(({ id }) => id),
  )
})

test('and goes with it once there is room, or once the server took it', async () => {
  const offline = await noteBlue()
  room = nearlyFull
  await expect(offline.perform(updateItem, { id: milk, notes: long }).durable).rejects.toThrow()
  room = Number.POSITIVE_INFINITY
  await phone.rest(60_000)
  expect(offline.unpersisted()).toBe(0)
  expect(kinds()).toEqual(['tickItem', 'updateItem'])
  expect([...phone.disk.entries.values()].at(-1)).toMatchObject({ variables: { notes: long } })

  room = 10
  await expect(offline.perform(updateItem, { id: milk, notes: 'red' }).durable).rejects.toThrow()
  phone.setConnected(true)
  await phone.rest(10_000)
  expect(phone.disk.entries.size).toBe(0)
  const again = await killed()
  expect(again.peek(`Item:${milk}`)).toMatchObject({ notes: 'red' })
})

describe('answered from memory, while the cache of lists takes nothing either', () => {
  async function answered(): Promise<void> {
    phone.disk.failCache = noRoom
    phone.setConnected(true)
    await phone.rest(10_000)
    expect(phone.page.offline.waiting.get()).toEqual([])
  }

  test('it takes along what it took the place of', async () => {
    await noteBlue()
    room = nearlyFull
    await note(long)
    await answered()
    expect(kinds()).toEqual(['tickItem'])
    const again = await killed()
    expect(again.peek(`Item:${milk}`)).toMatchObject({ notes: long })
  })

  test('also where it is answered before the device says that it has no room', async () => {
    await noteBlue()
    room = nearlyFull
    const found = Promise.withResolvers<void>()
    refusing = found.promise
    const noted = note(long)
    await answered()
    found.resolve()
    await noted
    await phone.rest(300)
    expect(kinds()).toEqual(['tickItem'])
    const again = await killed()
    expect(again.peek(`Item:${milk}`)).toMatchObject({ notes: long })
  })

  test('where it was sent before, as well', async () => {
    const offline = await noteBlue()
    room = nearlyFull
    await note(long)
    phone.page.network.faults.push('answer-lost', 'answer-lost', 'answer-lost')
    phone.disk.failCache = noRoom
    phone.setConnected(true)
    await phone.rest(10_000)
    expect(offline.waiting.get()).toEqual([])
    expect(kinds()).toEqual(['tickItem'])
  })

  test('and what was refused and tried again lies in the tray no more', async () => {
    const { query } = server.db
    const row = await query.selectFrom('item').selectAll().where('id', '=', milk).execute()
    await note(long)
    const offline = await refuseNotes()
    await query.insertInto('item').values(row).execute()
    phone.setConnected(false)
    room = nearlyFull
    const [refused] = offline.tray.get()
    await expect(offline.tryAgain(refused?.id ?? '')).rejects.toThrow()
    await answered()
    expect(offline.tray.get()).toEqual([])
    expect(phone.disk.tray.size).toBe(0)
  })
})

test('“Try again” keeps in the tray what cannot be stored anew', async () => {
  await note(long)
  const offline = await refuseNotes()
  expect(phone.disk.tray.size).toBe(1)
  phone.setConnected(false)
  room = nearlyFull
  const [refused] = offline.tray.get()
  await expect(offline.tryAgain(refused?.id ?? '')).rejects.toThrow()
  await offline.perform(tickItem, { id: eggs, purchased: true }).durable
  await phone.rest(300)
  const again = await killed()
  expect(again.tray.get()).toMatchObject([{ entries: [{ variables: { notes: long } }] }])
})

test('a change of many stays on the disk until what was left undone of it is kept', async () => {
  const { offline } = phone.page
  const items = [milk, eggs].map(id => ({ id, purchased: true }))
  await offline.perform(updateItems, { items }).durable
  room = 10
  await refuseNotes()
  expect([kinds(), phone.disk.tray.size]).toEqual([['updateItems'], 0])
  const again = await killed()
  expect(again.tray.get()).toMatchObject([{ entries: [{ variables: { items: [items[0]] } }] }])
  expect(again.peek(`Item:${eggs}`)).toMatchObject({ purchased: true })
  expect([kinds(), phone.disk.tray.size]).toEqual([[], 1])
})

test('what was answered and could not be removed goes with the next write', async () => {
  const { offline } = phone.page
  await offline.perform(tickItem, { id: eggs, purchased: true }).durable
  phone.disk.failOutbox = noRoom
  phone.setConnected(true)
  await phone.rest(10_000)
  expect(kinds()).toEqual(['tickItem'])
  phone.disk.failOutbox = undefined
  await offline.perform(tickItem, { id: eggs, purchased: false }).durable
  await phone.rest()
  expect(kinds()).toEqual([])
})

test('what was refused and is too long to be stored keeps back nothing that is short', async () => {
  await note(long)
  room = nearlyFull
  const offline = await refuseNotes()
  expect(phone.disk.tray.size).toBe(0)
  phone.setConnected(false)
  await offline.perform(tickItem, { id: eggs, purchased: true }).durable
  const again = await killed()
  expect(again.peek(`Item:${eggs}`)).toMatchObject({ purchased: true })
})

test('what fits is stored, whatever else does not', async () => {
  room = 10
  const { offline } = phone.page
  await note(long)
  await offline.perform(tickItem, { id: eggs, purchased: true }).durable.catch(() => {})
  expect(offline.unpersisted()).toBe(2)
  room = nearlyFull
  await phone.rest(60_000)
  expect(kinds()).toEqual(['tickItem'])
  expect(offline.sync.get().storage).toBe('full')
  room = Number.POSITIVE_INFINITY
  await phone.rest(60_000)
  expect(kinds().toSorted()).toEqual(['tickItem', 'updateItem'])
  expect(offline.sync.get().storage).toBe('durable')
})

test('what is done while that is tried again is not refused with it', async () => {
  room = nearlyFull
  const { offline } = phone.page
  await note(long)
  const first = offline.perform(tickItem, { id: eggs, purchased: true }).durable
  // Until its write has begun.
  for (let turn = 0; turn < 2; turn++) await Promise.resolve()
  phone.page.goOnline()
  const bread = { id: newId(), shoppingListId: list, name: 'Bread' }
  const second = offline.perform(createItem, bread).durable
  await expect(Promise.all([first, second])).resolves.toBeDefined()
})

test('what was refused and fits is stored, whatever was refused and does not', async () => {
  const { offline } = phone.page
  room = 10
  await note(long)
  await offline.perform(updateItem, { id: eggs, notes: blue }).durable.catch(() => {})
  await server.db.query.deleteFrom('item').where('id', 'in', [milk, eggs]).execute()
  phone.setConnected(true)
  await phone.rest(10_000)
  expect(offline.tray.get()).toHaveLength(2)
  room = nearlyFull
  await phone.rest(60_000)
  expect([...phone.disk.tray.values()]).toMatchObject([{ entries: [{ variables: { id: eggs } }] }])
})

test('what was refused while the device was full is stored once there is room', async () => {
  room = 10
  await note(blue)
  await refuseNotes()
  expect(phone.disk.tray.size).toBe(0)
  room = Number.POSITIVE_INFINITY
  await phone.rest(60_000)
  expect(phone.disk.tray.size).toBe(1)
  expect((await killed()).tray.get()).toHaveLength(1)
})

test('and discarded then, it is gone for good', async () => {
  await note(blue)
  room = 10
  const offline = await refuseNotes()
  expect(phone.disk.entries.size).toBe(1)
  const [refused] = offline.tray.get()
  await offline.discard(refused?.id ?? '')
  await phone.rest(60_000)
  expect(phone.disk.entries.size).toBe(0)
  expect((await killed()).tray.get()).toEqual([])
})

test('and discarded in another tab as well', async () => {
  await note(blue)
  const leader = phone.page
  const other = await phone.openPage()
  await phone.rest()
  room = 10
  await server.db.query.deleteFrom('item').where('id', '=', milk).execute()
  phone.setConnected(true)
  await phone.rest(10_000)
  expect(leader.offline.tray.get()).toHaveLength(1)
  const [refused] = other.offline.tray.get()
  await other.offline.discard(refused?.id ?? '')
  await phone.rest(60_000)
  expect((await killed()).tray.get()).toEqual([])
})

test('it does not count among what waits, whatever else is written', async () => {
  const { offline } = phone.page
  room = nearlyFull
  await expect(offline.perform(updateItem, { id: milk, notes: long }).durable).rejects.toThrow()
  await phone.rest(500)
  expect(keptOf(offline.sync.get())).toBe(0)
  await offline.perform(tickItem, { id: eggs, purchased: true }).durable
  await phone.rest(500)
  expect(keptOf(offline.sync.get())).toBe(1)
  expect(offline.sync.get().storage).toBe('full')
  room = Number.POSITIVE_INFINITY
  await phone.rest(60_000)
  expect(keptOf(offline.sync.get())).toBe(2)
  expect(offline.sync.get().storage).toBe('durable')
})

test('an edit behind a write that is under way is told that the account is left', async () => {
  const { offline } = phone.page
  const told: string[] = []
  const watch = (name: string, durable: Promise<void>) =>
    durable.then(
      () => told.push(`${name} kept`),
      () => told.push(`${name} not kept`),
    )
  watch('first', offline.perform(updateItem, { id: milk, notes: blue }).durable)
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  watch('second', offline.perform(tickItem, { id: eggs, purchased: true }).durable)
  await offline.wipe()
  await phone.rest(1_000)
  expect(told.toSorted()).toEqual(['first kept', 'second not kept'])
})

test('an update waits for what would be lost with the page, until the server has it', async () => {
  const { offline } = phone.page
  const edits = createDurableEdits(() => offline)
  await note(blue)
  expect(edits.areSettled()).toBe(true)
  room = 0
  await edits
    .watch(offline)
    .perform(tickItem, { id: eggs, purchased: true })
    .durable.catch(() => {})
  const reload = vi.fn()
  const settled = edits.settled().then(reload)
  await phone.rest(1_000)
  expect(edits.areSettled()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  phone.setConnected(true)
  await settled
  expect(offline.waiting.get()).toEqual([])
  expect(await killed()).toSatisfy((next: Offline) => next.peek(`Item:${eggs}`)?.purchased === true)
})

describe('an update waits for what was refused', () => {
  test('and could not be kept, until it is', async () => {
    room = 10
    await note(blue)
    const offline = await refuseNotes()
    const edits = createDurableEdits(() => offline)
    await offline.perform(tickItem, { id: eggs, purchased: true }).durable.catch(() => {})
    await phone.rest(1_000)
    expect(offline.waiting.get()).toEqual([])
    expect(edits.areSettled()).toBe(false)
    expect(offline.sync.get().storage).toBe('full')
    room = Number.POSITIVE_INFINITY
    await phone.rest(60_000)
    expect(edits.areSettled()).toBe(true)
    expect(offline.sync.get().storage).toBe('durable')
  })

  test('until it is discarded, where something shorter is kept', async () => {
    room = 10
    await note(long)
    const offline = await refuseNotes()
    const edits = createDurableEdits(() => offline)
    phone.setConnected(false)
    room = nearlyFull
    await offline.perform(tickItem, { id: eggs, purchased: true }).durable
    expect(offline.sync.get().storage).toBe('full')
    expect(edits.areSettled()).toBe(false)
    const [refused] = offline.tray.get()
    await offline.discard(refused?.id ?? '')
    expect(offline.sync.get().storage).toBe('durable')
    expect(edits.areSettled()).toBe(true)
  })

  test('by a page that keeps nothing, until it is discarded', async () => {
    phone.kill()
    const { open } = phone.disk
    phone.disk.open = alive => ({
      ...open(alive),
      openOutbox: async () => Promise.reject(noRoom()),
    })
    await phone.openPage()
    await note(blue)
    const offline = await refuseNotes()
    const edits = createDurableEdits(() => offline)
    expect(edits.areSettled()).toBe(false)
    const [refused] = offline.tray.get()
    await offline.discard(refused?.id ?? '')
    expect(edits.areSettled()).toBe(true)
  })
})
