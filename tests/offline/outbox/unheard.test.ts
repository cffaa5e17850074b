/**
 * What one device did a moment before another, which has not heard of it, is answered at once: the answer goes
 * straight into the base, and once all was told both show the same.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateItems } from '../../../src/cache/edits/item-batch-edits.ts'
import { createItem, deleteItem, moveItem } from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  moveShoppingList,
  updateShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { seenRecords } from '../../../src/cache/records/reader.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { startTestServer, type TestServer } from '../../support/server/server.ts'
import { createDevice, visibleState } from '../../support/simulation/device.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Start {
  readonly weekly: string
  readonly cellar: string
  readonly milk: string
  readonly bread: string
  readonly eggs: string
}

type Deed = (offline: Offline, start: Start) => unknown

test.each<[what: string, unheard: Deed, deed: Deed]>([
  [
    'a row is put behind one that is gone',
    (o, { eggs }) => o.perform(deleteItem, { id: eggs }),
    (o, { milk, eggs }) => o.perform(moveItem, { id: milk, afterItemId: eggs }),
  ],
  [
    'a list is put behind one that is gone',
    (o, { cellar }) => o.perform(deleteShoppingList, { id: cellar }),
    (o, { weekly, cellar }) =>
      o.perform(moveShoppingList, { id: weekly, afterShoppingListId: cellar }),
  ],
  [
    'items get a tag that is gone',
    (o, { weekly }) => o.perform(updateShoppingList, { id: weekly, itemTags: [] }),
    (o, { weekly, milk, bread }) => {
      const itemTags = seenRecords(o).list(weekly)?.itemTags ?? []
      const items = [milk, bread].map(id => ({ id, itemTags }))
      return withTagsBefore(o).perform(updateItems, { items })
    },
  ],
])('%s', async (_what, unheard, deed) => {
  const user = await server.buildUser()
  const phone = createDevice({ userId: user.id, client: user })
  const { offline } = await phone.openPage()
  const start = {
    weekly: newId(),
    cellar: newId(),
    milk: newId(),
    bread: newId(),
    eggs: newId(),
  }
  const { weekly: shoppingListId } = start
  const itemTags = [{ name: 'Dairy' }]
  offline.perform(createShoppingList, { id: shoppingListId, name: 'Weekly', itemTags })
  offline.perform(createShoppingList, { id: start.cellar, name: 'Cellar' })
  offline.perform(createShoppingList, { id: newId(), name: 'Party' })
  for (const [name, id] of Object.entries(start).slice(2))
    offline.perform(createItem, { id, shoppingListId, name })
  offline.perform(createItem, { id: newId(), shoppingListId, name: 'dates' })
  await phone.rest()
  const tablet = createDevice({ userId: user.id, client: user })
  const other = await tablet.openPage()
  await tablet.rest()

  unheard(other.offline, start)
  await tablet.rest(100)
  deed(offline, start)
  await phone.rest(3_000)
  void other.offline.refresh()
  await tablet.rest()
  expect(visibleState(offline)).toEqual(visibleState(other.offline))
  for (const device of [phone, tablet]) device.kill()
})
