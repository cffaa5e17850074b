/** The database as the rest of the server sees it, whichever engine it is. */
import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

export interface Database {
  readonly engine: Engine
  /** For single statements. Reads do not wait behind a transaction. */
  readonly query: Kysely<Schema>
  /**
   * All or nothing; on SQLite one writer at a time (BEGIN IMMEDIATE), on PostgreSQL READ COMMITTED: lock the
   * unit's row first (`forUpdate`). May run again after a deadlock, so `work` touches nothing but the database. Where it
   * does many things, which lock as they come (`isOfMany`), it would meet the same deadlock again: it fails by it.
   */
  transaction<T>(
    work: (tx: Transaction<Schema>) => Promise<T>,
    options?: { readonly isOfMany?: boolean },
  ): Promise<T>
  /** Several reads of one and the same state. */
  snapshot<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** For `$call`: locks the rows that a transaction selects; on SQLite the transaction is the lock. */
  forUpdate<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>
  /** Tells every listener of every process, in order; call it after the commit. Each at most 8,000 bytes. */
  notify(...payloads: readonly string[]): Promise<void>
  listen(listener: NotificationListener): () => void
  /** The epoch in which revisions count, as `db` sees it (`epoch.ts`). Needs the tables. */
  epoch(db: Kysely<Schema>): Promise<string>
  /**
   * Notes how far this database has come, so that an older copy in its place is recognised: about once a
   * minute. The first time it looks whether this is one.
   */
  mark(): Promise<void>
  close(): Promise<void>
}

export interface NotificationListener {
  onNotify(payload: string): void
  /** Notifications may have been missed: whatever is known may be old. */
  onReset(): void
}
