/** People go on over a move from SQLite to PostgreSQL: signed in, with what their devices had not sent yet. */
import { expect, onTestFinished, test } from 'vitest'
import { move } from '../../../server/backup/move.ts'
import { createItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { createShoppingList } from '../../../src/cache/edits/shopping-list-edits.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import { createTestClient } from '../../support/server/client.ts'
import { describeOnPostgres, sqlite } from '../../support/server/engines.ts'
import { startTestServer } from '../../support/server/server.ts'
import { createClock } from '../../support/simulation/clock.ts'
import { createDevice, preferencesOf, visibleState } from '../../support/simulation/device.ts'

const ana = {
  firstName: 'Ana',
  lastName: 'Lind',
  email: 'ana@example.org',
  phone: '',
  password: 'a purple bicycle',
}

describeOnPostgres('A device whose server moves', engine => {
  test('stays signed in, sends what waited, and shows what the new place has', async () => {
    const from = await sqlite.newPlace()
    const { databaseUrl = '', ...to } = await engine.newPlace({ migrated: false })
    const clock = createClock(new Date().toISOString())
    let server = await startTestServer(sqlite, { address: from, clock })
    let isAway = false
    const client = createTestClient(async request => {
      if (isAway) throw new TypeError('Nobody listens there.')
      return server.app.fetch(request)
    })
    const { body } = await client.post('/auth/signup', ana)
    const userId = Number(Object(body.user).id)
    const device = createDevice({ userId, client })
    onTestFinished(async () => {
      device.kill()
      await server.close()
      from.remove()
      to.remove()
    })
    await device.openPage()
    const { offline } = device.page
    const [weekly, milk, bread] = [newId(), newId(), newId()]
    offline.perform(createShoppingList, { id: weekly, name: 'Weekly' })
    offline.perform(createItem, { id: milk, shoppingListId: weekly, name: 'Milk' })
    await device.rest(5_000)

    isAway = true
    await server.close()
    offline.perform(tickItem, { id: milk, purchased: true })
    offline.perform(createItem, { id: bread, shoppingListId: weekly, name: 'Bread' })
    await move({ dataDir: from.dataDir, databaseUrl, to: 'postgres', now: clock.now() })
    server = await startTestServer(engine, { address: { ...to, databaseUrl }, clock })
    isAway = false
    await device.rest(60_000)

    const items = await server.db.query
      .selectFrom('item')
      .select(['name', 'purchased'])
      .orderBy('name')
      .execute()
    expect(items).toEqual([
      { name: 'Bread', purchased: 0 },
      { name: 'Milk', purchased: 1 },
    ])
    const other = createTestClient(request => server.app.fetch(request))
    await other.post('/auth/login', { username: ana.email, password: ana.password })
    const fresh = createDevice({ userId, client: other })
    onTestFinished(() => fresh.kill())
    await fresh.openPage()
    await fresh.rest(5_000)
    const shown = ({ page }: typeof device) => [
      visibleState(page.offline),
      preferencesOf(page.offline),
    ]
    expect(shown(device)).toEqual(shown(fresh))
  })
})
