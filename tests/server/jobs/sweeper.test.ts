import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { purgeUnproven } from '../../../server/auth/users.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { allowances, createAttempts } from '../../../server/gates/attempts.ts'
import { purgeMemberships } from '../../../server/graphql/lists/leave-list.ts'
import { purgeLeftTags } from '../../../server/graphql/lists/list-tags.ts'
import { createLease } from '../../../server/jobs/lease.ts'
import { type Purge, startSweeper } from '../../../server/jobs/sweeper.ts'
import { purges } from '../../../server/purges.ts'
import { done, newId, share } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts'

function sweeperOf(server: TestServer, own: readonly Purge[] = purges) {
  const errors: unknown[] = []
  function note(...parts: unknown[]): void {
    errors.push(parts)
  }
  const log = { fatal: note, error: note, warn() {}, info() {}, debug() {} }
  const parts = { database: server.db, now: server.clock.now, log, purges: own }
  const sweeper = startSweeper(parts)
  return { ...sweeper, errors }
}

/** A steady clock, as if the server had run and swept all the time. */
async function pass(server: TestServer, sweep: () => Promise<void>, days: number): Promise<void> {
  for (let half = 0; half < days * 2; half += 1) {
    server.clock.advance({ minutes: 12 * 60 })
    await sweep()
  }
}

/** Of its tags Bread is there, and Dairy has just left. */
async function listWithoutDairy(server: TestServer) {
  const ana = await server.buildUser()
  const itemTags = [{ name: 'Dairy' }, { name: 'Bread' }]
  const list = await done(ana, 'createShoppingList', { name: 'Weekly', itemTags })
  const [dairy, bread] = list.itemTags
  await done(ana, 'updateShoppingList', { id: list.id, itemTags: [bread] })
  return { ana, list, dairy }
}

