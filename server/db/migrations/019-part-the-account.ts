import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * At which revision of the account each part of it last changed, and each list's place in it. What is there
 * already counts as changed now, so that no device misses what it was not told before.
 */
export const partTheAccount: Migration = {
  name: '019-part-the-account',
  async up(db) {
    const parts = ['preferences_revision', 'filters_revision', 'feedback_revision']
    const columns = [
      ...parts.map(part => ['user', part] as const),
      ['membership', 'place_revision'],
    ] as const
    for (const [table, column] of columns) {
      await db.schema
        .alterTable(table)
        .addColumn(column, sql`integer`, c => c.notNull().defaultTo(0))
        .execute()
    }
    await sql`
      update "user"
      set preferences_revision = revision, filters_revision = revision, feedback_revision = revision
    `.execute(db)
    await sql`
      update membership
      set place_revision = (select revision from "user" where "user".id = membership.user_id)
    `.execute(db)
  },
}
