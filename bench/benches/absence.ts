import { limits } from '../../rules/limits.ts'
import { createItem, tickItem } from '../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/server.ts'
import { createDevice, type Device } from '../../tests/support/simulation/device.ts'
import type { Bench } from '../bench.ts'
import { rounded } from '../statistics.ts'

export const absenceBench: Bench = {
  name: 'absence',
  title: 'After a long absence',
  method:
    'The real core and the real server in one process, without a browser; disk and clock are simulated, so that only computing counts. Waiting: half of the edits add items to one list, the others tick them. Lists: 190 items each, so that as many as an account may have fit into it, fetched by a device that knows none of them, and opened again from its disk.',
  async run() {
    const rows: (readonly (string | number)[])[] = []
    const server = await startTestServer()
    for (const count of [500, 5_000]) {
      const { openMs, gestureMs, drainMs } = await waitingEdits(server, count)
      rows.push([`${count} edits wait`, rounded(openMs), rounded(gestureMs), rounded(drainMs)])
    }
    for (const count of [50, limits.listsPerUser]) {
      const { openMs, gestureMs, fetchMs } = await manyLists(server, count)
      rows.push([
        `${count} lists of ${itemsOfMany}`,
        rounded(openMs),
        rounded(gestureMs),
        rounded(fetchMs),
      ])
    }
    await server.close()
    return { head: ['', 'open, ms', 'one tick, ms', 'send or fetch all, ms'], rows, aims: [] }
  },
}

const gestures = 20
const itemsOfMany = 190
const secondMs = 1_000

async function waitingEdits(server: TestServer, count: number) {
  const user = await server.buildUser()
  const device = createDevice({ userId: user.id, client: user })
  const { ids } = await fillList(device, count / 2)
  device.setConnected(false)
  const { offline } = device.page
  const more = Array.from({ length: count / 2 }, newId)
  const shoppingListId = newId()
  offline.perform(createShoppingList, { id: shoppingListId, name: 'Holidays' })
  for (const id of more) {
    offline.perform(createItem, { id, shoppingListId, name: `Item ${id}` })
    offline.perform(tickItem, { id, purchased: true })
  }
  await device.rest()
  device.kill()
  const openMs = await timed(() => device.openPage())
  const gestureMs = await timed(() => tickSome(device, ids))
  await device.rest()
  const drainMs = await timed(async () => {
    device.setConnected(true)
    await untilSent(device)
  })
  device.kill()
  return { openMs, gestureMs: gestureMs / gestures, drainMs }
}

async function manyLists(server: TestServer, count: number) {
  const user = await server.buildUser()
  const first = createDevice({ userId: user.id, client: user })
  const { shoppingListId, ids } = await fillList(first, itemsOfMany)
  first.kill()
  for (let n = 1; n < count; n += 1) {
    // The share of the server's work that an account has grows with time, which is simulated.
    server.clock.advance({ ms: secondMs })
    const { errors } = await user.graphql(
      'mutation ($id: ID!, $name: String!, $newId: ID) { copyShoppingList(id: $id, name: $name, newId: $newId) { id } }',
      { id: shoppingListId, name: `Copy ${n}`, newId: newId() },
    )
    if (errors) throw new Error(errors[0]?.message)
  }
  const device = createDevice({ userId: user.id, client: user })
  const fetchMs = await timed(async () => {
    await device.openPage()
    while (countLists(device) < count) {
      await device.rest(secondMs)
      server.clock.advance({ ms: secondMs })
    }
  })
  await device.rest()
  device.kill()
  const openMs = await timed(() => device.openPage())
  const gestureMs = await timed(() => tickSome(device, ids))
  device.kill()
  return { openMs, gestureMs: gestureMs / gestures, fetchMs }
}

/** A list of so many items, known to the server. */
async function fillList(device: Device, count: number) {
  await device.openPage()
  await device.rest()
  const { offline } = device.page
  const shoppingListId = newId()
  const ids = Array.from({ length: count }, newId)
  offline.perform(createShoppingList, { id: shoppingListId, name: 'Weekly' })
  for (const id of ids) offline.perform(createItem, { id, shoppingListId, name: `Item ${id}` })
  await untilSent(device)
  return { shoppingListId, ids }
}

function tickSome(device: Device, ids: readonly string[]): void {
  for (const id of ids.slice(0, gestures)) {
    device.page.offline.perform(tickItem, { id, purchased: true })
  }
}

async function untilSent(device: Device): Promise<void> {
  while (device.page.offline.waiting.get().length > 0) await device.rest()
}

function countLists(device: Device): number {
  const lists = device.page.offline.peek('ROOT_QUERY')?.getAllShoppingList
  return Array.isArray(lists) ? lists.length : 0
}

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