describeEachEngine('The sweeper', engine => {
  test('forgets all that nobody needs any more, and nothing else', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const kept = await done(ana, 'createShoppingList', { name: 'Kept' })
    const left = await done(ana, 'createShoppingList', { name: 'Left' })
    const tags = [{ name: 'Dairy' }, { name: 'Bread' }]
    const { itemTags } = await done(ana, 'updateShoppingList', { id: kept.id, itemTags: tags })
    const [dairy] = itemTags
    await done(ana, 'updateShoppingList', { id: kept.id, itemTags: [dairy] })
    const milk = await done(ana, 'createItem', { shoppingListId: kept.id, name: 'Milk' })
    const tea = await done(ana, 'createItem', { shoppingListId: kept.id, name: 'Tea' })
    await done(ana, 'deleteByIdItem', { id: tea.id })
    const items = Array.from({ length: 1_200 }, (_, n) => ({ name: `Item ${n}` }))
    const gone = await done(ana, 'createShoppingList', { name: 'Gone', items })
    await done(ana, 'deleteByIdShoppingList', { id: gone.id })
    await share(server, left, ben, 'VIEW')
    await done(ben, 'leaveShoppingList', { id: left.id })
    const stranger = server.client()
    await stranger.post('/auth/login', { username: 'nobody@example.org', password: 'wrong horse' })

    const sweeper = sweeperOf(server)
    await sweeper.sweep()
    await pass(server, sweeper.sweep, 91)
    await sweeper.close()
    expect(sweeper.errors).toEqual([])

    const count = async (table: 'item_gone' | 'item_tag' | 'membership' | 'attempt' | 'request') =>
      (await server.db.query.selectFrom(table).selectAll().execute()).length
    expect(await count('item_gone')).toBe(0)
    expect(await count('item_tag')).toBe(1)
    expect(await count('membership')).toBe(2)
    expect(await count('attempt')).toBe(0)
    expect(await count('request')).toBe(0)
    const lists = await server.db.query.selectFrom('shopping_list').select(['name']).execute()
    expect(lists.map(({ name }) => name).sort()).toEqual(['Kept', 'Left'])
    const present = await server.db.query.selectFrom('item').select('id').execute()
    expect(present).toEqual([{ id: milk.id }])
  })

  test('a session that ended is forgotten, though nobody signs in any more', async () => {
    await using server = await startTestServer(engine)
    await server.buildUser()
    const sweeper = sweeperOf(server)
    await sweeper.sweep()
    await pass(server, sweeper.sweep, 181)
    await sweeper.close()
    expect(await server.db.query.selectFrom('session').selectAll().execute()).toEqual([])
  })

  test('nothing stands until a moment that a clock which was ahead set', async () => {
    await using server = await startTestServer(engine)
    const sweeper = sweeperOf(server)
    await sweeper.sweep()
    const { db, clock } = server
    const attempts = createAttempts(db, clock.now, 'secret')
    const allowance = allowances.contactPerAddress
    const leaseOf = (holder: string) =>
      createLease(db, clock.now, { name: 'work', holder, seconds: 60 })
    const monthMinutes = 30 * 24 * 60

    clock.advance({ minutes: monthMinutes })
    for (let tries = 0; tries < allowance.tries; tries += 1) await attempts.take(allowance, 'ana')
    expect(await leaseOf('ended in the middle of it').take()).toBe(true)
    clock.advance({ minutes: -monthMinutes })
    expect(await attempts.wait(allowance, 'ana')).toBeGreaterThan(monthMinutes * 60)
    expect(await leaseOf('next').take()).toBe(false)

    await pass(server, sweeper.sweep, 1)
    await sweeper.close()
    expect(await attempts.wait(allowance, 'ana')).toBeUndefined()
    expect(await leaseOf('next').take()).toBe(true)
  })

  test('what was purged of a list only grows, whichever traces go first', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const at = (days: number) =>
      new Date(server.clock.now().getTime() - days * 86_400_000).toISOString()
    const trace = { list_id: list.id, reason: 'DELETED', content: null }
    const insert = (revision: number, days: number) =>
      server.db.query
        .insertInto('item_gone')
        .values({ ...trace, item_id: newId(), revision, gone_at: at(days) })
        .execute()
    async function purged() {
      const sweeper = sweeperOf(server)
      await sweeper.sweep()
      await sweeper.close()
      const query = server.db.query.selectFrom('shopping_list').select('purged_revision')
      return (await query.where('id', '=', list.id).executeTakeFirstOrThrow()).purged_revision
    }
    // A clock that stood wrong gave the older trace the later moment.
    await insert(9, 100)
    await insert(3, 50)
    expect(await purged()).toBe(9)
    await server.db.query
      .updateTable('item_gone')
      .set({ gone_at: at(99) })
      .execute()
    expect(await purged()).toBe(9)
  })

  test('tags that left a list go in time, though its history is shorter than that', async () => {
    await using server = await startTestServer(engine)
    await listWithoutDairy(server)
    // As it is trimmed, of a list that is much in use.
    await server.db.query.deleteFrom('activity').execute()
    const sweeper = sweeperOf(server)
    await sweeper.sweep()
    await pass(server, sweeper.sweep, 91)
    await sweeper.close()
    expect(sweeper.errors).toEqual([])
    const rows = await server.db.query.selectFrom('item_tag').select('name').execute()
    expect(rows).toEqual([{ name: 'Bread' }])
  })

  test('a purge that fails stops no other', async () => {
    await using server = await startTestServer(engine)
    let slices = 0
    const fails: Purge = async () => {
      throw new Error('out of order')
    }
    const works: Purge = async () => {
      slices += 1
      return slices < 4 ? 1 : 0
    }
    const sweeper = sweeperOf(server, [fails, works])
    await sweeper.sweep()
    await sweeper.close()
    expect([slices, sweeper.errors.length]).toEqual([4, 1])
  })

  test.each([
    ['forward', 400],
    ['back', -400],
  ])('a clock that jumped %s purges nothing until it is believed', async (_, days) => {
    await using server = await startTestServer(engine)
    let sweeps = 0
    const counts: Purge = async () => {
      sweeps += 1
      return 0
    }
    const sweeper = sweeperOf(server, [counts])
    await sweeper.sweep()
    server.clock.advance({ days })
    await sweeper.sweep()
    server.clock.advance({ minutes: 60 })
    await sweeper.sweep()
    expect(sweeps).toBe(1)
    server.clock.advance({ minutes: 5 * 60 })
    await sweeper.sweep()
    expect(sweeps).toBe(2)
    // Another process, or the same after a restart, knows the clock of the last sweep.
    server.clock.advance({ days: 3 })
    const other = sweeperOf(server, [counts])
    await other.sweep()
    expect(sweeps).toBe(2)
    await Promise.all([sweeper.close(), other.close()])
  })

  test('a server that runs for three hours every three days purges in every second run', async () => {
    await using server = await startTestServer(engine)
    const runs: number[] = []
    let run = 0
    const counts: Purge = async () => {
      if (runs.at(-1) !== run) runs.push(run)
      return 0
    }
    for (run = 1; run <= 6; run += 1) {
      const sweeper = sweeperOf(server, [counts])
      await sweeper.sweep()
      // Whatever it has run before, not by what the clock says after a pause.
      expect(runs.includes(run)).toBe(run === 1)
      for (let hour = 0; hour < 3; hour += 1) {
        server.clock.advance({ minutes: 60 })
        await sweeper.sweep()
      }
      await sweeper.close()
      server.clock.advance({ days: 3 })
    }
    expect(runs).toEqual([1, 3, 5])
  })

  test.each([
    ['back', -3],
    ['ahead, further than a server stands still', 400],
  ])('what it has run before counts for nothing where the clock goes %s', async (_, days) => {
    await using server = await startTestServer(engine)
    let sweeps = 0
    const counts: Purge = async () => {
      sweeps += 1
      return 0
    }
    const sweeper = sweeperOf(server, [counts])
    async function runFor(hours: number) {
      for (let hour = 0; hour < hours; hour += 1) {
        server.clock.advance({ minutes: 60 })
        await sweeper.sweep()
      }
    }
    await sweeper.sweep()
    server.clock.advance({ days: 3 })
    await sweeper.sweep()
    await runFor(5)
    server.clock.advance({ days })
    await sweeper.sweep()
    await runFor(5)
    expect(sweeps).toBe(1)
    await runFor(1)
    expect(sweeps).toBe(2)
    await sweeper.close()
  })

  test('what an older version has noted of the clock goes on to count', async () => {
    await using server = await startTestServer(engine)
    const at = server.clock.now()
    const steadySince = new Date(at.getTime() - 5 * 3_600_000).toISOString()
    const value = JSON.stringify({ at: at.toISOString(), steadySince })
    await server.db.query.insertInto('setting').values({ key: 'sweeper-clock', value }).execute()
    let sweeps = 0
    const counts: Purge = async () => {
      sweeps += 1
      return 0
    }
    const sweeper = sweeperOf(server, [counts])
    await sweeper.sweep()
    expect(sweeps).toBe(0)
    server.clock.advance({ minutes: 60 })
    await sweeper.sweep()
    expect(sweeps).toBe(1)
    await sweeper.close()
  })

  test('most of the time of a long sweep belongs to the others', async () => {
    await using server = await startTestServer(engine)
    const slices: { readonly began: number; readonly ended: number }[] = []
    const busy: Purge = async () => {
      const began = performance.now()
      while (performance.now() < began + 5);
      slices.push({ began, ended: performance.now() })
      return slices.length < 4 ? 1 : 0
    }
    const sweeper = sweeperOf(server, [busy])
    await sweeper.sweep()
    await sweeper.close()
    for (const [n, { began, ended }] of slices.slice(0, -1).entries()) {
      const rested = (slices[n + 1]?.began ?? 0) - ended
      expect(rested).toBeGreaterThan(5 * (ended - began))
    }
    expect(slices).toHaveLength(4)
  })

  test('others are answered between two slices, and a stop waits for one slice only', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const slices: (() => void)[] = []
    const endless: Purge = () =>
      new Promise(resolve => {
        slices.push(() => resolve(1))
      })
    const sweeper = sweeperOf(server, [endless])
    void sweeper.sweep()
    await expect.poll(() => slices.length).toBe(1)
    expect(await done(ana, 'getAllShoppingList')).toEqual([])
    slices[0]?.()
    await expect.poll(() => slices.length).toBe(2)
    const closed = sweeper.close()
    slices[1]?.()
    await closed
    expect(slices).toHaveLength(2)
  })
})

