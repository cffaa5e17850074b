/**
 * `npm run move`: everything from SQLite to PostgreSQL or back, all of it or nothing, compared row by row before
 * it counts. The data stays where it was, too. Devices know by a new epoch that they have to ask for all anew.
 */
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { isDiskFull, isPostgresFull } from '../db/disk-full.ts'
import { markKey, renewEpoch } from '../db/epoch.ts'
import { migrate } from '../db/migrate.ts'
import type { Database, Engine } from '../db/open.ts'
import { openPostgres } from '../db/postgres.ts'
import type { Schema } from '../db/schema.ts'
import { openSqlite, sqliteFileName } from '../db/sqlite.ts'
import { reach } from '../reach.ts'
import { BackupError } from './backup-error.ts'
import { lastId, setLastId } from './last-id.ts'
import { noDatabase } from './no-database.ts'
import { closeWhole, refuseRunning } from './refuse-running.ts'
import { sayingWhereFull } from './saying-where-full.ts'
import { type CarriedTable, describeTables, pagesOf, type Row, refuseFilled } from './tables.ts'

export interface MoveRequest {
  /** Where SQLite's file lies or shall lie. */
  readonly dataDir: string
  readonly databaseUrl: string
  readonly to: Engine
  readonly now: Date
}

/** Returns how many rows are in the new place. Refuses one that is not empty, and a server that runs. */
export async function move(request: MoveRequest): Promise<number> {
  const file = join(resolve(request.dataDir), sqliteFileName)
  return moveBeside(file, request).catch(error => {
    const place = isPostgresFull(error) ? 'the database at DATABASE_URL' : file
    return sayingWhereFull(`The disk of ${place} is full: make room there.`)(error)
  })
}

async function moveBeside(file: string, { dataDir, databaseUrl, to, now }: MoveRequest) {
  const found = reach(file)
  if (found === 'barred' || (found === 'absent' && to === 'postgres')) throw noDatabase(file)
  if (found === 'readable') closeWhole(file, 'move')
  await using stack = new AsyncDisposableStack()
  const keep = (database: Database) => stack.adopt(database, opened => opened.close())
  const postgres = keep(await openPostgres(databaseUrl, 'aisle-move'))
  await refuseRunning(postgres, 'move')
  if (to === 'sqlite') await refuseAbsent(postgres)
  const sqlite = keep(await openSqlite(dataDir))
  const [source, target] = to === 'postgres' ? [sqlite, postgres] : [postgres, sqlite]
  const place = to === 'postgres' ? 'The database at DATABASE_URL' : `The database at ${file}`
  await refuseFilled(target.query, target.engine, place)
  for (const database of [source, target]) await migrate(database, () => now)
  const tables = await describeTables(sqlite.query)
  const count = await source.snapshot(from =>
    target.transaction(async into => {
      let rows = 0
      for (const table of tables.toReversed()) {
        await sql`delete from ${sql.table(table.name)}`.execute(into)
      }
      for (const table of tables) rows += await carry(from, into, table)
      for (const table of tables) await compare(from, into, table)
      for (const table of tables) {
        if (!table.isNumbered) continue
        await setLastId(into, to, await lastId(from, source.engine, table.name), table.name)
      }
      await renewEpoch(into)
      return rows
    }),
  )
  // It knows itself from now on; on SQLite the file beside it has to know the mark that lies in it.
  await target.mark()
  return count
}

/** Without this the move would make tables if there are none, and carry nothing over. */
async function refuseAbsent({ query }: Database): Promise<void> {
  const { rows } = await sql`select 1 where to_regclass('migration') is not null`.execute(query)
  if (rows.length === 0) throw new BackupError('There is no data of Aisle at DATABASE_URL.')
}

async function carry(from: Kysely<Schema>, into: Kysely<Schema>, table: CarriedTable) {
  const columns = sql.join(table.columns.map(column => sql.ref(column)))
  let count = 0
  for await (const page of pagesOf(from, table)) {
    const rows = page.filter(row => !isOwn(table, row))
    count += rows.length
    if (rows.length === 0) continue
    const values = rows.map(row => sql`(${sql.join(table.columns.map(column => row[column]))})`)
    await sql`insert into ${sql.table(table.name)} (${columns}) values ${sql.join(values)}`
      .execute(into)
      .catch(error => {
        if (isDiskFull(error)) throw error
        throw new BackupError(
          `A row of the table "${table.name}" is refused there (${reasonOf(error)}).`,
        )
      })
  }
  return count
}

/** What marks the database itself, not what is in it. */
function isOwn({ name }: CarriedTable, row: Row): boolean {
  return name === 'setting' && String(row.key).startsWith(markKey)
}

/** Not the message: it may quote what somebody typed. */
function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'for another reason'
}

async function compare(from: Kysely<Schema>, into: Kysely<Schema>, table: CarriedTable) {
  const there = rowsOf(into, table)
  for await (const row of rowsOf(from, table)) {
    const { value: other } = await there.next()
    if (!other || !table.columns.every(column => row[column] === other[column])) differ(table)
  }
  if (!(await there.next()).done) differ(table)
}

async function* rowsOf(db: Kysely<Schema>, table: CarriedTable): AsyncGenerator<Row, undefined> {
  for await (const page of pagesOf(db, table)) {
    for (const row of page) if (!isOwn(table, row)) yield row
  }
  return undefined
}

function differ({ name }: CarriedTable): never {
  throw new BackupError(`The table "${name}" reads differently there: nothing was moved.`)
}
