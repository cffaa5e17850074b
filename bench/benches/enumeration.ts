import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../server/app.ts'
import { openDatabase } from '../../server/db/open.ts'
import { createSystemRandom } from '../../server/environment.ts'
import type { Log } from '../../server/log.ts'
import { parseSettings } from '../../server/settings.ts'
import { createTestClient, type TestClient } from '../../tests/support/server/client.ts'
import { createClock } from '../../tests/support/simulation/clock.ts'
import type { Bench } from '../bench.ts'
import { median, rounded, welchT } from '../statistics.ts'

const pairs = 300
const password = 'a purple bicycle'
const silent: Log = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} }

/** One call, to an address that has an account and to one that has none. */
interface Question {
  readonly what: string
  ask(client: TestClient, email: string): Promise<unknown>
}

const questions: readonly Question[] = [
  {
    what: '/auth/login, a wrong password',
    ask: (client, username) =>
      client.post('/auth/login', { username, password: 'not the password' }),
  },
  {
    what: '/auth/signup',
    ask: (client, email) =>
      client.post('/auth/signup', {
        firstName: 'Ana',
        lastName: 'Lind',
        phone: '',
        email,
        password,
      }),
  },
  {
    what: '/auth/forgot-password',
    ask: (client, email) => client.post('/auth/forgot-password', { email }),
  },
  {
    what: '/auth/resend-verification-email',
    ask: (client, email) => client.post('/auth/resend-verification-email', { email }),
  },
  {
    what: 'sendFriendRequestByEmail',
    async ask(client, email) {
      const { errors } = await client.graphql(
        'mutation ($email: String!) { sendFriendRequestByEmail(email: $email) { message } }',
        { email },
      )
      if (errors) throw new Error(`A request of friendship was refused: ${errors[0]?.message}`)
    },
  },
]

export const enumerationBench: Bench = {
  name: 'enumeration',
  title: 'Whether time tells who has an account',
  method: `Each call ${pairs} times to an address that has an account and ${pairs} times to one that has none, in turn, in one process, with mail configured; the whole answer each time. Welch's t beyond 4.5 either way would be a signal; that the same work is done is a test.`,
  async run() {
    const fixture = await openQuietServer()
    try {
      const rows: (readonly [string, number, number, number])[] = []
      for (const question of questions) rows.push(await measure(fixture, question))
      return {
        head: ['call', 'median, known, ms', 'known ÷ unknown', "Welch's t"],
        rows,
        aims: [
          {
            what: `largest t, either way, of ${questions.length} calls, ${pairs} pairs each`,
            value: Math.max(...rows.map(([, , , t]) => Math.abs(t))),
            limit: 4.5,
            unit: '',
          },
        ],
      }
    } finally {
      await fixture.close()
    }
  },
}

type QuietServer = Awaited<ReturnType<typeof openQuietServer>>

/** The whole server in this process, by a clock of its own: no limit of tries is met. */
async function openQuietServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'aisle-bench-accounts-'))
  const clock = createClock()
  const db = await openDatabase({ dataDir, now: clock.now })
  const parts = { db, now: clock.now, random: createSystemRandom(), log: silent }
  const settings = parseSettings({ BUILD_DIR: '/nowhere', DATA_DIR: dataDir })
  // Without mail accounts work at once; that with it nobody is told is what is measured.
  const plain = await createApp({ ...parts, settings })
  async function person(email: string) {
    const client = createTestClient(request => plain.fetch(request, {}))
    await client.post('/auth/signup', {
      firstName: 'Ana',
      lastName: 'Lind',
      phone: '',
      email,
      password,
    })
    return client
  }
  const asker = await person('asker@example.org')
  const cookies = [...asker.cookies]
  for (let n = 0; n < pairs; n += 1) await person(`known-${n}@example.org`)
  // Of whoever did not prove an address, where mail does that, a request of friendship finds none: it would be measured
  // against itself.
  await db.query.updateTable('user').set({ verified_at: clock.now().toISOString() }).execute()
  await plain.close()
  const app = await createApp({
    ...parts,
    settings: { ...settings, smtpUrl: 'smtp://127.0.0.1:9', publicUrl: 'http://aisle.test' },
  })
  const client = createTestClient(request => app.fetch(request, {}))
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return {
    clock,
    db,
    client,
    async close() {
      await app.close()
      await db.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function measure(
  { client, clock, db }: QuietServer,
  { what, ask }: Question,
): Promise<readonly [string, number, number, number]> {
  const known: number[] = []
  const unknown: number[] = []
  const slug = what.replaceAll(/[^a-z]/gi, '')
  async function timed(email: string): Promise<number> {
    const began = performance.now()
    await ask(client, email)
    return performance.now() - began
  }
  await timed('warm-up@example.org')
  for (let n = 0; n < pairs; n += 1) {
    // Nobody has more than 200 friends, nor a browser more than so many sign-ups an hour.
    if (n % 100 === 0) await db.query.deleteFrom('friend').execute()
    clock.advance({ minutes: 61 })
    const [first, second] = n % 2 === 0 ? [known, unknown] : [unknown, known]
    for (const times of [first, second]) {
      const name = times === known ? `known-${n}` : `${slug}-${n}`
      times.push(await timed(`${name}@example.org`))
    }
  }
  return [
    what,
    rounded(median(known)),
    rounded(median(known) / median(unknown)),
    rounded(welchT(known, unknown)),
  ]
}
