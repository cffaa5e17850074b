import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Who last changed an item, and a list itself; nobody of what was changed before. */
export const tellWhoChanged: Migration = {
  name: '014-tell-who-changed',
  async up(db) {
    for (const table of ['item', 'shopping_list'] as const) {
      await db.schema.alterTable(table).addColumn('updated_by', sql`integer`).execute()
    }
  },
}
