/** Whatever throws while it sends or asks: sending goes on. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { changesPull } from '../../../src/cache/sync/changes.ts'
import type { TestServer, TestUser } from '../../support/server/server.ts'
import type { Device } from '../../support/simulation/device.ts'
import type { Effects } from '../../support/simulation/effects.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'

let server: TestServer
let user: TestUser
let effects: Effects
let phone: Device
let list: string
let milk: string

beforeEach(async () => {
  ;({ server, user, effects, phone, list, milk } = await openPhoneWithMilk())
})

afterEach(async () => {
  vi.restoreAllMocks()
  phone.kill()
  await server.close()
})

const offline = () => phone.page.offline
const item = () => offline().peek(`Item:${milk}`)
const sentTimes = (name: string) => effects.all.filter(effect => effect.name === name).length

async function addEggs(): Promise<void> {
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
  await offline().perform(createItem, eggs).durable
}

async function names() {
  const { data } = await user.graphql('{ getAllItem { name } }')
  return data.getAllItem.map(({ name }: { readonly name: string }) => name).sort()
}

function throwing(): never {
  throw new Error('Planted.')
}

test('an answer that cannot be taken in once: taken in the next time, done once', async () => {
  vi.spyOn(tickItem, 'settle').mockImplementationOnce(throwing)
  await offline().perform(tickItem, { id: milk, purchased: true }).durable
  await addEggs()
  await phone.rest(60_000)
  expect(offline().sync.get().waiting).toBe(0)
  expect(offline().tray.get()).toEqual([])
  expect(item()).toMatchObject({ purchased: true })
  expect(sentTimes('updateItem')).toBe(1)
  expect(await names()).toEqual(['Eggs', 'Milk'])
  expect(phone.troubles).toHaveLength(1)
})

test('an answer that is never taken in: the next catch-up tells what the server did', async () => {
  vi.spyOn(deleteItem, 'settle').mockImplementation(throwing)
  await offline().perform(deleteItem, { id: milk }).durable
  await addEggs()
  await phone.rest(120_000)
  expect(offline().sync.get().waiting).toBe(0)
  expect(offline().tray.get()).toEqual([])
  expect(item()).toBeUndefined()
  expect(await names()).toEqual(['Eggs'])
})

test('an answer that is never understood: the edit goes to the tray, the others are sent', async () => {
  const planted = vi.spyOn(Object(deleteItem), 'refusal').mockImplementation(throwing)
  await offline().perform(deleteItem, { id: milk }).durable
  await addEggs()
  await phone.rest(120_000)
  expect(offline().sync.get().waiting).toBe(0)
  expect(offline().tray.get()).toMatchObject([
    { refusal: { code: 'INTERNAL' }, entries: [{ name: 'deleteItem', variables: { id: milk } }] },
  ])
  expect(planted).toHaveBeenCalledTimes(10)
  expect(await names()).toEqual(['Eggs'])
})

test('whoever watches and throws holds up nobody', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  const before = process.rawListeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', note)
  try {
    const ends = [offline().waiting.subscribe(throwing), offline().onChanged(throwing)]
    await offline().perform(tickItem, { id: milk, purchased: true }).durable
    await addEggs()
    await phone.rest()
    for (const end of ends) end()
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const listener of before) process.on('uncaughtException', listener as () => void)
  }
  expect(uncaught).not.toEqual([])
  expect(offline().sync.get().waiting).toBe(0)
  expect(await names()).toEqual(['Eggs', 'Milk'])
})

describe('whether this tab still leads cannot be found out', () => {
  let asked: number

  beforeEach(async () => {
    asked = 0
    const { tab } = phone.page
    const { lock } = tab
    tab.lock = async (mode, options) => {
      const held = await lock(mode, options)
      return held && { ...held, stillHeld }
    }
    // It was frozen and lost the lead: thawed and told of that, it gets a new lock.
    const other = await phone.openPage()
    await phone.rest()
    phone.page.freeze()
    await phone.rest(10_000)
    phone.page.thaw()
    other.kill()
    await phone.rest()
  })

  async function stillHeld(): Promise<never> {
    asked++
    return throwing()
  }

  async function tickAnsweredLate(): Promise<void> {
    phone.page.network.faults.push('late')
    await offline().perform(tickItem, { id: milk, purchased: true }).durable
    await phone.rest(10_000)
    phone.page.network.releaseLate()
    await phone.rest(60_000)
  }

  test('alone: it leads again and sends', async () => {
    await tickAnsweredLate()
    expect(asked).toBeGreaterThan(0)
    expect(offline().sync.get().waiting).toBe(0)
    expect(sentTimes('updateItem')).toBe(1)
  })

  test('beside another tab: that one leads and sends', async () => {
    const second = await phone.openPage()
    await phone.rest()
    const before = second.network.delivered.length
    await tickAnsweredLate()
    expect(asked).toBe(1)
    expect(offline().sync.get().waiting).toBe(0)
    expect(second.offline.sync.get().waiting).toBe(0)
    expect(second.network.delivered.length).toBeGreaterThan(before)
  })
})

test('a question that throws is asked again, and edits are sent meanwhile', async () => {
  vi.spyOn(changesPull, 'known').mockImplementationOnce(throwing)
  expect(await offline().refresh()).toBe(false)
  await user.graphql('mutation ($id: ID!) { updateItem(id: $id, name: "Oat milk") { id } }', {
    id: milk,
  })
  await offline().perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest(10_000)
  expect(offline().sync.get().waiting).toBe(0)
  expect(await offline().refresh()).toBe(true)
  expect(item()).toMatchObject({ name: 'Oat milk', purchased: true })
})

test('a leader that cannot send at all gives the lead away', async () => {
  const second = await phone.openPage()
  await phone.rest()
  // The core of the first tab breaks at each try, before anything is sent.
  Object.defineProperty(phone.page.network, 'send', { get: throwing })
  await second.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await phone.rest(120_000)
  expect(second.offline.sync.get().waiting).toBe(0)
  expect(offline().sync.get().waiting).toBe(0)
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Oat milk' })
})
