/** What leaves a full device to make room comes back to it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import { createDevice, type Device, visibleState } from '../../support/simulation/device.ts'
import { noRoom } from '../../support/simulation/sim-disk.ts'

let server: TestServer
let user: TestUser
let phone: Device
/** Whether the cache of this device takes such a snapshot. */
let fits: (snapshot: string) => boolean
let snapshots: number
/** Nothing of the cache is written before. */
let stored: Promise<void> | undefined
const lists = ['Weekly', 'Party'].map(name => ({ id: newId(), name }))
const [weekly = { id: '', name: '' }, party = { id: '', name: '' }] = lists
const milk = { id: newId(), shoppingListId: weekly.id, name: 'Milk' }
const crisps = { id: newId(), shoppingListId: party.id, name: 'Crisps' }

const kept = () => [...phone.disk.values.values()].join()

/** The device takes the next edit only after the items of what was not opened lately have left it. */
async function makeRoom(): Promise<void> {
  phone.page.offline.opened(`ShoppingList:${weekly.id}`)
  phone.disk.failOutbox = () => (kept().includes('Crisps') ? noRoom() : undefined)
  await phone.page.offline.perform(tickItem, { id: milk.id, purchased: true }).durable
  phone.disk.failOutbox = undefined
  expect(phone.page.offline.sync.get().storage).toBe('durable')
  expect(kept()).toContain('Milk')
  expect(kept()).not.toContain('Crisps')
  await phone.rest(500)
  snapshots = 0
}

async function shownAtTheNextStart(): Promise<unknown> {
  phone.kill()
  phone.setConnected(false)
  return visibleState((await phone.openPage()).offline)
}

beforeEach(async () => {
  fits = () => true
  snapshots = 0
  stored = undefined
  server = await startTestServer()
  user = await server.buildUser()
  phone = createDevice({ userId: user.id, client: user })
  const { open } = phone.disk
  phone.disk.open = alive => ({
    ...open(alive),
    async openCache() {
      const store = await open(alive).openCache()
      return {
        ...store,
        async setItem(key, value) {
          if (key !== 'snapshot') return store.setItem(key, value)
          snapshots++
          await stored
          if (!fits(value)) throw noRoom()
          return store.setItem(key, value)
        },
      }
    },
  })
  const { offline } = await phone.openPage()
  for (const list of lists) await offline.perform(createShoppingList, list).durable
  for (const item of [milk, crisps]) await offline.perform(createItem, item).durable
  await phone.rest()
})

afterEach(async () => {
  phone.kill()
  await server.close()
})

test('there is room again: a list that is opened and ticked is on the device within half a minute', async () => {
  await makeRoom()
  phone.page.offline.opened(`ShoppingList:${party.id}`)
  await phone.page.offline.perform(tickItem, { id: crisps.id, purchased: true }).durable
  await phone.rest(31_000)
  expect(await shownAtTheNextStart()).toMatchObject([
    { name: 'Weekly', items: [{ name: 'Milk', purchased: true }] },
    { name: 'Party', items: [{ name: 'Crisps', purchased: true }] },
  ])
})

test('there is room again, and nobody opens anything: it comes back all the same', async () => {
  await makeRoom()
  expect(phone.page.offline.sync.get()).toMatchObject({ isCut: true })
  await phone.rest(31_000)
  expect(phone.page.offline.sync.get()).toMatchObject({ isCut: false })
  expect(await shownAtTheNextStart()).toMatchObject([{}, { items: [{ name: 'Crisps' }] }])
})

test('what is fetched and does not fit: what was opened last is kept, and the rest once there is room', async () => {
  phone.kill()
  phone.disk.values.clear()
  fits = snapshot => !(snapshot.includes('Milk') && snapshot.includes('Crisps'))
  const { offline } = await phone.openPage()
  offline.opened(`ShoppingList:${weekly.id}`)
  await phone.rest(1_000)
  expect(kept()).toContain('Milk')
  expect(offline.sync.get()).toMatchObject({ storage: 'durable', isCut: true })
  fits = () => true
  await phone.rest(31_000)
  expect(offline.sync.get()).toMatchObject({ isCut: false })
  expect(await shownAtTheNextStart()).toMatchObject([
    { items: [{ name: 'Milk' }] },
    { items: [{ name: 'Crisps' }] },
  ])
})

