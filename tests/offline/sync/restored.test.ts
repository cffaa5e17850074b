/** A drill: a backup is restored that was overtaken, and every row and every device is compared afterwards. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import { restore } from '../../../server/backup/restore.ts'
import { createItem, tickItem, updateItem } from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  updateShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { seenRecords } from '../../../src/cache/records/reader.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { createTestClient } from '../../support/server/client.ts'
import { describeEachEngine, type TestEngine } from '../../support/server/engines.ts'
import { startTestServer, type TestServer } from '../../support/server/server.ts'
import { createClock } from '../../support/simulation/clock.ts'
import {
  createDevice,
  type Device,
  preferencesOf,
  visibleState,
} from '../../support/simulation/device.ts'

const ana = {
  firstName: 'Ana',
  lastName: 'Lind',
  email: 'ana@example.org',
  phone: '',
  password: 'a purple bicycle',
}

/** All that a restore brings back; sessions, links, invitations and waiting mails of then are void. */
const tables = [
  ...['user', 'unit', 'shopping_list', 'membership', 'item_tag', 'item', 'item_gone', 'activity'],
  ...['user_config', 'saved_filter', 'request'],
] as const

async function rowsOf({ db }: TestServer): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {}
  for (const table of tables) {
    const all = await sql<object>`select * from ${sql.table(table)}`.execute(db.query)
    // Invitations are void, and revisions of lists go on beyond all that was ever told.
    const kept = all.rows.map(row => ({
      ...row,
      ...('invite_id' in row && { invite_id: '' }),
      ...(table === 'shopping_list' && { revision: 0 }),
    }))
    rows[table] = kept.map(row => JSON.stringify(row)).sort()
  }
  return rows
}

/** The tags of an item, as an edit names them. */
function tagsOf(offline: Offline, itemId: string) {
  const tags = seenRecords(offline).item(itemId)?.itemTags ?? []
  return tags.map(({ id, name, color }) => ({ id, name, color }))
}

/** One server after the other on one place; people keep the address. */
async function openHouse(engine: TestEngine) {
  const place = await engine.newPlace()
  const clock = createClock(new Date().toISOString())
  const open = () => startTestServer(engine, { address: place, clock })
  let server = await open()
  const devices: Device[] = []
  return {
    place,
    clock,
    get server() {
      return server
    },
    async restoreFrom(copy: string) {
      await server.close()
      const settings = { dataDir: place.dataDir, databaseUrl: place.databaseUrl }
      await restore({ settings, copy, overwrite: true, now: clock.now() })
      server = await open()
    },
    async newDevice() {
      const client = createTestClient(request => server.app.fetch(request))
      const signIn = () =>
        client.post('/auth/login', { username: ana.email, password: ana.password })
      const { body } = await signIn()
      const device = createDevice({ userId: Number(Object(body.user).id), client })
      devices.push(device)
      await device.openPage()
      return {
        device,
        get offline() {
          return device.page.offline
        },
        async signInAgain() {
          await signIn()
          client.discardToken()
          device.page.offline.resume()
          await device.rest(10_000)
        },
      }
    },
    async [Symbol.asyncDispose]() {
      for (const device of devices) device.kill()
      await server.close()
      place.remove()
    },
  }
}

