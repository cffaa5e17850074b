/** The tables as the database itself describes them, so that whatever a migration adds is carried, too. */
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { BackupError } from './backup-error.ts'

export interface CarriedTable {
  readonly name: string
  /** In the order of their names. */
  readonly columns: readonly string[]
  /** The primary key: rows are read and compared in its order. */
  readonly key: readonly string[]
  /** Whether ids are given by the database and never used again. */
  readonly isNumbered: boolean
}

export type Row = Readonly<Record<string, unknown>>

/** Which migrations a database has seen is its own; all else is carried. */
const own: ReadonlySet<string> = new Set(['migration', 'sqlite_sequence'])

/** All tables of a SQLite database, each after those that it refers to. */
export async function describeTables(sqlite: Kysely<Schema>): Promise<readonly CarriedTable[]> {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'table' order by name
  `.execute(sqlite)
  const left = new Map<
    string,
    { readonly table: CarriedTable; readonly after: readonly string[] }
  >()
  for (const { name, sql: made } of rows) {
    if (own.has(name)) continue
    const { rows: columns } = await sql<{ name: string; pk: number }>`
      select name, pk from pragma_table_info(${name}) order by name
    `.execute(sqlite)
    const { rows: references } = await sql<{ table: string }>`
      select distinct "table" from pragma_foreign_key_list(${name})
    `.execute(sqlite)
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    left.set(name, {
      table: {
        name,
        columns: columns.map(column => column.name),
        key: key.map(column => column.name),
        isNumbered: /\bautoincrement\b/i.test(made),
      },
      after: references.map(({ table }) => table).filter(table => table !== name),
    })
  }
  const tables: CarriedTable[] = []
  while (left.size > 0) {
    const next = [...left.values()].find(({ after }) => !after.some(table => left.has(table)))
    if (!next) throw new Error('The tables refer to each other in a circle.')
    left.delete(next.table.name)
    tables.push(next.table)
  }
  return tables
}

/** Filled by a migration or by a server that nobody has used yet. */
const filledByItself: ReadonlySet<string> = new Set([...own, 'unit', 'setting', 'lease'])

/** Throws if somebody's data lies there, or somebody else's tables; asks before anything is made. */
export async function refuseFilled(
  db: Kysely<Schema>,
  engine: Engine,
  place: string,
): Promise<void> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = current_schema()
      `
  ).execute(db)
  for (const { name } of rows) {
    if (filledByItself.has(name)) continue
    const { rows: found } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (found.length > 0) {
      throw new BackupError(
        `${place} is not empty: there are rows in its table "${name}". Name an empty one.`,
      )
    }
  }
}

const pageRows = 500

/** All rows in the order of the key, a page at a time, as one state of `db` has them. */
export async function* pagesOf(
  db: Kysely<Schema>,
  { name, columns, key }: CarriedTable,
): AsyncGenerator<readonly Row[]> {
  const columnList = sql.join(columns.map(column => sql.ref(column)))
  const keyList = sql.join(key.map(column => sql.ref(column)))
  for (let last: Row | undefined; ; ) {
    const behind = last
      ? sql`where (${keyList}) > (${sql.join(key.map(column => last?.[column]))})`
      : sql``
    const { rows } = await sql<Row>`
      select ${columnList} from ${sql.table(name)} ${behind} order by ${keyList} limit ${pageRows}
    `.execute(db)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < pageRows) return
  }
}
