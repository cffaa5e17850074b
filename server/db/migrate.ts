/** Brings the tables up to date when the server starts; never backwards. */
import { sql, type Transaction } from 'kysely'
import type { Database, Engine } from './database.ts'
import { liftTimeouts } from './lift-timeouts.ts'
import type { Migration } from './migration.ts'
import { createTables } from './migrations/001-create-tables.ts'
import { seedUnits } from './migrations/002-seed-units.ts'
import { keepActivityAndBin } from './migrations/003-keep-activity-and-bin.ts'
import { keepSavedFilters } from './migrations/004-keep-saved-filters.ts'
import { keepValuesForUndo } from './migrations/005-keep-values-for-undo.ts'
import { keyTagsByList } from './migrations/008-key-tags-by-list.ts'
import { nameTheEpoch } from './migrations/009-name-the-epoch.ts'
import { keepJobsAndTokens } from './migrations/010-keep-jobs-and-tokens.ts'
import { keepFriends } from './migrations/012-keep-friends.ts'
import { requireASecondStep } from './migrations/013-require-a-second-step.ts'
import { tellWhoChanged } from './migrations/014-tell-who-changed.ts'
import { keepFeedback } from './migrations/016-keep-feedback.ts'
import { keepIdentities } from './migrations/018-keep-identities.ts'
import { partTheAccount } from './migrations/019-part-the-account.ts'
import { keepNoContentTwice } from './migrations/022-keep-no-content-twice.ts'
import { keepApiTokens } from './migrations/023-keep-api-tokens.ts'
import { keepNotices } from './migrations/024-keep-notices.ts'
import { keepPasskeys } from './migrations/026-keep-passkeys.ts'
import { pageFeedback } from './migrations/027-page-feedback.ts'
import { freeKeysOfFailedJobs } from './migrations/028-free-keys-of-failed-jobs.ts'
import { findWhatGoesWithPeople } from './migrations/029-find-what-goes-with-people.ts'
import { nameWhoIsThere } from './migrations/030-name-who-is-there.ts'
import { dateTagsThatLeft } from './migrations/031-date-tags-that-left.ts'
import { findDueJobs } from './migrations/032-find-due-jobs.ts'
import { findUsedTokens } from './migrations/033-find-used-tokens.ts'
import { dateLinksByRevision } from './migrations/034-date-links-by-revision.ts'
import { tellLeavingByRevision } from './migrations/035-tell-leaving-by-revision.ts'
import { findWhatSomebodyChanged } from './migrations/036-find-what-somebody-changed.ts'
import { findFiltersThatAreThere } from './migrations/037-find-filters-that-are-there.ts'
import { findListsPastTheBin } from './migrations/038-find-lists-past-the-bin.ts'
import type { Schema } from './schema.ts'

/**
 * In the order in which they run, which is that in which they came: databases in use have run them so, and a new one
 * must not find another (013 changes a table that 018 makes). A number is a name. A released one is never changed.
 */
export const migrations: readonly Migration[] = [
  createTables,
  seedUnits,
  keepActivityAndBin,
  keepSavedFilters,
  keepValuesForUndo,
  keyTagsByList,
  nameTheEpoch,
  keepJobsAndTokens,
  keepFriends,
  keepFeedback,
  keepIdentities,
  keepNoContentTwice,
  keepApiTokens,
  keepNotices,
  keepPasskeys,
  pageFeedback,
  requireASecondStep,
  tellWhoChanged,
  partTheAccount,
  freeKeysOfFailedJobs,
  findWhatGoesWithPeople,
  nameWhoIsThere,
  dateTagsThatLeft,
  findDueJobs,
  findUsedTokens,
  dateLinksByRevision,
  tellLeavingByRevision,
  findWhatSomebodyChanged,
  findFiltersThatAreThere,
  findListsPastTheBin,
]

/** A database that this code must not touch. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

/** One that only the start of the server brings up to date. */
export class OlderDatabaseError extends Error {
  override readonly name = 'OlderDatabaseError'
}

/** Those of the names that none of the steps has: a newer version left them in its database. */
export function unknownSteps(
  names: Iterable<string>,
  steps: readonly Migration[] = migrations,
): readonly string[] {
  const known = new Set(steps.map(step => step.name))
  return [...names].filter(name => !known.has(name))
}

/**
 * Makes the tables of a new database, and refuses one that lacks some of the steps: a server of the version before may
 * be running on it.
 */
export async function migrateNew(database: Database, now: () => Date): Promise<void> {
  const applied = await database.transaction(appliedNames)
  if (applied.size > 0 && migrations.some(step => !applied.has(step.name))) {
    throw new OlderDatabaseError(
      'The database was last used by an older version of Aisle: start the server of this one, which brings it up to date.',
    )
  }
  await migrate(database, now)
}

/**
 * Runs what is missing, all of it or nothing, under a lock: several processes may start at once.
 * Refuses a database that knows migrations which this code does not know.
 */
export async function migrate(
  database: Database,
  now: () => Date,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await database.transaction(async tx => {
    await lock(tx, database.engine)
    const applied = await appliedNames(tx)
    const unknown = unknownSteps(applied, steps)
    if (unknown.length > 0) {
      throw new NewerDatabaseError(
        `The database was made by a newer version of Aisle (it knows ${unknown.join(', ')}): ` +
          'bring the code up to date (git pull), or restore a backup from before the update.',
      )
    }
    for (const step of steps) {
      if (applied.has(step.name)) continue
      await step.up(tx, database.engine)
      await sql`insert into migration (name, applied_at) values (${step.name}, ${now().toISOString()})`.execute(
        tx,
      )
    }
  })
}

/** Any number that nobody else who uses the database would take. */
const advisoryLock = 4_153_076_123

async function lock(tx: Transaction<Schema>, engine: Engine): Promise<void> {
  // On SQLite the transaction is the lock.
  if (engine !== 'postgres') return
  await liftTimeouts(tx)
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx)
}

async function appliedNames(tx: Transaction<Schema>): Promise<ReadonlySet<string>> {
  await sql`create table if not exists migration (name text primary key, applied_at text not null)`.execute(
    tx,
  )
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(tx)
  return new Set(rows.map(row => row.name))
}
