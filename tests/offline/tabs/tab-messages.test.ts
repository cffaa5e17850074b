/** What one tab says is answered once: nothing that tabs tell each other goes round for ever. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import { createDevice, type Device, type Page } from '../../support/simulation/device.ts'
import { noRoom } from '../../support/simulation/sim-disk.ts'
import { createSimBrowser } from '../../support/simulation/sim-tabs.ts'

let server: TestServer
let user: TestUser
let browser: Device
let said: string[]
let first: Page
let last: Page
const list = newId()
const milk = newId()

/** The first of them leads. */
async function openPages(count: number): Promise<void> {
  const { openTab } = createSimBrowser()
  function countingTab() {
    const tab = openTab()
    return {
      ...tab,
      post(message: Parameters<typeof tab.post>[0]) {
        // These are said by the clock, for as long as a tab lives.
        if (message.type !== 'ping' && message.type !== 'pong') said.push(message.type)
        tab.post(message)
      },
    }
  }
  browser = createDevice({ userId: user.id, client: user, openTab: countingTab })
  first = await browser.openPage()
  await first.offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await first.offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' }).durable
  await browser.rest()
  for (let more = 1; more < count; more++) last = await browser.openPage()
  await browser.rest()
  said = []
}

/** While no time passes, what goes round goes on. */
async function expectSilence(): Promise<void> {
  const before = said.length
  for (let turn = 0; turn < 100; turn++) await new Promise<void>(done => setImmediate(done))
  expect(said.slice(before)).toEqual([])
}

beforeEach(async () => {
  said = []
  server = await startTestServer()
  user = await server.buildUser()
})

afterEach(async () => {
  browser.kill()
  await server.close()
})

const tick = (page: Page, purchased = true) =>
  page.offline.perform(tickItem, { id: milk, purchased }).durable.catch(() => {})

const causes: readonly (readonly [what: string, cause: () => unknown])[] = [
  ['a sign-in in a tab that follows', () => last.offline.resume()],
  ['a sign-in in the tab that leads', () => first.offline.resume()],
  ['a network that is back', () => last.goOnline()],
  ['a question of a tab that follows', () => void last.offline.refresh({ hard: true })],
  ['"Send now" in a tab that follows', () => void last.offline.sendNow()],
  ['who is shopping', () => first.network.hint({ id: list, revision: 1, beside: [] })],
  ['a tick in a tab that follows', () => tick(last)],
  ['a tick in the tab that leads', () => tick(first)],
  [
    'an edit that the server refuses',
    () => void last.offline.perform(createShoppingList, { id: newId(), name: '\u0000' }),
  ],
  [
    'an edit that a full device would not take',
    () => {
      browser.disk.failOutbox = noRoom
      return tick(last)
    },
  ],
  [
    'a network that is gone',
    () => {
      browser.setConnected(false)
      return tick(last)
    },
  ],
  [
    'a session that is over',
    () => {
      user.cookies.clear()
      return tick(last)
    },
  ],
]

test('what is on the disk is not told with each tick', async () => {
  await openPages(2)
  for (const purchased of [true, false, true]) {
    await tick(last, purchased)
    await browser.rest(1_000)
  }
  expect(said).toContain('settled')
  expect(said).not.toContain('cut')
})

describe.each([3, 4])('%i tabs', count => {
  test.each(causes)('%s: said, heard, and silence', async (_what, cause) => {
    await openPages(count)
    await cause()
    await browser.rest(1_000)
    await expectSilence()
    // Each try to send is told, and there are some within that second; what goes round is said a thousand times.
    for (const [kind, times = []] of Map.groupBy(said, one => one).entries())
      expect([kind, times.length <= 10]).toEqual([kind, true])
  })

  test('a tab that was frozen and believes that it leads, beside the one that does', async () => {
    await openPages(count)
    first.freeze()
    await browser.rest(8_000)
    browser.setConnected(false)
    await tick(last)
    await browser.rest(1_000)
    const before = said.length
    first.thaw()
    await browser.rest(100)
    await expectSilence()
    // Its own try tells it once; on the word of the other each would answer until the browser tells who has the lock.
    expect(said.slice(before).filter(type => type === 'contact')).toHaveLength(1)
  })
})
