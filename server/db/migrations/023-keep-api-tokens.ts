import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Tokens by which scripts reach the lists of an account. */
export const keepApiTokens: Migration = {
  name: '023-keep-api-tokens',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('api_token')
      .addColumn('id', text, c => c.primaryKey().notNull())
      .addColumn('user_id', sql`integer`, c =>
        c.notNull().references('user.id').onDelete('cascade'),
      )
      .addColumn('hash', text, c => c.notNull().unique())
      .addColumn('name', text, c => c.notNull())
      .addColumn('scope', text, c => c.notNull())
      .addColumn('created_at', text, c => c.notNull())
      .addColumn('used_at', text)
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    await db.schema.createIndex('api_token_user_id').on('api_token').column('user_id').execute()
  },
}
