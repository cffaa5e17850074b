import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Whom somebody invited who is not on the list any more has it from its owner: else they were told for good to ask
 * whoever had left, and lost the list where the two parted.
 */
export const nameWhoIsThere: Migration = {
  name: '030-name-who-is-there',
  async up(db) {
    const owner = sql`(select user_id from shopping_list where id = membership.list_id)`
    const isLeftOver = sql`ended_at is null and user_id <> ${owner} and not exists (
      select 1 from membership as sharer where sharer.list_id = membership.list_id
        and sharer.user_id = membership.shared_by_user_id and sharer.ended_at is null
    )`
    // So told to the devices of those who have it.
    await sql`
      update shopping_list set revision = revision + 1, self_revision = revision + 1
      where id in (select list_id from membership where ${isLeftOver})
    `.execute(db)
    await sql`update membership set shared_by_user_id = ${owner} where ${isLeftOver}`.execute(db)
  },
}
