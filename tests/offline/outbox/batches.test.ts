/** What waits travels together, and comes to the same as if each had travelled alone. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { resetShoppingList } from '../../../src/cache/edits/whole-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { done } from '../../support/server/api.ts'
import type { TestClient } from '../../support/server/client.ts'
import type { TestServer, TestUser } from '../../support/server/server.ts'
import { createDevice, type Device, visibleState } from '../../support/simulation/device.ts'
import type { Effects } from '../../support/simulation/effects.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'

let server: TestServer
let user: TestUser
let effects: Effects
let phone: Device
let list: string
let milk: string
/** How many edits each request with changes carried, and how long its body was. */
let sent: { readonly edits: number; readonly bytes: number }[]
/** How a request with this body is answered instead of by the server. */
let answer: (body: string) => Response | undefined

beforeEach(async () => {
  answer = () => undefined
  sent = []
  const client = (watched: TestClient): TestClient => ({
    ...watched,
    async fetch(path, init) {
      const body = String(init?.body ?? '')
      if (body.includes('mutation')) {
        const edits: unknown = JSON.parse(body)
        const count = Array.isArray(edits) ? edits.length : 1
        sent.push({ edits: count, bytes: Buffer.byteLength(body) })
      }
      return answer(body) ?? watched.fetch(path, init)
    },
  })
  ;({ server, user, effects, phone, list, milk } = await openPhoneWithMilk({ client }))
  phone.setConnected(false)
  sent = []
})

afterEach(async () => {
  phone.kill()
  await server.close()
})

const offline = () => phone.page.offline

async function addMany(count: number, shoppingListId = list): Promise<void> {
  for (let n = 0; n < count; n++) {
    await offline().perform(createItem, { id: newId(), shoppingListId, name: `Item ${n}` }).durable
  }
}

async function connect(): Promise<void> {
  phone.setConnected(true)
  await phone.rest(120_000)
}

async function expectAllEqual(): Promise<void> {
  expect(offline().sync.get().waiting).toBe(0)
  const other = createDevice({ userId: user.id, client: user })
  await other.openPage()
  await other.rest()
  expect(visibleState(offline())).toEqual(visibleState(other.page.offline))
  other.kill()
}

test('the answers of one request are one change of what waits', async () => {
  await addMany(40)
  const counts = new Set<number>()
  const stop = offline().waiting.subscribe(() => counts.add(offline().waiting.get().length))
  await connect()
  stop()
  expect(sent.map(({ edits }) => edits)).toEqual([40])
  expect([...counts].filter(count => count < 40)).toEqual([0])
  await expectAllEqual()
})

test('an outage of several tries makes no request smaller', async () => {
  await addMany(40)
  await phone.rest(120_000)
  await connect()
  expect(sent.map(({ edits }) => edits)).toEqual([1, 39])
  await expectAllEqual()
})

test('what is too much for the way gets there in smaller requests', async () => {
  answer = body =>
    body.startsWith('[') && JSON.parse(body).length > 20
      ? new Response('', { status: 502 })
      : undefined
  await addMany(40)
  await connect()
  expect(sent.map(({ edits }) => edits)).toEqual([40, 1, 20, 19])
  await expectAllEqual()
})

async function namesInOrder() {
  const { data } = await user.graphql('{ getAllItem { name } }')
  return data.getAllItem.map(({ name }: { readonly name: string }) => name)
}

test('a hundred that waited: few requests, in order, each done once', async () => {
  await addMany(100)
  await connect()
  expect(await namesInOrder()).toEqual([
    'Milk',
    ...Array.from({ length: 100 }, (_, n) => `Item ${n}`),
  ])
  expect(sent.reduce((sum, { edits }) => sum + edits, 0)).toBe(100)
  expect(sent.length).toBeLessThanOrEqual(5)
  // What a page may still send while it closes.
  for (const { bytes } of sent) expect(bytes).toBeLessThan(60_000)
  await expectAllEqual()
})

test('what is long travels in several requests', async () => {
  for (let n = 0; n < 20; n++) {
    const notes = 'ä'.repeat(5_000)
    await offline().perform(createItem, { id: newId(), shoppingListId: list, name: `${n}`, notes })
      .durable
  }
  await connect()
  expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(60_000)
  expect(await namesInOrder()).toHaveLength(21)
  await expectAllEqual()
})

test.each(['answer-lost', 'doubled', 'server-error', 'lost', 'late'] as const)(
  '%s: the same tokens again, each done once',
  async fault => {
    await addMany(30)
    phone.page.network.connected = true
    phone.page.network.faults.push(fault, undefined, fault)
    phone.page.goOnline()
    await phone.rest(120_000)
    phone.page.network.releaseLate()
    await phone.rest(10_000)
    expect(await namesInOrder()).toHaveLength(31)
    const created = effects.all.filter(({ name }) => name === 'createItem')
    expect(new Set(created.map(({ token }) => token)).size).toBe(31)
    await expectAllEqual()
  },
)

