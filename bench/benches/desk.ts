import { countTitle } from '../../rules/validation-issue.ts'
import { openDatabase } from '../../server/db/open.ts'
import { seedFeedback } from '../../tests/support/many-feedback.ts'
import type { Bench } from '../bench.ts'
import { type Person, signUp } from '../people/person.ts'
import { startServerProcess } from '../servers/server-process.ts'
import { median, rounded } from '../statistics.ts'

const fields =
  'id user { userId firstName email } feedback rating status reply note cursor createdAt'
const pageOf = `query ($filters: FeedbackFilters!, $after: String, $sort: FeedbackSort) {
  getByFilterFeedback(filters: $filters, first: 51, after: $after, sort: $sort) { ${fields} }
}`
const summary = `{ feedbackSummary { statuses { status count } weeks { monday count averageRating } } }`
const asked = 12
const most = 100_000
const nowhere = 'a text that is nowhere'

export const deskBench: Bench = {
  name: 'desk',
  title: 'The support desk',
  method:
    'From a question to its whole answer, on SQLite, the median of 12: pages of 50 records in each order; the same behind the record in the middle of all; those of one status and rating; a text that is nowhere, for which everything is read; the counts of the dashboard. Texts have no index: it would be FTS5 on the one engine and pg_trgm, an extension that not every operator may install, on the other, kept at every write, for a search that a few staff make now and then.',
  async run(fixture) {
    const figures = new Map<string, number[]>()
    const sizes = [1_000, most]
    for (const records of sizes) {
      const server = await startServerProcess(fixture.buildDir)
      try {
        // The first account is ADMIN.
        const admin = await signUp(server.address, 1)
        const db = await openDatabase({ dataDir: server.dataDir })
        await seedFeedback(db, { records, people: 1_000, until: new Date() })
        await db.close()
        for (const [what, ms] of await measure(admin, records)) {
          figures.set(what, [...(figures.get(what) ?? []), ms])
        }
      } finally {
        await server.close()
      }
    }
    const slowest = Math.max(
      ...[...figures].filter(([what]) => what.startsWith('page')).map(([, ms]) => ms.at(-1) ?? 0),
    )
    return {
      head: ['ms', ...sizes.map(size => `${countTitle(size)} records`)],
      rows: [...figures].map(([what, values]) => [what, ...values.map(rounded)]),
      aims: [
        {
          what: `slowest page of ${countTitle(most)} records, but for a text`,
          value: slowest,
          limit: 50,
          unit: 'ms',
        },
        {
          what: `${nowhere} in ${countTitle(most)} records`,
          value: figures.get(nowhere)?.at(-1) ?? Number.NaN,
          unit: 'ms',
        },
        {
          what: `dashboard of ${countTitle(most)} records`,
          value: figures.get('dashboard')?.at(-1) ?? Number.NaN,
          limit: 200,
          unit: 'ms',
        },
      ],
    }
  },
}

async function measure(
  admin: Person,
  records: number,
): Promise<readonly (readonly [string, number])[]> {
  const page = (variables: object) =>
    admin.ask<{ getByFilterFeedback: readonly { cursor: string }[] }>(pageOf, variables)
  const id = `feedback-${String(Math.floor(records / 2)).padStart(8, '0')}`
  const { getByIdFeedback } = await admin.ask<{ getByIdFeedback: { cursor: string } }>(
    'query ($id: ID!) { getByIdFeedback(id: $id) { cursor } }',
    { id },
  )
  const after = getByIdFeedback.cursor
  const questions: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['page, newest first', () => page({ filters: {}, sort: 'NEWEST' })],
    ['page, newest first, the middle', () => page({ filters: {}, sort: 'NEWEST', after })],
    ['page, fewest stars first', () => page({ filters: {}, sort: 'LOWEST_RATING' })],
    [
      'page, fewest stars first, the middle',
      () => page({ filters: {}, sort: 'LOWEST_RATING', after }),
    ],
    [
      'page, of one status and rating',
      () => page({ filters: { status: 'FIXED', rating: 2 }, sort: 'OLDEST' }),
    ],
    [nowhere, () => page({ filters: { text: 'no such words' }, sort: 'NEWEST' })],
    ['dashboard', () => admin.ask(summary)],
  ]
  const answers: (readonly [string, number])[] = []
  for (const [what, ask] of questions) {
    await ask()
    const times: number[] = []
    for (let n = 0; n < asked; n += 1) {
      const began = performance.now()
      await ask()
      times.push(performance.now() - began)
    }
    answers.push([what, median(times)])
  }
  return answers
}