describeEachEngine('A restore that was overtaken', engine => {
  test('every row is back, and every device shows what the server has', async () => {
    await using house = await openHouse(engine)
    await createTestClient(request => house.server.app.fetch(request)).post('/auth/signup', ana)
    const [phone, tablet] = [await house.newDevice(), await house.newDevice()]
    const [weekly, later, milk, bread] = [newId(), newId(), newId(), newId()]
    const [old, gone] = [newId(), newId()]
    phone.offline.perform(createShoppingList, { id: weekly, name: 'Weekly' })
    phone.offline.perform(createShoppingList, { id: gone, name: 'To be deleted' })
    phone.offline.perform(createItem, { id: milk, shoppingListId: weekly, name: 'Milk' })
    phone.offline.perform(createItem, { id: bread, shoppingListId: weekly, name: 'Bread' })
    await phone.device.rest(5_000)
    const copy = join(house.place.dataDir, 'copy')
    const settings = { dataDir: house.place.dataDir, databaseUrl: house.place.databaseUrl }
    await backUp({ settings, target: copy, now: house.clock.now() })
    const before = await rowsOf(house.server)

    // What the copy does not know, and both devices do.
    house.clock.advance({ minutes: 5 })
    for (const name of ['lost 1', 'lost 2', 'lost 3']) {
      phone.offline.perform(createItem, { id: newId(), shoppingListId: weekly, name })
    }
    phone.offline.perform(updateItem, { id: milk, name: 'Lost milk' })
    phone.offline.perform(createShoppingList, { id: later, name: 'Made later' })
    phone.offline.perform(deleteShoppingList, { id: gone })
    await phone.device.rest(5_000)
    await tablet.offline.refresh()
    await tablet.device.rest(5_000)
    expect(visibleState(tablet.offline)).toEqual(visibleState(phone.offline))
    // And what only one of them knows.
    tablet.device.setConnected(false)
    tablet.offline.perform(tickItem, { id: bread, purchased: true })
    tablet.offline.perform(createItem, { id: old, shoppingListId: weekly, name: 'From the cellar' })
    await tablet.device.rest(5_000)

    await house.restoreFrom(copy)
    expect(await rowsOf(house.server)).toEqual(before)

    // The numbers climb to where they were, with other content, before the two come back.
    const fresh = await house.newDevice()
    await fresh.device.rest(5_000)
    for (const name of ['new 1', 'new 2', 'new 3', 'new 4']) {
      fresh.offline.perform(createItem, { id: newId(), shoppingListId: weekly, name })
    }
    await fresh.device.rest(5_000)
    tablet.device.setConnected(true)
    for (const { device } of [phone, tablet]) {
      void device.page.offline.refresh()
      await device.rest(5_000)
      expect(device.page.offline.sync.get().signedOut).toBe(true)
    }
    for (const one of [tablet, phone, fresh]) await one.signInAgain()
    for (const one of [tablet, phone, fresh]) {
      void one.offline.refresh()
      await one.device.rest(5_000)
    }

    const names = (state: unknown) =>
      (
        state as { readonly name: string; readonly items: readonly { readonly name: string }[] }[]
      ).map(list => [list.name, ...list.items.map(item => item.name).sort()])
    const shown = visibleState(fresh.offline)
    expect(names(shown).sort()).toEqual([
      ['To be deleted'],
      ['Weekly', 'Bread', 'From the cellar', 'Milk', 'new 1', 'new 2', 'new 3', 'new 4'].sort(
        (a, b) => Number(b === 'Weekly') - Number(a === 'Weekly') || (a < b ? -1 : 1),
      ),
    ])
    expect(fresh.offline.peek(`Item:${bread}`)).toMatchObject({ purchased: true })
    for (const { device } of [phone, tablet]) {
      expect(visibleState(device.page.offline)).toEqual(shown)
      expect(preferencesOf(device.page.offline)).toEqual(preferencesOf(fresh.offline))
      expect(device.page.offline.waiting.get()).toEqual([])
      expect(device.page.offline.tray.get()).toEqual([])
      // And after one more death without a network.
      device.setConnected(false)
      device.kill()
      await device.openPage()
      await device.rest()
      expect(visibleState(device.page.offline)).toEqual(shown)
      expect(device.troubles).toEqual([])
    }
  })

  test('tags that were given since stay, whatever is based on what is gone', async () => {
    await using house = await openHouse(engine)
    await createTestClient(request => house.server.app.fetch(request)).post('/auth/signup', ana)
    const [phone, tablet] = [await house.newDevice(), await house.newDevice()]
    const [weekly, milk] = [newId(), newId()]
    phone.offline.perform(createShoppingList, { id: weekly, name: 'Weekly' })
    phone.offline.perform(createItem, { id: milk, shoppingListId: weekly, name: 'Milk' })
    await phone.device.rest(5_000)
    const copy = join(house.place.dataDir, 'copy')
    const settings = { dataDir: house.place.dataDir, databaseUrl: house.place.databaseUrl }
    await backUp({ settings, target: copy, now: house.clock.now() })

    // The tablet knows numbers that the restored server has not reached again.
    for (const name of ['lost 1', 'lost 2', 'lost 3', 'lost 4', 'lost 5', 'lost 6']) {
      phone.offline.perform(createItem, { id: newId(), shoppingListId: weekly, name })
    }
    await phone.device.rest(5_000)
    await tablet.offline.refresh()
    await tablet.device.rest(5_000)
    tablet.device.setConnected(false)
    const cellar = { id: milk, itemTags: [{ name: 'Cellar' }] }
    withTagsBefore(tablet.offline).perform(updateItem, cellar)
    withTagsBefore(tablet.offline).perform(updateShoppingList, {
      id: weekly,
      itemTags: [{ name: 'Cellar' }, { name: 'Attic' }],
    })
    await tablet.device.rest(5_000)
    phone.device.setConnected(false)
    await house.restoreFrom(copy)
    phone.device.setConnected(true)
    await phone.signInAgain()
    const vegan = { id: milk, itemTags: [{ name: 'Vegan' }] }
    withTagsBefore(phone.offline).perform(updateItem, vegan)
    await phone.device.rest(5_000)
    tablet.device.setConnected(true)
    await tablet.signInAgain()
    await phone.offline.refresh()
    await phone.device.rest(5_000)

    const named = (...names: string[]) => names.map(name => expect.objectContaining({ name }))
    for (const { offline } of [phone, tablet]) {
      expect(visibleState(offline)).toMatchObject([
        {
          itemTags: named('Vegan', 'Cellar', 'Attic'),
          items: [{ itemTags: named('Cellar', 'Vegan') }],
        },
      ])
    }
  })

  test('a tag that was taken off without a network goes, and one that left since stays gone', async () => {
    await using house = await openHouse(engine)
    await createTestClient(request => house.server.app.fetch(request)).post('/auth/signup', ana)
    const [phone, tablet] = [await house.newDevice(), await house.newDevice()]
    const [weekly, milk, eggs] = [newId(), newId(), newId()]
    phone.offline.perform(createShoppingList, { id: weekly, name: 'Weekly' })
    for (const [id, name] of [
      [milk, 'Milk'],
      [eggs, 'Eggs'],
    ] as const) {
      const itemTags = [{ name: 'Cold' }, { name: 'Food' }]
      phone.offline.perform(createItem, { id, shoppingListId: weekly, name, itemTags })
    }
    await phone.device.rest(5_000)
    const copy = join(house.place.dataDir, 'copy')
    const settings = { dataDir: house.place.dataDir, databaseUrl: house.place.databaseUrl }
    await backUp({ settings, target: copy, now: house.clock.now() })
    for (const name of ['lost 1', 'lost 2', 'lost 3', 'lost 4', 'lost 5', 'lost 6']) {
      phone.offline.perform(createItem, { id: newId(), shoppingListId: weekly, name })
    }
    await phone.device.rest(5_000)
    await tablet.offline.refresh()
    await tablet.device.rest(5_000)
    tablet.device.setConnected(false)
    // Of the milk one is taken off, and of the eggs none, but one more is given.
    const [cold, food] = tagsOf(tablet.offline, milk)
    const tags = withTagsBefore(tablet.offline)
    tags.perform(updateItem, { id: milk, itemTags: food ? [food] : [] })
    tags.perform(updateItem, {
      id: eggs,
      itemTags: [...(cold && food ? [cold, food] : []), { name: 'Cellar' }],
    })
    await tablet.device.rest(5_000)

    phone.device.setConnected(false)
    await house.restoreFrom(copy)
    phone.device.setConnected(true)
    await phone.signInAgain()
    withTagsBefore(phone.offline).perform(updateItem, {
      id: eggs,
      itemTags: cold ? [cold] : [],
    })
    await phone.device.rest(5_000)
    tablet.device.setConnected(true)
    await tablet.signInAgain()
    await phone.offline.refresh()
    await phone.device.rest(5_000)
    for (const { offline } of [phone, tablet]) {
      expect(tagsOf(offline, milk).map(({ name }) => name)).toEqual(['Food'])
      expect(tagsOf(offline, eggs).map(({ name }) => name)).toEqual(['Cold', 'Cellar'])
    }
  })
})
