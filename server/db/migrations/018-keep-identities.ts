import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** By which names other providers know the people of accounts. */
export const keepIdentities: Migration = {
  name: '018-keep-identities',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    const integer = sql`integer`
    await db.schema
      .createTable('identity')
      .addColumn('issuer', text, c => c.notNull())
      .addColumn('subject', text, c => c.notNull())
      .addColumn('user_id', integer, c => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('created_at', text, c => c.notNull())
      .addPrimaryKeyConstraint('identity_pk', ['issuer', 'subject'])
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    await db.schema.createIndex('identity_user_id').on('identity').column('user_id').execute()
  },
}
