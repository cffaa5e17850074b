/** Somebody moves items to another list while this device changes them. */
import { expect, onTestFinished, test } from 'vitest'
import { editsByName } from '../../../src/cache/edits/all-edits.ts'
import { rescue, rescueOf } from '../../../src/cache/edits/bring-back.ts'
import { updateItems } from '../../../src/cache/edits/item-batch-edits.ts'
import { createItem, deleteItems, updateItem } from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  updateShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { swapShoppingListItems } from '../../../src/cache/edits/whole-list-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { withUndo } from '../../../src/cache/undo/undo.ts'
import { createMemoryUndoStorage } from '../../support/memory-undo-storage.ts'
import { permit } from '../../support/server/api.ts'
import { startTestServer, type TestServer, type TestUser } from '../../support/server/server.ts'
import { createDevice, visibleState } from '../../support/simulation/device.ts'

async function openDevice(user: TestUser) {
  const device = createDevice({ userId: user.id, client: user })
  onTestFinished(() => device.kill())
  await device.openPage()
  await device.rest()
  return device
}

/** Ana's list with milk and bread, on her device. */
async function openWeekly(server: TestServer) {
  const ana = await server.buildUser()
  const device = await openDevice(ana)
  const { offline } = device.page
  const [weekly, milk, bread] = [newId(), newId(), newId()]
  offline.perform(createShoppingList, { id: weekly, name: 'Weekly' })
  offline.perform(createItem, { id: milk, shoppingListId: weekly, name: 'Milk', notes: 'cold' })
  offline.perform(createItem, { id: bread, shoppingListId: weekly, name: 'Bread' })
  await device.rest(3_000)
  return { ana, device, weekly, milk, bread }
}

/** Somebody who may change Ana's list, on a device of theirs, and a list of their own. */
async function openGuest(server: TestServer, weekly: string) {
  const ben = await server.buildUser()
  await permit(server, weekly, ben, 'EDIT')
  const other = await openDevice(ben)
  const own = newId()
  other.page.offline.perform(createShoppingList, { id: own, name: 'Mine' })
  return { other, own }
}

const move = (from: string, to: string, ids: readonly string[]) => ({
  ...{ firstShoppingListId: from, firstItemIds: ids },
  ...{ secondShoppingListId: to, secondItemIds: [] },
})

test('to a list that the person does not see: said as it is, and offered to be brought back', async () => {
  await using server = await startTestServer()
  const { device, weekly, milk } = await openWeekly(server)
  const { offline } = device.page
  const { other, own } = await openGuest(server, weekly)
  device.setConnected(false)
  await offline.perform(updateItem, { id: milk, quantityToPurchase: 3 }).durable
  other.page.offline.perform(swapShoppingListItems, move(weekly, own, [milk]))
  await other.rest(3_000)
  device.setConnected(true)
  await device.rest(3_000)
  const [refused] = offline.tray.get()
  if (!refused) throw new Error('Nothing was refused.')
  expect(refused.refusal).toMatchObject({
    reason: 'REVOKED',
    message: 'This was moved to a list that is not shared with you.',
  })
  expect(rescueOf(offline.cache, refused)).toMatchObject({ kind: 'bring-back', listId: weekly })
  await rescue(offline, [refused])
  await device.rest(3_000)
  const milkAgain = { name: 'Milk', notes: 'cold', quantityToPurchase: 3 }
  expect(visibleState(offline)).toMatchObject([{ items: [{ name: 'Bread' }, milkAgain] }])

  // Once one may only look at the list, it goes on one of one's own.
  const guest = await server.buildUser()
  await permit(server, weekly, guest, 'VIEW')
  const onlooker = await openDevice(guest)
  expect(rescueOf(onlooker.page.offline.cache, refused)).toMatchObject({ kind: 'keep-as-new-list' })
})

