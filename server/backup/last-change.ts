/** When somebody last changed something, ISO 8601: of a database of this version or an older one. */
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Database, Engine } from '../db/open.ts'

/** Where what people do leaves a moment; some do so in one place alone, as who writes without an account. */
const moments = [
  ['request', 'created_at'],
  ['shopping_list', 'updated_at'],
  ['item', 'updated_at'],
  ['item_gone', 'gone_at'],
  ['activity', 'at'],
  ['user_config', 'updated_at'],
  ['user', 'updated_at'],
  ['friend', 'updated_at'],
  ['passkey', 'created_at'],
  ['identity', 'created_at'],
  ['identity', 'ended_at'],
  ['feedback', 'updated_at'],
  ['audit', 'at'],
  ['share_link', 'created_at'],
  ['api_token', 'created_at'],
  // Else nothing tells of an account that was deleted, of which the invitation is remembered. A restore remembers those
  // of the accounts that are there.
  ['single_use_token', 'created_at', "purpose = 'invite-gone' and user_id is null"],
] as const

/** A row for each column: its table, a point, its name. */
const columnsQuery: Readonly<Record<Engine, string>> = {
  sqlite: `
    select t.name || '.' || c.name as name from sqlite_master as t, pragma_table_info(t.name) as c
    where t.type = 'table'`,
  postgres: `
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema()`,
}

/** Those that the database has: an older version lacks what came after it. Undefined if it has none. */
function lastChangeQuery(columns: ReadonlySet<string>): string | undefined {
  const present = moments.filter(([table, column]) => columns.has(`${table}.${column}`))
  if (present.length === 0) return undefined
  const each = present.map(
    ([table, column, which = '1 = 1']) =>
      `select max(${column}) as moment from "${table}" where ${which}`,
  )
  return `select coalesce(max(moment), '') as moment from (${each.join(' union all ')}) as moments`
}

/** Empty where nobody ever changed anything, or the database has no tables yet. */
export async function lastChangeIn({ query, engine }: Database): Promise<string> {
  const columns = await sql.raw<{ name: string }>(columnsQuery[engine]).execute(query)
  const text = lastChangeQuery(new Set(columns.rows.map(({ name }) => name)))
  if (text === undefined) return ''
  const { rows } = await sql.raw<{ moment: string }>(text).execute(query)
  return rows[0]?.moment ?? ''
}

/** The same of a SQLite file. Throws where it is no database, or not Aisle's. */
export function lastChangeOf(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const columns = database.prepare(columnsQuery.sqlite).all()
    const text = lastChangeQuery(new Set(columns.map(({ name }) => String(name))))
    if (text === undefined) throw new Error('none of its tables is one of Aisle')
    return String(database.prepare(text).get()?.moment ?? '')
  } finally {
    database.close()
  }
}
