import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * The lists that somebody has are found past those in the bin, of which there may be as many as an account may keep, and
 * as many more of others: each catch-up, and each new list, went through all of them for the price of one row.
 */
export const findListsPastTheBin: Migration = {
  name: '038-find-lists-past-the-bin',
  async up(db) {
    await db.schema
      .alterTable('membership')
      .addColumn('in_bin', sql`integer`, column => column.notNull().defaultTo(0))
      .execute()
    await sql`
      update membership set in_bin = 1
      where list_id in (select id from shopping_list where deleted_at is not null)
    `.execute(db)
    for (const [table, columns] of [
      ['membership', ['user_id', 'ended_at', 'in_bin', 'ord']],
      ['shopping_list', ['user_id', 'deleted_at']],
    ] as const) {
      await db.schema
        .createIndex(`${table}_${columns.join('_')}`)
        .on(table)
        .columns([...columns])
        .execute()
      await db.schema.dropIndex(`${table}_user_id`).execute()
    }
  },
}
