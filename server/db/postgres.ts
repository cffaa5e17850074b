import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { directly } from './direct-connection.ts'
import { createPostgresEpoch } from './epoch.ts'
import { createNamingClient, isStalePlan } from './named-statements.ts'
import { NotLetIn } from './not-let-in.ts'
import { refuseOtherThanUtf8 } from './not-utf8.ts'
import { PipeliningClient } from './pipelining-client.ts'
import { type ListenerPace, listenToPostgres } from './postgres-listener.ts'
import type { Schema } from './schema.ts'

/** Connections of one server process; SQLite-sized households never see it, PostgreSQL allows 100 by default. */
const poolSize = 10
const mostTries = 5

/**
 * For more than one server process: they hold no state of their own and tell each other by NOTIFY. `name` is
 * what the database knows the connections by. Throws a `NotLetIn` for whatever fails while connecting, a `NotUtf8` where
 * the database has another encoding.
 */
export async function openPostgres(
  databaseUrl: string,
  name = 'aisle',
  pace: Partial<ListenerPace> = {},
): Promise<Database> {
  const connection: pg.ClientConfig = {
    // The address would win, and whoever looks whether a server runs knows it by this name.
    connectionString: databaseUrl.replace(/([?&])application_name=[^&#]*&?/, '$1'),
    application_name: name,
    connectionTimeoutMillis: 10_000,
    // A process that vanished in the middle of a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    // Longer than anybody is answered in, and what waits for a lock gives up before that.
    statement_timeout: 30_000,
    lock_timeout: 15_000,
    types: { getTypeParser },
  }
  const Client = createNamingClient()
  const pool = new pg.Pool({ ...connection, max: poolSize, Client, pipeline: true })
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', client => clients.add(client))
  pool.on('remove', client => clients.delete(client))
  // A machine that vanished sends no end: what waits for it would wait for a quarter of an hour.
  function onSilence() {
    for (const client of clients) if (client instanceof PipeliningClient) client.hangUp()
  }
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const listener = await listenToPostgres(connection, { ...pace, onSilence }).catch(async error => {
    await pool.end()
    throw new NotLetIn(error)
  })
  async function close() {
    await listener.close()
    await pool.end()
  }
  await refuseOtherThanUtf8(query).catch(async error => {
    await close()
    throw error
  })
  const transaction: Database['transaction'] = (work, { isOfMany = false } = {}) =>
    retryAfterClash(
      () => query.transaction().execute(directly(work, { isPipelining: true })),
      isOfMany,
    )
  let epoch: ReturnType<typeof createPostgresEpoch> | undefined
  function askEpoch() {
    epoch ??= createPostgresEpoch({ query, transaction })
    epoch.catch(() => {
      epoch = undefined
    })
    return epoch
  }
  // Now, since it takes a connection: whoever asks later holds one already, and ten who wait for an eleventh wait
  // for each other. Where it fails, the first who needs it says why.
  await askEpoch().catch(() => {})
  const mark = async () => (await askEpoch()).mark()
  // After a failover the next one would be looked for within the minute, which is long enough for an edit.
  listener.listen({ onNotify() {}, onReset: () => void mark().catch(() => {}) })
  return {
    engine: 'postgres',
    query,
    transaction,
    snapshot: work =>
      query
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(work),
    forUpdate: select => select.forUpdate(),
    async notify(...payloads) {
      // The disk is waited for by what it tells of, and not once more by the telling.
      await sql`select pg_notify(${listener.channel}, payload),
        set_config('synchronous_commit', 'off', true)
        from unnest(cast(${payloads} as text[])) as payload`.execute(query)
    },
    listen: listener.listen,
    async epoch(db) {
      return (await askEpoch()).ask(db)
    },
    mark,
    close,
  }
}

/** Counts and sums arrive as text by default; here they are numbers, as on SQLite. */
const numberTypes: ReadonlySet<number> = new Set([
  pg.types.builtins.INT8,
  pg.types.builtins.NUMERIC,
])

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (type, format) =>
  numberTypes.has(type) ? Number : pg.types.getTypeParser(type, format)

const deadlock = '40P01'

/**
 * Deadlocks, and a value that somebody else wrote between this transaction's look and its write, or an account or a list
 * that went: begun again, it finds that one, or none.
 */
const passingCodes: ReadonlySet<unknown> = new Set([deadlock, '40001', '23505', '23503'])

async function retryAfterClash<T>(work: () => Promise<T>, isOfMany: boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      const isPassing = passingCodes.has(code) && !(isOfMany && code === deadlock)
      if (!(isPassing || isStalePlan(error)) || tries >= mostTries) throw error
    }
  }
}