test('what fails for another reason gives up nothing', async () => {
  const before = kept()
  phone.disk.failCache = () => new Error('The disk is tired.')
  const { offline } = phone.page
  await offline.perform(tickItem, { id: milk.id, purchased: true }).durable
  await phone.rest(1_000)
  expect(kept()).toBe(before)
  expect(offline.sync.get()).toMatchObject({ isCut: true })
  phone.disk.failCache = undefined
  await offline.perform(tickItem, { id: milk.id, purchased: false }).durable
  await phone.rest(1_000)
  expect(kept()).toContain('Crisps')
  expect(offline.sync.get()).toMatchObject({ isCut: false })
})

test.each([
  ['no room', noRoom],
  ['trouble', () => new Error('The disk is tired.')],
])('a change that was not written for %s is, without another', async (_, error) => {
  phone.disk.failCache = error
  await phone.page.offline.perform(tickItem, { id: milk.id, purchased: true }).durable
  await phone.rest(1_000)
  expect(phone.page.offline.sync.get()).toMatchObject({ isCut: true })
  phone.disk.failCache = undefined
  await phone.rest(31_000)
  expect(phone.page.offline.sync.get()).toMatchObject({ isCut: false })
  expect(await shownAtTheNextStart()).toMatchObject([{ items: [{ purchased: true }] }, {}])
})

test('not even the rest fits: each write is tried once, and none puts off what is due', async () => {
  fits = () => false
  phone.disk.failCache = noRoom
  const { offline } = phone.page
  for (let second = 0; second < 8; second++) {
    offline.perform(tickItem, { id: milk.id, purchased: second % 2 === 0 })
    await phone.rest(1_000)
  }
  // A change is written up to three times on its way; the first gives up what may go, and is tried without it.
  expect(snapshots).toBeLessThanOrEqual(3 * 8 + 2)
  phone.disk.failCache = undefined
  fits = () => true
  await phone.rest(25_000)
  expect(offline.sync.get()).toMatchObject({ isCut: false })
  expect(kept()).toContain('Crisps')
})

test('what was opened in a tab that follows stays longest, and when that one leads', async () => {
  const second = await phone.openPage()
  await phone.rest()
  second.offline.opened(`ShoppingList:${weekly.id}`)
  phone.disk.failOutbox = () => (kept().includes('Crisps') ? noRoom() : undefined)
  await phone.page.offline.perform(tickItem, { id: milk.id, purchased: true }).durable
  phone.disk.failOutbox = undefined
  expect(kept()).toContain('Milk')
  phone.page.kill()
  fits = snapshot => !(snapshot.includes('Milk') && snapshot.includes('Crisps'))
  await phone.rest(500)
  await second.offline.perform(tickItem, { id: crisps.id, purchased: true }).durable
  await phone.rest(1_000)
  expect(kept()).toContain('Milk')
  expect(kept()).not.toContain('Crisps')
})

test('each tab knows that all is on the device once it is, and of a full one that nothing finds room', async () => {
  phone.kill()
  phone.disk.values.clear()
  const writing = Promise.withResolvers<void>()
  stored = writing.promise
  const pages = [await phone.openPage(), await phone.openPage()]
  const known = () =>
    pages.map(({ offline }) => {
      const { initialised, isCut, takesNoLists } = offline.sync.get()
      return { initialised, isCut, takesNoLists }
    })
  await phone.rest(1_000)
  const unknown = { initialised: true, isCut: undefined }
  expect(known()).toEqual([unknown, unknown])
  writing.resolve()
  await phone.rest(1_000)
  const kept = { initialised: true, isCut: false, takesNoLists: undefined }
  expect(known()).toEqual([kept, kept])
  fits = () => false
  phone.disk.failCache = noRoom
  await phone.page.offline.perform(tickItem, { id: milk.id, purchased: true }).durable
  await phone.rest(1_000)
  const full = { initialised: true, isCut: true, takesNoLists: true }
  expect(known()).toEqual([full, full])
  phone.disk.failCache = undefined
  fits = snapshot => !snapshot.includes('Crisps')
  await phone.rest(31_000)
  const cut = { initialised: true, isCut: true, takesNoLists: false }
  expect(known()).toEqual([cut, cut])
})

