import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Work after the commit, single-use tokens, and what is known of a session's browser. */
export const keepJobsAndTokens: Migration = {
  name: '010-keep-jobs-and-tokens',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    const integer = sql`integer`
    const make = (name: string) =>
      db.schema
        .createTable(name)
        .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))

    await make('job')
      .addColumn('id', text, c => c.primaryKey().notNull())
      .addColumn('kind', text, c => c.notNull())
      .addColumn('payload', text, c => c.notNull())
      .addColumn('key', text, c => c.unique())
      .addColumn('user_id', integer, c => c.references('user.id').onDelete('cascade'))
      .addColumn('created_at', text, c => c.notNull())
      .addColumn('run_at', text, c => c.notNull())
      .addColumn('tries', integer, c => c.notNull().defaultTo(0))
      .addColumn('failed_at', text)
      .addColumn('failure', text)
      .execute()
    await db.schema.createIndex('job_run_at').on('job').columns(['failed_at', 'run_at']).execute()
    await db.schema.createIndex('job_user_id').on('job').column('user_id').execute()

    await make('lease')
      .addColumn('name', text, c => c.primaryKey().notNull())
      .addColumn('holder', text, c => c.notNull())
      .addColumn('ends_at', text, c => c.notNull())
      .execute()

    await make('single_use_token')
      .addColumn('hash', text, c => c.primaryKey().notNull())
      .addColumn('purpose', text, c => c.notNull())
      .addColumn('user_id', integer, c => c.references('user.id').onDelete('cascade'))
      .addColumn('payload', text)
      .addColumn('created_at', text, c => c.notNull())
      .addColumn('expires_at', text, c => c.notNull())
      .addColumn('used_at', text)
      .addColumn('wrong_codes', integer, c => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('single_use_token_user_id')
      .on('single_use_token')
      .columns(['user_id', 'purpose'])
      .execute()
    await db.schema
      .createIndex('single_use_token_expires_at')
      .on('single_use_token')
      .column('expires_at')
      .execute()

    await db.schema.alterTable('session').addColumn('browser', text).execute()
    await db.schema
      .alterTable('user')
      .addColumn('must_verify', integer, c => c.notNull().defaultTo(0))
      .execute()
  },
}
