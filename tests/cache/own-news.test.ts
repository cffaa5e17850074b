/** What a person did, on whichever device, is no news to them; what others do is. */
import { expect, test } from 'vitest'
import { createItem, tickItem, updateItem } from '../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  updateShoppingList,
} from '../../src/cache/edits/shopping-list-edits.ts'
import {
  copyShoppingList,
  resetShoppingList,
  sampleShoppingList,
  swapShoppingListItems,
} from '../../src/cache/edits/whole-list-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { createListViews } from '../../src/cache/sync/list-views.ts'
import { createLookedAt, forgetLookedAt, type LookedAt } from '../../src/features/news/looked-at.ts'
import { newsOf, newsSentence } from '../../src/features/news/news.ts'
import type { Offline } from '../../src/offline/offline.ts'
import { befriend, shareWith } from '../support/friends.ts'
import { createMemoryKeyValue } from '../support/memory-key-value.ts'
import { startTestServer, type TestServer } from '../support/server/server.ts'
import { createDevice } from '../support/simulation/device.ts'

const weekly = newId()
const cellar = newId()
const milk = newId()
const bread = newId()
const fresh = newId()

test('what was forgotten in another tab, whose person left, is not written again', () => {
  const storage = createMemoryKeyValue()
  const lookedAt = createLookedAt(storage, 7)
  lookedAt.set(weekly, '2026-11-20T09:00:00.000Z')
  forgetLookedAt(storage, 7)
  lookedAt.get(weekly)
  lookedAt.set(weekly, '2026-11-21T09:00:00.000Z')
  expect(storage.get('aisle.looked-at.7')).toBeUndefined()
})

test.each([
  ['reset', weekly, (offline: Offline) => offline.perform(resetShoppingList, { id: weekly })],
  [
    'copy',
    fresh,
    (offline: Offline) =>
      offline.perform(copyShoppingList, { id: weekly, name: 'Copy', newId: fresh }),
  ],
  ['sample', fresh, (offline: Offline) => offline.perform(sampleShoppingList, { newId: fresh })],
  [
    'tag taken off the list',
    weekly,
    (offline: Offline) => offline.perform(updateShoppingList, { id: weekly, itemTags: [] }),
  ],
  [
    'swap',
    cellar,
    (offline: Offline) =>
      offline.perform(swapShoppingListItems, {
        firstShoppingListId: weekly,
        secondShoppingListId: cellar,
        firstItemIds: [milk, bread],
        secondItemIds: [],
      }),
  ],
])('%s', async (_what, listId, work) => {
  await using server = await startTestServer()
  const { user, anna, phone, offline, lookedAt, laptop, hers } = await shopper(server)
  const news = () => newsFor(offline, lookedAt, listId)
  phone.setConnected(false)
  await work(offline).durable
  // The person looks at it, and leaves it again.
  lookAt(offline, lookedAt, listId)
  server.clock.advance({ minutes: 5 })
  phone.setConnected(true)
  await phone.rest(3_000)
  expect(news()).toBe('')
  const ids = itemIds(offline, listId)
  expect(ids.some(id => updatedAt(offline, id) === server.clock.now().toISOString())).toBe(true)

  async function rename(device: typeof phone, name: string) {
    await device.page.offline.refresh()
    server.clock.advance({ minutes: 5 })
    await device.page.offline.perform(updateItem, { id: ids[0] ?? '', name }).durable
    await device.rest()
    await offline.refresh()
    expect(offline.peek(`Item:${ids[0]}`)?.name).toBe(name)
  }
  await rename(laptop, 'Mine')
  expect(news()).toBe('')
  await shareWith(user, listId, [[anna, 'EDIT']])
  await rename(hers, 'Other')
  expect(news()).toMatch(/: Other$/)
  expect(phone.troubles).toEqual([])
  for (const device of [phone, laptop, hers]) device.kill()
})

async function shopper(server: TestServer) {
  const [user, anna] = [await server.buildUser(), await server.buildUser()]
  await befriend(user, anna)
  const deviceOf = (client: typeof user) => createDevice({ userId: client.id, client })
  const [phone, laptop, hers] = [deviceOf(user), deviceOf(user), deviceOf(anna)]
  const { offline: before } = await phone.openPage()
  before.perform(createShoppingList, { id: weekly, name: 'Weekly' })
  before.perform(createShoppingList, { id: cellar, name: 'Cellar' })
  for (const [id, name] of [
    [milk, 'Milk'],
    [bread, 'Bread'],
  ] as const) {
    const itemTags = [{ name: 'Dairy' }]
    const item = { id, shoppingListId: weekly, name, quantityToPurchase: 2, itemTags }
    before.perform(createItem, item)
    before.perform(tickItem, { id, purchased: true })
  }
  await phone.rest()
  // Another day: nothing is remembered of how it came there.
  phone.kill()
  const { offline } = await phone.openPage()
  const lookedAt = createLookedAt(createMemoryKeyValue(), user.id)
  await phone.rest()
  for (const device of [laptop, hers]) {
    await device.openPage()
    await device.rest()
  }
  for (const id of [weekly, cellar]) lookAt(offline, lookedAt, id)
  return { user, anna, phone, offline, lookedAt, laptop, hers }
}

function lookAt(offline: Offline, lookedAt: LookedAt, listId: string): void {
  lookedAt.set(listId, newsIn(offline, lookedAt, listId).latest)
}

function newsFor(offline: Offline, lookedAt: LookedAt, listId: string): string {
  return newsSentence(newsIn(offline, lookedAt, listId))
}

function newsIn(offline: Offline, lookedAt: LookedAt, listId: string) {
  return newsOf(listId, {
    since: lookedAt.get(listId),
    userId: offline.userId,
    views: createListViews(offline),
    waits: id => offline.mark(`Item:${id}`) !== undefined,
  })
}

function itemIds(offline: Offline, listId: string): readonly string[] {
  const refs = offline.peek(`ShoppingList:${listId}`)?.items
  return Array.isArray(refs) ? refs.map(ref => String(ref.__ref).slice('Item:'.length)) : []
}

function updatedAt(offline: Offline, itemId: string): unknown {
  return offline.peek(`Item:${itemId}`)?.updatedAt
}