test('who leads next says nothing anew of a full device that all know of', async () => {
  const second = await phone.openPage()
  await phone.rest()
  fits = () => false
  phone.disk.failCache = noRoom
  await phone.page.offline.perform(tickItem, { id: milk.id, purchased: true }).durable
  await phone.rest(1_000)
  phone.page.kill()
  await phone.rest(0)
  const told: unknown[] = []
  const note = () => told.push(second.offline.sync.get().takesNoLists)
  note()
  second.offline.sync.subscribe(note)
  await second.offline.perform(tickItem, { id: milk.id, purchased: false }).durable
  await phone.rest(1_000)
  expect(snapshots).toBeGreaterThan(0)
  expect(new Set(told)).toEqual(new Set([true]))
})

test('the moment as of which its lists are is kept once a device has them', async () => {
  const asOf = async () => (await phone.openPage()).offline.sync.get().caughtUpAt
  async function restart(isConnected: boolean) {
    phone.kill()
    phone.setConnected(isConnected)
    return asOf()
  }
  phone.disk.values.clear()
  fits = () => false
  await restart(true)
  await phone.rest(1_000)
  expect(phone.page.offline.sync.get()).toMatchObject({ initialised: true, isCut: true })
  expect(await restart(false)).toBeUndefined()
  fits = () => true
  const before = phone.clock.now()
  await restart(true)
  await phone.rest(1_000)
  expect(phone.page.offline.sync.get()).toMatchObject({ initialised: true, isCut: false })
  const first = await restart(false)
  expect(first).toBeGreaterThanOrEqual(before)
  await restart(true)
  // Nothing changed on the server: all that it told is there already.
  await phone.rest(180_000)
  expect(await restart(false)).toBeGreaterThan(before + 60_000)
})

test('each tab says what the device lacks, as the one does that leads now', async () => {
  await makeRoom()
  const first = phone.page
  const second = await phone.openPage()
  const isCut = () => [first, second].map(page => page.offline.sync.get().isCut)
  await phone.rest(500)
  expect(isCut()).toEqual([true, true])
  first.freeze()
  await phone.rest(60_000)
  expect(isCut()).toEqual([true, false])
  first.thaw()
  await phone.rest(1_000)
  expect(isCut()).toEqual([false, false])
})

test('what somebody moves from there to a list that is on the device is on it after the next start', async () => {
  await makeRoom()
  const other = createDevice({ userId: user.id, client: user })
  const { offline } = await other.openPage()
  await other.rest()
  await offline.perform(updateItem, { id: crisps.id, shoppingListId: weekly.id }).durable
  await other.rest()
  other.kill()
  await phone.page.offline.refresh()
  await phone.rest(1_000)
  expect(phone.page.offline.sync.get()).toMatchObject({ isCut: true })
  expect(await shownAtTheNextStart()).toMatchObject([
    { name: 'Weekly', items: [{ name: 'Milk' }, { name: 'Crisps' }] },
    { name: 'Party', items: [] },
  ])
  phone.setConnected(true)
  await phone.rest(1_000)
  expect(visibleState(phone.page.offline)).toMatchObject([
    { items: [{ name: 'Milk' }, { name: 'Crisps' }] },
    { items: [] },
  ])
})

test('a tab that was frozen since takes nothing back over what the one stored that leads now', async () => {
  await makeRoom()
  const first = phone.page
  const { offline } = await phone.openPage()
  await phone.rest(500)
  first.freeze()
  await phone.rest(60_000)
  first.thaw()
  await phone.rest(1_000)
  const bread = { id: newId(), shoppingListId: weekly.id, name: 'Bread' }
  await offline.perform(createItem, bread).durable
  await phone.rest(1_000)
  const items = [{ name: 'Milk' }, { name: 'Bread' }]
  expect(await shownAtTheNextStart()).toMatchObject([{ items }, { items: [{ name: 'Crisps' }] }])
})

