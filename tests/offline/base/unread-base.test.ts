/** What is kept on the device cannot be read now: it is neither lost nor taken for nothing. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import {
  createDevice,
  type Device,
  type Page,
  visibleState,
} from '../../support/simulation/device.ts'
import { noRoom } from '../../support/simulation/sim-disk.ts'

let server: TestServer
let user: TestUser
let phone: Device
const list = newId()
const milk = newId()
/** How often the next readings of the base fail. */
let failures: number
/** How long the next opening of the cache takes. */
let openingMs: number
/** How often the next openings of the cache fail. */
let closedTimes: number

const shown = (offline: Page['offline']) => visibleState(offline)
const item = ({ offline }: Page) => offline.peek(`Item:${milk}`)
const weekly = (fields: object) => [{ name: 'Weekly', items: [fields] }]

beforeEach(async () => {
  failures = 0
  openingMs = 0
  closedTimes = 0
  server = await startTestServer()
  user = await server.buildUser()
  phone = createDevice({ userId: user.id, client: user })
  const { open } = phone.disk
  phone.disk.open = alive => ({
    ...open(alive),
    async openCache() {
      if (openingMs > 0) await new Promise<void>(done => phone.clock.after(openingMs, done))
      if (closedTimes-- > 0) throw new Error('Internal error opening backing store.')
      const store = await open(alive).openCache()
      return {
        ...store,
        async entries() {
          if (failures-- > 0) throw new Error('Connection to Indexed Database server lost.')
          return store.entries()
        },
      }
    },
  })
  const { offline } = await phone.openPage()
  await offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' }).durable
  await phone.rest()
  expect(phone.disk.entries.size).toBe(0)
})

afterEach(async () => {
  phone.kill()
  await server.close()
})

async function openWhileTimePasses(): Promise<Page> {
  const opening = phone.openPage()
  let opened = false
  void opening.then(() => {
    opened = true
  })
  while (!opened) await phone.rest(500)
  return opening
}

describe('without a network', () => {
  beforeEach(() => {
    phone.kill()
    phone.setConnected(false)
  })

  test('it failed once: shown as soon as it can be read, with what waits on top', async () => {
    const before = await phone.openPage()
    await before.offline.perform(tickItem, { id: milk, purchased: true }).durable
    phone.kill()
    failures = 1
    const page = await phone.openPage()
    expect(shown(page.offline)).toEqual([])
    await page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    page.visible.set(false)
    await phone.rest(1_500)
    expect(shown(page.offline)).toMatchObject(weekly({ name: 'Oat milk', purchased: true }))
    phone.setConnected(true)
    await phone.rest(60_000)
    phone.setConnected(false)
    phone.kill()
    const next = await phone.openPage()
    expect(shown(next.offline)).toMatchObject(weekly({ name: 'Oat milk', purchased: true }))
    expect(next.offline.sync.get().waiting).toBe(0)
  })

  test('it goes on failing: hiding the page writes nothing over it', async () => {
    failures = 1_000
    const page = await phone.openPage()
    await phone.rest(10_000)
    page.visible.set(false)
    await phone.rest(10_000)
    await page.offline.close()
    phone.kill()
    failures = 0
    expect(shown((await phone.openPage()).offline)).toMatchObject(weekly({ name: 'Milk' }))
  })

  test('it is not given up for an edit that finds no room, before it was read', async () => {
    failures = 1
    const { offline } = await phone.openPage()
    offline.opened(`ShoppingList:${list}`)
    const kept = () => [...phone.disk.values.values()].join()
    phone.disk.failOutbox = () => (kept().includes('Milk') ? noRoom() : undefined)
    const tick = offline.perform(tickItem, { id: milk, purchased: true })
    await expect(tick.durable).rejects.toThrow()
    await phone.rest(1_500)
    expect(shown(offline)).toMatchObject(weekly({ name: 'Milk', purchased: true }))
    expect(kept()).toContain('Milk')
    await phone.rest(30_000)
    expect(offline.unpersisted()).toBe(0)
  })

  test('it fails in a tab that leads later: that one writes nothing over it, either', async () => {
    const first = await phone.openPage()
    failures = 1_000
    const second = await phone.openPage()
    await phone.rest()
    first.kill()
    await phone.rest(10_000)
    second.visible.set(false)
    await phone.rest(10_000)
    phone.kill()
    failures = 0
    expect(shown((await phone.openPage()).offline)).toMatchObject(weekly({ name: 'Milk' }))
  })

  test('nor does one that makes room on a full device', async () => {
    failures = 1_000
    const page = await phone.openPage()
    let fullTimes = 1
    phone.disk.failOutbox = () => (fullTimes-- > 0 ? noRoom() : undefined)
    await page.offline.perform(createShoppingList, { id: newId(), name: 'Party' }).durable
    await phone.rest(10_000)
    phone.kill()
    failures = 0
    const next = await phone.openPage()
    expect(shown(next.offline)).toMatchObject([...weekly({ name: 'Milk' }), { name: 'Party' }])
  })

  test('opened too late: shown when it is there', async () => {
    openingMs = 6_000
    const page = await openWhileTimePasses()
    expect(shown(page.offline)).toEqual([])
    await phone.rest(6_000)
    expect(shown(page.offline)).toMatchObject(weekly({ name: 'Milk' }))
  })
})

