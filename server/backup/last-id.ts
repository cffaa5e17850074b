/** The last number that a table gave: none is given twice, not even after its row went. */
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'

/** Whose numbers devices know their person by. */
const accounts = 'user'

/**
 * So many are passed over where nobody can tell which were given after the copy: more than any installation makes
 * between two copies. Numbers end at 2,147,483,647, after two thousand such restores.
 */
const passedOver = 1_000_000

/** `table` is one that a migration named. */
const query: Readonly<Record<Engine, (table: string) => string>> = {
  sqlite: table =>
    `select coalesce(max(seq), 0) as last from sqlite_sequence where name = '${table}'`,
  postgres: table => `
    select case when to_regclass('"${table}"') is null then 0
    else coalesce(pg_sequence_last_value(${sequenceOf(table)}), 0) end as last`,
}

/** 0 if none was given. */
export async function lastId(db: Kysely<Schema>, engine: Engine, table = accounts) {
  const { rows } = await sql.raw<{ last: number }>(query[engine](table)).execute(db)
  return rows[0]?.last ?? 0
}

/** What is known of the accounts that some data had. */
export interface Numbered {
  readonly last: number
  /** When its first table was made, ISO 8601: a copy says the same, a database that was begun anew does not. */
  readonly begunAt: string
}

export const unnumbered: Numbered = { last: 0, begunAt: '' }

const beginning = `select applied_at as "begunAt" from migration order by name limit 1`

/** Of a SQLite file; as if there were none where that cannot be read. */
export function numberedIn(file: string): Numbered {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const last = Number(database.prepare(query.sqlite(accounts)).get()?.last ?? 0)
    return { last, begunAt: String(database.prepare(beginning).get()?.begunAt ?? '') }
  } catch {
    return unnumbered
  } finally {
    database.close()
  }
}

/** Of what is open. */
export async function numberedOf(db: Kysely<Schema>, engine: Engine): Promise<Numbered> {
  const last = await lastId(db, engine)
  if (last === 0) return unnumbered
  const { rows } = await sql.raw<Pick<Numbered, 'begunAt'>>(beginning).execute(db)
  return { last, begunAt: rows[0]?.begunAt ?? '' }
}

export async function setLastId(
  db: Kysely<Schema>,
  engine: Engine,
  last: number,
  table = accounts,
): Promise<void> {
  if (last === 0) return
  if (engine === 'postgres') {
    await sql.raw(`select setval(${sequenceOf(table)}, ${last})`).execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db)
}

/**
 * After which accounts are numbered once a copy took the place of data, `present`, in a SQLite file. A database that
 * was begun anew since the copy tells nothing of what was lost, however many numbers it gave.
 */
export async function goOnAfter(tx: Kysely<Schema>, present: Numbered): Promise<void> {
  const copy = await numberedOf(tx, 'sqlite')
  const isKnown = present.last > 0 && present.last >= copy.last && present.begunAt === copy.begunAt
  await setLastId(tx, 'sqlite', isKnown ? present.last : copy.last + passedOver)
}

/** The same as a statement, for a script on PostgreSQL. */
export function goingOnAfter({ last, begunAt }: Numbered): string {
  return `perform setval(${sequenceOf(accounts)},
    case when "begunAt" = '${begunAt}' and last <= ${last} then ${last} else last + ${passedOver} end)
    from (${query.postgres(accounts)}) as copy, (${beginning}) as installed`
}

function sequenceOf(table: string): string {
  return `pg_get_serial_sequence('"${table}"', 'id')::regclass`
}
