import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Feedback with what staff made of it, and what staff did at all. */
export const keepFeedback: Migration = {
  name: '016-keep-feedback',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    const integer = sql`integer`
    await db.schema
      .createTable('feedback')
      .addColumn('id', text, c => c.primaryKey().notNull())
      .addColumn('user_id', integer, c => c.references('user.id').onDelete('cascade'))
      .addColumn('sender_name', text)
      .addColumn('sender_email', text)
      .addColumn('feedback', text, c => c.notNull())
      .addColumn('rating', integer)
      .addColumn('status', text, c => c.notNull())
      .addColumn('reply', text)
      .addColumn('note', text)
      .addColumn('fixed_in', text)
      .addColumn('device_log', text)
      .addColumn('created_at', text, c => c.notNull())
      .addColumn('updated_at', text, c => c.notNull())
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    for (const column of ['user_id', 'status', 'rating'] as const) {
      await db.schema
        .createIndex(`feedback_${column}`)
        .on('feedback')
        .columns([column, 'created_at', 'id'])
        .execute()
    }
    await db.schema
      .createIndex('feedback_created_at')
      .on('feedback')
      .columns(['created_at', 'id'])
      .execute()

    await db.schema
      .createTable('audit')
      .addColumn('id', text, c => c.primaryKey().notNull())
      // No reference: what staff did stays known when they have left.
      .addColumn('user_id', integer, c => c.notNull())
      .addColumn('action', text, c => c.notNull())
      .addColumn('subject', text, c => c.notNull())
      .addColumn('detail', text)
      .addColumn('at', text, c => c.notNull())
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    await db.schema.createIndex('audit_at').on('audit').columns(['at', 'id']).execute()
  },
}
