import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * When a tag left its list. The history and the traces of deleted items dated it until now: of a list that is much in
 * use, and of which nothing is ever deleted, neither goes back far enough.
 */
export const dateTagsThatLeft: Migration = {
  name: '031-date-tags-that-left',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema.alterTable('item_tag').addColumn('left_at', text).execute()
    // Not after the list itself last changed.
    await sql`
      update item_tag set left_at =
        (select updated_at from shopping_list where shopping_list.id = item_tag.list_id)
      where left_revision is not null
    `.execute(db)
    await db.schema
      .createIndex('item_tag_left_at')
      .on('item_tag')
      .column('left_at')
      .where(sql.ref('left_at'), 'is not', null)
      .execute()
  },
}
