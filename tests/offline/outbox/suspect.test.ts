/** An edit with which the server fails, told from a server that fails with everything. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  renameShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { copyShoppingList } from '../../../src/cache/edits/whole-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { ChangesDocument } from '../../../src/generated/operations.ts'
import type { TestClient } from '../../support/server/client.ts'
import type { TestServer, TestUser } from '../../support/server/server.ts'
import type { Device } from '../../support/simulation/device.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'

let server: TestServer
let user: TestUser
let phone: Device
let list: string
let milk: string
/** How a mutation is answered instead of by the server; undefined lets it through. */
let fail: (body: string) => Response | undefined

beforeEach(async () => {
  fail = () => undefined
  const client = (watched: TestClient): TestClient => ({
    ...watched,
    async fetch(path, init) {
      const body = String(init?.body)
      return (body.includes('mutation') ? fail(body) : undefined) ?? watched.fetch(path, init)
    },
  })
  ;({ server, user, phone, list, milk } = await openPhoneWithMilk({ client }))
})

afterEach(async () => {
  phone.kill()
  await server.close()
})

async function addMany(from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) {
    const item = { id: newId(), shoppingListId: list, name: `Item ${n}` }
    await phone.page.offline.perform(createItem, item).durable
  }
}

async function names() {
  const { data } = await user.graphql('{ getAllItem { name } }')
  return data.getAllItem.map(({ name }: { readonly name: string }) => name)
}

