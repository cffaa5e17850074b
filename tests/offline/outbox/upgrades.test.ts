/** Queues that older and newer code left behind. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { type EntryMigrations, readEntry } from '../../../src/offline/outbox/entry.ts'
import type { StoredRecord } from '../../../src/offline/storage/outbox-store.ts'
import { startTestServer, type TestUser } from '../../support/server/server.ts'
import { createDevice, visibleState } from '../../support/simulation/device.ts'
import { watchEffects } from '../../support/simulation/effects.ts'

const folder = new URL('../recorded/', import.meta.url)

test.each(readdirSync(folder))('the recorded queue %s is sent to the last edit', async file => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  const phone = createDevice({ userId: user.id, client: user })
  const recorded = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  for (const entry of recorded.entries) phone.disk.entries.set(entry.id, entry)
  await phone.openPage()
  await phone.rest(5_000)
  const { offline } = phone.page
  expect(offline.sync.get().waiting).toBe(0)
  expect(offline.tray.get()).toEqual([])
  const seen = (
    visibleState(offline) as { name: string; items: { name: string; purchased: boolean }[] }[]
  ).map(({ name, items }) => ({
    name,
    items: items.map(item => item.name + (item.purchased ? ' x' : '')),
  }))
  expect(seen).toEqual(recorded.seen)
  phone.kill()
})

test('an older format is migrated step by step; what cannot be carried over is unreadable', () => {
  const migrations: EntryMigrations = new Map([
    [0, entry => (entry.op ? { ...entry, format: 1, name: entry.op } : undefined)],
  ])
  const old = { format: 0, id: 'a', key: 1, op: 'tickItem', at: 'x', variables: { id: '1' } }
  expect(readEntry(old, migrations)).toMatchObject({
    kind: 'entry',
    entry: { format: 1, name: 'tickItem', attempts: 0, needs: [] },
  })
  expect(readEntry({ ...old, op: undefined }, migrations)).toMatchObject({ kind: 'unreadable' })
  expect(readEntry({ ...old, format: 2 }, migrations)).toEqual({ kind: 'newer', id: 'a' })
  expect(readEntry('nonsense')).toMatchObject({ kind: 'unreadable' })
})

test('edits that this code does not know go to the tray, whole; the rest proceeds', async () => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  const phone = createDevice({ userId: user.id, client: user })
  const strange = { format: 1, id: 's', key: 1, name: 'foldShirt', at: 'x', variables: { id: '1' } }
  const newer = { format: 9, id: 'n', what: 'is this' }
  phone.disk.entries.set('s', strange)
  phone.disk.entries.set('n', newer)
  await phone.openPage()
  await phone.page.offline.perform(createShoppingList, { id: newId(), name: 'Weekly' }).durable
  await phone.rest()
  expect(phone.page.offline.sync.get().waiting).toBe(0)
  expect(visibleState(phone.page.offline)).toMatchObject([{ name: 'Weekly' }])
  expect(phone.page.offline.tray.get().map(({ refusal }) => refusal.code)).toEqual([
    'UNKNOWN_EDIT',
    'UNKNOWN_EDIT',
  ])
  expect([...phone.disk.tray.values()]).toMatchObject([
    { entries: [strange] },
    { entries: [newer] },
  ])
  await expect(phone.page.offline.tryAgain('s')).rejects.toThrow('another version')
  phone.kill()
})

test('a server that does not know a field yet: what is done waits for it, and is sent then', async () => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  let isOld = true
  const newer = (body: unknown) => String(body).replaceAll('__typename', '__typename brandNew')
  const phone = createDevice({
    userId: user.id,
    client: {
      ...user,
      fetch: (path, init) =>
        user.fetch(path, isOld && init?.body ? { ...init, body: newer(init.body) } : init),
    },
  })
  await phone.openPage()
  const { offline } = phone.page
  await offline.perform(createShoppingList, { id: newId(), name: 'Weekly' }).durable
  await offline.perform(createShoppingList, { id: newId(), name: 'Party' }).durable
  await phone.rest(600_000)
  expect(offline.tray.get()).toEqual([])
  expect(offline.sync.get()).toMatchObject({ waiting: 2, initialised: false })
  isOld = false
  await phone.rest(300_000)
  expect(offline.sync.get()).toMatchObject({ waiting: 0, initialised: true })
  phone.kill()
})

test.each([
  'nothing of a batch is done behind what a server does not know yet',
  'what a server does not know yet is refused where that one, of before, went on behind it',
])('%s', async wording => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  let isOld = false
  const phone = createDevice({
    userId: user.id,
    client: {
      ...user,
      fetch(path, init) {
        const body = String(init?.body)
        const unknown = body.replaceAll('{updateItem(', '{brandNew updateItem(')
        if (!isOld || body === unknown) return user.fetch(path, init)
        return wording.includes('of before') && body.startsWith('[')
          ? oneByOne(user, path, { ...init, body: unknown })
          : user.fetch(path, { ...init, body: unknown })
      },
    },
  })
  await phone.openPage()
  const { offline } = phone.page
  const [list, milk] = [newId(), newId()]
  await offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' }).durable
  await phone.rest()
  isOld = true
  phone.setConnected(false)
  await offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await offline.perform(deleteItem, { id: milk }).durable
  await offline.perform(createItem, { id: newId(), shoppingListId: list, name: 'Tea' }).durable
  phone.setConnected(true)
  await phone.rest(3_000)
  isOld = false
  await phone.rest(60_000)
  const refused = offline.tray.get().map(({ refusal, entries }) => [refusal.code, entries.length])
  expect(refused).toEqual(wording.includes('of before') ? [['BAD_INPUT', 1]] : [])
  expect(offline.sync.get().waiting).toBe(0)
  const { data } = await user.graphql('{ getAllItem { name } }')
  expect(data.getAllItem).toEqual([{ name: 'Tea' }])
  phone.kill()
})

/** As a server does that stops for nothing. */
async function oneByOne(user: TestUser, path: string, init: RequestInit): Promise<Response> {
  const answers: unknown[] = []
  for (const one of JSON.parse(String(init.body))) {
    const headers = { ...Object(init.headers), 'request-token': one.extensions.requestToken }
    const response = await user.fetch(path, { ...init, headers, body: JSON.stringify(one) })
    answers.push(await response.json())
  }
  return Response.json(answers)
}

