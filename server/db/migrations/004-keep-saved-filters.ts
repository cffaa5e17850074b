import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Filters that a person saved under a name. */
export const keepSavedFilters: Migration = {
  name: '004-keep-saved-filters',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('saved_filter')
      .addColumn('id', text, c => c.primaryKey().notNull())
      .addColumn('user_id', sql`integer`, c =>
        c.notNull().references('user.id').onDelete('cascade'),
      )
      .addColumn('kind', text, c => c.notNull())
      .addColumn('name', text, c => c.notNull())
      .addColumn('filter', text, c => c.notNull())
      .addColumn('deleted_at', text)
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    await db.schema
      .createIndex('saved_filter_user_id')
      .on('saved_filter')
      .column('user_id')
      .execute()
    await db.schema
      .createIndex('saved_filter_deleted_at')
      .on('saved_filter')
      .column('deleted_at')
      .execute()
  },
}
