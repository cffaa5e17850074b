/** What the core says of itself: as of when its lists are, what is safe on the device, and what is left of it. */
import { expect, test } from 'vitest'
import { createItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { startTestServer } from '../../support/server/server.ts'
import { createDevice } from '../../support/simulation/device.ts'

const hourMs = 3_600_000

async function openDevice() {
  const server = await startTestServer()
  const user = await server.buildUser()
  const device = createDevice({ userId: user.id, client: user })
  await device.openPage()
  await device.rest()
  return {
    device,
    async [Symbol.asyncDispose]() {
      device.kill()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('when the lists were last told is known without a network, also after a restart', async () => {
  await using stage = await openDevice()
  const { device } = stage
  await device.rest(hourMs)
  const left = device.clock.now()
  expect(left - (device.page.offline.sync.get().caughtUpAt ?? 0)).toBeLessThan(60_000)

  device.setConnected(false)
  await device.rest(2 * hourMs)
  device.kill()
  await device.openPage()
  await device.rest(60_000)
  const { caughtUpAt = 0, initialised } = device.page.offline.sync.get()
  expect(initialised).toBe(false)
  expect(Math.abs(left - caughtUpAt), 'kept once a minute').toBeLessThan(2 * 60_000)

  device.setConnected(true)
  await device.rest(60_000)
  expect(device.page.offline.sync.get().caughtUpAt).toBeGreaterThan(left + 2 * hourMs)
})

test('what waits counts as kept only once it is in the store', async () => {
  await using stage = await openDevice()
  const { device } = stage
  const { offline } = device.page
  device.setConnected(false)
  const list = newId()
  const { durable } = offline.perform(createShoppingList, { id: list, name: 'Weekly' })
  expect(offline.unpersisted()).toBe(1)
  await durable
  expect(offline.unpersisted()).toBe(0)

  device.disk.failOutbox = () => new DOMException('full', 'QuotaExceededError')
  const refused = offline.perform(createItem, { id: newId(), shoppingListId: list, name: 'Milk' })
  await expect(refused.durable).rejects.toThrow()
  expect(offline.unpersisted()).toBe(1)
  expect(offline.waiting.get()).toHaveLength(2)
})

test('a device that does not let go of what it keeps says so, and can be asked again', async () => {
  await using stage = await openDevice()
  const { device } = stage
  await device.page.offline.perform(createShoppingList, { id: newId(), name: 'Weekly' }).durable
  device.disk.failDestroy = () => new Error('blocked')
  await expect(device.page.offline.wipe()).rejects.toThrow('blocked')
  device.disk.failDestroy = undefined
  await device.page.offline.wipe()
  expect(device.disk.values.size).toBe(0)
})
