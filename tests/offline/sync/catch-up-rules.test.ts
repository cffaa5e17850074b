/**
 * The data rules of spec section 4 where only their results arrive: a device that catches up on changes, told
 * no list whole, shows what the device shows on which they were made.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createItem,
  deleteItem,
  moveItem,
  updateItem,
  updateItemsOrder,
} from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  moveShoppingList,
  updateShoppingList,
  updateShoppingListsOrder,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { resetShoppingList } from '../../../src/cache/edits/whole-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { ChangesQuery } from '../../../src/generated/operations.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { startTestServer, type TestServer } from '../../support/server/server.ts'
import { createDevice, visibleState } from '../../support/simulation/device.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Start {
  readonly offline: Offline
  readonly weekly: string
  readonly cellar: string
  readonly milk: string
  readonly bread: string
  readonly eggs: string
}

test.each<[rule: string, act: (start: Start) => void]>([
  [
    'the new tags of an item that is added join its list’s',
    ({ offline, weekly }) => {
      const itemTags = [{ name: 'Dairy' }, { name: 'New' }]
      offline.perform(createItem, { id: newId(), shoppingListId: weekly, name: 'Butter', itemTags })
    },
  ],
  [
    'the new tags of an item that is changed join its list’s',
    ({ offline, bread }) =>
      void offline.perform(updateItem, { id: bread, itemTags: [{ name: 'New' }] }),
  ],
  [
    'items lose the tags that their list lost',
    ({ offline, weekly }) =>
      void offline.perform(updateShoppingList, { id: weekly, itemTags: [{ name: 'Bakery' }] }),
  ],
  [
    'an item that moves takes its tags along',
    ({ offline, milk, cellar }) =>
      void offline.perform(updateItem, { id: milk, shoppingListId: cellar }),
  ],
  [
    'a deleted item leaves its list',
    ({ offline, bread }) => void offline.perform(deleteItem, { id: bread }),
  ],
  [
    'after an item reorder each order is the index',
    ({ offline, weekly, eggs, milk }) =>
      void offline.perform(updateItemsOrder, { shoppingListId: weekly, itemIds: [eggs, milk] }),
  ],
  [
    'a row that moves up, and those that it passed',
    ({ offline, eggs }) => void offline.perform(moveItem, { id: eggs, afterItemId: null }),
  ],
  [
    'a row that moves down',
    ({ offline, milk, bread }) => void offline.perform(moveItem, { id: milk, afterItemId: bread }),
  ],
  [
    'after a list reorder each order is the index',
    ({ offline, cellar, weekly }) =>
      void offline.perform(updateShoppingListsOrder, { shoppingListIds: [cellar, weekly] }),
  ],
  [
    'a list that moves',
    ({ offline, cellar }) =>
      void offline.perform(moveShoppingList, { id: cellar, afterShoppingListId: null }),
  ],
  [
    'a reset list, of either type',
    ({ offline, weekly, cellar }) => {
      offline.perform(resetShoppingList, { id: weekly })
      offline.perform(resetShoppingList, { id: cellar })
    },
  ],
])('%s', async (_rule, act) => {
  const user = await server.buildUser()
  const laptop = createDevice({ userId: user.id, client: user })
  const { offline } = await laptop.openPage()
  const [weekly, cellar, milk, bread, eggs, wine] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ]
  offline.perform(createShoppingList, { id: weekly, name: 'Weekly' })
  offline.perform(createShoppingList, { id: cellar, name: 'Cellar', listType: 'STOCK' })
  const add = (id: string, shoppingListId: string, more: object) =>
    offline.perform(createItem, { id, shoppingListId, name: id.slice(-4), ...more })
  add(milk, weekly, { itemTags: [{ name: 'Dairy' }], purchased: true, quantityToPurchase: 2 })
  add(bread, weekly, { itemTags: [{ name: 'Bakery' }], quantityInStock: 3 })
  add(eggs, weekly, { quantityInStock: 1, quantityToPurchase: 6 })
  add(wine, cellar, { purchased: true, quantityInStock: 4, quantityToPurchase: 5 })
  await laptop.rest()

  const phone = createDevice({ userId: user.id, client: user })
  const page = await phone.openPage()
  await phone.rest()
  const snapshots: boolean[] = []
  const { send } = page.network
  page.network.send = async (document, variables, options) => {
    const outcome = await send(document, variables, options)
    if (outcome.kind === 'answer') {
      const { changes } = outcome.data as ChangesQuery
      snapshots.push(...changes.lists.map(list => list.snapshot))
    }
    return outcome
  }

  act({ offline, weekly, cellar, milk, bread, eggs })
  await laptop.rest()
  expect(offline.sync.get().waiting).toBe(0)
  const before = visibleState(page.offline)
  await page.offline.refresh()
  expect(visibleState(page.offline)).not.toEqual(before)
  expect(visibleState(page.offline)).toEqual(visibleState(offline))
  expect(snapshots).not.toContain(true)
  laptop.kill()
  phone.kill()
})
