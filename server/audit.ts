/** What staff did, for whoever has to look into it; told to an ADMIN alone. */
import { type Kysely, sql } from 'kysely'
import type { Database } from './db/open.ts'
import type { Schema } from './db/schema.ts'
import { purgedAtOnce } from './sweeper.ts'
import type { Viewer } from './viewer.ts'

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

/** Writes it down in the transaction of what was done. */
export async function noteDeed(
  { db, viewer, now, newId }: Doer,
  ...deeds: readonly Deed[]
): Promise<void> {
  if (deeds.length === 0) return
  await db
    .insertInto('audit')
    .values(
      deeds.map(({ action, subject, detail }) => ({
        id: newId(),
        user_id: viewer.id,
        action,
        subject,
        detail: detail ?? null,
        at: now,
      })),
    )
    .execute()
}

const keptForMs = 365 * 24 * 60 * 60 * 1000

/** Forgets what was done more than a year ago. */
export async function purgeAudit(database: Database, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - keptForMs).toISOString()
  const { numAffectedRows = 0n } = await sql`
    delete from audit where id in (select id from audit where at < ${oldest} limit ${purgedAtOnce})
  `.execute(database.query)
  return Number(numAffectedRows)
}
