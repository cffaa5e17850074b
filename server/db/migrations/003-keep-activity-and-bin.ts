import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Who did what to a list, and what is needed to bring back what was deleted. */
export const keepActivityAndBin: Migration = {
  name: '003-keep-activity-and-bin',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    const integer = sql`integer`
    await db.schema
      .createTable('activity')
      .addColumn('id', text, c => c.primaryKey().notNull())
      .addColumn('list_id', text, c =>
        c.notNull().references('shopping_list.id').onDelete('cascade'),
      )
      .addColumn('revision', integer, c => c.notNull())
      .addColumn('user_id', integer, c => c.references('user.id').onDelete('set null'))
      .addColumn('token', text)
      .addColumn('kind', text, c => c.notNull())
      .addColumn('list_name', text, c => c.notNull())
      .addColumn('item_names', text, c => c.notNull())
      .addColumn('item_count', integer, c => c.notNull())
      .addColumn('fields', text, c => c.notNull())
      .addColumn('at', text, c => c.notNull())
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    await db.schema
      .createIndex('activity_list_id_revision')
      .on('activity')
      .columns(['list_id', 'revision', 'id'])
      .execute()
    await db.schema.createIndex('activity_at').on('activity').column('at').execute()

    await db.schema.alterTable('item_gone').addColumn('content', text).execute()
    await db.schema.alterTable('shopping_list').addColumn('restored_as', text).execute()
  },
}