test('still full: tried more and more rarely, and what was opened last stays', async () => {
  await makeRoom()
  fits = snapshot => !(snapshot.includes('Milk') && snapshot.includes('Crisps'))
  for (let minute = 0; minute < 180; minute++) {
    phone.page.offline.opened(`ShoppingList:${weekly.id}`)
    await phone.rest(100)
  }
  expect(snapshots).toBe(0)
  await phone.rest(6 * 3_600_000)
  // Each try is one that fails and one without what is not needed.
  expect(snapshots).toBeGreaterThan(2)
  expect(snapshots).toBeLessThanOrEqual(2 * 14)
  expect(await shownAtTheNextStart()).toMatchObject([{ items: [{ name: 'Milk' }] }, { items: [] }])
})

describe('what it would not take', () => {
  const note = (notes: string) =>
    phone.page.offline.perform(updateItem, { id: milk.id, notes }).durable

  /** The outbox takes no more than so many characters at once: a long note finds no room. */
  async function refuseLongNote(most: () => number): Promise<void> {
    phone.disk.failOutbox = changes =>
      JSON.stringify(changes).length > most() ? noRoom() : undefined
    phone.page.offline.opened(`ShoppingList:${weekly.id}`)
    phone.setConnected(false)
    await expect(note('x'.repeat(2_000))).rejects.toThrow()
  }

  test('how often an edit was tried in vain costs no list', async () => {
    phone.setConnected(false)
    await phone.page.offline.perform(tickItem, { id: milk.id, purchased: true }).durable
    phone.disk.failOutbox = noRoom
    await phone.rest(120_000)
    expect(phone.page.offline.waiting.get()[0]?.attempts).toBeGreaterThan(2)
    expect(kept()).toContain('Milk')
    expect(phone.page.offline.sync.get()).toMatchObject({ storage: 'durable', isCut: false })
  })

  test('costs what was opened last no second time, and is stored once there is room', async () => {
    phone.page.offline.opened(`ShoppingList:${weekly.id}`)
    phone.setConnected(false)
    phone.disk.failOutbox = noRoom
    await expect(note('red')).rejects.toThrow()
    expect(kept()).toBe('')
    for (let minute = 0; minute < 20; minute++) {
      await phone.rest(60_000)
      expect(kept()).toContain('Milk')
    }
    await expect(note('green')).rejects.toThrow()
    expect(kept()).toContain('Milk')
    phone.disk.failOutbox = undefined
    await phone.rest(30_000)
    expect(phone.page.offline.unpersisted()).toBe(0)
  })

  test('nor does it where something short is stored', async () => {
    let most = 1_500
    await refuseLongNote(() => most)
    const { offline } = phone.page
    await phone.rest(60_000)
    for (let tick = 0; tick < 4; tick++) {
      await offline.perform(tickItem, { id: crisps.id, purchased: tick % 2 === 0 }).durable
      await phone.rest(1_000)
      expect(kept()).toContain('Milk')
    }
    expect(offline.unpersisted()).toBe(1)
    most = 10_000
    await phone.rest(30_000)
    expect(offline.unpersisted()).toBe(0)
  })

  test('where there is room by then, it is stored before they come back', async () => {
    let most = 1_500
    await refuseLongNote(() => (kept().includes('Milk') ? 100 : most))
    const { offline } = phone.page
    most = 3_000
    await phone.rest(60_000)
    expect(offline.unpersisted()).toBe(0)
    expect(kept()).toContain('Milk')
  })

  test('what is shorter has the room of the lists all the same', async () => {
    await refuseLongNote(() => (kept().includes('Milk') ? 100 : 1_500))
    const { offline } = phone.page
    await phone.rest(60_000)
    expect(kept()).toContain('Milk')
    await offline.perform(tickItem, { id: crisps.id, purchased: true }).durable
    expect(kept()).not.toContain('Milk')
  })
})
