import { sql } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import { BackupError } from './backup-error.ts'

/** All that any version has made so far. */
const own: Readonly<Record<keyof Schema | 'migration', true>> = {
  ...{ migration: true, setting: true, unit: true, user: true, user_config: true, session: true },
  ...{ attempt: true, single_use_token: true, api_token: true, identity: true, passkey: true },
  ...{ shopping_list: true, item: true, item_tag: true, item_gone: true, saved_filter: true },
  ...{ membership: true, friend: true, share_link: true, activity: true, request: true },
  ...{ job: true, lease: true, push_subscription: true, feedback: true, audit: true },
}

/**
 * Throws where a PostgreSQL database holds tables, views or sequences that are not Aisle's, which are nobody's to
 * overwrite who restores Aisle. What an extension made is no data.
 */
export async function refuseOthers({ query }: Pick<Database, 'query'>): Promise<void> {
  const { rows } = await sql<{ name: string; isTable: boolean }>`
    select relname as name, relkind = 'r' as "isTable" from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relkind in ('r', 'p', 'f', 'v', 'm', 'S') and not exists (
      select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
      -- Of an extension, or the numbers of a table.
      and (deptype = 'e' or (relkind = 'S' and deptype in ('a', 'i')))
    ) order by relname
  `.execute(query)
  const isAisles = rows.some(({ name }) => name === 'migration')
  const other = rows.find(({ name, isTable }) => !(isAisles && isTable && Object.hasOwn(own, name)))
  if (!other) return
  throw new BackupError(
    `The database at DATABASE_URL holds what this version of Aisle did not make, "${other.name}", and ` +
      'a restore takes the place of all. Make an empty one for Aisle, and name that.',
  )
}
