/** Several tabs of one browser: one sends, all see; whichever of them goes, another goes on. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateItems } from '../../../src/cache/edits/item-batch-edits.ts'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import {
  createSavedFilter,
  deleteSavedFilter,
} from '../../../src/cache/edits/saved-filter-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  renameShoppingList,
  updateShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { epochUnit } from '../../../src/cache/sync/known-revisions.ts'
import type { KnownRevision, SavedFilterFieldsFragment } from '../../../src/generated/operations.ts'
import type { Performed } from '../../../src/offline/offline.ts'
import { done } from '../../support/server/api.ts'
import type { TestServer, TestUser } from '../../support/server/server.ts'
import {
  createDevice,
  type Device,
  type Page,
  preferencesOf,
  visibleState,
} from '../../support/simulation/device.ts'
import type { Effects } from '../../support/simulation/effects.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'
import { noRoom, onOutboxRead, onOutboxWrite } from '../../support/simulation/sim-disk.ts'

let server: TestServer
let user: TestUser
let effects: Effects
let browser: Device
let first: Page
let second: Page
let list: string
let milk: string

beforeEach(async () => {
  ;({ server, user, effects, phone: browser, list, milk } = await openPhoneWithMilk())
  first = browser.page
  second = await browser.openPage()
  await browser.rest()
})

afterEach(async () => {
  browser.kill()
  await server.close()
})

const shown = () => browser.pages.map(page => visibleState(page.offline))

test('whoever leads next, and reads the store anew, tells nobody of a tray in which nothing changed', async () => {
  let told = 0
  second.offline.tray.subscribe(() => {
    told += 1
  })
  first.kill()
  await browser.rest()
  await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest()
  expect(effects.all.map(({ name }) => name)).toContain('updateItem')
  expect(told).toBe(0)
})

test('an edit is seen at once in the other tab, sent once, and its answer needs no question there', async () => {
  const asked = second.network.delivered.length
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest(0)
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
  await second.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await browser.rest()
  expect(shown()[0]).toMatchObject([{ items: [{ name: 'Oat milk', purchased: true }] }])
  expect(shown()[1]).toEqual(shown()[0])
  expect(second.network.delivered).toHaveLength(asked)
  const edits = effects.all.filter(effect => effect.name === 'updateItem')
  expect(edits).toHaveLength(2)
  for (const { offline } of browser.pages) {
    expect(offline.sync.get()).toMatchObject({ waiting: 0, reachable: true, initialised: true })
  }
})

test('a tab that follows hears at once that the server is gone and back, and not of each of its answers', async () => {
  async function tick(purchased: boolean) {
    await first.offline.perform(tickItem, { id: milk, purchased }).durable
    await browser.rest(1_000)
  }
  const heard = new Set<number | undefined>()
  const stop = second.offline.sync.subscribe(() => {
    heard.add(second.offline.sync.get().lastContactAt)
  })
  for (const purchased of [true, false, true, false]) await tick(purchased)
  stop()
  expect(heard.size).toBeLessThanOrEqual(1)
  browser.setConnected(false)
  await tick(true)
  expect(second.offline.sync.get()).toMatchObject({ reachable: false, waiting: 1 })
  browser.setConnected(true)
  await browser.rest()
  expect(second.offline.sync.get()).toMatchObject({ reachable: true, waiting: 0 })
})

test('who is shopping is known in every tab, also in one that is opened later, while a stream tells', async () => {
  const shopping = [{ userId: 21, firstName: 'Anna' }]
  const known = () => browser.pages.map(({ offline }) => offline.beside.get().get(list))
  first.network.hint({ id: list, revision: 1, beside: shopping })
  await browser.rest(0)
  expect(known()).toEqual([shopping, shopping])
  await browser.openPage()
  await browser.rest()
  expect(known()).toEqual([shopping, shopping, shopping])
  first.network.hint({ id: list, revision: 1, beside: [] })
  await browser.rest(0)
  expect(known()).toEqual([[], [], []])
  first.network.hint({ id: list, revision: 1, beside: shopping })
  await browser.rest(0)
  // Of a list that is taken away nobody tells that they left the store.
  first.network.hint({ id: list, revision: null })
  await browser.rest(0)
  expect(known()).toEqual([undefined, undefined, undefined])
  first.network.hint({ id: list, revision: 1, beside: shopping })
  await browser.rest(0)
  // The next leader hears for itself.
  first.kill()
  await browser.rest(10_000)
  expect(known()).toEqual([undefined, undefined])
})

test('only one tab sends', async () => {
  browser.setConnected(false)
  for (let n = 0; n < 5; n++) {
    const page = n % 2 ? first : second
    const item = { id: newId(), shoppingListId: list, name: `Item ${n}` }
    await page.offline.perform(createItem, item).durable
  }
  const before = second.network.delivered.length
  browser.setConnected(true)
  await browser.rest()
  expect(second.network.delivered).toHaveLength(before)
  const created = effects.all.filter(effect => effect.name === 'createItem')
  expect(created.map(effect => effect.variables.name)).toEqual([
    'Milk',
    'Item 0',
    'Item 1',
    'Item 2',
    'Item 3',
    'Item 4',
  ])
})

test('the sender is closed while it sends: another takes over at once', async () => {
  first.network.faults.push('late')
  await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest(10)
  first.kill()
  await browser.rest(100)
  expect(second.offline.sync.get().waiting).toBe(0)
  expect(effects.all.filter(effect => effect.name === 'updateItem')).toHaveLength(1)
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
})

test('the sender is frozen: another takes over within 5 s, and the thawed one undoes nothing', async () => {
  first.freeze()
  first.network.faults.push('late')
  await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
  const at = browser.clock.now()
  while (second.offline.sync.get().waiting > 0) await browser.rest(100)
  expect(browser.clock.now() - at).toBeLessThanOrEqual(5_000)
  await second.offline.perform(tickItem, { id: milk, purchased: false }).durable
  await browser.rest()
  first.thaw()
  first.network.releaseLate()
  await browser.rest(5_000)
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: false })
  expect(first.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: false })
  await first.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await browser.rest()
  expect(shown()[0]).toEqual(shown()[1])
  expect(first.offline.sync.get().waiting).toBe(0)
})

describe.each([
  ['follows', () => second, () => first],
  ['leads', () => first, () => second],
])('a tab that %s is put aside and comes back without a network', (_, away, other) => {
  const bread = { id: '', shoppingListId: '', name: 'Bread' }

  /** What was done in it is sent meanwhile, and something else is done that waits. */
  async function putAside() {
    Object.assign(bread, { id: newId(), shoppingListId: list })
    browser.setConnected(false)
    await away().offline.perform(tickItem, { id: milk, purchased: true }).durable
    await browser.rest()
    away().leave()
    browser.setConnected(true)
    await browser.rest(10_000)
    expect(other().offline.sync.get().waiting).toBe(0)
    await done(user, 'updateItem', { id: milk, name: 'Oat milk' })
    browser.setConnected(false)
    await other().offline.perform(createItem, bread).durable
    await browser.rest()
  }

  /** The tick was done once, and covers nothing of what the server tells. */
  async function expectAllSaved() {
    await done(user, 'updateItem', { id: milk, purchased: false })
    browser.setConnected(true)
    await browser.rest(10_000)
    for (const page of browser.pages) {
      expect(page.offline.sync.get().waiting).toBe(0)
      expect(page.offline.peek(`Item:${milk}`)).toMatchObject({
        name: 'Oat milk',
        purchased: false,
      })
      expect(visibleState(page.offline)).toEqual(shown()[0])
    }
    expect(effects.all.filter(effect => effect.name === 'updateItem')).toHaveLength(1)
  }

  function expectShown() {
    expect(away().offline.peek(`Item:${bread.id}`)).toMatchObject({ name: 'Bread' })
    expect(away().offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
    expect(away().offline.sync.get().waiting).toBe(1)
  }

  test('it shows what it missed, and what was answered meanwhile stays in view', async () => {
    await putAside()
    away().comeBack()
    await browser.rest(25_000)
    expectShown()
    await expectAllSaved()
  })

  test('as the tab goes that has led meanwhile, and with each lead that it takes then', async () => {
    await putAside()
    other().kill()
    away().comeBack()
    await browser.rest(25_000)
    expectShown()
    // What is hidden is stored, but not over what the other one stored.
    away().visible.set(false)
    away().visible.set(true)
    await browser.rest()
    const third = await browser.openPage()
    away().freeze()
    await browser.rest(10_000)
    expect(visibleState(third.offline)).toMatchObject([{ items: [{ purchased: true }, {}] }])
    away().thaw()
    await browser.rest(10_000)
    expectShown()
    third.kill()
    await browser.rest(10_000)
    expectShown()
    await expectAllSaved()
  })

  test('what was answered leaves the store only behind its return', async () => {
    browser.disk.failCache = () => new Error('broken')
    await putAside()
    away().comeBack()
    await browser.rest(1_000)
    browser.disk.failCache = undefined
    await browser.rest(60_000)
    expect([...browser.disk.entries.keys()]).toHaveLength(1)
    expectShown()
    await expectAllSaved()
  })
})

