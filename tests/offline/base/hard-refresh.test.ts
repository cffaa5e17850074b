/** A hard refresh trusts nothing that the device knows: lists, items, preferences and units come anew. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { writeList } from '../../../src/cache/records/list-records.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import {
  changeItemIds,
  changeListIds,
  readList,
  setFields,
} from '../../../src/cache/records/records.ts'
import { changesPull } from '../../../src/cache/sync/changes.ts'
import { unitsQuery } from '../../../src/cache/sync/load-units.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import { createDevice, type Device, visibleState } from '../../support/simulation/device.ts'

let server: TestServer
let user: TestUser
let phone: Device
const [weekly, cellar, milk, bread] = [newId(), newId(), newId(), newId()]

beforeEach(async () => {
  server = await startTestServer()
  user = await server.buildUser()
  phone = createDevice({ userId: user.id, client: user })
  const { offline } = await phone.openPage()
  offline.perform(createShoppingList, { id: weekly, name: 'Weekly' })
  offline.perform(createShoppingList, { id: cellar, name: 'Cellar' })
  offline.perform(createItem, { id: milk, shoppingListId: weekly, name: 'Milk' })
  offline.perform(createItem, { id: bread, shoppingListId: weekly, name: 'Bread' })
  await phone.rest()
})
afterEach(async () => {
  phone.kill()
  await server.close()
})

/** What no answer of the server ever said, written where only its answers lie. */
function corrupt({ cache }: Offline): void {
  setFields(cache, `Item:${milk}`, { name: 'Petrol', order: 7, shoppingListId: cellar })
  setFields(cache, `ShoppingList:${cellar}`, { name: 'Garage', favourite: true })
  changeItemIds(cache, weekly, ids => ids.filter(id => id !== bread))
  changeListIds(cache, ids => [...ids].reverse())
  cache.writeQuery({
    query: unitsQuery.document,
    data: {
      __typename: 'Query',
      getAllUnit: [{ __typename: 'Unit', id: 'unit-l', name: 'barrel', abbreviation: 'bbl' }],
    },
  })
}

const units = ({ cache }: Offline) => cache.readQuery({ query: unitsQuery.document })
const seen = (offline: Offline) => [visibleState(offline), units(offline)]

test('mends what is wrong on the device; an ordinary refresh does not', async () => {
  const { offline } = phone.page
  const right = seen(offline)
  corrupt(offline)
  const wrong = seen(offline)
  expect(wrong).not.toEqual(right)
  expect(await offline.refresh({ waitedFor: true })).toBe(true)
  expect(seen(offline)).toEqual(wrong)
  expect(await offline.refresh({ waitedFor: true, hard: true })).toBe(true)
  expect(seen(offline)).toEqual(right)
})

test('is not lost behind questions that were asked before', async () => {
  const { offline } = phone.page
  const right = seen(offline)
  corrupt(offline)
  const asked = [offline.refresh(), offline.refresh(), offline.refresh({ hard: true })]
  expect(await Promise.all(asked)).toEqual([true, true, true])
  expect(seen(offline)).toEqual(right)
})

test('takes away a list that the server never had', async () => {
  const { offline } = phone.page
  const right = visibleState(offline)
  const list = readList(offline.cache, weekly)
  if (!list) throw new Error('There is no list.')
  writeList(offline.cache, { ...list, id: 'ghost' })
  expect(visibleState(offline)).not.toEqual(right)
  await offline.refresh({ hard: true })
  expect(visibleState(offline)).toEqual(right)
})

test('leaves what waits painted on top', async () => {
  const { offline, network } = phone.page
  network.faults.push('late')
  await offline.perform(tickItem, { id: milk, purchased: true }).durable
  await phone.rest(0)
  corrupt(offline)
  const painted: unknown[] = []
  offline.onChanged(() => painted.push(offline.peek(`Item:${milk}`)?.purchased))
  await offline.refresh({ hard: true })
  expect(offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Milk', purchased: true })
  expect(painted.length).toBeGreaterThan(0)
  expect(new Set(painted)).toEqual(new Set([true]))
  expect(offline.sync.get().waiting).toBe(1)
  network.releaseLate()
  await phone.rest()
  expect(offline.sync.get().waiting).toBe(0)
})

test('mends the other tab, too, when it is the one that asks', async () => {
  const second = await phone.openPage()
  await phone.rest()
  const right = seen(second.offline)
  corrupt(second.offline)
  const asked = second.offline.refresh({ waitedFor: true, hard: true })
  await phone.rest()
  expect(await asked).toBe(true)
  expect(seen(second.offline)).toEqual(right)
})

test('asks for the next page of what it does not trust, not of what the base happens to know', () => {
  const known = [
    { id: 'account', revision: -1 },
    { id: 'one', revision: -1 },
    { id: 'two', revision: -1 },
    { id: 'gone', revision: -1 },
  ]
  const answer = {
    changes: {
      account: { revision: 4, lists: [], userConfig: {} },
      lists: [{ id: 'one', revision: 9, snapshot: true, list: null, items: [], gone: [] }],
      gone: ['gone'],
      more: true,
    },
  }
  expect(changesPull.learned(known, answer)).toEqual([
    { id: 'account', revision: 4 },
    { id: 'one', revision: 9 },
    { id: 'two', revision: -1 },
  ])
})

test('of an answer that was cut the rest is asked for, from where it ended', async () => {
  const right = visibleState(phone.page.offline)
  const { fetch } = user
  let asked = 0
  user.fetch = async (path, init) => {
    const response = await fetch(path, init)
    if (!String(init?.body).includes('query changes')) return response
    asked++
    const { data } = await response.json()
    const { lists } = data.changes
    const changes = { ...data.changes, lists: lists.slice(0, 1), more: lists.length > 1 }
    return Response.json({ data: { changes } })
  }
  const laptop = createDevice({ userId: user.id, client: user })
  const { offline } = await laptop.openPage()
  await expect.poll(() => asked).toBeGreaterThan(1)
  await laptop.rest()
  expect(visibleState(offline)).toEqual(right)
  laptop.kill()
})

test('fails where the units alone cannot be had', async () => {
  const { offline, network } = phone.page
  network.faults.push(undefined, 'server-error')
  expect(await offline.refresh({ waitedFor: true, hard: true })).toBe(false)
  expect([offline.callState('changes').get(), offline.callState('getAllUnit').get()]).toEqual([
    { status: 'COMPLETED' },
    { status: 'FAILED', note: 'Error while fetching Unit record(s)' },
  ])
})
