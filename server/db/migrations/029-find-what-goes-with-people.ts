import type { Migration } from '../migration.ts'

/**
 * What refers to a person is found by an index where the account ends: each end went through the whole history of
 * everybody, and a hundred accounts that nobody had proven kept all others waiting for half a minute.
 */
export const findWhatGoesWithPeople: Migration = {
  name: '029-find-what-goes-with-people',
  async up(db) {
    for (const [table, column] of [
      ['activity', 'user_id'],
      // Those in the bin, too, which the index of names leaves out.
      ['shopping_list', 'user_id'],
      ['membership', 'shared_by_user_id'],
      ['share_link', 'user_id'],
    ] as const) {
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
    }
  },
}