const failures: readonly (readonly [string, () => Response])[] = [
  ['500', () => new Response('{}', { status: 500 })],
  ['the page of a proxy with 502', () => new Response('<html>', { status: 502 })],
  ['the page of a filter with 403', () => new Response('<html>', { status: 403 })],
  [
    'a connection that is cut',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
]

test.each(failures)(
  '%s for every edit: all wait, and go out once it is over',
  // An hour of tries.
  { timeout: 40_000 },
  async (_, answer) => {
    fail = answer
    await addMany(0, 20)
    for (let minute = 0; minute < 60; minute++) await phone.rest(60_000)
    expect(phone.page.offline.tray.get()).toEqual([])
    expect(phone.page.offline.sync.get().waiting).toBe(20)
    fail = () => undefined
    await phone.rest(60_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(await names()).toHaveLength(21)
  },
)

test.each(failures)(
  '%s for one edit of twenty: the tray has it, the others are sent',
  async (_, answer) => {
    let tries = 0
    fail = body => {
      if (!body.includes('Poison')) return
      tries++
      return answer()
    }
    await addMany(0, 5)
    await phone.page.offline.perform(updateItem, { id: milk, name: 'Poison' }).durable
    await addMany(5, 19)
    await phone.rest(600_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
    expect(phone.page.offline.tray.get()).toMatchObject([
      { refusal: { code: 'INTERNAL' }, entries: [{ variables: { name: 'Poison' } }] },
    ])
    expect(tries).toBeGreaterThanOrEqual(10)
    expect(tries).toBeLessThanOrEqual(14)
    expect((await names()).sort()).toEqual(
      ['Milk', ...Array.from({ length: 19 }, (_one, n) => `Item ${n}`)].sort(),
    )
  },
)

test('no network at all speaks against nothing', async () => {
  await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  phone.setConnected(false)
  await addMany(0, 3)
  await phone.rest(3_600_000)
  phone.setConnected(true)
  // One more failure, right before the network is back for good.
  phone.page.network.faults.push('lost')
  await phone.rest(60_000)
  expect(phone.page.offline.tray.get()).toEqual([])
  expect(await names()).toHaveLength(4)
})

test('while nobody answers the device asks at one pace, not with each edit that fails besides', async () => {
  phone.setConnected(false)
  // Whoever looks at the page makes it ask, too.
  phone.page.visible.set(false)
  const send = vi.spyOn(phone.page.network, 'send')
  await addMany(0, 1)
  await phone.rest(3_600_000)
  const asked = send.mock.calls.filter(([document]) => document === ChangesDocument).length
  const tries = send.mock.calls.length - asked
  expect(asked).toBeGreaterThan(0)
  expect(asked / tries).toBeLessThan(1.2)
  phone.page.visible.set(true)
  phone.setConnected(true)
  await phone.rest(60_000)
  expect(await names()).toHaveLength(2)
})

test('where a question is answered after all, what waits is sent at once', async () => {
  phone.setConnected(false)
  await addMany(0, 1)
  await phone.rest(3_600_000)
  fail = () => {
    throw new TypeError('Failed to fetch')
  }
  const { send } = phone.page.network
  vi.spyOn(phone.page.network, 'send').mockImplementation(async (...request) => {
    const outcome = await send(...request)
    if (request[0] === ChangesDocument) fail = () => undefined
    return outcome
  })
  phone.setConnected(true)
  const { sync } = phone.page.offline
  const before = sync.get().lastContactAt
  while (sync.get().lastContactAt === before) await phone.rest(100)
  expect(sync.get().waiting).toBe(0)
})

test('an edit of the same field never overtakes the one before while that may still be taken', async () => {
  const sent: string[] = []
  fail = body => {
    const name = /"name":"(\w+)"/.exec(body)?.[1] ?? 'tick'
    sent.push(name)
    return sent.length < 11 || name === 'First' ? new Response('{}', { status: 500 }) : undefined
  }
  const { offline } = phone.page
  await offline.perform(updateItem, { id: milk, name: 'First' }).durable
  await phone.rest(0)
  await offline.perform(updateItem, { id: milk, name: 'Second' }).durable
  await offline.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest(120_000)
  expect(sent.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'First'))
  expect(sent.slice(10)).toEqual(['tick', 'First', 'Second'])
  expect(offline.tray.get()).toMatchObject([{ entries: [{ variables: { name: 'First' } }] }])
})

test('the deletion of a list never overtakes an item for it, which would have been in the bin', async () => {
  const { offline } = phone.page
  const other = newId()
  await offline.perform(createShoppingList, { id: other, name: 'Other' }).durable
  await phone.rest()
  const sent: string[] = []
  fail = body => {
    const name = /"name":"(\w+)"/.exec(body)?.[1] ?? 'deletion'
    sent.push(name)
    return sent.length < 11 || name === 'Eggs' ? new Response('{}', { status: 500 }) : undefined
  }
  await offline.perform(createItem, { id: newId(), shoppingListId: list, name: 'Eggs' }).durable
  await phone.rest(0)
  await offline.perform(deleteShoppingList, { id: list }).durable
  await offline.perform(renameShoppingList, { id: other, name: 'Party' }).durable
  await phone.rest(120_000)
  expect(sent.slice(9)).toEqual(['Eggs', 'Party', 'Eggs', 'deletion'])
})

test('what needs the copy of a list that the server fails to make is not tried in its place', async () => {
  const { offline } = phone.page
  const sent: string[] = []
  fail = body => {
    const name = /"name":"(\w+)"/.exec(body)?.[1] ?? 'deletion'
    sent.push(name)
    return sent.length < 11 || name === 'New' ? new Response('{}', { status: 500 }) : undefined
  }
  const [made, copy] = [newId(), newId()]
  await offline.perform(createShoppingList, { id: made, name: 'New' }).durable
  await phone.rest(0)
  await offline.perform(copyShoppingList, { id: made, name: 'Copy', newId: copy }).durable
  await offline.perform(createItem, { id: newId(), shoppingListId: copy, name: 'Eggs' }).durable
  await offline.perform(renameShoppingList, { id: list, name: 'Party' }).durable
  await phone.rest(120_000)
  expect(sent.slice(9)).toEqual(['New', 'Party'])
  const names = offline.tray.get().map(({ entries }) => entries.map(({ name }) => name))
  expect(names).toEqual([['createShoppingList', 'copyShoppingList', 'createItem']])
})

describe('one that the server fails with, and another behind it', () => {
  const broken = () => new Response('{}', { status: 500 })

  async function renameAndAdd(): Promise<void> {
    await phone.page.offline.perform(updateItem, { id: milk, name: 'Poison' }).durable
    await addMany(1, 2)
  }

  test('short visits get it out of the way, too: what it failed in one counts in the next', async () => {
    fail = body => (body.includes('Poison') ? broken() : undefined)
    await renameAndAdd()
    for (let visit = 0; visit < 8 && phone.page.offline.tray.get().length === 0; visit++) {
      await phone.rest(8_000)
      phone.kill()
      await phone.openPage()
    }
    await phone.rest()
    expect(phone.page.offline.tray.get()).toHaveLength(1)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
  })

  test('it holds up the others for less than a minute', async () => {
    fail = body => (body.includes('Poison') ? broken() : undefined)
    await renameAndAdd()
    await phone.rest(45_000)
    expect(phone.page.offline.sync.get().waiting).toBe(0)
  })

  test('what was taken in its place before a sign-in shows nothing of an outage behind that', async () => {
    const { offline } = phone.page
    const signedOut = { errors: [{ message: 'No.', extensions: { code: 'UNAUTHENTICATED' } }] }
    let isTaken = false
    fail = body => {
      if (body.includes('Item 1')) isTaken = true
      else if (isTaken) return Response.json(signedOut, { status: 401 })
      return body.includes('Poison') ? broken() : undefined
    }
    await renameAndAdd()
    await phone.rest(120_000)
    expect(isTaken).toBe(true)
    expect(offline.sync.get()).toMatchObject({ waiting: 1, signedOut: true })
    fail = broken
    offline.resume()
    await phone.rest(60_000)
    expect(offline.tray.get()).toEqual([])
    expect(offline.sync.get().waiting).toBe(1)
  })
})
