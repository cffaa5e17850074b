import { expect, test } from 'vitest'
import { createItem, tickItem } from '../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { startTestServer } from '../support/server/server.ts'
import { createDevice, visibleState } from '../support/simulation/device.ts'

test('a list made without a network is there after a kill, reaches the server, and a second device', async () => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  const phone = createDevice({ userId: user.id, client: user })
  phone.setConnected(false)
  const { offline } = await phone.openPage()
  const [list, milk] = [newId(), newId()]
  await offline.perform(createShoppingList, { id: list, name: 'Weekly' }).durable
  await offline.perform(createItem, { id: milk, shoppingListId: list, name: 'Milk' }).durable
  await offline.perform(tickItem, { id: milk, purchased: true }).durable
  expect(offline.sync.get().waiting).toBe(3)
  const painted = visibleState(offline)
  expect(painted).toMatchObject([{ name: 'Weekly', items: [{ name: 'Milk', purchased: true }] }])

  phone.kill()
  await phone.openPage()
  expect(visibleState(phone.page.offline)).toEqual(painted)

  phone.setConnected(true)
  await phone.rest()
  expect(phone.page.offline.sync.get()).toMatchObject({
    waiting: 0,
    reachable: true,
    initialised: true,
  })

  const laptop = createDevice({ userId: user.id, client: user })
  await laptop.openPage()
  await laptop.rest()
  expect(visibleState(laptop.page.offline)).toEqual(visibleState(phone.page.offline))
  expect(visibleState(laptop.page.offline)).toMatchObject([
    { name: 'Weekly', items: [{ name: 'Milk', purchased: true }] },
  ])
  expect(phone.troubles).toEqual([])
})
