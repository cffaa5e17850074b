import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../../server/db/migrate.ts'
import { createSystemRandom } from '../../../server/environment.ts'
import { createJobs, JobRefused } from '../../../server/jobs/jobs.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts'

function jobsOf({ db, clock }: TestServer) {
  function write() {}
  const log = { fatal: write, error: write, warn: write, info: write, debug: write }
  return createJobs({ db, now: clock.now, random: createSystemRandom(), log })
}

/** Of five kinds, some of which are due, failed before, or failed for good; the same each time. */
function randomJobs(now: Date, count: number, name = '') {
  return Array.from({ length: count }, (_, at) => {
    const spread = (at * 7_919 + 13) % 1_009
    return {
      id: `${name}-${spread}-${at}`,
      kind: ['push', 'note', 'aside', 'later', 'other'][spread % 5] ?? 'note',
      payload: '{}',
      key: null,
      user_id: null,
      created_at: now.toISOString(),
      // Several at one moment.
      run_at: new Date(now.getTime() + ((spread % 17) - 8) * 60_000).toISOString(),
      tries: spread % 3 === 0 ? [1, 4, 9, 10, 22][at % 5] : 0,
      failed_at: spread % 11 === 0 ? now.toISOString() : null,
      failure: null,
    }
  })
}

