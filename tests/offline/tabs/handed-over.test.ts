/** What the leading tab had begun when it was closed, reloaded or killed: the one that leads next takes it up. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import type { TestServer, TestUser } from '../../support/server/server.ts'
import { type Device, type Page, visibleState } from '../../support/simulation/device.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'
import { onOutboxRead } from '../../support/simulation/sim-disk.ts'

let server: TestServer
let user: TestUser
let browser: Device
let first: Page
let second: Page
let list: string
let milk: string

beforeEach(async () => {
  ;({ server, user, phone: browser, list, milk } = await openPhoneWithMilk())
  first = browser.page
  second = await browser.openPage()
  await browser.rest()
})

afterEach(async () => {
  browser.kill()
  await server.close()
})

/** The leading tab goes right after the answer to its tick, which lies in the store still. */
async function tickAndGo(): Promise<void> {
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  while (browser.pages.some(page => page.offline.sync.get().waiting > 0)) await browser.rest(0)
  first.kill()
  expect(browser.disk.entries.size).toBe(1)
}

test('what was answered right before does not come back over what was done since', async () => {
  await tickAndGo()
  await browser.rest()
  await second.offline.perform(tickItem, { id: milk, purchased: false }).durable
  await browser.rest()
  browser.kill()
  browser.setConnected(false)
  const { offline } = await browser.openPage()
  await browser.rest()
  expect(offline.sync.get()).toMatchObject({ waiting: 0, reachable: false })
  expect(offline.peek(`Item:${milk}`)).toMatchObject({ purchased: false })
})

test('reloaded, it does not wait for what was answered right before', async () => {
  await tickAndGo()
  const again = await browser.openPage()
  await browser.rest()
  expect(again.offline.sync.get().waiting).toBe(0)
  expect(again.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
  await again.offline.perform(tickItem, { id: milk, purchased: false }).durable
  await browser.rest()
  expect(again.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: false })
  expect(visibleState(again.offline)).toEqual(visibleState(second.offline))
  expect(browser.disk.entries.size).toBe(0)
})

test('what a tab read before it left the store does not come back over what was answered since', async () => {
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  while (first.offline.sync.get().waiting > 0) await browser.rest(0)
  const third = await browser.openPage()
  await browser.rest(0)
  await first.offline.perform(tickItem, { id: milk, purchased: false }).durable
  while (first.offline.sync.get().waiting > 0) await browser.rest(0)
  // It confirms the answer: nothing is asked.
  const hint = await first.network.hintOf(list)
  if (hint) first.network.hint(hint)
  await browser.rest()
  expect(third.offline.sync.get().waiting).toBe(0)
  expect(third.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: false })
})

test('a tab that goes on reading while it leaves the store does not wait for it', async () => {
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  while (first.offline.sync.get().waiting > 0) await browser.rest(0)
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  onOutboxRead(browser.disk, async real => {
    const stored = await real()
    await told
    return stored
  })
  const opening = browser.openPage()
  await browser.rest(1_000)
  expect(browser.disk.entries.size).toBe(0)
  tell()
  const third = await opening
  await browser.rest()
  expect(third.offline.sync.get().waiting).toBe(0)
})

test('who leads next stores anew what the store lacks that it has to open again', async () => {
  browser.setConnected(false)
  await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest()
  browser.disk.entries.clear()
  let failures = 1
  browser.disk.failRead = () => (failures-- > 0 ? new Error('The connection was lost.') : undefined)
  first.kill()
  await browser.rest(10_000)
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
  expect(browser.disk.entries.size).toBe(1)
})

test('what it folded into an edit that never came to the disk is sent all the same', async () => {
  browser.setConnected(false)
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest(60_000)
  // In the pause before the next try: nobody can have sent it.
  await first.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  void first.offline.perform(updateItem, { id: milk, name: 'Oat drink' })
  // Told to the others, and not yet written.
  await Promise.resolve()
  first.kill()
  await browser.rest(1_000)
  browser.setConnected(true)
  await browser.rest(60_000)
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Oat milk', purchased: true })
  expect(second.offline.sync.get().waiting).toBe(0)
  expect(browser.disk.entries.size).toBe(0)
  expect((await browser.openPage()).offline.sync.get().waiting).toBe(0)
})

test('a tab that opens while the session is over is told so by the one that leads', async () => {
  user.cookies.clear()
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest()
  const third = await browser.openPage()
  await browser.rest()
  expect(third.offline.sync.get()).toMatchObject({ signedOut: true, waiting: 1 })
})