test('what needs a refused one goes with it into the tray, and none of it is done', async () => {
  await addMany(1)
  const other = newId()
  await offline().perform(createShoppingList, { id: other, name: 'x'.repeat(201) }).durable
  const eggs = newId()
  await offline().perform(createItem, { id: eggs, shoppingListId: other, name: 'Eggs' }).durable
  await offline().perform(tickItem, { id: eggs, purchased: true }).durable
  await addMany(3)
  await connect()
  expect(offline().tray.get()).toMatchObject([
    {
      refusal: { code: 'BAD_INPUT' },
      entries: [{ name: 'createShoppingList' }, { name: 'createItem' }, { name: 'tickItem' }],
    },
  ])
  expect(sent.map(({ edits }) => edits)).toEqual([7])
  const refused = effects.all.filter(effect => effect.refused !== undefined)
  expect(refused.map(({ name }) => name)).toEqual(['createShoppingList'])
  expect(await namesInOrder()).toEqual(['Milk', 'Item 0', 'Item 0', 'Item 1', 'Item 2'])
  await expectAllEqual()
})

test('what the server fails with holds up what comes after it, so that nothing is overtaken', async () => {
  let failures = 0
  answer = body => {
    if (!body.includes('"First"')) return
    const edits = JSON.parse(body)
    if (++failures > 3) return
    const failed = { errors: [{ message: '', extensions: { code: 'INTERNAL' } }], data: null }
    return Response.json(Array.isArray(edits) ? edits.map(() => failed) : failed)
  }
  await addMany(2)
  await offline().perform(updateItem, { id: milk, name: 'First' }).durable
  await addMany(2)
  await offline().perform(tickItem, { id: milk, purchased: true }).durable
  await offline().perform(updateItem, { id: milk, name: 'Second' }).durable
  await connect()
  expect(failures).toBe(4)
  expect((await namesInOrder())[0]).toBe('Second')
  await expectAllEqual()
})

test('what the server failed with goes alone until it is taken', async () => {
  let failures = 0
  answer = body =>
    body.includes('"First"') && ++failures <= 2 ? new Response('', { status: 500 }) : undefined
  phone.setConnected(true)
  await phone.rest()
  await offline().perform(updateItem, { id: milk, name: 'First' }).durable
  await phone.rest(1)
  await addMany(3)
  await phone.rest(60_000)
  expect(sent.map(({ edits }) => edits)).toEqual([1, 1, 1, 3])
  await expectAllEqual()
})

test('a server that takes no batches: all goes singly, and at once', async () => {
  answer = body =>
    body.startsWith('[')
      ? Response.json({ errors: [{ message: '', extensions: { code: 'BAD_INPUT' } }] })
      : undefined
  await addMany(10)
  phone.setConnected(true)
  await phone.rest(5_000)
  expect(sent.filter(({ edits }) => edits > 1)).toHaveLength(1)
  expect(await namesInOrder()).toHaveLength(11)
  expect(offline().tray.get()).toEqual([])
  await expectAllEqual()
})

test('what is more than the server does at once is sent again, and done in its order', {
  timeout: 60_000,
}, async () => {
  const items = Array.from({ length: 8_000 }, (_, n) => ({ name: `Item ${n}` }))
  const long = await done(user, 'createShoppingList', { name: 'Long', items }, { select: 'id' })
  const names = Array.from({ length: 6 }, (_, n) => `After ${n}`)
  for (const name of names) {
    await offline().perform(resetShoppingList, long).durable
    await offline().perform(createItem, { id: newId(), shoppingListId: list, name }).durable
  }
  await connect()
  expect(sent[0]?.edits).toBe(12)
  expect(sent.length).toBeGreaterThan(1)
  expect([offline().sync.get().waiting, offline().tray.get()]).toEqual([0, []])
  const { revision } = await done(user, 'getByIdShoppingList', long, { select: 'revision' })
  expect([revision, (await namesInOrder()).slice(1, 7)]).toEqual([7, names])
})

test('"not now" for the rest of a batch: it waits as long as the server asks', async () => {
  let asked = 0
  answer = body => {
    if (!body.startsWith('[') || asked++ > 0) return
    const tooFast = { errors: [{ message: '', extensions: { code: 'RATE_LIMITED' } }] }
    return Response.json(
      JSON.parse(body).map(() => tooFast),
      { status: 429, headers: { 'retry-after': '20' } },
    )
  }
  await addMany(10)
  phone.setConnected(true)
  await phone.rest(15_000)
  expect(offline().sync.get().waiting).toBe(10)
  await phone.rest(30_000)
  expect(await namesInOrder()).toHaveLength(11)
  await expectAllEqual()
})