test('and deletes them with others: the others are gone, and can be taken back', async () => {
  await using server = await startTestServer()
  const { device, weekly, milk, bread } = await openWeekly(server)
  const { other, own } = await openGuest(server, weekly)
  const offline = withUndo(withTagsBefore(device.page.offline), {
    storage: createMemoryUndoStorage(),
    edits: editsByName,
    newId,
    now: Date.now,
  })
  device.setConnected(false)
  await offline.perform(deleteItems, { ids: [milk, bread] }).durable
  other.page.offline.perform(swapShoppingListItems, move(weekly, own, [milk]))
  await other.rest(3_000)
  device.setConnected(true)
  await device.rest(3_000)
  expect(offline.tray.get()).toMatchObject([{ entries: [{ variables: { ids: [milk] } }] }])
  expect(visibleState(offline)).toMatchObject([{ name: 'Weekly', items: [] }])
  expect(offline.history.undoLast(weekly)).toMatchObject({ kind: 'undone' })
  await device.rest(3_000)
  expect(JSON.stringify(visibleState(other.page.offline))).toContain('Bread')
})

test('what was taken away and is there again is tried again, and not made anew', async () => {
  await using server = await startTestServer()
  const { weekly, milk } = await openWeekly(server)
  const ben = await server.buildUser()
  await permit(server, weekly, ben, 'ADMIN')
  const guest = await openDevice(ben)
  const { offline } = guest.page
  guest.setConnected(false)
  await offline.perform(updateItem, { id: milk, quantityToPurchase: 3 }).durable
  await offline.perform(updateShoppingList, { id: weekly, notes: 'On Friday' }).durable
  await permit(server, weekly, ben, undefined)
  guest.setConnected(true)
  await guest.rest(3_000)
  const rescues = () => offline.tray.get().map(refused => rescueOf(offline.cache, refused)?.kind)
  expect(rescues()).toEqual(['keep-as-new-list', 'keep-as-new-list'])
  await permit(server, weekly, ben, 'ADMIN')
  await offline.refresh()
  await guest.rest(3_000)
  expect(rescues()).toEqual([undefined, undefined])
  for (const { id } of offline.tray.get()) await offline.tryAgain(id)
  await guest.rest(3_000)
  expect(visibleState(offline)).toMatchObject([
    { notes: 'On Friday', items: [{ name: 'Milk', quantityToPurchase: 3 }, { name: 'Bread' }] },
  ])
})

test('and back: what was wanted of it is tried again, and not made anew', async () => {
  await using server = await startTestServer()
  const { device, weekly, milk, bread } = await openWeekly(server)
  const { offline } = device.page
  const { other, own } = await openGuest(server, weekly)
  device.setConnected(false)
  const items = [milk, bread].map(id => ({ id, purchased: true }))
  await offline.perform(updateItems, { items }).durable
  other.page.offline.perform(swapShoppingListItems, move(weekly, own, [milk]))
  await other.rest(3_000)
  device.setConnected(true)
  await device.rest(3_000)
  const rescues = () => offline.tray.get().map(refused => rescueOf(offline.cache, refused)?.kind)
  expect(rescues()).toEqual(['bring-back'])
  other.page.offline.perform(swapShoppingListItems, move(own, weekly, [milk]))
  await other.rest(3_000)
  await offline.refresh()
  await device.rest(3_000)
  expect(rescues()).toEqual([undefined])
})

test('and tags them, not having heard of it: the tags are those of the other list alone', async () => {
  await using server = await startTestServer()
  const { ana, device, weekly, milk, bread } = await openWeekly(server)
  const party = newId()
  device.page.offline.perform(createShoppingList, { id: party, name: 'Party' })
  await device.rest(3_000)
  const other = await openDevice(ana)
  await device.page.offline.perform(swapShoppingListItems, move(weekly, party, [milk, bread]))
    .durable
  await device.rest(3_000)
  const cold = { itemTags: [{ name: 'Cold' }], itemTagsBefore: [] }
  const items = [milk, bread].map(id => ({ id, ...cold }))
  await other.page.offline.perform(updateItems, { items }).durable
  await other.rest(3_000)
  for (const each of [device, other]) {
    await each.page.offline.refresh()
    await each.rest(3_000)
    expect(visibleState(each.page.offline)).toMatchObject([
      { name: 'Weekly', itemTags: [] },
      { name: 'Party', itemTags: [{ name: 'Cold' }] },
    ])
  }
})
