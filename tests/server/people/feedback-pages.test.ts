/** Very much feedback at the desk: however it is filtered and sorted, a page reads no more than it shows. */
import { afterEach, expect, test, vi } from 'vitest'
import { feedbackStatuses } from '../../../rules/people/feedback.ts'
import { howMany } from '../../support/depth.ts'
import { seedFeedback } from '../../support/many-feedback.ts'
import { done } from '../../support/server/api.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'
import { planOf, watchStatements } from '../../support/server/watched-statements.ts'

const records = howMany('AISLE_FEEDBACK', 20_000, 100_000)
const people = 1_000
const first = 50

afterEach(() => void vi.restoreAllMocks())

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
    const asked = watchStatements(/^select .* from "feedback"/)

    /** One page, which has to take one statement, and how the engine found it. */
    async function read(wanted: object, sort: string, after: string | null) {
      asked.length = 0
      const args = { filters: wanted, sort, first, after }
      const page: { cursor: string }[] = await done(admin, 'getByFilterFeedback', args)
      const [one, ...others] = asked
      if (one === undefined) throw new Error('No statement was seen.')
      expect(others).toEqual([])
      return { page, plan: await planOf(db, one) }
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
      const plan = await planOf(db, one)
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
