/**
 * The epoch of a database (docs/decisions/021-epoch.md): revisions count within it. Another epoch means that the data
 * may have gone back behind what devices were told, so that all they know of it is unknown.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { liftTimeouts } from './lift-timeouts.ts'
import type { Schema } from './schema.ts'

const epochKey = 'epoch'
/** In the same table, what this database is told from an older copy of it by begins so. Each database has its own. */
export const markKey = 'mark'

/** As the migration left it, or the last `renewEpoch`. */
export async function storedEpoch(db: Kysely<Schema>): Promise<string> {
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', epochKey)
    .executeTakeFirstOrThrow()
  return value
}

/** From now on all that devices know is unknown. */
export async function renewEpoch(db: Kysely<Schema>): Promise<void> {
  await sql.raw(epochRenewal()).execute(db)
}

/** The same as a statement, for a script. */
export function epochRenewal(): string {
  return `update setting set value = '${randomUUID()}' where key = '${epochKey}'`
}

/**
 * Where the data went back: revisions go on beyond all that devices may have been told, so that a change that says on
 * which one it is based (`knownRevision`) knows what lay in the copy, and nothing that came since. More than happens to
 * one list between two backups, and so little that thousands of restores fit into the 32 bits of a revision.
 */
export async function leapRevisions(db: Kysely<Schema>): Promise<void> {
  await sql.raw(revisionLeap()).execute(db)
}

/** The same as a statement, for a script. */
export function revisionLeap(): string {
  return 'update shopping_list set revision = revision + 100000'
}

/**
 * What tells one PostgreSQL database from another that took its place: the cluster, its timeline (a failover
 * or a recovery to an earlier moment begins a new one), the database and the table (a dump that was loaded
 * makes another).
 */
const placeParts: ReadonlyMap<string, RawBuilder<unknown>> = new Map([
  ['cluster', sql`(select system_identifier from pg_control_system())`],
  ['timeline', sql`left(pg_walfile_name(pg_current_wal_lsn()), 8)`],
  ['database', sql`(select oid from pg_database where datname = current_database())`],
  ['table', sql`to_regclass('setting')::oid`],
])

/** Codes of PostgreSQL: not permitted, no such function, not supported. */
const unreadable: ReadonlySet<unknown> = new Set(['42501', '42883', '0A000'])

export interface PostgresEpoch {
  /** As `db` sees it. */
  ask(db: Kysely<Schema>): Promise<string>
  /**
   * Notes the place in the database itself. Where another one is noted, the data may have gone back: then revisions
   * leap, once, however many processes see it.
   */
  mark(): Promise<void>
}

interface PostgresEpochParts {
  readonly query: Kysely<Schema>
  readonly transaction: Database['transaction']
}

/**
 * What its place cannot be read by, as with some providers, is left out: asked once here, since a failed question would
 * end the transaction that it is asked in.
 */
export async function createPostgresEpoch({
  query,
  transaction,
}: PostgresEpochParts): Promise<PostgresEpoch> {
  const readable = new Map<string, RawBuilder<unknown>>()
  for (const [name, part] of placeParts) {
    if (await isReadable(query, part)) readable.set(name, sql`${part}::text`)
  }
  const place = [...readable.values()]
  // One for each choice of parts: a process that may read fewer would find another place wherever it looks.
  const key = [markKey, ...readable.keys()].join('.')

  async function mark(): Promise<void> {
    // Where nothing of it can be read it is empty, and always the same.
    const { rows } = await sql<{ here: string; noted: string | null }>`
      select concat_ws('.', ${sql.join([sql.lit(''), ...place])}) as here,
        (select value from setting where key = ${key}) as noted
    `.execute(query)
    const [row] = rows
    if (!row || row.noted === row.here) return
    const next = { key, value: row.here }
    await transaction(async tx => {
      await liftTimeouts(tx)
      if (row.noted === null) {
        await tx
          .insertInto('setting')
          .values(next)
          .onConflict(clash => clash.doNothing())
          .execute()
        return
      }
      const { numUpdatedRows } = await tx
        .updateTable('setting')
        .set(next)
        .where('key', '=', key)
        .where('value', '!=', row.here)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return
      // As whoever needs several takes them.
      await sql`select from shopping_list order by id for no key update`.execute(tx)
      await leapRevisions(tx)
    })
  }

  return {
    mark,
    async ask(db) {
      const { rows } = await sql<{ epoch: string }>`
        select md5(concat_ws('.', ${sql.join([sql.ref('value'), ...place])})) as epoch
        from setting where key = ${epochKey}
      `.execute(db)
      const [row] = rows
      if (!row) throw new Error('The database has no epoch.')
      return row.epoch
    },
  }
}

async function isReadable(db: Kysely<Schema>, part: RawBuilder<unknown>): Promise<boolean> {
  try {
    await sql`select ${part}`.execute(db)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && unreadable.has(error.code)) return false
    throw error
  }
}
