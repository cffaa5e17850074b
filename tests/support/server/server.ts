/** The whole server in process, entered by its front door: `app.fetch`. */
import { type App, type AppParts, type ConnectionInfo, createApp } from '../../../server/app.ts'
import { type Database, type DatabaseAddress, openDatabase } from '../../../server/db/open.ts'
import { createSystemRandom } from '../../../server/environment.ts'
import type { Log } from '../../../server/log.ts'
import { parseSettings, type Settings } from '../../../server/settings.ts'
import { createClock, type TestClock } from '../simulation/clock.ts'
import { watchAddresses } from '../watch-addresses.ts'
import { createTestClient, type TestClient } from './client.ts'
import { sqlite, type TestEngine } from './engines.ts'

export type { TestClient } from './client.ts'
export { describeEachEngine, sqlite, type TestEngine } from './engines.ts'

export interface TestServer extends AsyncDisposable {
  readonly app: App
  readonly db: Database
  readonly address: DatabaseAddress
  readonly clock: TestClock
  /** Every line of the log, as its parts. */
  readonly logged: readonly unknown[]
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>
  /** A browser that nobody has signed in with. */
  client(connection?: ConnectionInfo): TestClient
  /** A browser with an account of its own, signed in. */
  buildUser(fields?: Partial<SignUpFields>): Promise<TestUser>
  /** Another server on the same database. */
  startSecond(): Promise<TestServer>
  close(): Promise<void>
}

export interface SignUpFields {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
}

export interface TestUser extends TestClient {
  readonly id: number
  readonly email: string
  readonly password: string
}

export interface TestServerOptions {
  readonly settings?: Partial<Settings>
  /** Where another server left its data; then nothing is removed at the end. */
  readonly address?: DatabaseAddress
  readonly clock?: TestClock
  readonly assets?: AppParts['assets']
  readonly pushGuard?: AppParts['pushGuard']
  readonly itemsPerAnswer?: number
}

/** A server on a new, empty database; SQLite unless told. `await using` or `close()` removes everything. */
export async function startTestServer(
  engine: TestEngine = sqlite,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const place = options.address ? undefined : await engine.newPlace()
  const address = options.address ?? place
  if (!address) throw new Error('There is no place for the database.')
  const clock = options.clock ?? createClock()
  const logged: unknown[] = []
  const db = await openDatabase({ ...address, now: clock.now })
  const app = await createApp({
    db,
    now: clock.now,
    random: createSystemRandom(),
    settings: {
      ...parseSettings({ BUILD_DIR: '/nowhere', DATA_DIR: address.dataDir }),
      ...options.settings,
    },
    log: collectLog(logged),
    ...(options.assets && { assets: options.assets }),
    ...(options.pushGuard && { pushGuard: options.pushGuard }),
    ...(options.itemsPerAnswer && { itemsPerAnswer: options.itemsPerAnswer }),
  })
  // What reaches somebody whom it is not for fails the test, as any other noise does.
  // biome-ignore lint/suspicious/noConsole: tests/setup.ts listens
  const onLeak = (words: string) => console.error(words)
  const fetch = watchAddresses<[ConnectionInfo?]>(app.fetch, { db: db.query, onLeak })
  const client = (connection: ConnectionInfo = {}) =>
    createTestClient(request => fetch(request, connection))
  let users = 0

  async function close(): Promise<void> {
    await app.close()
    await db.close()
    place?.remove()
  }

  return {
    app,
    db,
    address,
    clock,
    logged,
    client,
    fetch,
    async buildUser(given = {}) {
      users += 1
      const fields = {
        firstName: 'Ana',
        lastName: `Tester ${users}`,
        email: `ana-${users}-${crypto.randomUUID()}@example.org`,
        phone: '',
        password: 'a purple bicycle',
        ...given,
      }
      const user = client()
      const { body } = await user.post('/auth/signup', fields)
      if (!body.success) throw new Error(`Sign-up was refused: ${JSON.stringify(body)}`)
      return Object.assign(user, {
        id: Number(Object(body.user).id),
        email: fields.email,
        password: fields.password,
      })
    },
    startSecond: () => startTestServer(engine, { ...options, address, clock }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function collectLog(logged: unknown[]): Log {
  function write(...parts: unknown[]): void {
    logged.push(parts)
  }
  return { fatal: write, error: write, warn: write, info: write, debug: write }
}
