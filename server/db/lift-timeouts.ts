import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** On PostgreSQL, until the transaction ends: a large table takes its time, and so does another process that is at it. */
export async function liftTimeouts(tx: Kysely<Schema>): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(
    tx,
  )
}
