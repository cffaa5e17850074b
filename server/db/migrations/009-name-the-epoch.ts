import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Revisions count within an epoch; it changes where they may have gone back (`server/db/sqlite-mark.ts`). */
export const nameTheEpoch: Migration = {
  name: '009-name-the-epoch',
  async up(db, engine) {
    const fresh =
      engine === 'postgres'
        ? sql`replace(gen_random_uuid()::text, '-', '')`
        : sql`lower(hex(randomblob(16)))`
    await sql`insert into setting (key, value) values ('epoch', ${fresh})`.execute(db)
  },
}
