/** While the cache of lists takes nothing, what the leading tab knows is on no disk: no other tab may lose it. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { TestServer, TestUser } from '../../support/server/server.ts'
import {
  createDevice,
  type Device,
  type Page,
  visibleState,
} from '../../support/simulation/device.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'

let server: TestServer
let user: TestUser
let browser: Device
let first: Page
let list: string
let milk: string

beforeEach(async () => {
  ;({ server, user, phone: browser, list, milk } = await openPhoneWithMilk())
  first = browser.page
})

afterEach(async () => {
  browser.kill()
  await server.close()
})

test('a tab that is opened then is told of a list that was made elsewhere meanwhile', async () => {
  browser.disk.failCache = () => new Error('broken')
  const other = createDevice({ userId: user.id, client: user })
  const { offline } = await other.openPage()
  await offline.perform(createShoppingList, { id: newId(), name: 'Trip' }).durable
  await other.rest()
  other.kill()
  await first.offline.refresh()
  await browser.rest()
  expect(visibleState(first.offline)).toHaveLength(2)

  const second = await browser.openPage()
  await browser.rest()
  expect(visibleState(second.offline)).toEqual(visibleState(first.offline))
})

test('a tab that is opened then is told of a list that was deleted elsewhere meanwhile', async () => {
  browser.disk.failCache = () => new Error('broken')
  const other = createDevice({ userId: user.id, client: user })
  const { offline } = await other.openPage()
  await other.rest()
  await offline.perform(deleteShoppingList, { id: list }).durable
  await other.rest()
  other.kill()
  await first.offline.refresh()
  await browser.rest()
  expect(visibleState(first.offline)).toEqual([])

  const second = await browser.openPage()
  await browser.rest()
  expect(visibleState(second.offline)).toEqual([])
})

test('a tab that follows and opens the outbox again leaves there what was answered', async () => {
  const second = await browser.openPage()
  await browser.rest()
  browser.disk.failCache = () => new Error('broken')
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest()
  expect(second.offline.sync.get().waiting).toBe(0)

  browser.setConnected(false)
  let failures = 1
  browser.disk.failOutbox = () =>
    failures-- > 0 ? new Error('The connection was lost.') : undefined
  await second.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await browser.rest()
  browser.kill()
  const { offline } = await browser.openPage()
  expect(offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Oat milk', purchased: true })
})

test('what was answered while it could not be written leaves the store with the next write', async () => {
  const { latency } = browser.disk
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  while (first.offline.sync.get().waiting > 0) await browser.rest(0)
  first.network.faults.push('late')
  await first.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await browser.rest(100)
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  browser.disk.latency = () => written
  browser.disk.failCache = () => new Error('broken')
  browser.clock.advance(200)
  first.network.releaseLate()
  while (first.offline.sync.get().waiting > 0) {
    await new Promise<void>(resolve => setImmediate(resolve))
  }
  browser.disk.latency = latency
  write()
  await browser.rest()
  browser.disk.failCache = undefined
  await first.offline.perform(tickItem, { id: milk, purchased: false }).durable
  await browser.rest()
  expect(browser.disk.entries.size).toBe(0)
})
