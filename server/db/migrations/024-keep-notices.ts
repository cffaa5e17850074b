import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Which browsers get notices, of which lists, and when not. */
export const keepNotices: Migration = {
  name: '024-keep-notices',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    const integer = sql`integer`
    await db.schema
      .createTable('push_subscription')
      .addColumn('id', text, c => c.primaryKey().notNull())
      .addColumn('user_id', integer, c => c.notNull().references('user.id').onDelete('cascade'))
      // A browser where nobody is signed in any more gets nothing.
      .addColumn('session_hash', text, c =>
        c.notNull().unique().references('session.hash').onDelete('cascade'),
      )
      .addColumn('endpoint', text, c => c.notNull().unique())
      .addColumn('p256dh', text, c => c.notNull())
      .addColumn('auth', text, c => c.notNull())
      .addColumn('created_at', text, c => c.notNull())
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    await db.schema
      .createIndex('push_subscription_user_id')
      .on('push_subscription')
      .column('user_id')
      .execute()

    await db.schema
      .alterTable('membership')
      .addColumn('notices', integer, c => c.notNull().defaultTo(1))
      .execute()
    await db.schema
      .alterTable('membership')
      .addColumn('noticed_revision', integer, c => c.notNull().defaultTo(0))
      .execute()
    for (const column of ['quiet_from', 'quiet_to', 'quiet_zone']) {
      await db.schema.alterTable('user_config').addColumn(column, text).execute()
    }
  },
}
