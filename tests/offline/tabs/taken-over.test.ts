/**
 * What the leading tab had let go, and had not come to take off the disk when it was closed: it is superseded, refused
 * or pointless, and must not be sent by the next start over what was done since.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { startTestServer, type TestServer } from '../../support/server/server.ts'
import { createDevice, type Device, type Page } from '../../support/simulation/device.ts'
import { type Effects, watchEffects } from '../../support/simulation/effects.ts'
import { noRoom } from '../../support/simulation/sim-disk.ts'

const [blue, long] = ['the blue one', 'x'.repeat(2_000)]
/** Characters, as JSON: a tick fits, a long note does not. */
const nearlyFull = 1_500

let server: TestServer
let effects: Effects
let browser: Device
let leader: Page
let follower: Page
/** What is stored in one write is no longer than this. */
let room = Number.POSITIVE_INFINITY
/** Edits that one write takes off. */
let mostRemoved = 0
/** Writes of the first tab end once this has resolved. */
let mayWrite = Promise.resolve()
const [list, milk, eggs] = [newId(), newId(), newId()]

beforeEach(async () => {
  server = await startTestServer()
  const user = await server.buildUser()
  effects = watchEffects()
  browser = createDevice({ userId: user.id, client: effects.watch(user) })
  room = Number.POSITIVE_INFINITY
  mayWrite = Promise.resolve()
  const { open } = browser.disk
  browser.disk.open = alive => ({
    ...open(alive),
    async openOutbox(onLost, copied) {
      const store = await open(alive).openOutbox(onLost, copied)
      const isFirst = browser.pages.length === 0
      return {
        ...store,
        async write(changes) {
          if (isFirst) await mayWrite
          const { put = [], putTray = [], remove = [] } = changes
          mostRemoved = Math.max(mostRemoved, remove.length)
          const isMore = put.length + putTray.length > 0
          if (isMore && JSON.stringify([put, putTray]).length > room) throw noRoom()
          return store.write(changes)
        },
      }
    },
  })
  leader = await browser.openPage()
  const { offline } = leader
  await offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' }).durable
  await offline.perform(createItem, { id: eggs, shoppingListId: list, name: 'Eggs' }).durable
  await browser.rest()
  follower = await browser.openPage()
  await browser.rest()
  browser.setConnected(false)
  // What is tried is folded into nothing.
  await offline.perform(tickItem, { id: eggs, purchased: true }).durable
  await browser.rest(60_000)
})

afterEach(async () => {
  browser.kill()
  await server.close()
})

const notes = (offline: Offline, id = milk) => offline.peek(`Item:${id}`)?.notes
const stored = () => [...browser.disk.entries.values()].map(one => ('name' in one ? one.name : ''))
const sent = () => effects.all.slice(3).map(({ name, variables }) => [name, variables.notes])

/** The next visit, with all the room there is; nothing that it finds may be sent. */
async function startAnew(): Promise<Offline> {
  browser.kill()
  room = Number.POSITIVE_INFINITY
  const { offline } = await browser.openPage()
  await browser.rest(30_000)
  return offline
}

function note(value: string): Promise<unknown> {
  return leader.offline.perform(updateItem, { id: milk, notes: value }).durable.catch(() => {})
}

/** On a full device, the leading tab folds what is on the disk into what is not. */
async function foldUnkept(): Promise<void> {
  await note(blue)
  room = nearlyFull
  await note(long)
  await browser.rest(500)
  expect(notes(follower.offline)).toBe(long)
  expect(stored()).toEqual(['tickItem', 'updateItem'])
}

test('what a full device would not take supersedes what it took, for whoever sends it', async () => {
  await foldUnkept()
  leader.kill()
  await browser.rest(10_000)
  // Neither is gone before the server has it.
  expect([stored(), notes(follower.offline)]).toEqual([['tickItem', 'updateItem'], long])
  browser.setConnected(true)
  await browser.rest(10_000)
  expect(stored()).toEqual([])
  expect(notes(await startAnew())).toBe(long)
  expect(sent()).toEqual([
    ['updateItem', undefined],
    ['updateItem', long],
  ])
})

test('and for whoever stores it once there is room', async () => {
  await foldUnkept()
  leader.kill()
  await browser.rest(10_000)
  room = Number.POSITIVE_INFINITY
  await browser.rest(60_000)
  expect(stored()).toEqual(['tickItem', 'updateItem'])
  const offline = await startAnew()
  expect(notes(offline)).toBe(long)
  expect(offline.sync.get().waiting).toBe(2)
})