describeOnPostgres('A tag that left long ago', engine => {
  test('stays where it comes back while it is purged', async () => {
    await using server = await startTestServer(engine)
    const { ana, list, dairy } = await listWithoutDairy(server)
    server.clock.advance({ days: 91 })
    const back = await holdRows(server, async tx => {
      const present = { left_revision: null, left_at: null }
      await tx.updateTable('item_tag').set(present).where('id', '=', dairy.id).execute()
    })
    const purged = purgeLeftTags(server.db, server.clock.now())
    await untilSomebodyWaits(server)
    await back.release()
    expect(await purged).toBe(0)
    const { itemTags: now } = await done(ana, 'getByIdShoppingList', { id: list.id })
    expect(now).toHaveLength(2)
  })
})

describeOnPostgres('What is old enough to go', engine => {
  test('stays where an address is proven while unproven accounts are purged', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const { query } = server.db
    await server.app.jobs.drain()
    const unproven = { must_verify: 1, verified_at: null }
    await query.updateTable('user').set(unproven).where('id', '=', ana.id).execute()
    server.clock.advance({ days: 8 })
    const proof = await holdRows(server, async tx => {
      const verified_at = server.clock.now().toISOString()
      await tx.updateTable('user').set({ verified_at }).where('id', '=', ana.id).execute()
    })
    const purged = purgeUnproven(server.db, server.clock.now())
    await untilSomebodyWaits(server)
    await proof.release()
    expect(await purged).toBe(0)
    expect(await query.selectFrom('user').select('id').execute()).toEqual([{ id: ana.id }])
  })

  test('stays where somebody joins again while memberships are purged', async () => {
    await using server = await startTestServer(engine)
    const { ana } = await listWithoutDairy(server)
    const { query } = server.db
    const ended = { ended_at: server.clock.now().toISOString() }
    await query.updateTable('membership').set(ended).where('user_id', '=', ana.id).execute()
    server.clock.advance({ days: 91 })
    const again = await holdRows(server, async tx => {
      const present = { ended_at: null }
      await tx.updateTable('membership').set(present).where('user_id', '=', ana.id).execute()
    })
    const purged = purgeMemberships(server.db, server.clock.now())
    await untilSomebodyWaits(server)
    await again.release()
    expect(await purged).toBe(0)
    expect(await query.selectFrom('membership').select('user_id').execute()).toHaveLength(1)
  })
})

