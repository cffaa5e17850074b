import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Stored answers can become "done": what they told is found again by ids, and goes with its list's deletions. */
export const keepNoContentTwice: Migration = {
  name: '022-keep-no-content-twice',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema.alterTable('request').addColumn('trace', text).execute()
    await db.schema.alterTable('request').addColumn('list_id', text).execute()
    await db.schema.createIndex('request_list_id').on('request').column('list_id').execute()
  },
}
