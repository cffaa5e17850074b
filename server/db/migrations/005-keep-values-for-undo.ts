import type { Migration } from '../migration.ts'

/** What an activity changed, so that whoever did it can undo it on another device. */
export const keepValuesForUndo: Migration = {
  name: '005-keep-values-for-undo',
  async up(db) {
    await db.schema.alterTable('activity').addColumn('undo', 'text').execute()
  },
}
