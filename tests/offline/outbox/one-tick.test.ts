/** What a person does with one gesture reaches the disk as one: of a pasted list all of it is there, or nothing. */
import { expect, test } from 'vitest'
import { createItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { startTestServer } from '../../support/server/server.ts'
import { createDevice } from '../../support/simulation/device.ts'

test('edits of one tick are one transaction: a kill at any moment leaves all of them or none', async () => {
  const server = await startTestServer()
  const user = await server.buildUser()
  const storedAfterKill = new Set<number>()
  for (let turns = 0; turns < 30; turns++) {
    const phone = createDevice({ userId: user.id, client: user })
    await phone.openPage()
    await phone.rest()
    phone.setConnected(false)
    const shoppingListId = newId()
    const { offline } = phone.page
    offline.perform(createShoppingList, { id: shoppingListId, name: 'Imported' })
    for (const name of ['Milk', 'Bread', 'Eggs']) {
      offline.perform(createItem, { id: newId(), shoppingListId, name })
    }
    for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve))
    phone.kill()
    storedAfterKill.add(phone.disk.entries.size)
  }
  expect(storedAfterKill).toEqual(new Set([0, 4]))
  await server.close()
})