test('while another tab runs, which may be newer, they are left alone', async () => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  const browser = createDevice({ userId: user.id, client: user })
  const first = await browser.openPage()
  await browser.openPage()
  browser.disk.entries.set(
    'n',
    Object.assign({ id: 'n' }, { format: 9, key: 1, name: 'foldShirt' }),
  )
  first.kill()
  await browser.rest()
  expect(browser.page.offline.tray.get()).toEqual([])
  expect(browser.disk.entries.has('n')).toBe(true)
  browser.kill()
})

test('what a tab with older code could not store is shown, and sent', async () => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  const browser = createDevice({ userId: user.id, client: user })
  const first = await browser.openPage()
  const [list, milk] = [newId(), newId()]
  await first.offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await first.offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' }).durable
  await browser.rest()
  const older = await browser.openPage()
  older.tab.post({
    type: 'unkept',
    entry: {
      format: 1,
      ...{ id: newId(), key: 1, name: 'tickItem', at: new Date(0).toISOString() },
      ...{ attempts: 0, needs: [milk], creates: [], variables: { id: milk, purchased: true } },
    },
  })
  older.kill()
  await browser.rest()
  browser.kill()
  const next = await browser.openPage()
  await browser.rest()
  expect(next.offline.peek(`Item:${milk}`)).toMatchObject({ purchased: true })
  browser.kill()
})

test('what needs something that newer code alone can make waits for that code', async () => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  const browser = createDevice({ userId: user.id, client: user })
  const first = await browser.openPage()
  await browser.openPage()
  await browser.openPage()
  const [list, milk] = [newId(), newId()]
  const entry = { format: 1, at: new Date(0).toISOString(), attempts: 0, needs: [], creates: [] }
  for (const record of [
    { ...entry, id: 'n', key: 1, name: 'foldShirt', variables: { id: list }, creates: [list] },
    {
      ...entry,
      ...{ id: 'o', key: 2, name: 'createItem', needs: [list], creates: [milk] },
      variables: { id: milk, shoppingListId: list, name: 'Milk' },
    },
    {
      ...entry,
      ...{ id: 'p', key: 3, name: 'tickItem', needs: [milk] },
      variables: { id: milk, purchased: true },
    },
  ]) {
    browser.disk.entries.set(record.id, record)
  }
  first.kill()
  await browser.rest(2_000)
  expect(browser.page.offline.tray.get()).toEqual([])
  expect([...browser.disk.entries.keys()]).toEqual(['n', 'o', 'p'])
  browser.kill()
})

test.each([
  { format: 2, name: 'tickItem' },
  { format: 1, name: 'buyItem' },
])('a tab with older code leaves alone what a newer one tells it: %o', async newer => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  const effects = watchEffects()
  const browser = createDevice({ userId: user.id, client: effects.watch(user) })
  const old = await browser.openPage()
  const list = newId()
  const milk = newId()
  await old.offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await old.offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' }).durable
  await browser.rest()

  // The newer code knows more than `tickItem` of format 1, stores and tells it.
  const upgraded = (record: StoredRecord) =>
    'name' in record && record.name === 'tickItem' ? { ...record, ...newer } : record
  const { open } = browser.disk
  browser.disk.open = alive => ({
    ...open(alive),
    async openOutbox(onLost) {
      const store = await open(alive).openOutbox(onLost)
      return {
        ...store,
        async load() {
          const { entries, tray } = await store.load()
          const understood = entries.map(entry =>
            Object.assign({}, entry, isUpgraded(entry) && { format: 1, name: 'tickItem' }),
          )
          return { entries: understood, tray }
        },
        write: changes =>
          store.write({ ...changes, ...(changes.put && { put: changes.put.map(upgraded) }) }),
      }
    },
  })
  const isUpgraded = (entry: unknown) => JSON.stringify(entry).includes(`"name":"${newer.name}"`)
  const young = await browser.openPage()
  browser.disk.open = open
  const { post } = young.tab
  young.tab.post = message => {
    if ('entry' in message) Object.assign(message, { entry: { ...message.entry, ...newer } })
    post(message)
  }
  await browser.rest()

  const ticks = () => effects.all.filter(effect => effect.variables.purchased === true)
  await young.offline.perform(tickItem, { id: milk, purchased: true }).durable
  await browser.rest(60_000)
  expect(ticks()).toEqual([])
  expect([...browser.disk.entries.values()]).toMatchObject([newer])
  expect(old.offline.tray.get()).toEqual([])

  old.kill()
  await browser.rest(10_000)
  expect(ticks()).toHaveLength(1)
  expect(browser.disk.entries.size).toBe(0)

  // Now the newer one leads, and the older one follows.
  const follower = await browser.openPage()
  await browser.rest()
  young.network.connected = false
  await young.offline.perform(tickItem, { id: milk, purchased: false }).durable
  await browser.rest(3_000)
  young.network.connected = true
  await browser.rest(60_000)
  expect(visibleState(follower.offline)).toEqual(visibleState(young.offline))
  expect(follower.offline.sync.get().waiting).toBe(0)
  browser.kill()
})
