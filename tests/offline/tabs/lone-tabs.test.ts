/** Tabs that cannot know of each other, as over plain http: each of them leads, and all write in one place. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { createLoneTabs } from '../../../src/offline/tabs/lone-tabs.ts'
import { budget, chance, howMany } from '../../support/depth.ts'
import { done } from '../../support/server/api.ts'
import { startTestServer, type TestServer } from '../../support/server/server.ts'
import { createDevice, type Page, visibleState } from '../../support/simulation/device.ts'
import { noRoom } from '../../support/simulation/sim-disk.ts'

interface Step {
  readonly tab: 0 | 1
  readonly what: 'tick' | 'rename' | 'add' | 'hear'
  readonly pick: number
  readonly restMs: number
}

const anySteps = fc.array(
  fc.record<Step>({
    tab: fc.constantFrom(0, 1),
    what: fc.constantFrom('tick', 'rename', 'add', 'hear'),
    pick: fc.nat(5),
    restMs: fc.constantFrom(0, 20, 100, 200, 500),
  }),
  { minLength: 4, maxLength: 30 },
)

const numRuns = howMany('AISLE_LONE_TABS', 40, 400)
const timeout = budget(numRuns, 1)

test('whatever two of them stored, the next visit has what the server has', {
  timeout,
}, async () => {
  await using server = await startTestServer()
  await fc.assert(
    fc.asyncProperty(anySteps, steps => twoTabs(server, steps)),
    { numRuns, ...chance(20261123) },
  )
})

/** A browser of somebody new, no tab of which knows of another. */
async function openLone(server: TestServer) {
  const user = await server.buildUser()
  const browser = createDevice({
    userId: user.id,
    client: user,
    openTab: () => ({ ...createLoneTabs(), kill() {}, freeze() {}, thaw() {} }),
  })
  return { user, browser }
}

/** One tab of such a browser, with milk on a list. */
async function openLoneWithMilk(server: TestServer) {
  const { user, browser } = await openLone(server)
  const first = await browser.openPage()
  const [shoppingListId, milk] = [newId(), newId()]
  await first.offline.perform(createShoppingList, { id: shoppingListId, name: 'Weekly' }).durable
  await first.offline.perform(createItem, { id: milk, shoppingListId, name: 'Milk' }).durable
  await browser.rest(5_000)
  const names = async () =>
    (await done(user, 'getByFilterItem', { filters: { shoppingListId } })).map(
      (item: { readonly name: string }) => item.name,
    )
  return { browser, first, shoppingListId, milk, names }
}

describe.each(['busy', 'signed-out'] as const)('while one tab may not send (%s)', fault => {
  test('what another sent is not taken back as if it had not left the device', async () => {
    await using server = await startTestServer()
    const { browser, first, milk, names } = await openLoneWithMilk(server)
    first.network.faults.push(fault)
    await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await browser.rest(500)
    const { id, durable } = first.offline.perform(deleteItem, { id: milk })
    await durable
    await browser.openPage()
    await browser.rest(2_000)
    expect(await names()).toEqual([])
    expect(first.offline.withdraw(id)).toBe(false)
    browser.kill()
  })

  test('what another sent is deleted there, too', async () => {
    await using server = await startTestServer()
    const { browser, first, shoppingListId, milk, names } = await openLoneWithMilk(server)
    first.network.faults.push(fault)
    await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await browser.rest(500)
    const eggs = newId()
    await first.offline.perform(createItem, { id: eggs, shoppingListId, name: 'Eggs' }).durable
    await browser.openPage()
    await browser.rest(2_000)
    expect(await names()).toContain('Eggs')
    await first.offline.perform(deleteItem, { id: eggs }).durable
    await browser.rest(5_000)
    first.offline.resume()
    await browser.rest(120_000)
    expect(await names()).toEqual(['Milk'])
    browser.kill()
  })
})

test('what the disk refused is taken back at once, since no other tab has read it', async () => {
  await using server = await startTestServer()
  const { browser, first, milk } = await openLoneWithMilk(server)
  first.network.faults.push('busy')
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest(500)
  browser.disk.failOutbox = noRoom
  const { id, durable } = first.offline.perform(deleteItem, { id: milk })
  await expect(durable).rejects.toThrow()
  expect(first.offline.withdraw(id)).toBe(true)
  expect(first.offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Milk' })
  browser.kill()
})

test('what one of them did last is not taken for older by another that reads the store late', async () => {
  await using server = await startTestServer()
  const { browser, milk } = await openLoneWithMilk(server)
  browser.kill()

  const rename = ({ offline }: Page, name: string) =>
    offline.perform(updateItem, { id: milk, name }).durable
  browser.disk.failRead = () => new Error('busy')
  const late = await browser.openPage()
  await browser.rest(15_000)
  await rename(late, 'Soy milk')
  await browser.rest(1_000)
  browser.disk.failRead = undefined
  const other = await browser.openPage()
  await browser.rest(1_000)
  other.network.connected = false
  await rename(other, 'Rice milk')
  await browser.rest(60_000)
  other.network.connected = true
  await browser.rest(60_000)
  await late.offline.refresh()
  await browser.rest(5_000)
  for (const { offline } of [late, other]) {
    expect(offline.tray.get()).toEqual([])
    expect(offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Rice milk' })
  }
  browser.kill()
})

async function twoTabs(server: TestServer, steps: readonly Step[]): Promise<void> {
  const { user, browser } = await openLone(server)
  const before = await browser.openPage()
  const shoppingListId = newId()
  const items = Array.from({ length: 6 }, newId)
  await before.offline.perform(createShoppingList, { id: shoppingListId, name: 'Weekly' }).durable
  for (const id of items) {
    await before.offline.perform(createItem, { id, shoppingListId, name: `Item ${id}` }).durable
  }
  await browser.rest()
  browser.kill()

  const [first, second] = [await browser.openPage(), await browser.openPage()]
  for (const [at, { tab, what, pick, restMs }] of steps.entries()) {
    const { offline, network } = tab === 0 ? first : second
    const id = items[pick] ?? ''
    const name = `${what} ${at}`
    if (what === 'tick') void offline.perform(tickItem, { id, purchased: at % 2 === 0 })
    else if (what === 'rename') void offline.perform(updateItem, { id, name })
    else if (what === 'add') {
      void offline.perform(createItem, { id: newId(), shoppingListId, name })
    } else {
      const hint = await network.hintOf(shoppingListId)
      if (hint) network.hint(hint)
    }
    await browser.rest(restMs)
  }
  await browser.rest()
  browser.kill()

  const next = await browser.openPage()
  await browser.rest(5_000)
  const other = createDevice({ userId: user.id, client: user })
  const { offline } = await other.openPage()
  await other.rest(5_000)
  expect(visibleState(next.offline)).toEqual(visibleState(offline))
  expect(next.offline.sync.get().waiting).toBe(0)
  browser.kill()
  other.kill()
}