describeEachEngine('Tags that left before it was noted when', engine => {
  test('stay where a process of that time brought them back', async () => {
    await using server = await startTestServer(engine)
    const { ana, list, dairy } = await listWithoutDairy(server)
    const present = { left_revision: null }
    await server.db.query.updateTable('item_tag').set(present).where('id', '=', dairy.id).execute()
    server.clock.advance({ days: 91 })
    expect(await purgeLeftTags(server.db, server.clock.now())).toBe(0)
    expect((await done(ana, 'getByIdShoppingList', { id: list.id })).itemTags).toHaveLength(2)
  })

  test('go in time, too', async () => {
    await using server = await startTestServer(engine)
    await listWithoutDairy(server)
    const { query } = server.db
    const name = '031-date-tags-that-left'
    await sql`drop index item_tag_left_at`.execute(query)
    await sql`alter table item_tag drop column left_at`.execute(query)
    await sql`delete from migration where name = ${name}`.execute(query)
    await migrate(server.db, server.clock.now)
    const purge = () => purgeLeftTags(server.db, server.clock.now())
    expect(await purge()).toBe(0)
    server.clock.advance({ days: 91 })
    expect(await purge()).toBe(1)
    expect(await query.selectFrom('item_tag').select('name').execute()).toEqual([{ name: 'Bread' }])
  })
})

test('the first sweep comes a minute after the start, the next an hour later', async () => {
  await using server = await startTestServer()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let sweeps = 0
    const counts: Purge = async () => {
      sweeps += 1
      return 0
    }
    const sweeper = sweeperOf(server, [counts])
    vi.advanceTimersByTime(59_000)
    await vi.waitFor(() => expect(sweeps).toBe(0))
    vi.advanceTimersByTime(1_000)
    await sweeper.sweep()
    expect(sweeps).toBe(1)
    await Promise.resolve()
    vi.advanceTimersByTime(60 * 60_000)
    await sweeper.sweep()
    expect(sweeps).toBe(2)
    await sweeper.close()
  } finally {
    vi.useRealTimers()
  }
})
