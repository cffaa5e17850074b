/** What one process at a time may do, however many share the database. */
import { sql } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Now } from '../environment.ts'
import { purgeAhead } from './sweeper.ts'

export interface Lease {
  /** Takes or prolongs it; false if another process has it. */
  take(): Promise<boolean>
  /** Lets the next one in. */
  release(): Promise<void>
}

/** A process that vanished holds its lease for `seconds` at most. `holder` is this process's own id. */
export function createLease(
  db: Database,
  now: Now,
  { name, holder, seconds }: { name: string; holder: string; seconds: number },
): Lease {
  return {
    async take() {
      const at = now()
      const endsAt = new Date(at.getTime() + seconds * 1000).toISOString()
      const row = await db.query
        .insertInto('lease')
        .values({ name, holder, ends_at: endsAt })
        .onConflict(clash =>
          clash
            .column('name')
            .doUpdateSet({ holder, ends_at: endsAt })
            .where(sql<boolean>`lease.holder = ${holder} or lease.ends_at <= ${at.toISOString()}`),
        )
        .returning('holder')
        .executeTakeFirst()
      return row !== undefined
    },
    async release() {
      await db.query
        .deleteFrom('lease')
        .where('name', '=', name)
        .where('holder', '=', holder)
        .execute()
    },
  }
}

/** Leases last minutes: one of a process that ended while the clock was ahead keeps nobody out. */
export const purgeLeasesAhead = purgeAhead(1, 'lease', { key: 'name', moment: 'ends_at' })