describeEachEngine('work after the commit', engine => {
  test('is done once its transaction is committed, and not at all where it was not', async () => {
    await using server = await startTestServer(engine)
    const jobs = jobsOf(server)
    const done: unknown[] = []
    jobs.handle({ kind: 'note', run: async job => void done.push(job.payload.what) })
    await server.db.transaction(tx => jobs.add(tx, { kind: 'note', payload: { what: 'kept' } }))
    const undone = server.db.transaction(async tx => {
      await jobs.add(tx, { kind: 'note', payload: { what: 'undone' } })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await jobs.drain()
    await jobs.drain()
    expect(done).toEqual(['kept'])
    expect(await server.db.query.selectFrom('job').select('id').execute()).toEqual([])
  })

  test('that is asked for again is hastened by it, never put off', async () => {
    await using server = await startTestServer(engine)
    const jobs = jobsOf(server)
    const due = async () =>
      (await server.db.query.selectFrom('job').select('run_at').execute()).map(({ run_at }) =>
        run_at.slice(11, 16),
      )
    for (const [time, expected] of [
      ['10', '10'],
      ['12', '10'],
      ['09', '09'],
    ] as const) {
      const notBefore = new Date(`2099-01-01T${time}:00:00Z`)
      const job = { kind: 'note', payload: {}, key: 'same', hastens: true, notBefore }
      await jobs.add(server.db.query, job)
      expect(await due()).toEqual([`${expected}:00`])
    }
  })

  test('that is asked for again and again has its tries still', async () => {
    await using server = await startTestServer(engine)
    const jobs = jobsOf(server)
    jobs.handle({
      kind: 'letter',
      async run() {
        throw new Error('down')
      },
    })
    for (let times = 0; times < 30; times += 1) {
      await jobs.add(server.db.query, { kind: 'letter', payload: {}, key: 'same', hastens: true })
      await jobs.drain()
    }
    expect(await jobs.state()).toMatchObject({ waiting: 1, failed: 0 })
  })

  test('is tried again later and later, holds up nothing new, and is kept where it failed for good', async () => {
    await using server = await startTestServer(engine)
    const jobs = jobsOf(server)
    const tried: string[] = []
    jobs.handle({
      kind: 'fail',
      async run() {
        tried.push(server.clock.now().toISOString().slice(11, 19))
        throw new Error('down')
      },
    })
    jobs.handle({ kind: 'ok', run: async () => void tried.push('ok') })
    await jobs.add(server.db.query, { kind: 'fail', payload: {} })
    await jobs.drain()
    server.clock.advance({ minutes: 1 })
    await jobs.add(server.db.query, { kind: 'ok', payload: {} })
    await jobs.drain()
    expect(tried).toEqual(['09:00:00', 'ok', '09:01:00'])
    const begun = server.clock.now().getTime()
    for (let rounds = 0; rounds < 40; rounds += 1) {
      const due = await server.db.query
        .selectFrom('job')
        .select('run_at')
        .where('failed_at', 'is', null)
        .executeTakeFirst()
      if (!due) break
      server.clock.advance({ ms: Date.parse(due.run_at) - server.clock.now().getTime() })
      await jobs.drain()
    }
    expect(tried.filter(line => line !== 'ok')).toHaveLength(23)
    // Three days, as whoever runs a server is told.
    const hours = (server.clock.now().getTime() - begun) / 3_600_000
    expect([hours > 72, hours < 78]).toEqual([true, true])
    expect(await jobs.state()).toEqual({ waiting: 0, failed: 1, oldest: null })
  })

  test('that no later try can mend is not tried again, and one that asks to wait costs no try', async () => {
    await using server = await startTestServer(engine)
    const jobs = jobsOf(server)
    let runs = 0
    jobs.handle({
      kind: 'hopeless',
      async run() {
        throw new JobRefused('never')
      },
    })
    jobs.handle({
      kind: 'patient',
      async run({ tries }) {
        runs += 1
        expect(tries).toBe(1)
        return runs < 20 ? new Date(server.clock.now().getTime() + 60_000) : undefined
      },
    })
    await jobs.add(server.db.query, { kind: 'hopeless', payload: {} })
    await jobs.add(server.db.query, { kind: 'patient', payload: {} })
    for (let rounds = 0; rounds < 25; rounds += 1) {
      await jobs.drain()
      server.clock.advance({ minutes: 1 })
    }
    expect(runs).toBe(20)
    expect(await jobs.state()).toMatchObject({ waiting: 0, failed: 1 })
  })

  test('that is hastened while it asks to wait does not wait', async () => {
    await using server = await startTestServer(engine)
    const jobs = jobsOf(server)
    const wanted = { kind: 'patient', payload: {}, key: 'one', hastens: true }
    let runs = 0
    jobs.handle({
      kind: 'patient',
      async run() {
        runs += 1
        if (runs > 1) return undefined
        await jobs.add(server.db.query, wanted)
        return new Date(server.clock.now().getTime() + 60_000)
      },
    })
    await jobs.add(server.db.query, wanted)
    await jobs.drain()
    expect(runs).toBe(2)
  })

  test('comes in its order: the last kinds last, the new before what failed, the longest due first', async () => {
    await using server = await startTestServer(engine)
    const jobs = jobsOf(server)
    const done: string[] = []
    const run = async ({ id }: { readonly id: string }) => void done.push(id)
    for (const kind of ['aside', 'note', 'other']) jobs.handle({ kind, run })
    for (const kind of ['later', 'push']) jobs.handle({ kind, isLast: true, run })
    const { query } = server.db
    const rows = randomJobs(server.clock.now(), 120)
    await query.insertInto('job').values(rows).execute()
    await jobs.drain()
    const at = server.clock.now().toISOString()
    const due = rows.filter(row => row.failed_at === null && row.run_at <= at)
    const place = ({ kind, tries, run_at, id }: (typeof rows)[number]) =>
      [kind === 'later' || kind === 'push' ? 1 : 0, 100 + (tries ?? 0), run_at, id].join()
    expect(due.length).toBeGreaterThan(20)
    expect(done).toEqual(due.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(row => row.id))
  })

  test('is found in a few steps, however many wait, are due or have failed', async () => {
    await using server = await startTestServer(engine)
    const { db, clock } = server
    const asked: CompiledQuery[] = []
    const noted = db.query.withPlugin({
      transformQuery({ node, queryId }) {
        asked.push(db.query.getExecutor().compileQuery(node, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const jobs = jobsOf({ ...server, db: { ...db, query: noted } })
    jobs.handle({ kind: 'note', run: async () => undefined })
    jobs.handle({ kind: 'push', isLast: true, run: async () => undefined })
    await jobs.drain()
    for (const page of [0, 1, 2, 3, 4]) {
      await db.query
        .insertInto('job')
        .values(randomJobs(clock.now(), 600, `${page}`))
        .execute()
    }
    // As PostgreSQL does by itself, and SQLite never.
    if (engine.name === 'PostgreSQL') await sql`analyze job`.execute(db.query)
    const look = asked.find(({ sql: text }) => / order by /.test(text) && /run_at/.test(text))
    if (!look) throw new Error('Nobody looked for what is due.')
    const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain (analyze, timing off)'
    const { rows } = await db.query.executeQuery(
      CompiledQuery.raw(`${explain} ${look.sql}`, [...look.parameters]),
    )
    const lines = rows.map(row => String(Object(row).detail ?? Object(row)['QUERY PLAN']))
    const plan = lines.join('\n')
    if (db.engine === 'sqlite') {
      // Its first alone, and what is sorted are the first of each kind and number of tries.
      const walks = lines.filter(line => /SCAN job|failed_at/.test(line))
      const sorted = lines.filter((_, at) => lines[at + 1]?.includes('TEMP B-TREE'))
      expect([walks, sorted], plan).toEqual([['SCAN job USING INDEX job_due'], ['SCAN firsts']])
    } else {
      const read = [...plan.matchAll(/actual rows=(\d+(?:\.\d+)?) loops=(\d+)/g)]
      const total = read.reduce((sum, [, found, loops]) => sum + Number(found) * Number(loops), 0)
      expect(total, plan).toBeLessThan(300)
    }
  })

  test('with one key waits once', async () => {
    await using server = await startTestServer(engine)
    const jobs = jobsOf(server)
    const done: unknown[] = []
    jobs.handle({ kind: 'note', run: async job => void done.push(job.payload.what) })
    await jobs.add(server.db.query, { kind: 'note', payload: { what: 1 }, key: 'a' })
    await jobs.add(server.db.query, { kind: 'note', payload: { what: 2 }, key: 'a' })
    await jobs.drain()
    await jobs.add(server.db.query, { kind: 'note', payload: { what: 3 }, key: 'a' })
    await jobs.drain()
    expect(done).toEqual([1, 3])
  })

  test('that failed for good leaves its key to the next one, also where it failed before an update', async () => {
    await using server = await startTestServer(engine)
    const jobs = jobsOf(server)
    const done: unknown[] = []
    jobs.handle({
      kind: 'note',
      async run({ payload }) {
        if (payload.what === 'no') throw new JobRefused('never')
        done.push(payload.what)
        return undefined
      },
    })
    const add = (what: string, key: string) =>
      jobs.add(server.db.query, { kind: 'note', payload: { what }, key })
    await add('no', 'a')
    await add('no', 'b')
    await jobs.drain()
    await add('first', 'a')
    // As an older version left it.
    await server.db.query
      .updateTable('job')
      .set({ key: 'b' })
      .where('failed_at', 'is not', null)
      .where('payload', 'like', '%no%')
      .where('id', 'in', query =>
        query
          .selectFrom('job')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('failed_at', 'is not', null),
      )
      .execute()
    await sql`delete from migration where name = '028-free-keys-of-failed-jobs'`.execute(
      server.db.query,
    )
    await migrate(server.db, server.clock.now)
    await add('second', 'b')
    await jobs.drain()
    expect(done.toSorted()).toEqual(['first', 'second'])
    expect(await jobs.state()).toMatchObject({ waiting: 0, failed: 2 })
  })

  test('is done by one process at a time; one that vanished is waited for two minutes', async () => {
    await using server = await startTestServer(engine)
    await using twin = await server.startSecond()
    const [mine, theirs] = [jobsOf(server), jobsOf(twin)]
    const done: string[] = []
    const { promise: held, resolve: go } = Promise.withResolvers<void>()
    mine.handle({
      kind: 'slow',
      async run() {
        done.push('mine')
        await held
        return undefined
      },
    })
    theirs.handle({ kind: 'slow', run: async () => void done.push('theirs') })
    await mine.add(server.db.query, { kind: 'slow', payload: {} })
    await mine.add(server.db.query, { kind: 'slow', payload: {} })
    const draining = mine.drain()
    await expect.poll(() => done).toEqual(['mine'])
    await theirs.drain()
    expect(done).toEqual(['mine'])
    server.clock.advance({ minutes: 3 })
    await theirs.drain()
    expect(done.slice(0, 2)).toEqual(['mine', 'theirs'])
    go()
    await draining
    expect(await server.db.query.selectFrom('job').select('id').execute()).toEqual([])
  })

  test('is seen in the health of the server, by an administrator alone', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const other = await server.buildUser()
    const health = {
      database: 'ok',
      jobs: expect.objectContaining({ waiting: expect.any(Number) }),
    }
    expect((await admin.get('/healthz?detail')).body).toMatchObject(health)
    expect((await other.get('/healthz?detail')).text).toBe('ok')
    expect((await server.client().get('/healthz?detail')).text).toBe('ok')
    expect((await admin.get('/healthz')).text).toBe('ok')
  })
})
