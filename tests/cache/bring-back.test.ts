import { expect, test } from 'vitest'
import { rescue, rescueOf } from '../../src/cache/bring-back.ts'
import { createItem, deleteItem, updateItem } from '../../src/cache/item-edits.ts'
import { newId } from '../../src/cache/new-id.ts'
import { createShoppingList, deleteShoppingList } from '../../src/cache/shopping-list-edits.ts'
import { createDevice, visibleState } from '../support/device.ts'
import { startTestServer } from '../support/server.ts'

async function twoDevices(server: Awaited<ReturnType<typeof startTestServer>>) {
  const user = await server.buildUser()
  const [phone, laptop] = [0, 1].map(() => createDevice({ userId: user.id, client: user }))
  if (!phone || !laptop) throw new Error('Two devices are needed.')
  const [list, milk] = [newId(), newId()]
  await phone.openPage()
  phone.page.offline.perform(createShoppingList, { id: list, name: 'Weekly' })
  const item = { id: milk, shoppingListId: list, name: 'Milk', notes: 'cold' }
  phone.page.offline.perform(createItem, item)
  await phone.rest()
  await laptop.openPage()
  await laptop.rest()
  phone.setConnected(false)
  return { phone, laptop, list, milk }
}

test('an edit of what somebody deleted: brought back with the change, without a network', async () => {
  await using server = await startTestServer()
  const { phone, laptop, milk } = await twoDevices(server)
  await phone.page.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await laptop.page.offline.perform(deleteItem, { id: milk }).durable
  await laptop.rest()
  phone.setConnected(true)
  await phone.rest()
  phone.setConnected(false)
  const { offline } = phone.page
  const [entry] = offline.tray.get()
  if (!entry) throw new Error('Nothing was refused.')
  expect(rescueOf(offline.cache, entry)).toMatchObject({ kind: 'bring-back' })
  await rescue(offline, entry)
  expect(offline.tray.get()).toEqual([])
  expect(visibleState(offline)).toMatchObject([{ items: [{ name: 'Oat milk', notes: 'cold' }] }])
  phone.setConnected(true)
  await phone.rest()
  await laptop.page.offline.refresh()
  expect(visibleState(laptop.page.offline)).toMatchObject([
    { items: [{ name: 'Oat milk', notes: 'cold' }] },
  ])
})

test('an item for a list that was deleted: kept on a new list', async () => {
  await using server = await startTestServer()
  const { phone, laptop, list } = await twoDevices(server)
  const item = { id: newId(), shoppingListId: list, name: 'Eggs' }
  await phone.page.offline.perform(createItem, item).durable
  await laptop.page.offline.perform(deleteShoppingList, { id: list }).durable
  await laptop.rest()
  phone.setConnected(true)
  await phone.rest()
  const { offline } = phone.page
  const [entry] = offline.tray.get()
  if (!entry) throw new Error('Nothing was refused.')
  expect(rescueOf(offline.cache, entry)).toMatchObject({ kind: 'keep-as-new-list' })
  await rescue(offline, entry, 'Party')
  await phone.rest()
  expect(offline.tray.get()).toEqual([])
  expect(visibleState(offline)).toMatchObject([{ name: 'Party', items: [{ name: 'Eggs' }] }])
})
