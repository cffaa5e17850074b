import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** A tag's id means something on its own list only: what other lists have neither blocks it nor tells of it. */
export const keyTagsByList: Migration = {
  name: '008-key-tags-by-list',
  async up(db, engine) {
    if (engine === 'postgres') {
      await sql`alter table item_tag drop constraint item_tag_pkey`.execute(db)
      await sql`alter table item_tag add primary key (list_id, id)`.execute(db)
      await sql`drop index item_tag_list_id`.execute(db)
      return
    }
    // SQLite cannot change a primary key.
    await sql`
      create table item_tag_by_list (
        list_id text not null references shopping_list (id) on delete cascade,
        id text not null,
        name text not null,
        color text not null,
        ord integer not null,
        joined_revision integer not null,
        left_revision integer,
        primary key (list_id, id)
      ) strict
    `.execute(db)
    await sql`
      insert into item_tag_by_list (list_id, id, name, color, ord, joined_revision, left_revision)
      select list_id, id, name, color, ord, joined_revision, left_revision from item_tag
    `.execute(db)
    await sql`drop table item_tag`.execute(db)
    await sql`alter table item_tag_by_list rename to item_tag`.execute(db)
  },
}
