/** What takes the place of data, or takes it elsewhere, needs the server stopped. */
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Database } from '../db/open.ts'
import { sqliteCode } from '../db/sqlite-code.ts'
import { BackupError } from './backup-error.ts'

/**
 * Takes what lies in its companions into the SQLite file; only the last one who has it open can. Throws SQLite's own
 * error where the file is no sound one.
 */
export function closeWhole(file: string, wanted: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = delete')
  } catch (error) {
    if (!heldCodes.has(sqliteCode(error))) throw error
    throw new BackupError(`The server runs on this data: stop it, then ${wanted}.`)
  } finally {
    database.close()
  }
}

/** SQLite's codes for what another one has open: busy, and locked. */
const heldCodes: ReadonlySet<unknown> = new Set([5, 6])

/** Of a PostgreSQL database that was opened under another name than the server's. */
export async function refuseRunning(database: Database, wanted: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'aisle'
  `.execute(database.query)
  if ((rows[0]?.count ?? 0) > 0) {
    throw new BackupError(`The server runs on this database: stop it, then ${wanted}.`)
  }
}
