/** The state of each call, as screens see it: of edits over all their tries, of catch-ups, of the units. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createItem, deleteItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  renameShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { unitsQuery } from '../../../src/cache/sync/load-units.ts'
import { createCallStates } from '../../../src/offline/sync/call-states.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import { createDevice, type Device } from '../../support/simulation/device.ts'

let server: TestServer
let user: TestUser
let phone: Device

beforeEach(async () => {
  server = await startTestServer()
  user = await server.buildUser()
  phone = createDevice({ userId: user.id, client: user })
})
afterEach(async () => {
  phone.kill()
  await server.close()
})

const state = (name: string, device = phone) => device.page.offline.callState(name).get()
const idle = { status: 'IDLE' }
const loading = { status: 'LOADING' }
const completed = { status: 'COMPLETED' }
const failed = (note: string) => ({ status: 'FAILED', note })

test('an edit is LOADING over all its tries and restarts, until the server answers', async () => {
  phone.setConnected(false)
  const { offline } = await phone.openPage()
  expect(state('createShoppingList')).toEqual(idle)
  await offline.perform(createShoppingList, { id: newId(), name: 'Weekly' }).durable
  await phone.rest(60_000)
  expect(state('createShoppingList')).toEqual(loading)
  phone.kill()
  await phone.openPage()
  expect(state('createShoppingList')).toEqual(loading)
  phone.setConnected(true)
  await phone.rest()
  expect(state('createShoppingList')).toEqual(completed)
})

test('a refused edit is FAILED, and so is what needed it, in every tab', async () => {
  const first = await phone.openPage()
  await phone.rest()
  const second = await phone.openPage()
  await phone.rest()
  phone.setConnected(false)
  const list = newId()
  const tooLong = 'x'.repeat(300)
  first.offline.perform(createShoppingList, { id: list, name: tooLong })
  first.offline.perform(createItem, { id: newId(), shoppingListId: list, name: 'Milk' })
  await phone.rest(0)
  expect(second.offline.callState('createItem').get()).toEqual(loading)
  phone.setConnected(true)
  await phone.rest()
  const [refused] = first.offline.tray.get()
  for (const { offline } of [first, second]) {
    for (const name of ['createShoppingList', 'createItem']) {
      expect(offline.callState(name).get()).toEqual(failed(refused?.refusal.message ?? ''))
    }
  }
})

test('an edit that was folded or became pointless leaves the state as it was', async () => {
  const { offline } = await phone.openPage()
  const [list, milk] = [newId(), newId()]
  offline.perform(createShoppingList, { id: list, name: 'Weekly' })
  offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' })
  await phone.rest()
  phone.setConnected(false)
  await offline.perform(renameShoppingList, { id: list, name: 'Monthly' }).durable
  offline.perform(tickItem, { id: milk, purchased: true })
  expect(state('tickItem')).toEqual(loading)
  offline.perform(deleteItem, { id: milk })
  expect(state('tickItem')).toEqual(idle)
  expect(state('deleteItem')).toEqual(loading)
})

test('a catch-up that the server fails with is FAILED with its note, and COMPLETED once it answered', async () => {
  await phone.openPage()
  await phone.rest()
  expect(state('changes')).toEqual(completed)
  phone.page.network.faults.push('server-error')
  expect(await phone.page.offline.refresh()).toBe(false)
  expect(state('changes')).toEqual(failed('Error while fetching ShoppingList record(s)'))
  expect(phone.page.offline.sync.get().reachable).toBe(true)
  expect(await phone.page.offline.refresh()).toBe(true)
  expect(state('changes')).toEqual(completed)
})

test('an answer that nobody can read is FAILED, and asked again', async () => {
  const { offline, network } = await phone.openPage()
  await phone.rest()
  const send = network.send
  network.send = async () => ({ kind: 'answer', data: Object({ changes: { lists: 'none' } }) })
  expect(await offline.refresh()).toBe(false)
  expect(state('changes')).toEqual(failed('Error while fetching ShoppingList record(s)'))
  expect(phone.troubles).toHaveLength(1)
  network.send = send
  await phone.rest(60_000)
  expect(state('changes')).toEqual(completed)
})

test('units that could not be fetched are FAILED with their note, and asked again at the next contact', async () => {
  const { offline, network } = await phone.openPage()
  // The catch-up is answered, the question for the units is not.
  network.faults.push(undefined, 'server-error')
  await phone.rest(0)
  expect(state('getAllUnit')).toEqual(failed('Error while fetching Unit record(s)'))
  expect(offline.cache.readQuery({ query: unitsQuery.document })).toBeNull()
  phone.clock.advance(1)
  await offline.refresh()
  await phone.rest(0)
  expect(state('getAllUnit')).toEqual(completed)
  expect(
    offline.cache.readQuery({ query: unitsQuery.document })?.getAllUnit.length,
  ).toBeGreaterThan(3)
})

test('units that are known are not asked again', async () => {
  const { offline, network } = await phone.openPage()
  await phone.rest()
  const asked = network.delivered.length
  phone.clock.advance(1)
  await offline.refresh()
  await phone.rest(0)
  expect(network.delivered).toHaveLength(asked + 1)
})

test('whoever left hears of nothing any more', async () => {
  const { offline } = await phone.openPage()
  await phone.rest()
  phone.setConnected(false)
  await offline.perform(createShoppingList, { id: newId(), name: 'Weekly' }).durable
  await offline.wipe()
  expect(offline.callState('createShoppingList').get()).toEqual(idle)
  expect(offline.callState('changes').get()).toEqual(idle)
})

test('several calls of one name are LOADING until the last has ended, and only the first end of each counts', () => {
  const calls = createCallStates()
  const seen: string[] = []
  calls.of('a').subscribe(() => seen.push(calls.of('a').get().status))
  const [one, two] = [calls.begin('a'), calls.begin('a')]
  one.completed()
  expect(calls.of('a').get()).toEqual(loading)
  two.failed('No.')
  two.completed()
  expect(calls.of('a').get()).toEqual(failed('No.'))
  const three = calls.begin('a')
  three.withdrawn()
  expect(calls.of('a').get()).toEqual(failed('No.'))
  expect(seen).toEqual(['LOADING', 'FAILED', 'LOADING', 'FAILED'])
  expect(calls.of('b').get()).toEqual(idle)
})
