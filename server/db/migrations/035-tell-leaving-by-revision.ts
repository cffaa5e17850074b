import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * With which revision somebody left a list by themselves, where it was said only that they did: a process of an older
 * version says neither, and what it leaves behind when it takes the list from them later must not count as leaving.
 */
export const tellLeavingByRevision: Migration = {
  name: '035-tell-leaving-by-revision',
  async up(db) {
    await sql`update membership set left_by_self = coalesce(left_revision, 0) where left_by_self = 1`.execute(
      db,
    )
  },
}