test('a tab comes back without a network: what another took back meanwhile is gone from it, too', async () => {
  const phone = createDevice({ userId: user.id, client: user, saysOnline: true })
  const { offline } = await phone.openPage()
  const away = await phone.openPage()
  await phone.rest()
  phone.setConnected(false)
  const bread = { id: newId(), shoppingListId: list, name: 'Bread' }
  await away.offline.perform(createItem, bread).durable
  const tick = away.offline.perform(tickItem, { id: milk, purchased: true })
  await tick.durable
  await phone.rest()
  away.leave()
  expect(offline.withdraw(tick.id)).toBe(true)
  await offline.perform(deleteItem, { id: bread.id }).durable
  expect(phone.disk.entries.size).toBe(0)
  away.comeBack()
  await phone.rest(25_000)
  expect(away.offline.peek(`Item:${bread.id}`)).toBeUndefined()
  expect(away.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: false })
  expect(away.offline.sync.get().waiting).toBe(0)
  phone.kill()
})

test('what the sender had asked before it was frozen is told to nobody over what was told since', async () => {
  await done(user, 'updateItem', { id: milk, name: 'Old' })
  void first.offline.refresh()
  first.freeze()
  await browser.rest(0)
  await done(user, 'updateItem', { id: milk, name: 'New' })
  await browser.rest(20_000)
  void second.offline.refresh()
  await browser.rest()
  const seen = new Set<unknown>()
  second.offline.onChanged(() => seen.add(second.offline.peek(`Item:${milk}`)?.name))
  first.thaw()
  await browser.rest()
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ name: 'New' })
  expect([...seen]).not.toContain('Old')
})

