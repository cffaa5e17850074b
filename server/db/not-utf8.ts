import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** A PostgreSQL database of another encoding. Its message is the end of a sentence, without addresses. */
export class NotUtf8 extends Error {
  override readonly name = 'NotUtf8'
  /** What makes one that will do. */
  readonly mend =
    'sudo -u postgres createdb --owner=aisle --encoding=UTF8 --template=template0 aisle_utf8'

  constructor(encoding: string) {
    super(
      `the database at DATABASE_URL is encoded as ${encoding}, which takes no emoji: make one with --encoding=UTF8 --template=template0, as docs/self-hosting.md says. npm run backup and npm run restore carry over what is in this one.`,
    )
  }
}

/** A character that another encoding lacks fails at each try, and holds up all that waits behind it. */
export async function refuseOtherThanUtf8(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding
  `.execute(db)
  const encoding = rows[0]?.encoding
  if (encoding !== undefined && encoding !== 'UTF8') throw new NotUtf8(encoding)
}
