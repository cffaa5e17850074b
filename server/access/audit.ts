/** What staff did, for whoever has to look into it; told to an ADMIN alone. */
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { purgeAfter } from '../jobs/sweeper.ts'
import type { Viewer } from '../viewer.ts'

export interface Doer {
  readonly db: Kysely<Schema>
  readonly viewer: Viewer
  /** ISO 8601. */
  readonly now: string
  readonly newId: () => string
}

export interface Deed {
  /** The operation, as updateFeedback. */
  readonly action: string
  /** What it was done to, as "user 7". */
  readonly subject: string
  /** What changed, without texts that people wrote. */
  readonly detail?: string
}

/** So many to a statement: SQLite takes 32,766 values in one, and an administrator deletes 10,000 records at once. */
const atOnce = 1_000

/** Writes it down in the transaction of what was done. */
export async function noteDeed(
  { db, viewer, now, newId }: Doer,
  ...deeds: readonly Deed[]
): Promise<void> {
  for (let at = 0; at < deeds.length; at += atOnce) {
    const rows = deeds.slice(at, at + atOnce).map(({ action, subject, detail }) => ({
      id: newId(),
      user_id: viewer.id,
      action,
      subject,
      detail: detail ?? null,
      at: now,
    }))
    await db.insertInto('audit').values(rows).execute()
  }
}

/** Forgets what was done more than a year ago. */
export const purgeAudit = purgeAfter(365, 'audit', { key: 'id', moment: 'at' })