test('of many that were folded one after the other each is taken off once', async () => {
  await note(blue)
  room = nearlyFull
  for (let count = 0; count < 16; count += 1) await note(long + count)
  await browser.rest(500)
  leader.kill()
  await browser.rest(10_000)
  room = Number.POSITIVE_INFINITY
  mostRemoved = 0
  await browser.rest(60_000)
  expect(stored()).toEqual(['tickItem', 'updateItem'])
  expect(mostRemoved).toBe(16)
  expect(notes(await startAnew())).toBe(`${long}15`)
})

test('what was on the disk is there again where nobody was left to send what took its place', async () => {
  await foldUnkept()
  leader.kill()
  await browser.rest(10_000)
  const { waiting } = await startAnew()
  expect(waiting.get().map(({ variables }) => variables.notes)).toEqual([undefined, blue])
})

test('also where the server had just taken it, and the tab that sent it died', async () => {
  await foldUnkept()
  mayWrite = new Promise(() => {})
  browser.setConnected(true)
  while (follower.offline.sync.get().waiting > 0) await browser.rest(0)
  leader.kill()
  await browser.rest(10_000)
  expect(stored()).toEqual([])
  expect(notes(await startAnew())).toBe(long)
  expect(sent()).toHaveLength(2)
})

test('what newer code superseded, and this code cannot read, stays for whoever can', async () => {
  await note(blue)
  const [superseded] = leader.offline.waiting.get().filter(({ variables }) => variables.notes)
  if (!superseded) throw new Error('Nothing waits.')
  const entry = { ...superseded, id: newId(), format: 2 }
  // @ts-expect-error Of a format that is not there yet.
  leader.tab.post({ type: 'added', entry, replaces: [superseded.id] })
  await browser.rest(100)
  expect(follower.offline.sync.get().waiting).toBe(1)
  leader.kill()
  await browser.rest(60_000)
  expect(stored()).toEqual(['tickItem', 'updateItem'])
})

test('what was refused lies in the tray alone, also where the tab died before it had written that', async () => {
  await note(blue)
  mayWrite = new Promise(() => {})
  await server.db.query.deleteFrom('item').where('id', '=', milk).execute()
  browser.setConnected(true)
  while (follower.offline.tray.get().length === 0) await browser.rest(0)
  expect(stored()).toContain('updateItem')
  leader.kill()
  await browser.rest(10_000)
  expect([stored(), browser.disk.tray.size]).toEqual([[], 1])
  const offline = await startAnew()
  expect(offline.tray.get()).toHaveLength(1)
})

test('and stays on a full device until the tray has it', async () => {
  await note(blue)
  mayWrite = new Promise(() => {})
  room = 10
  await server.db.query.deleteFrom('item').where('id', '=', milk).execute()
  browser.setConnected(true)
  while (follower.offline.tray.get().length === 0) await browser.rest(0)
  leader.kill()
  await browser.rest(10_000)
  expect([stored(), browser.disk.tray.size]).toEqual([['updateItem'], 0])
  room = Number.POSITIVE_INFINITY
  await browser.rest(60_000)
  expect([stored(), browser.disk.tray.size]).toEqual([[], 1])
})

test('tried again there, it stays until what it is tried with is stored or sent', async () => {
  await note(blue)
  room = 10
  await server.db.query.deleteFrom('item').where('id', '=', milk).execute()
  browser.setConnected(true)
  await browser.rest(10_000)
  browser.setConnected(false)
  const [refused] = leader.offline.tray.get()
  await expect(leader.offline.tryAgain(refused?.id ?? '')).rejects.toThrow()
  leader.kill()
  await browser.rest(10_000)
  expect([follower.offline.sync.get().waiting, stored()]).toEqual([1, ['updateItem']])
  room = Number.POSITIVE_INFINITY
  await browser.rest(60_000)
  expect(stored()).toEqual(['updateItem'])
  const offline = await startAnew()
  expect([offline.sync.get().waiting, offline.tray.get()]).toEqual([1, []])
})

test('what was made and deleted before it left is not made by the next one', async () => {
  const butter = newId()
  const made = { id: butter, shoppingListId: list, name: 'Butter' }
  await leader.offline.perform(createItem, made).durable
  mayWrite = new Promise(() => {})
  void leader.offline.perform(deleteItem, { id: butter })
  await browser.rest(100)
  expect(follower.offline.peek(`Item:${butter}`)).toBeUndefined()
  expect(stored()).toEqual(['tickItem', 'createItem'])
  leader.kill()
  await browser.rest(10_000)
  expect(stored()).toEqual(['tickItem'])
  browser.setConnected(true)
  await browser.rest(10_000)
  await startAnew()
  expect(sent()).toEqual([['updateItem', undefined]])
})