test('it goes on failing with a network: all comes anew, and what is written then is whole', async () => {
  phone.kill()
  failures = 1_000
  const page = await phone.openPage()
  await phone.rest()
  expect(shown(page.offline)).toMatchObject(weekly({ name: 'Milk' }))
  await page.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest()
  expect(phone.disk.entries.size).toBe(0)
  phone.kill()
  phone.setConnected(false)
  failures = 0
  expect(shown((await phone.openPage()).offline)).toMatchObject(weekly({ purchased: true }))
})

test('its first opening failed: what comes then is kept all the same', async () => {
  phone.kill()
  closedTimes = 1
  const { offline } = await phone.openPage()
  await phone.rest(60_000)
  await offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await phone.rest(60_000)
  expect(phone.disk.entries.size).toBe(0)
  phone.kill()
  phone.setConnected(false)
  expect(shown((await phone.openPage()).offline)).toMatchObject(weekly({ name: 'Oat milk' }))
})

test('a list that was made and taken meanwhile: what is read late does not undo it', async () => {
  phone.kill()
  const { fetch } = user
  user.fetch = async (path, init) =>
    String(init?.body).includes('query changes')
      ? new Response('{}', { status: 500 })
      : fetch(path, init)
  failures = 1
  const { offline } = await phone.openPage()
  // Until no question is under way, which would keep the answer out of the base.
  await phone.rest(100)
  await offline.perform(createShoppingList, { id: newId(), name: 'Party' }).durable
  await phone.rest(10_000)
  expect(offline.sync.get()).toMatchObject({ waiting: 0, initialised: false })
  expect(shown(offline)).toMatchObject([{ name: 'Party' }])
  user.fetch = fetch
  await phone.rest(60_000)
  expect(shown(offline)).toMatchObject([{ name: 'Weekly' }, { name: 'Party' }])
  phone.kill()
  phone.setConnected(false)
  const next = await phone.openPage()
  expect(shown(next.offline)).toEqual(shown(offline))
})

describe('opened late, with a network', () => {
  let page: Page

  beforeEach(async () => {
    phone.kill()
    openingMs = 60_000
    page = await openWhileTimePasses()
    await phone.rest(1_000)
    await page.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(1_000)
    expect(page.offline.sync.get().waiting).toBe(0)
    openingMs = 0
  })

  test('what was answered lies in the outbox until it is on the device', async () => {
    expect(phone.disk.entries.size).toBe(1)
    phone.kill()
    phone.setConnected(false)
    expect(item(await phone.openPage())).toMatchObject({ purchased: true })
  })

  test('it is written once it is open', async () => {
    await phone.rest(60_000)
    await page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    await phone.rest(2_000)
    expect(phone.disk.entries.size).toBe(0)
    phone.kill()
    phone.setConnected(false)
    expect(item(await phone.openPage())).toMatchObject({ purchased: true, name: 'Oat milk' })
  })
})
