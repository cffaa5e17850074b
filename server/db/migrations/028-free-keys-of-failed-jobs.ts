import type { Migration } from '../migration.ts'

/** What failed for good stood in the way of whatever was asked for anew, for as long as it was kept. */
export const freeKeysOfFailedJobs: Migration = {
  name: '028-free-keys-of-failed-jobs',
  async up(db) {
    await db.updateTable('job').set({ key: null }).where('failed_at', 'is not', null).execute()
  },
}