test('a question of a tab that follows is asked as if by whoever knows least of all', async () => {
  let own: readonly KnownRevision[] = []
  const asked: (number | undefined)[] = []
  const gates: (() => void)[] = []
  const { send } = first.network
  first.network.send = async (document, variables, options) => {
    const { known, epoch } = Object(variables)
    if (Array.isArray(known)) {
      own = [epochUnit(epoch), ...known]
      asked.push(own.find(({ id }) => id === list)?.revision)
      await new Promise<void>(resolve => gates.push(resolve))
    }
    return send(document, variables, options)
  }
  void first.offline.refresh()
  await browser.rest(0)
  const [revision = 0] = asked
  const ask = (by: number) => {
    const known = own.map(one => (one.id === list ? { id: list, revision: revision + by } : one))
    second.tab.post({ type: 'ask', known, waitedFor: false })
  }
  async function answer() {
    gates.shift()?.()
    await browser.rest(0)
  }
  // It may know more than this one, as one that led before.
  ask(2)
  await browser.rest(0)
  await answer()
  ask(-1)
  ask(1)
  await browser.rest(0)
  await answer()
  expect(asked).toEqual([revision, revision, revision - 1])
  await answer()
})

test('a device that slept, or whose clock was set, changes nothing of who sends', async () => {
  const before = second.network.delivered.length
  browser.clock.set(browser.clock.now() + 60 * 60_000)
  await browser.rest(10_000)
  await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest()
  expect(second.offline.sync.get().waiting).toBe(0)
  expect(second.network.delivered).toHaveLength(before)
})

test('a tab that was frozen before a write does not store over what the next leader stored', async () => {
  const old = { id: newId(), name: 'Old' }
  await first.offline.perform(createShoppingList, old).durable
  await browser.rest()
  // Nothing of a list that is gone may lie in a journal: all is written anew.
  await first.offline.perform(deleteShoppingList, { id: old.id }).durable
  while (first.offline.sync.get().waiting > 0) await browser.rest(0)
  first.freeze()
  await browser.rest(8_000)
  await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest()
  first.thaw()
  await browser.rest()
  first.kill()
  await second.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await browser.rest()
  browser.kill()
  browser.setConnected(false)
  const { offline } = await browser.openPage()
  expect(offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Oat milk', purchased: true })
})

test('what was discarded by signing out is not sent by a tab that was frozen meanwhile', async () => {
  browser.setConnected(false)
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest(30_000)
  first.freeze()
  await browser.rest(8_000)
  await second.offline.wipe()
  first.network.connected = true
  const again = await browser.openPage()
  again.network.connected = true
  first.thaw()
  await browser.rest(60_000)
  expect(effects.all.filter(effect => effect.name === 'updateItem')).toEqual([])
  expect(again.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: false })
})

test('a tab that lost the lead before its turn began goes on behind what the other stored', async () => {
  browser.kill()
  const { open } = browser.disk
  let reads = 0
  // Read as it opens, and not yet as its turn begins.
  onOutboxRead(browser.disk, real =>
    ++reads > 1 && reads < 4 ? Promise.reject(new Error('busy')) : real(),
  )
  const late = await browser.openPage()
  while (reads < 2) await new Promise<void>(resolve => setImmediate(resolve))
  late.freeze()
  browser.disk.open = open
  const other = await browser.openPage()
  await browser.rest(8_000)
  await other.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest()
  other.kill()
  late.thaw()
  await browser.rest(10_000)
  await late.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await browser.rest()
  browser.kill()
  browser.setConnected(false)
  const { offline } = await browser.openPage()
  expect(offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Oat milk', purchased: true })
})

test('a tab that announced an edit and died before it was stored leaves no ghost', async () => {
  browser.setConnected(false)
  void second.offline.perform(tickItem, { id: milk, purchased: true })
  second.kill()
  await browser.rest(10)
  browser.setConnected(true)
  await browser.rest(60_000)
  expect(first.offline.sync.get().waiting).toBe(0)
  expect(first.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: false })
})

