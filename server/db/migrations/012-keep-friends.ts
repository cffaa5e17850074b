import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Friends, invitations to a list, and what whole sets of shares need to be merged. */
export const keepFriends: Migration = {
  name: '012-keep-friends',
  async up(db, engine) {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    const integer = sql`integer`
    await db.schema
      .createTable('friend')
      .addColumn('id', text, c => c.primaryKey().notNull())
      .addColumn('user_id', integer, c => c.notNull().references('user.id').onDelete('cascade'))
      // No reference: who is asked need not exist, and must not be seen to.
      .addColumn('friend_user_id', integer)
      .addColumn('is_known', integer, c => c.notNull())
      .addColumn('is_told', integer, c => c.notNull())
      .addColumn('email', text)
      .addColumn('email_key', text)
      .addColumn('my_status', text, c => c.notNull())
      .addColumn('friend_status', text, c => c.notNull())
      .addColumn('created_at', text, c => c.notNull())
      .addColumn('updated_at', text, c => c.notNull())
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    for (const columns of [['user_id'], ['friend_user_id'], ['email_key']] as const) {
      await db.schema
        .createIndex(`friend_${columns[0]}`)
        .on('friend')
        .columns([...columns])
        .execute()
    }

    await db.schema
      .createTable('share_link')
      .addColumn('hash', text, c => c.primaryKey().notNull())
      .addColumn('list_id', text, c =>
        c.notNull().references('shopping_list.id').onDelete('cascade'),
      )
      .addColumn('user_id', integer, c => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('permission', text, c => c.notNull())
      .addColumn('created_at', text, c => c.notNull())
      .addColumn('expires_at', text, c => c.notNull())
      .$call(table => (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table))
      .execute()
    await db.schema.createIndex('share_link_list_id').on('share_link').column('list_id').execute()
    await db.schema
      .createIndex('share_link_expires_at')
      .on('share_link')
      .column('expires_at')
      .execute()

    await db.schema
      .alterTable('user')
      .addColumn('friends_revision', integer, c => c.notNull().defaultTo(0))
      .execute()
    for (const column of ['joined_revision', 'permission_revision', 'by_link']) {
      await db.schema
        .alterTable('membership')
        .addColumn(column, integer, c => c.notNull().defaultTo(0))
        .execute()
    }
    await db.schema.alterTable('membership').addColumn('left_revision', integer).execute()
    await db.schema.alterTable('membership').addColumn('previous_permission', text).execute()
  },
}
