import type { Migration } from '../migration.ts'

/**
 * What somebody changed last on a list is found in an index where they leave it: each leaving went through the whole
 * list, notes and all, and who took the same person off a long one a hundred times kept everybody else waiting. It lies
 * in the index that a tick writes anyway: one of its own made each tick a tenth dearer.
 */
export const findWhatSomebodyChanged: Migration = {
  name: '036-find-what-somebody-changed',
  async up(db) {
    await db.schema
      .createIndex('item_list_id_revision_updated_by')
      .on('item')
      .columns(['list_id', 'revision', 'updated_by'])
      .execute()
    await db.schema.dropIndex('item_list_id_revision').execute()
  },
}