test('a tab that is opened while what was answered still lies in the store does not wait for it', async () => {
  const bread = newId()
  const item = { id: bread, shoppingListId: list, name: 'Bread' }
  await first.offline.perform(createItem, item).durable
  while (first.offline.sync.get().waiting > 0) await browser.rest(10)
  browser.setConnected(false)
  const third = await browser.openPage()
  await browser.rest(1_000)
  expect(third.offline.sync.get().waiting).toBe(0)
  expect(visibleState(third.offline)).toEqual(visibleState(first.offline))
})

test('nor does one that is opened while the cache of lists takes nothing, and what was answered stays in the store', async () => {
  browser.disk.failCache = () => new Error('broken')
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await second.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await browser.rest()
  expect(browser.disk.entries.size).toBe(2)
  const third = await browser.openPage()
  await browser.rest()
  expect(browser.pages.map(page => page.offline.sync.get().waiting)).toEqual([0, 0, 0])
  expect(visibleState(third.offline)).toEqual(visibleState(first.offline))
  // Whoever leads next knows what is left to be removed.
  browser.disk.failCache = undefined
  first.kill()
  second.kill()
  await third.offline.perform(tickItem, { id: milk, purchased: false }).durable
  await browser.rest()
  expect(browser.disk.entries.size).toBe(0)
  expect(effects.all.filter(effect => effect.name === 'updateItem')).toHaveLength(3)
})

