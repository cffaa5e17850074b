/** Opens the database: SQLite in the data folder, or PostgreSQL by its address; the rest does not see which. */
import type { Kysely, RawBuilder, SelectQueryBuilder, Transaction } from 'kysely'
import type { jsonArrayFrom } from 'kysely/helpers/sqlite'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

export type Engine = 'sqlite' | 'postgres'

export interface Database {
  readonly engine: Engine
  /** For single statements. Reads do not wait behind a transaction. */
  readonly query: Kysely<Schema>
  /**
   * All or nothing; on SQLite one writer at a time (BEGIN IMMEDIATE), on PostgreSQL READ COMMITTED: lock the
   * unit's row first (`forUpdate`). May run again after a deadlock, so `work` touches nothing but the database.
   */
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Several reads of one and the same state. */
  snapshot<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** For `$call`: locks the rows that a transaction selects; on SQLite the transaction is the lock. */
  forUpdate<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>
  /** The rows of a query as the text of one JSON array, made by the database: ten times less work for Node. */
  jsonArray<O>(query: SelectQueryBuilderExpression<O>): RawBuilder<string>
  /** Tells every listener of every process; call it after the commit. At most 8,000 bytes. */
  notify(payload: string): Promise<void>
  listen(listener: NotificationListener): () => void
  close(): Promise<void>
}

type SelectQueryBuilderExpression<O> = Parameters<typeof jsonArrayFrom<O>>[0]

export interface NotificationListener {
  onNotify(payload: string): void
  /** Notifications may have been missed: whatever is known may be old. */
  onReset(): void
}

export interface DatabaseAddress {
  /** Folder of the SQLite file; made when it is missing. */
  readonly dataDir: string
  /** postgres://…; SQLite where it is absent. */
  readonly databaseUrl?: string | undefined
  /** The moment that migrations are stamped with. */
  readonly now?: () => Date
}

/** Opens, and brings the tables up to date; refuses a database newer than this code. */
export async function openDatabase(address: DatabaseAddress): Promise<Database> {
  const database = address.databaseUrl
    ? await openPostgres(address.databaseUrl)
    : await openSqlite(address.dataDir)
  try {
    await migrate(database, address.now ?? (() => new Date()))
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}
