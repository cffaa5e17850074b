import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What was used or revoked goes in time, found by an index as what ended is. */
export const findUsedTokens: Migration = {
  name: '033-find-used-tokens',
  async up(db) {
    await db.schema
      .createIndex('single_use_token_used_at')
      .on('single_use_token')
      .column('used_at')
      .where(sql.ref('used_at'), 'is not', null)
      .execute()
  },
}