test('what a tab stored before it died, and could not say so, is sent by the other', async () => {
  browser.setConnected(false)
  const { entries } = browser.disk
  const { set } = entries
  entries.set = (id, entry) => {
    second.kill()
    return set.call(entries, id, entry)
  }
  void second.offline.perform(tickItem, { id: milk, purchased: true })
  await browser.rest(1_000)
  entries.set = set
  expect(entries.size).toBe(1)
  browser.setConnected(true)
  await browser.rest(60_000)
  expect(first.offline.sync.get().waiting).toBe(0)
  expect(first.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
  expect(effects.all.at(-1)).toMatchObject({ variables: { purchased: true } })
})

test('what the sending tab stored before it died is sent by the one that follows', async () => {
  browser.setConnected(false)
  const { entries } = browser.disk
  const { set } = entries
  entries.set = (id, entry) => {
    first.kill()
    return set.call(entries, id, entry)
  }
  void first.offline.perform(tickItem, { id: milk, purchased: true })
  await browser.rest(100)
  entries.set = set
  browser.setConnected(true)
  await browser.rest(5_000)
  expect(second.offline.sync.get().waiting).toBe(0)
  expect(effects.all.at(-1)).toMatchObject({ variables: { purchased: true } })
})

test('what another tab stores while the one that takes over reads is not taken for gone', async () => {
  let letRead = () => {}
  let holding: Promise<void> | undefined
  const { open } = browser.disk
  onOutboxRead(browser.disk, async real => {
    const stored = await real()
    await holding
    return stored
  })
  second.kill()
  await browser.openPage()
  browser.disk.open = open
  await browser.rest()
  const fourth = await browser.openPage()
  await browser.rest()
  holding = new Promise(resolve => {
    letRead = resolve
  })
  first.kill()
  await browser.rest(50)
  await fourth.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest(50)
  letRead()
  await browser.rest(5_000)
  expect(fourth.offline.sync.get().waiting).toBe(0)
  expect(effects.all.at(-1)).toMatchObject({ name: 'updateItem', variables: { purchased: true } })
  expect(shown()[0]).toMatchObject([{ items: [{ purchased: true }] }])
  expect(shown()[1]).toEqual(shown()[0])
})

test('what the tab before may have sent is not folded away by the one that takes over', async () => {
  const eggs = newId()
  for (let n = 0; n < 10; n++) first.network.faults.push('answer-lost')
  void second.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
  await browser.rest(20)
  expect(effects.all.at(-1)).toMatchObject({ name: 'createItem', variables: { name: 'Eggs' } })
  // The browser says that there is no network: what it takes over is not tried there.
  const { send } = second.network
  Object.assign(second.network, { send: async () => ({ kind: 'outage', cause: 'offline' }) })
  first.kill()
  await browser.rest(5_000)
  expect(second.offline.waiting.get().map(({ name }) => name)).toEqual(['createItem'])
  await second.offline.perform(deleteItem, { id: eggs }).durable
  Object.assign(second.network, { send })
  await browser.rest(60_000)
  await second.offline.refresh()
  expect(second.offline.sync.get().waiting).toBe(0)
  expect(visibleState(second.offline)).toMatchObject([{ items: [{ name: 'Milk' }] }])
})

test('a tab that opens late shows what waits, and what others did meanwhile', async () => {
  browser.setConnected(false)
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  const third = await browser.openPage()
  expect(third.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
  expect(third.offline.sync.get().waiting).toBe(1)
  browser.setConnected(true)
  await browser.rest()
  expect(shown()[2]).toEqual(shown()[0])
})

test('signing out in one tab closes the account in the others', async () => {
  await first.offline.wipe()
  await browser.rest(100)
  await second.offline.perform(tickItem, { id: milk, purchased: true }).durable.catch(() => {})
  await browser.rest()
  expect(browser.disk.entries.size).toBe(0)
  expect(browser.disk.values.size).toBe(0)
})

test('refused in one tab, in the tray of all; discarded in one, gone from all', async () => {
  const other = newId()
  await second.offline.perform(createShoppingList, { id: other, name: '\u0000' }).durable
  await browser.rest()
  for (const { offline } of browser.pages) expect(offline.tray.get()).toHaveLength(1)
  await first.offline.discard(first.offline.tray.get()[0]?.id ?? '')
  await browser.rest()
  for (const { offline } of browser.pages) expect(offline.tray.get()).toHaveLength(0)
})

test('what was refused while the device was full stays in the tray when the leading tab is closed', async () => {
  browser.disk.failOutbox = fullWhile(() => true)
  const refused = { id: newId(), name: '\u0000' }
  const { durable } = second.offline.perform(createShoppingList, refused)
  await expect(durable).rejects.toThrow('full')
  await browser.rest()
  const trays = () => browser.pages.map(({ offline }) => offline.tray.get().length)
  expect(trays()).toEqual([1, 1])
  first.kill()
  await browser.rest(10_000)
  expect(trays()).toEqual([1])
  browser.disk.failOutbox = undefined
  await browser.rest(60_000)
  second.kill()
  await browser.openPage()
  expect(trays()).toEqual([1])
})

const fullWhile = (isFull: () => boolean) => () => (isFull() ? noRoom() : undefined)

const cached = () => [...browser.disk.values.values()].join()

test('a full device in a second tab: the leading one makes room, and what it writes then can be read', async () => {
  // Looked at in that tab, the list goes last.
  second.offline.opened(`ShoppingList:${list}`)
  let tries = 0
  browser.disk.failOutbox = fullWhile(() => {
    tries++
    if (tries === 2) expect(cached()).toContain('Milk')
    return cached().includes('Milk')
  })
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
  const durable = second.offline.perform(createItem, eggs).durable
  await browser.rest(1_000)
  expect(tries).toBeGreaterThan(2)
  await durable
  expect(second.offline.sync.get().storage).toBe('durable')
  browser.disk.failOutbox = undefined
  await first.offline.perform(createItem, { ...eggs, id: newId(), name: 'Flour' }).durable
  await browser.rest()
  await first.offline.perform(updateItem, { id: eggs.id, name: 'Brown eggs' }).durable
  await browser.rest()
  const before = shown()[0]
  expect(before).toMatchObject([{ items: [{}, { name: 'Brown eggs' }, { name: 'Flour' }] }])
  browser.kill()
  browser.setConnected(false)
  await browser.openPage()
  expect(shown()).toEqual([before])
})

test('a device that takes nothing: what a second tab does is sent from memory, and stored when there is room', async () => {
  browser.disk.failOutbox = noRoom
  const { durable } = second.offline.perform(tickItem, { id: milk, purchased: true })
  await expect(durable).rejects.toThrow('full')
  await browser.rest()
  const ticks = effects.all.filter(effect => effect.name === 'updateItem')
  expect(ticks).toMatchObject([{ variables: { purchased: true } }])
  expect(second.offline.sync.get().waiting).toBe(0)

  browser.setConnected(false)
  const later = second.offline.perform(tickItem, { id: milk, purchased: false })
  await expect(later.durable).rejects.toThrow('full')
  await browser.rest(60_000)
  expect(browser.pages.map(page => page.offline.unpersisted())).toEqual([1, 1])
  browser.disk.failOutbox = undefined
  await browser.rest(30_000)
  expect(browser.disk.entries.size).toBe(1)
  expect(browser.pages.map(page => page.offline.unpersisted())).toEqual([0, 0])
  browser.setConnected(true)
  await browser.rest(60_000)
  expect(shown()[0]).toMatchObject([{ items: [{ purchased: false }] }])
  expect(shown()[1]).toEqual(shown()[0])
  expect(browser.disk.entries.size).toBe(0)
})

test('a full device while the leading tab is frozen: whoever takes over makes room', async () => {
  first.freeze()
  browser.disk.failOutbox = fullWhile(() => cached().includes('Milk'))
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
  const durable = second.offline.perform(createItem, eggs).durable
  await browser.rest(8_000)
  await durable
  expect(second.offline.sync.get()).toMatchObject({ storage: 'durable', waiting: 0 })
})

test('asked to make room while it was frozen, a tab stores nothing over what the next leader stored', async () => {
  first.freeze()
  browser.disk.failOutbox = fullWhile(() => cached().includes('Milk'))
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
  const durable = second.offline.perform(createItem, eggs).durable
  await browser.rest(8_000)
  await durable
  browser.disk.failOutbox = undefined
  await second.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  // What had to go comes back, too.
  await browser.rest(60_000)
  const before = visibleState(second.offline)
  expect(before).toMatchObject([{ items: [{ name: 'Oat milk' }, { name: 'Eggs' }] }])
  first.thaw()
  await browser.rest(5_000)
  browser.kill()
  browser.setConnected(false)
  const { offline } = await browser.openPage()
  expect(visibleState(offline)).toEqual(before)
})

test('a tab that opens beside another throws nothing away that the other writes', async () => {
  const kept = [...browser.disk.values].filter(([key]) => key !== 'snapshot')
  browser.disk.values.delete('snapshot')
  await browser.openPage()
  expect([...browser.disk.values]).toEqual(expect.arrayContaining(kept))
})

test.each(['caught-up', 'brought'] as const)(
  'a tab that missed what came before takes nothing that goes on from there, and asks: %s',
  async type => {
    const cursor = () => second.offline.peek(`Cursor:${list}`)?.revision
    const known = Number(cursor())
    const heard: string[] = []
    first.tab.listen(message => heard.push(message.type))
    const [revision, none] = [known + 2, { items: [], gone: [], list: null, snapshot: false }]
    const changes = { lists: [{ id: list, revision, ...none }], gone: [], more: false }
    const before = [{ id: list, revision: known + 1 }]
    first.tab.post(
      type === 'brought'
        ? { type, hint: { id: list, revision, changes } }
        : { type, known: before, answer: { changes }, dropped: [], last: true },
    )
    await browser.rest(50)
    expect(heard).toContain('ask')
    expect(cursor()).toBe(known)
  },
)

describe('what another tab is still storing', () => {
  let third: Page
  let letWrite = () => {}

  beforeEach(async () => {
    const { open } = browser.disk
    const mayWrite = new Promise<void>(resolve => {
      letWrite = resolve
    })
    onOutboxWrite(browser.disk, async real => {
      await mayWrite
      return real()
    })
    third = await browser.openPage()
    browser.disk.open = open
    await browser.rest()
  })

  /** What the server was told of items since then, in its order. */
  const told = () => effects.all.slice(2).map(({ name }) => name)

  async function writeAndStartAnew(): Promise<void> {
    letWrite()
    await browser.rest()
    for (const { offline } of browser.pages) {
      expect([offline.sync.get().waiting, offline.tray.get()]).toEqual([0, []])
    }
    browser.kill()
    await browser.openPage()
    await browser.rest()
  }

  test.each([
    ['taken back', () => first.offline.perform(tickItem, { id: milk, purchased: false })],
    [
      'taken back with others',
      () => first.offline.perform(updateItems, { items: [{ id: milk, purchased: false }] }),
    ],
    ['deleted', () => first.offline.perform(deleteItem, { id: milk })],
  ])('and was %s in the leading tab does not come back', async (what, take) => {
    void third.offline.perform(tickItem, { id: milk, purchased: true })
    await browser.rest(50)
    await take().durable
    await browser.rest(1_000)
    expect(told()).toEqual([])
    await writeAndStartAnew()
    expect(told()).toHaveLength(2)
    const isDeleted = what === 'deleted'
    expect(shown()).toMatchObject([[{ items: isDeleted ? [] : [{ purchased: false }] }]])
    expect(browser.disk.entries.size).toBe(0)
  })

  test('what it makes arrives before what the leading tab did to it, which holds up nothing else', async () => {
    const eggs = newId()
    void third.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
    await browser.rest(50)
    await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await first.offline.perform(tickItem, { id: eggs, purchased: true }).durable
    await browser.rest(1_000)
    expect(told()).toEqual(['updateItem'])
    await writeAndStartAnew()
    expect(told()).toEqual(['updateItem', 'createItem', 'updateItem'])
    expect(shown()).toMatchObject([[{ items: [{ purchased: true }, { purchased: true }] }]])
  })

  test('what it makes arrives before what the leading tab did to it and others', async () => {
    const eggs = newId()
    void third.offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' })
    await browser.rest(50)
    const items = [eggs, milk].map(id => ({ id, purchased: true }))
    await first.offline.perform(updateItems, { items }).durable
    await browser.rest(1_000)
    expect(told()).toEqual([])
    await writeAndStartAnew()
    expect(shown()).toMatchObject([[{ items: [{ purchased: true }, { purchased: true }] }]])
  })

  test('what it does to many of which the leading tab deletes one arrives before the deletion', async () => {
    void third.offline.perform(updateItems, { items: [{ id: milk, purchased: true }] })
    await browser.rest(50)
    await first.offline.perform(deleteItem, { id: milk }).durable
    await browser.rest(1_000)
    expect(told()).toEqual([])
    await writeAndStartAnew()
    expect(told()).toEqual(['updateItems', 'deleteByIdItem'])
  })

  describe('a name that it gives up or takes is not overtaken', () => {
    const other = newId()
    const filter = newId()
    const create = (page: Page, id: string, name: string) =>
      page.offline.perform(createShoppingList, { id, name })
    const save = (id: string) =>
      first.offline.perform(createSavedFilter, { id, kind: 'ITEMS', name: 'A', filter: '{}' })

    beforeEach(async () => {
      void save(filter)
      await browser.rest()
    })

    test.each<[string, () => unknown, () => Performed, string]>([
      [
        'by a new list, of one that is deleted',
        () => third.offline.perform(deleteShoppingList, { id: list }),
        () => create(first, other, 'Weekly'),
        'Weekly',
      ],
      [
        'by a new list, of one that is renamed',
        () => third.offline.perform(renameShoppingList, { id: list, name: 'Old' }),
        () => create(first, other, 'Weekly'),
        'Weekly',
      ],
      [
        'by a list that is renamed, of a new one',
        () => create(third, other, 'Trip'),
        () => first.offline.perform(updateShoppingList, { id: list, name: 'Trip' }),
        'Trip',
      ],
      [
        'by a new filter, of one that is deleted',
        () => third.offline.perform(deleteSavedFilter, { id: filter }),
        () => save(other),
        'A',
      ],
    ])('%s', async (_who, begin, follow, name) => {
      const nameOfOther = ({ offline }: Page) => {
        const filters: readonly SavedFilterFieldsFragment[] = Object(
          preferencesOf(offline),
        ).savedFilters
        const named =
          offline.peek(`ShoppingList:${other}`) ?? filters.find(({ id }) => id === other)
        return named?.name
      }
      void begin()
      await browser.rest(50)
      await follow().durable
      await browser.rest(1_000)
      expect(nameOfOther(first)).toBe(name)
      await writeAndStartAnew()
      expect(nameOfOther(browser.page)).toBe(name)
    })
  })

  test('what it discards does not come back where the disk is read before it is gone there', async () => {
    await first.offline.perform(updateItem, { id: milk, name: '\u0000' }).durable
    await browser.rest()
    const [refused] = first.offline.tray.get()
    void third.offline.discard(refused?.id ?? '')
    // As where it stored what this tab has not heard of.
    third.tab.post({ type: 'stored', ids: [newId()] })
    await browser.rest()
    expect(browser.disk.tray.size).toBe(1)
    expect(first.offline.tray.get()).toEqual([])
  })

  test('goes to the tray with what it needs, and leaves nothing behind on the disk', async () => {
    browser.setConnected(false)
    const refused = newId()
    await first.offline.perform(createShoppingList, { id: refused, name: '\u0000' }).durable
    const eggs = { id: newId(), shoppingListId: refused, name: 'Eggs' }
    void third.offline.perform(createItem, eggs)
    await browser.rest(50)
    browser.setConnected(true)
    await browser.rest(1_000)
    const tray = () =>
      browser.pages.map(page => page.offline.tray.get().map(one => one.entries.length))
    expect(tray()).toEqual([[2], [2], [2]])
    letWrite()
    await browser.rest()
    expect(browser.disk.entries.size).toBe(0)
    browser.kill()
    await browser.openPage()
    await browser.rest()
    expect(tray()).toEqual([[2]])
  })

  test.each([0, 4])(
    'and never stored, since it died: what waited behind it goes, where the store cannot be read %i times, too',
    async times => {
      void third.offline.perform(tickItem, { id: milk, purchased: true })
      await browser.rest(50)
      await first.offline.perform(tickItem, { id: milk, purchased: false }).durable
      third.kill()
      let left = times
      browser.disk.failRead = () => (left-- > 0 ? new Error('busy') : undefined)
      await browser.rest(60_000)
      expect(told()).toEqual(['updateItem'])
      expect(first.offline.sync.get().waiting).toBe(0)
      expect(first.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: false })
    },
  )
})

describe('what the leading tab folded into an edit that it is still storing', () => {
  let leader: Page
  let follower: Page
  let letWrite = () => {}

  const waiting = () =>
    follower.offline.waiting.get().map(({ variables }) => variables.quantityToPurchase)

  beforeEach(async () => {
    const { open } = browser.disk
    let mayWrite = Promise.resolve()
    onOutboxWrite(browser.disk, async real => {
      await mayWrite
      return real()
    })
    leader = await browser.openPage()
    browser.disk.open = open
    first.kill()
    second.kill()
    follower = await browser.openPage()
    await browser.rest()
    browser.setConnected(false)
    // What is tried is folded into nothing.
    await leader.offline.perform(updateItem, { id: milk, name: 'Tried' }).durable
    await browser.rest(100)
    const want = (quantityToPurchase: number) =>
      leader.offline.perform(updateItem, { id: milk, quantityToPurchase })
    await want(1).durable
    mayWrite = new Promise<void>(resolve => {
      letWrite = resolve
    })
    void want(2)
    void want(3)
    await browser.rest(50)
    expect(waiting()).toEqual([undefined, 3])
  })

  test('is there again where that tab died before it had stored it', async () => {
    leader.kill()
    await browser.rest(30_000)
    expect(waiting()).toEqual([undefined, 1])
    browser.setConnected(true)
    await browser.rest(30_000)
    expect(effects.all.at(-1)?.variables).toMatchObject({ quantityToPurchase: 1 })
  })

  test('and goes once more where that tab was frozen, and stores it after all', async () => {
    leader.freeze()
    await browser.rest(60_000)
    expect(waiting()).toEqual([undefined, 1])
    letWrite()
    await browser.rest()
    expect(waiting()).toEqual([undefined, 3])
  })
})

describe('"Send now" in a tab that does not lead', () => {
  /** Resolves to whether it has resolved when so much time has passed. */
  async function resolvesWithin(sending: Promise<void>, ms: number): Promise<boolean> {
    let resolved = false
    void sending.then(() => {
      resolved = true
    })
    await browser.rest(ms)
    return resolved
  }

  beforeEach(async () => {
    browser.setConnected(false)
    await second.offline.perform(tickItem, { id: milk, purchased: true }).durable
    await second.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
    await browser.rest(60_000)
    for (const page of browser.pages) page.network.connected = true
  })

  test('resolves when the outbox is empty, not before', async () => {
    first.network.faults.push('late')
    const sending = second.offline.sendNow()
    expect(await resolvesWithin(sending, 1_000)).toBe(false)
    first.network.releaseLate()
    expect(await resolvesWithin(sending, 1_000)).toBe(true)
    expect(second.offline.sync.get().waiting).toBe(0)
  })

  test('resolves when a try failed', async () => {
    first.network.faults.push('server-error')
    const sending = second.offline.sendNow()
    await sending
    expect(second.offline.sync.get().waiting).toBeGreaterThan(0)
  })

  test('resolves when the network is not there', async () => {
    browser.setConnected(false)
    expect(await resolvesWithin(second.offline.sendNow(), 1_000)).toBe(true)
  })

  test('has heard by then why it failed', async () => {
    first.network.faults.push('server-error')
    await second.offline.sendNow()
    const cause = () => second.offline.waiting.get()[0]?.lastCause
    expect(cause()).toBe('server')
    browser.setConnected(false)
    const sending = second.offline.sendNow().then(cause)
    await browser.rest(1_000)
    expect(await sending).toBe('unreachable')
  })

  test('resolves when the server wants a sign-in', async () => {
    user.cookies.clear()
    expect(await resolvesWithin(second.offline.sendNow(), 1_000)).toBe(true)
    expect(second.offline.sync.get()).toMatchObject({ signedOut: true, waiting: 2 })
  })

  test('resolves where nothing waits, and where nobody leads any more', async () => {
    await second.offline.sendNow()
    await browser.rest()
    await second.offline.sendNow()
    first.freeze()
    second.visible.set(false)
    const sending = second.offline.perform(tickItem, { id: milk, purchased: false }).durable
    await sending
    expect(await resolvesWithin(second.offline.sendNow(), 30_000)).toBe(true)
  })
})

describe('a hard refresh in a tab that does not lead', () => {
  test('that meets 401 leads that tab to the sign-in, and no other', async () => {
    user.cookies.clear()
    const at = browser.clock.now()
    const asked = second.offline.refresh({ waitedFor: true, hard: true })
    await browser.rest(1_000)
    expect(await asked).toBe(false)
    expect(browser.clock.now() - at).toBeLessThanOrEqual(1_000)
    expect([first.ledAway, second.ledAway]).toEqual([0, 1])
    // Known by now; the server is asked all the same, since one may have signed in elsewhere.
    const again = second.offline.refresh({ waitedFor: true, hard: true })
    await browser.rest(1_000)
    expect(await again).toBe(false)
    expect([first.ledAway, second.ledAway]).toEqual([0, 2])
  })

  test('that nobody waits for leads nobody away', async () => {
    user.cookies.clear()
    expect(await Promise.race([second.offline.refresh(), browser.rest(25_000)])).toBe(false)
    expect([first.ledAway, second.ledAway]).toEqual([0, 0])
  })
})
