import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * At which revision of its list a link was made, and whether who is on a list no more left it by themselves. The
 * history told it until now, which forgets: after 500 edits, or 90 days, a link gave less than it says.
 */
export const dateLinksByRevision: Migration = {
  name: '034-date-links-by-revision',
  async up(db) {
    const number = sql`integer`
    await db.schema
      .alterTable('share_link')
      .addColumn('list_revision', number, column => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('membership')
      .addColumn('left_by_self', number, column => column.notNull().defaultTo(0))
      .execute()
    // As far as it is still told; of what is not, a link goes on giving nothing back.
    await sql`
      update share_link set list_revision = coalesce(
        (select max(revision) from activity
          where activity.list_id = share_link.list_id and at <= share_link.created_at), 0)
    `.execute(db)
    await sql`
      update membership set left_by_self = 1
      where ended_at is not null and (left_revision is null or exists
        (select 1 from activity
          where activity.list_id = membership.list_id and activity.revision = membership.left_revision
            and activity.user_id = membership.user_id and kind = 'LIST_LEFT'))
    `.execute(db)
  },
}
