/** Very much feedback at the desk: however it is filtered and sorted, a page reads no more than it shows. */
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { feedbackStatuses } from '../../../rules/people/feedback.ts'
import { howMany } from '../../support/depth.ts'
import { seedFeedback } from '../../support/many-feedback.ts'
import { done } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts'

const records = howMany('AISLE_FEEDBACK', 20_000, 100_000)
const people = 1_000
const first = 50

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Every statement about feedback from now on, with its values. */
function watchStatements(): Asked[] {
  const asked: Asked[] = []
  function note(text: string, values: readonly unknown[]) {
    if (/^select .* from "feedback"/.test(text)) asked.push({ text, values })
  }
  const memory = new DatabaseSync(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('select 1'))
  memory.close()
  const all = statement.all
  vi.spyOn(statement, 'all').mockImplementation(function (this: { sourceSQL: string }, ...values) {
    note(this.sourceSQL, values)
    return all.apply(this, values)
  })
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [given, values] = args
    note(String(Object(given).text ?? given), Object(given).values ?? values ?? [])
    return Reflect.apply(query, this, args)
  })
  return asked
}

afterEach(() => void vi.restoreAllMocks())

/** How the engine goes about it, in its own words. */
async function planOf({ db }: TestServer, { text, values }: Asked): Promise<string> {
  const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain (analyze, timing off)'
  const { rows } = await db.query.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...values]))
  return rows.map(row => String(Object(row).detail ?? Object(row)['QUERY PLAN'])).join('\n')
}

const sorts = ['NEWEST', 'OLDEST', 'LOWEST_RATING', 'HIGHEST_RATING'] as const
const filters: readonly Readonly<Record<string, string | number>>[] = [
  {},
  { status: 'TESTING' },
  { rating: 2 },
  { status: 'TESTING', rating: 2 },
  { text: 'milk' },
  { status: 'TODO', text: 'cellar' },
]
/** What is found is spread over what is read: at the worst one in so many has the status and the rating. */
const mostRead = first * feedbackStatuses.length * 5

describeEachEngine('Very much feedback', engine => {
  test('is filtered, sorted, paged and counted along an index', { timeout: 120_000 }, async () => {
    await using server = await startTestServer(engine)
    const { db } = server
    const admin = await server.buildUser()
    await seedFeedback(db, { records, people, until: server.clock.now() })
    const { id: userId } = await db.query
      .selectFrom('user')
      .select('id')
      .where('email', '=', 'p5@example.org')
      .executeTakeFirstOrThrow()
    const asked = watchStatements()

    /** One page, which has to take one statement, and how the engine found it. */
    async function read(wanted: object, sort: string, after: string | null) {
      asked.length = 0
      const args = { filters: wanted, sort, first, after }
      const page: { cursor: string }[] = await done(admin, 'getByFilterFeedback', args)
      const [one, ...others] = asked
      if (one === undefined) throw new Error('No statement was seen.')
      expect(others).toEqual([])
      return { page, plan: await planOf(server, one) }
    }

    for (const sort of sorts) {
      for (const wanted of filters) {
        let after: string | null = null
        for (const at of ['first', 'next']) {
          const { page, plan } = await read(wanted, sort, after)
          const label = `${sort} ${JSON.stringify(wanted)} ${at}: ${plan}`
          expect(page, label).toHaveLength(first)
          expect(plan, label).not.toMatch(/seq scan on feedback|SCAN feedback( LEFT|$)/im)
          // Of the few that it expects to have a text, PostgreSQL sorts the times itself.
          if (!('text' in wanted && db.engine === 'postgres')) {
            expect(plan, label).not.toMatch(/sort|temp b-tree/i)
          }
          expect(readInVain(plan), label).toBeLessThanOrEqual(mostRead)
          if (after !== null && db.engine === 'sqlite') {
            expect(plan, label).toMatch(/SEARCH feedback USING/)
          }
          after = page.at(-1)?.cursor ?? null
        }
      }
      // One person sends little enough for a sort; only theirs is read.
      for (const other of [{}, { rating: 1 }, { status: 'DUPLICATE' }, { text: 'milk' }]) {
        const { page, plan } = await read({ userId, ...other }, sort, null)
        expect(page.length).toBeGreaterThan(0)
        expect(plan).toContain('feedback_user_id')
      }
    }

    asked.length = 0
    const { statuses, weeks } = await done(admin, 'feedbackSummary')
    expect(statuses).toHaveLength(feedbackStatuses.length)
    expect(weeks.length).toBeGreaterThanOrEqual(26)
    expect(asked).toHaveLength(2)
    for (const one of asked) {
      const plan = await planOf(server, one)
      // PostgreSQL weighs what it reads; either way nothing but twelve statuses and the days is sorted.
      if (db.engine === 'sqlite') expect(plan).toMatch(/COVERING INDEX/)
    }
  })
})

/** Rows that PostgreSQL read and threw away. */
function readInVain(plan: string): number {
  const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)]
  return Math.max(0, ...removed.map(([, count]) => Number(count)))
}
