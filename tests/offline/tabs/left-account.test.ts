/** Signing out in one tab, as the other tabs of the browser meet it: at once, or when they are thawed. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { createLoneTabs } from '../../../src/offline/tabs/lone-tabs.ts'
import { createAccount } from '../../../src/shell/account/account.ts'
import { createStorage, openTab } from '../../network/stage.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import { createDevice, type Device, type Page } from '../../support/simulation/device.ts'
import { type Effects, watchEffects } from '../../support/simulation/effects.ts'
import { noRoom, onOutboxRead } from '../../support/simulation/sim-disk.ts'
import { createSimBrowser, type SimTab } from '../../support/simulation/sim-tabs.ts'

let server: TestServer
let user: TestUser
let phone: Device
let effects: Effects
const milk = newId()

/** Longer than a tab waits before it believes what it reads of the others. */
const patience = { timeout: 5_000 }

beforeEach(async () => {
  server = await startTestServer()
  user = await server.buildUser()
  effects = watchEffects()
  phone = createDevice({ userId: user.id, client: effects.watch(user) })
})
afterEach(async () => {
  phone.kill()
  await server.close()
})

/** A browser's tabs with a session each. What the others write to localStorage is told to a tab that runs. */
function createBrowser() {
  const local = createStorage()
  const fetch = async (input: string) =>
    input.endsWith('/csrftoken')
      ? new Response('token-number-1')
      : Response.json({ success: true, user: { id: user.id, email: 'anna@example.org' } })

  return async () => {
    const { session, persistent, windowEvents } = openTab({ local, fetch })
    let page: Page | undefined
    let isWiping = () => Promise.resolve()
    let mayOpen = Promise.resolve()
    const account = createAccount({
      session,
      async openOffline() {
        await mayOpen
        page = await phone.openPage()
        return page.offline
      },
      wipe: () => isWiping(),
      memory: persistent,
    })
    await account.open()
    return {
      account,
      signIn: () => session.signIn('anna@example.org', 'correct horse'),
      offline: () => account.state.get().offline,
      user: () => session.state.get().user,
      opened: () => page,
      opensAfter(start: Promise<void>) {
        mayOpen = start
      },
      wipesUntil(end: Promise<void>) {
        isWiping = () => end
      },
      tellStorage: () =>
        windowEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'aisle.user' })),
    }
  }
}

/** Two tabs of somebody who has milk on a list; the second of them is frozen. */
async function openTwo() {
  const open = createBrowser()
  const first = await open()
  await first.signIn()
  await expect.poll(first.offline).toBeDefined()
  const list = newId()
  await first.offline()?.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await first.offline()?.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' })
    .durable
  const second = await open()
  const before = second.offline()
  expect(before).toBeDefined()
  await phone.rest(10_000)
  second.opened()?.freeze()
  return { first, second, before }
}

