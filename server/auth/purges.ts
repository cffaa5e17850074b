/** What is over by itself: sessions that ended, and windows in which tries were counted. */
import { sql } from 'kysely'
import { type Purge, purgedAtOnce } from '../sweeper.ts'

export const purgeSessions: Purge = async (database, now) => {
  const { numAffectedRows = 0n } = await sql`
    delete from session where hash in
      (select hash from session where expires_at <= ${now.toISOString()} limit ${purgedAtOnce})
  `.execute(database.query)
  return Number(numAffectedRows)
}

export const purgeAttempts: Purge = async (database, now) => {
  const { numAffectedRows = 0n } = await sql`
    delete from attempt where key in
      (select key from attempt where window_ends_at <= ${now.toISOString()} limit ${purgedAtOnce})
  `.execute(database.query)
  return Number(numAffectedRows)
}
