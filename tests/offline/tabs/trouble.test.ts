/** A server that can be reached and tells nothing: every tab knows why, from the first try on until it tells all. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tickItem } from '../../../src/cache/edits/item-edits.ts'
import { refreshFailure } from '../../../src/cache/sync/refresh-failure.ts'
import type { TestServer } from '../../support/server/server.ts'
import type { Device, Page } from '../../support/simulation/device.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'

let server: TestServer
let browser: Device
let milk: string
/** How a question is answered instead of by the server. */
let meet: (() => Response) | undefined
let asked: number

beforeEach(async () => {
  meet = undefined
  asked = 0
  ;({
    server,
    phone: browser,
    milk,
  } = await openPhoneWithMilk({
    client: watched => ({
      ...watched,
      async fetch(path, init) {
        const isQuestion = String(init?.body).includes('query changes')
        if (isQuestion) asked++
        return (isQuestion && meet?.()) || watched.fetch(path, init)
      },
    }),
  }))
  browser.kill()
})

afterEach(async () => {
  browser.kill()
  await server.close()
})

const answer = (status: number, code: string, message: string, headers = {}) =>
  new Response(JSON.stringify({ errors: [{ message, extensions: { code } }] }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

const outOfOrder = () => answer(500, 'INTERNAL', 'Out of order.')
const slowly = () => answer(429, 'RATE_LIMITED', 'Slowly.', { 'retry-after': '600' })

const said = ({ offline }: Page) => offline.sync.get().trouble?.note
const troubles = () => browser.pages.map(said)

/** All that a tab has said of it since. */
function follow(page: Page): ReadonlySet<string | undefined> {
  const all = new Set([said(page)])
  page.offline.sync.subscribe(() => all.add(said(page)))
  return all
}

test('every tab says it, through all tries and also where it is opened later, until the server tells all', async () => {
  meet = outOfOrder
  await browser.openPage()
  await browser.openPage()
  await browser.rest(1_000)
  expect(troubles()).toEqual(['Out of order.', 'Out of order.'])
  const all = browser.pages.map(follow)
  const before = asked
  await browser.rest(60_000)
  expect(asked).toBeGreaterThan(before + 2)
  // Neither a try nor an edit that the server takes meanwhile brings other words.
  await browser.page.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest(1_000)
  expect(browser.page.offline.sync.get().waiting).toBe(0)
  expect(all).toEqual([new Set(['Out of order.']), new Set(['Out of order.'])])
  await browser.openPage()
  await browser.rest(1_000)
  expect(troubles()).toEqual(['Out of order.', 'Out of order.', 'Out of order.'])
  meet = undefined
  await browser.rest(60_000)
  expect(troubles()).toEqual([undefined, undefined, undefined])
  for (const { offline } of browser.pages) expect(offline.sync.get().initialised).toBe(true)
})

test('a tab that opens while the server wants to be left in peace is told why, and the server is not asked', async () => {
  meet = slowly
  await browser.openPage()
  await browser.rest(1_000)
  const before = asked
  await browser.openPage()
  await browser.rest(1_000)
  expect(troubles()).toEqual(['Slowly.', 'Slowly.'])
  expect(asked).toBe(before)
})

test('whoever waits for an answer in a tab that follows waits no longer than the try', async () => {
  await browser.openPage()
  const second = await browser.openPage()
  await browser.rest()
  meet = outOfOrder
  const at = browser.clock.now()
  const isAnswered = second.offline.refresh({ waitedFor: true })
  await browser.rest(1_000)
  expect(await isAnswered).toBe(false)
  expect(browser.clock.now() - at).toBeLessThanOrEqual(1_000)
  meet = undefined
  expect(await Promise.race([second.offline.refresh(), browser.rest(10_000)])).toBe(true)
})

test('nor longer than 20 s where the try does not end', async () => {
  const first = await browser.openPage()
  const second = await browser.openPage()
  await browser.rest()
  first.network.faults.push('late')
  let isAnswered: boolean | undefined
  void second.offline.refresh({ waitedFor: true }).then(answered => {
    isAnswered = answered
  })
  await browser.rest(19_000)
  expect(isAnswered).toBeUndefined()
  await browser.rest(1_500)
  expect(isAnswered).toBe(false)
  expect(refreshFailure(second.offline)).toMatch(/^The server has not answered yet/)
})

test('a network that goes and comes back brings no words of its own', async () => {
  await browser.openPage()
  await browser.openPage()
  await browser.rest()
  const all = browser.pages.map(follow)
  browser.setConnected(false)
  await browser.rest(60_000)
  browser.setConnected(true)
  await browser.rest(60_000)
  expect(all).toEqual([new Set([undefined]), new Set([undefined])])
})
