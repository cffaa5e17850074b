import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The next job is found by an index: all that were due were sorted for each one that was done. */
export const findDueJobs: Migration = {
  name: '032-find-due-jobs',
  async up(db) {
    await db.schema
      .createIndex('job_due')
      .on('job')
      .columns(['kind', 'tries', 'run_at', 'id'])
      .where(sql.ref('failed_at'), 'is', null)
      .execute()
    // What had failed was found by it, and SQLite would go on finding by it what waits.
    await db.schema.dropIndex('job_run_at').execute()
    await db.schema
      .createIndex('job_failed_at')
      .on('job')
      .column('failed_at')
      .where(sql.ref('failed_at'), 'is not', null)
      .execute()
  },
}
