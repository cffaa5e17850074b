import type { Migration } from '../migration.ts'

/**
 * The filters that somebody has are found past those that they deleted, which are kept for 90 days: each question for
 * the preferences went through all of them.
 */
export const findFiltersThatAreThere: Migration = {
  name: '037-find-filters-that-are-there',
  async up(db) {
    // Of all, and not only of those that are there: an account that goes takes along the others, too.
    await db.schema
      .createIndex('saved_filter_user_id_deleted_at')
      .on('saved_filter')
      .columns(['user_id', 'deleted_at'])
      .execute()
    await db.schema.dropIndex('saved_filter_user_id').execute()
  },
}
