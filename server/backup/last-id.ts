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

/** Of a SQLite file's accounts; 0 also where that cannot be read. */
export function lastIdOf(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare(query.sqlite(accounts)).get()?.last ?? 0)
  } catch {
    return 0
  } finally {
    database.close()
  }
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
 * After which accounts are numbered once a copy took the place of data, in a SQLite file. `present` is the last number
 * of that data: one before the copy's is of a database that was begun anew since, and tells nothing of what was lost.
 */
export async function goOnAfter(tx: Kysely<Schema>, present: number): Promise<void> {
  const ofCopy = await lastId(tx, 'sqlite')
  const isKnown = present > 0 && present >= ofCopy
  await setLastId(tx, 'sqlite', isKnown ? present : ofCopy + passedOver)
}

/** The same as a statement, for a script on PostgreSQL. */
export function goingOnAfter(present: number): string {
  return `perform setval(${sequenceOf(accounts)}, case when ${present} > 0 and last <= ${present}
    then ${present} else last + ${passedOver} end) from (${query.postgres(accounts)}) as copy`
}

function sequenceOf(table: string): string {
  return `pg_get_serial_sequence('"${table}"', 'id')::regclass`
}
