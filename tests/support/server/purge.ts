import type { Database } from '../../../server/db/open.ts'
import type { Purge } from '../../../server/jobs/sweeper.ts'

/** Slice after slice until nothing is left to be purged; answers how many rows went. */
export async function purgeAll(purge: Purge, database: Database, now: Date): Promise<number> {
  let purged = 0
  for (;;) {
    const slice = await purge(database, now)
    if (slice === 0) return purged
    purged += slice
  }
}