test('signed out and in again while a tab was frozen: its edits reach the server', async () => {
  const { first, second, before } = await openTwo()
  await first.account.leave()
  expect(first.offline()).toBeUndefined()
  await first.signIn()
  await expect.poll(first.offline).toBeDefined()
  await phone.rest(2_000)

  second.opened()?.thaw()
  second.tellStorage()
  await expect.poll(second.offline).not.toBe(before)
  // Whoever still holds the old one is not told that it is kept.
  const late = before?.perform(tickItem, { id: milk, purchased: true })
  await expect(late?.durable).rejects.toThrow('closed')
  expect(before?.peek(`Item:${milk}`)).toMatchObject({ purchased: false })

  await expect.poll(second.offline, patience).toBeDefined()
  await phone.rest(10_000)
  await second.offline()?.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest(10_000)
  expect(effects.all.filter(({ name, done }) => name === 'updateItem' && done)).toHaveLength(1)
  expect(first.offline()?.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
  expect(second.offline()?.sync.get()).toMatchObject({ waiting: 0, storage: 'durable' })
})

test('signed out, and nobody signed in since: nothing is opened', async () => {
  const { first, second } = await openTwo()
  await first.account.leave()
  const { length } = phone.pages
  second.opened()?.thaw()
  second.tellStorage()
  await expect.poll(second.offline).toBeUndefined()
  await second.account.open()
  expect(second.user()).toBeUndefined()
  expect(phone.pages).toHaveLength(length)
})

test('signed out while the lists are being opened: they are not shown, and nothing takes them for kept', async () => {
  const tab = await createBrowser()()
  const [opening, removing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  tab.opensAfter(opening.promise)
  tab.wipesUntil(removing.promise)
  await tab.signIn()
  const seen: unknown[] = []
  tab.account.state.subscribe(() => seen.push(tab.offline()))
  const leaving = tab.account.leave()
  opening.resolve()
  await expect.poll(tab.opened).toBeDefined()
  await phone.rest(1_000)
  removing.resolve()
  await leaving
  expect(new Set(seen)).toEqual(new Set([undefined]))
  const done = tab.opened()?.offline.perform(tickItem, { id: milk, purchased: true })
  await expect(done?.durable).rejects.toThrow('closed')
})

test('signed out in one of two tabs that cannot know of each other: the other writes nothing back', async () => {
  phone = createDevice({
    userId: user.id,
    client: effects.watch(user),
    openTab: () => ({ ...createLoneTabs(), kill() {}, freeze() {}, thaw() {} }),
  })
  const open = createBrowser()
  const first = await open()
  await first.signIn()
  await expect.poll(first.offline).toBeDefined()
  await first.offline()?.perform(createShoppingList, { id: newId(), name: 'Weekly' }).durable
  await phone.rest()
  const second = await open()
  await phone.rest(100)
  await first.account.leave()
  second.tellStorage()
  await expect.poll(second.offline).toBeUndefined()
  await second.account.open()
  await phone.rest(10_000)
  expect([...phone.disk.values, ...phone.disk.entries]).toEqual([])
})

test('left behind by one and then by another: both are removed in the end, and who is back is not', async () => {
  const { session, persistent } = openTab({
    fetch: async input =>
      input.endsWith('/csrftoken')
        ? new Response('token-number-1')
        : Response.json({ success: true, user: { id: next, email: 'anna@example.org' } }),
  })
  let next = 1
  let isStuck = true
  const removed: number[] = []
  // As an earlier release noted whom it left behind.
  persistent.set('aisle.left-user', '9')
  const account = createAccount({
    session,
    openOffline: async () => (await phone.openPage()).offline,
    async wipe(userId) {
      if (isStuck) throw new Error('It is held open.')
      removed.push(userId)
    },
    memory: persistent,
  })
  for (next of [1, 2, 3]) {
    await session.signIn('anna@example.org', 'correct horse')
    await account.leave()
  }
  next = 2
  await session.signIn('anna@example.org', 'correct horse')
  await account.check()
  expect(account.state.get().leftBehind).toBe(true)
  isStuck = false
  await account.clean()
  expect(removed.toSorted()).toEqual([1, 3, 9])
  expect(account.state.get().leftBehind).toBe(false)
  expect(persistent.get('aisle.left-user')).toBeUndefined()
})

test('what is being removed is not opened, though the word of who is signed in comes late', async () => {
  const { first, second } = await openTwo()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const removed = Promise.withResolvers<void>()
  first.wipesUntil(removed.promise)
  const leaving = first.account.leave()
  const { length } = phone.pages
  second.opened()?.thaw()
  await expect.poll(second.offline).toBeUndefined()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(phone.pages).toHaveLength(length)
  second.tellStorage()
  removed.resolve()
  await leaving
  await vi.advanceTimersByTimeAsync(5_000)
  await second.account.open()
  expect(second.user()).toBeUndefined()
  expect(phone.pages).toHaveLength(length)
})

test('signed out while another tab waits for room on a full device: nothing is stored there afterwards', async () => {
  const first = await phone.openPage()
  const list = newId()
  await first.offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  const second = await phone.openPage()
  await phone.rest()
  first.freeze()
  phone.disk.failOutbox = noRoom
  const item = { id: milk, shoppingListId: list, name: 'Milk' }
  const refused = expect(second.offline.perform(createItem, item).durable).rejects.toThrow()
  await phone.rest(1_000)
  await first.offline.wipe()
  phone.disk.failOutbox = undefined
  await phone.rest(30_000)
  await refused
  expect(phone.disk.entries.size).toBe(0)
})

/** What the outbox of the next page meets: a write that fails once it may, and an opening that ends once it may. */
async function openTroubled(mayFail: Promise<void>, mayOpen: Promise<void>) {
  const { open } = phone.disk
  const openings: unknown[] = []
  phone.disk.open = alive => ({
    ...open(alive),
    async openOutbox(onLost, copied) {
      const isAgain = openings.push(onLost) > 1
      if (isAgain) await mayOpen
      const store = await open(alive).openOutbox(onLost, copied)
      async function write() {
        await mayFail
        throw new Error('The connection was lost.')
      }
      return isAgain ? store : { ...store, write }
    },
  })
  const page = await phone.openPage()
  phone.disk.open = open
  return { page, openings }
}

test.each([
  ['writes in vain', 1],
  ['opens its outbox again', 2],
])('signed out while another tab %s: nothing is stored there afterwards', async (_what, times) => {
  const first = await phone.openPage()
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const [mayFail, mayOpen] = gates
  if (times === 2) mayFail.resolve()
  const { page, openings } = await openTroubled(mayFail.promise, mayOpen.promise)
  await phone.rest()
  const list = { id: newId(), name: 'Weekly' }
  const refused = expect(page.offline.perform(createShoppingList, list).durable).rejects.toThrow()
  await phone.rest(100)
  await first.offline.wipe()
  await phone.rest(100)
  for (const gate of gates) gate.resolve()
  await phone.rest(1_000)
  await refused
  expect(openings).toHaveLength(times)
  expect(phone.disk.entries.size).toBe(0)
})

/** As in a browser, where the end of a channel is not the end of a lock, and the lock is told of after `mayTell`. */
function createLockingDevice(openTab: () => SimTab, mayTell = Promise.resolve()): Device {
  return createDevice({
    userId: user.id,
    client: user,
    openTab() {
      const tab = openTab()
      return {
        ...tab,
        async lock(mode, options) {
          const lock = await tab.lock(mode, options)
          await mayTell
          return lock
        },
        close() {},
      }
    },
  })
}

async function expectLead(device: Device): Promise<void> {
  const { offline } = await device.openPage()
  await offline.perform(createShoppingList, { id: newId(), name: 'Weekly' }).durable
  await device.rest(1_000)
  expect(offline.sync.get().waiting).toBe(0)
  device.kill()
}

test('an account that is closed gives the lead to others at once', async () => {
  const device = createLockingDevice(createSimBrowser().openTab)
  const { offline } = await device.openPage()
  await device.rest()
  await offline.close()
  await expectLead(device)
})

test('an account that is left before the browser says that its tab leads holds up no other', async () => {
  const { openTab } = createSimBrowser()
  const mayTell = Promise.withResolvers<void>()
  const device = createLockingDevice(openTab, mayTell.promise)
  const opening = device.openPage()
  await device.rest(100)
  openTab().post({ type: 'wiped' })
  await device.rest(100)
  mayTell.resolve()
  await opening
  await expectLead(device)
})

test('a closed account leaves nothing to be done later', async () => {
  const page = await phone.openPage()
  await phone.rest()
  await page.offline.close()
  expect(phone.clock.step(Number.POSITIVE_INFINITY)).toBe(false)
  expect(page.isWatched).toBe(false)
})

test('an account that another tab leaves while it is opened leaves nothing to be done later', async () => {
  const { tab, offline } = await phone.openPage()
  await phone.rest()
  const read = Promise.withResolvers<void>()
  onOutboxRead(phone.disk, async real => {
    await read.promise
    return real()
  })
  const opening = phone.openPage()
  await phone.rest(100)
  tab.post({ type: 'wiped' })
  await phone.rest(100)
  read.resolve()
  const second = await opening
  await offline.close()
  second.visible.set(false)
  second.visible.set(true)
  await phone.rest(100)
  expect(phone.clock.step(Number.POSITIVE_INFINITY)).toBe(false)
  expect(second.isWatched).toBe(false)
})

test('left before it was written: whoever waits until it is kept is told that it is not', async () => {
  const { offline } = await phone.openPage()
  const make = (name: string) => offline.perform(createShoppingList, { id: newId(), name }).durable
  const turn = () => new Promise<void>(resolve => setImmediate(resolve))
  void make('Being written')
  await turn()
  const refused = expect(make('Behind it')).rejects.toThrow('closed')
  await turn()
  await offline.wipe()
  await refused
})

test.each([1, 2])(
  'what the server answers to %i edits after the account was left changes nothing',
  async count => {
    phone.setConnected(false)
    const before = await phone.openPage()
    for (let n = 0; n < count; n++) {
      const list = { id: newId(), name: `List ${n}` }
      await before.offline.perform(createShoppingList, list).durable
    }
    phone.kill()
    phone.setConnected(true)
    const { offline, network } = await phone.openPage()
    network.faults.push('late', 'late', 'late')
    await phone.rest(0)
    await offline.wipe()
    network.releaseLate()
    await phone.rest()
    expect(offline.waiting.get()).toHaveLength(count)
  },
)

test('a tab that has not heard of the sign-out when it is answered again leaves no moment behind', async () => {
  const first = await phone.openPage()
  const second = await phone.openPage()
  await phone.rest()
  first.tab.freeze()
  await phone.rest(10_000)
  await second.offline.wipe()
  expect(phone.disk.values.size).toBe(0)
  phone.clock.set(phone.clock.now() + 120_000)
  await first.offline.refresh()
  first.tab.thaw()
  await phone.rest(1_000)
  expect([...phone.disk.values]).toEqual([])
})
