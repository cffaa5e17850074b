/** What a person is told after an absence. */
import { expect, test } from 'vitest'
import {
  createItem,
  deleteItem,
  tickItem,
  updateItem,
} from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { startTestServer } from '../../support/server/server.ts'
import { createDevice } from '../../support/simulation/device.ts'

test('after an absence: what others did, what of mine was sent and refused; not after a blink', async () => {
  await using server = await startTestServer()
  const [user, anna] = [await server.buildUser(), await server.buildUser()]
  await befriend(user, anna)
  const deviceOf = (client: typeof user) => createDevice({ userId: client.id, client })
  const [phone, tablet, laptop] = [deviceOf(user), deviceOf(user), deviceOf(anna)]
  const [list, milk, bread, eggs] = [newId(), newId(), newId(), newId()]
  await laptop.openPage()
  const { offline: there } = laptop.page
  there.perform(createShoppingList, { id: list, name: 'Weekly' })
  for (const [id, name] of [
    [milk, 'Milk'],
    [bread, 'Bread'],
    [eggs, 'Eggs'],
  ] as const) {
    there.perform(createItem, { id, shoppingListId: list, name })
  }
  await laptop.rest()
  await shareWith(anna, list, [[user, 'EDIT']])
  await tablet.openPage()
  await tablet.rest()
  await phone.openPage()
  await phone.rest()
  const { offline } = phone.page
  expect(offline.receipt.get()).toBeUndefined()

  phone.setConnected(false)
  await phone.rest(3_600_000)
  await offline.perform(tickItem, { id: milk, purchased: true }).durable
  await offline.perform(updateItem, { id: bread, name: 'Rye bread' }).durable
  there.perform(deleteItem, { id: bread })
  there.perform(updateItem, { id: eggs, name: 'Ten eggs' })
  there.perform(createItem, { id: newId(), shoppingListId: list, name: 'Butter' })
  await laptop.rest()
  // What one did oneself elsewhere is nothing to be told of.
  tablet.page.offline.perform(createItem, { id: newId(), shoppingListId: list, name: 'Salt' })
  await tablet.rest()
  phone.setConnected(true)
  await phone.rest(5_000)
  const receipt = offline.receipt.get()
  expect(receipt).toMatchObject({ sent: 1, refused: 1 })
  expect(receipt?.others.map(({ what, record }) => `${what} ${record.name}`).sort()).toEqual([
    'added Butter',
    'changed Ten eggs',
    'removed Rye bread',
  ])

  // One that nobody has looked at yet goes on.
  phone.setConnected(false)
  await phone.rest(3_600_000)
  there.perform(createItem, { id: newId(), shoppingListId: list, name: 'Jam' })
  await laptop.rest()
  phone.setConnected(true)
  await phone.rest(5_000)
  const joined = offline.receipt.get()
  expect(joined).toMatchObject({ since: receipt?.since, sent: 1, refused: 1 })
  expect(joined?.others.map(({ what, record }) => `${what} ${record.name}`).sort()).toEqual([
    'added Butter',
    'added Jam',
    'changed Ten eggs',
    'removed Rye bread',
  ])
  offline.dismissReceipt()
  expect(offline.receipt.get()).toBeUndefined()

  // The first that a stream brings after a long silence is told of, too.
  phone.page.visible.set(false)
  await phone.rest(3_600_000)
  for (const name of ['Tea', 'Rice']) {
    there.perform(createItem, { id: newId(), shoppingListId: list, name })
    await laptop.rest(1_000)
    await phone.rest(1_000)
  }
  phone.page.visible.set(true)
  await phone.rest(5_000)
  expect(offline.receipt.get()?.others.map(({ record }) => record.name)).toEqual(['Tea', 'Rice'])
  offline.dismissReceipt()

  phone.setConnected(false)
  await phone.rest(10_000)
  await offline.perform(tickItem, { id: milk, purchased: false }).durable
  phone.setConnected(true)
  await phone.rest(5_000)
  expect(offline.receipt.get()).toBeUndefined()
  for (const device of [phone, tablet, laptop]) device.kill()
})
