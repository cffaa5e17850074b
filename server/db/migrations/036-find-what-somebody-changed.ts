import type { Migration } from '../migration.ts'

/**
 * What somebody changed last on a list is found by an index where they leave it: each leaving went through the whole
 * list, notes and all, and who took the same person off a long one a hundred times kept everybody else waiting.
 */
export const findWhatSomebodyChanged: Migration = {
  name: '036-find-what-somebody-changed',
  async up(db) {
    await db.schema
      .createIndex('item_list_id_updated_by')
      .on('item')
      .columns(['list_id', 'updated_by'])
      .execute()
  },
}
