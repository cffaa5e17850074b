import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Passkeys by which people sign in. */
export const keepPasskeys: Migration = {
  name: '026-keep-passkeys',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('passkey')
      .addColumn('id', text, c => c.primaryKey().notNull())
      .addColumn('user_id', sql`integer`, c =>
        c.notNull().references('user.id').onDelete('cascade'),
      )
      .addColumn('credential_id', text, c => c.notNull().unique())
      .addColumn('public_key', text, c => c.notNull())
      .addColumn('counter', text, c => c.notNull())
      .addColumn('name', text, c => c.notNull())
      .addColumn('created_at', text, c => c.notNull())
      .addColumn('used_at', text)
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    await db.schema.createIndex('passkey_user_id').on('passkey').column('user_id').execute()
  },
}
