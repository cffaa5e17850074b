/** The disk takes nothing for a while: a tab that is opened then reads what has long gone, and must not go on showing it. */
import { expect, test } from 'vitest'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { done } from '../../support/server/api.ts'
import { openPhoneWithMilk } from '../../support/simulation/phone-with-milk.ts'
import { noRoom } from '../../support/simulation/sim-disk.ts'

test.each([
  ['the browser fails', () => new Error('broken')],
  ['the device is full', noRoom],
])('%s: what was answered meanwhile waits in no tab once the disk is well', async (_, fault) => {
  const { server, phone, milk } = await openPhoneWithMilk()
  const first = phone.page
  phone.setConnected(false)
  await first.offline.perform(tickItem, { id: milk, purchased: true }).durable
  phone.disk.failOutbox = fault
  phone.setConnected(true)
  await phone.rest(5_000)
  expect(first.offline.sync.get().waiting).toBe(0)
  const second = await phone.openPage()
  await phone.rest(5_000)
  expect(second.offline.sync.get().waiting, 'as the disk has it').toBe(1)
  phone.disk.failOutbox = undefined
  await first.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await first.offline.perform(tickItem, { id: milk, purchased: false }).durable
  await phone.rest(180_000)
  expect(second.offline.sync.get().waiting).toBe(0)
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Oat milk', purchased: false })
  phone.kill()
  await server.close()
})

test('what was refused meanwhile lies in the tray of each tab', async () => {
  const { server, user, phone, milk } = await openPhoneWithMilk()
  const first = phone.page
  phone.setConnected(false)
  await first.offline.perform(updateItem, { id: milk, name: 'Oat milk' }).durable
  await done(user, 'deleteByIdItem', { id: milk })
  phone.disk.failOutbox = noRoom
  phone.setConnected(true)
  await phone.rest(5_000)
  expect(first.offline.tray.get()).toHaveLength(1)
  const second = await phone.openPage()
  await phone.rest(5_000)
  phone.disk.failOutbox = undefined
  await phone.rest(180_000)
  expect(second.offline.sync.get().waiting).toBe(0)
  expect(second.offline.tray.get()).toHaveLength(1)
  phone.kill()
  await server.close()
})

test('what was taken back meanwhile is hidden in no tab', async () => {
  const { server, phone, list, milk } = await openPhoneWithMilk()
  const first = phone.page
  phone.setConnected(false)
  const eggs = { id: newId(), shoppingListId: list, name: 'Eggs' }
  await first.offline.perform(createItem, eggs).durable
  await phone.rest(40_000)
  const { id, durable } = first.offline.perform(deleteItem, { id: milk })
  await durable
  phone.disk.failOutbox = () => new Error('broken')
  expect(first.offline.withdraw(id)).toBe(true)
  await phone.rest(100)
  const second = await phone.openPage()
  await phone.rest(2_000)
  phone.disk.failOutbox = undefined
  await first.offline.perform(createItem, { ...eggs, id: newId(), name: 'Bread' }).durable
  await phone.rest(5_000)
  phone.setConnected(true)
  await phone.rest(120_000)
  expect(second.offline.sync.get().waiting).toBe(0)
  expect(second.offline.peek(`Item:${milk}`)).toMatchObject({ name: 'Milk' })
  phone.kill()
  await server.close()
})
