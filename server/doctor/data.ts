/** What can be told of an open database; nothing in it is changed. */
import { sql } from 'kysely'
import { lastChangeIn } from '../backup/last-change.ts'
import { withoutPassword } from '../backup/postgres-tools.ts'
import { migrations, unknownSteps } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { jobsLease, stateOfJobs } from '../jobs/jobs.ts'
import type { Finding } from './finding.ts'

/** Beyond this, in ms, a clock is wrong rather than late. */
const clockMayDiffer = 60_000
/** Failed jobs are tried again for days; one that nobody tried for an hour waits for a server. */
const jobMayWait = 3_600_000

/** Whether this version and the database fit, and its tables can be made or changed. */
export async function checkVersion({ query, engine }: Database): Promise<Finding> {
  const about = 'database'
  if (engine === 'postgres') {
    // From PostgreSQL 15 on nobody may, in a database that was not made for them.
    const { rows } = await sql<{ person: string; base: string; place: string; may: boolean }>`
      select quote_ident(current_user) as person, current_database() as base,
        quote_ident(coalesce(current_schema(), 'public')) as place,
        has_schema_privilege(coalesce(current_schema(), 'public'), 'create') as may
    `.execute(query)
    const [rights] = rows
    if (rights?.may === false) {
      const { person, base, place } = rights
      const mend = `sudo -u postgres psql --dbname='${base}' -c 'grant create on schema ${place} to ${person}'`
      return { about, says: `${person} may not make tables there.`, mend }
    }
  }
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(query)
  if (unknownSteps(rows.map(({ name }) => name)).length > 0) {
    const says = 'A newer version of Aisle made it; this one does not start on it.'
    return { about, says, mend: 'git pull && npm ci && npm run build' }
  }
  const says =
    rows.length < migrations.length
      ? 'It is of an older version: the next start brings it up to date.'
      : 'It answers, and is up to date.'
  return { about, says }
}

/** A damaged file may not tell how new it is: without the last word it is not restored over. */
export const restoreOver = 'npm run restore -- BACKUP --overwrite'

/**
 * Whether the data is whole: on SQLite every page and every reference, on PostgreSQL its indexes; on both, that no item is
 * ahead of its list. `databaseUrl` is what the command that mends an index names, without its password.
 */
export async function checkIntegrity(
  { query, engine }: Database,
  databaseUrl = '',
): Promise<Finding> {
  const about = 'integrity'
  const restore = 'npm run restore -- BACKUP'
  if (engine === 'sqlite') {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(
      query,
    )
    if (rows[0]?.integrity_check !== 'ok') {
      return { about, says: 'The file of the database is damaged.', mend: restoreOver }
    }
    const { rows: orphans } = await sql`pragma foreign_key_check`.execute(query)
    if (orphans.length > 0) {
      return { about, says: `${orphans.length} rows refer to what is not there.`, mend: restore }
    }
  } else {
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index where not indisvalid
    `.execute(query)
    const [broken] = rows
    if (broken) {
      const says = `The index ${broken.name} cannot be used.`
      return { about, says, mend: askPsql(databaseUrl, `reindex index ${broken.name}`) }
    }
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from item join shopping_list on shopping_list.id = item.list_id
    where item.revision > shopping_list.revision
  `.execute(query)
  const ahead = rows[0]?.count ?? 0
  if (ahead > 0) {
    return { about, says: `${ahead} items are ahead of their list.`, mend: restore }
  }
  return { about, says: 'Every page is sound, and what belongs together fits.' }
}

/** Written out: the shell does not know what stands in .env. psql asks for the password. */
export function askPsql(databaseUrl: string, statement: string): string {
  return `psql '${withoutPassword(databaseUrl).url}' -c '${statement}'`
}

/** This machine's clock against the database's, and against what was written last. */
export async function checkClock(database: Database, now: Date): Promise<Finding> {
  const about = 'clock'
  const mend = 'sudo timedatectl set-ntp true'
  if (database.engine === 'postgres') {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from clock_timestamp()) * 1000 as ms
    `.execute(database.query)
    const away = Math.abs((rows[0]?.ms ?? 0) - now.getTime())
    if (away > clockMayDiffer) {
      const says = `It is ${Math.round(away / 1000)} seconds away from the database's.`
      return { about, says, mend }
    }
  }
  const last = await lastChangeIn(database)
  if (last !== '' && Date.parse(last) - now.getTime() > clockMayDiffer) {
    return { about, says: `It says ${now.toISOString()}, but data was written at ${last}.`, mend }
  }
  return { about, says: `It says ${now.toISOString()}.` }
}

/** Whether mails and the like get done: nothing failed for good, and nothing due waits without a process at work. */
export async function checkJobs({ query }: Database, now: Date): Promise<Finding> {
  const about = 'jobs'
  const { waiting, failed, oldest } = await stateOfJobs(query, 'run_at')
  const says = `${waiting} wait, ${failed} failed for good${await lastFailure(query)}.`
  if (failed > 0) return { about, says, mend: 'npm run doctor -- --retry-jobs' }
  const isLate = oldest !== null && now.getTime() - Date.parse(oldest) > jobMayWait
  if (isLate && !(await isAtWork(query, now))) {
    return {
      about,
      says: `${says} Nobody does them: no server runs on this data.`,
      mend: 'npm start',
    }
  }
  return { about, says }
}

/** Such as "; the last failure: mail, MAIL FROM 553 5.7.1", of those for good if there are any; else nothing. */
async function lastFailure(query: Database['query']): Promise<string> {
  const last = await query
    .selectFrom('job')
    .select(['kind', 'failure'])
    .where('failure', 'is not', null)
    .orderBy(sql`coalesce(failed_at, '')`, 'desc')
    .orderBy('run_at', 'desc')
    .executeTakeFirst()
  if (!last?.failure) return ''
  const { error, code } = Object(JSON.parse(last.failure))
  return `; the last failure: ${last.kind}, ${code ?? error}`
}

/** Whether a server is doing jobs, which one that is slow, as a mail to a server that hangs, may keep waiting. */
async function isAtWork(query: Database['query'], now: Date): Promise<boolean> {
  const lease = await query
    .selectFrom('lease')
    .select('holder')
    .where('name', '=', jobsLease)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst()
  return lease !== undefined
}

/** Returns how many jobs are due again: those that failed for good, and those that wait for their next try. */
export async function retryJobs({ query }: Database, now: Date): Promise<number> {
  const { numUpdatedRows } = await query
    .updateTable('job')
    .set({ failed_at: null, tries: 0, run_at: now.toISOString() })
    .where(({ or, eb }) => or([eb('failed_at', 'is not', null), eb('tries', '>', 0)]))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
