/** `npm run doctor`: looks at everything that a server needs, and changes nothing. */
import { join, resolve } from 'node:path'
import { NotUtf8 } from '../db/not-utf8.ts'
import type { Database } from '../db/open.ts'
import { openPostgres } from '../db/postgres.ts'
import { openSqlite, sqliteFileName } from '../db/sqlite.ts'
import { sqliteCode } from '../db/sqlite-code.ts'
import { explainCommand } from '../process/start-failure.ts'
import { reach } from '../reach.ts'
import type { Settings } from '../settings.ts'
import {
  askPsql,
  checkClock,
  checkIntegrity,
  checkJobs,
  checkVersion,
  restoreOver,
} from './data.ts'
import type { Finding } from './finding.ts'
import {
  asItsOwner,
  checkBuild,
  checkDisk,
  checkMail,
  checkPermissions,
  checkSettings,
  type FreeSpace,
  systemFreeSpace,
} from './machine.ts'

/** One finding for each thing, in the order in which they are needed. */
export async function examine(
  settings: Settings,
  now: Date,
  freeSpace: FreeSpace = systemFreeSpace,
): Promise<readonly Finding[]> {
  // The permissions first: whoever opens the database tightens them.
  const machine = [
    checkSettings(settings),
    await checkBuild(settings),
    await checkPermissions(settings),
    await checkDisk(settings, freeSpace),
    await checkMail(settings),
  ]
  return [...machine, ...(await examineData(settings, now))]
}

async function examineData(settings: Settings, now: Date): Promise<readonly Finding[]> {
  const database = await openForLook(settings).catch(error => unopened(settings, error))
  if ('about' in database) return [database]
  const looks = [
    () => checkVersion(database),
    () => checkIntegrity(database, settings.databaseUrl),
    () => checkClock(database, now),
    () => checkJobs(database, now),
  ]
  const findings: Finding[] = []
  try {
    for (const look of looks) findings.push(await look())
  } catch (error) {
    // What is wrong was named, and is why the next look failed; or what was well is not so well after all.
    const isNamed = findings.some(({ about, mend }) => about !== 'clock' && mend !== undefined)
    return isNamed ? findings : [unopened(settings, error)]
  } finally {
    await database.close().catch(() => {})
  }
  return findings
}

/** As it is: nothing is made, and no table brought up to date. */
export async function openForLook({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Database | Finding> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, 'aisle-doctor')
  const file = join(resolve(dataDir), sqliteFileName)
  const found = reach(file)
  if (found === 'readable') return openSqlite(dataDir)
  if (found === 'barred') {
    const mend = asItsOwner(file) ?? asItsOwner(resolve(dataDir)) ?? `ls -l '${file}'`
    return { about: 'database', says: `${file} cannot be read by who runs this.`, mend }
  }
  return {
    about: 'database',
    says: `There is none at ${file}: the first start makes it, or DATA_DIR means another folder.`,
    mend: 'npm start',
  }
}

/** PostgreSQL's code for a table that is not there. */
const noSuchTable = '42P01'

function unopened({ databaseUrl, dataDir }: Settings, error: unknown): Finding {
  const about = 'database'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isEmpty =
    code === noSuchTable || (error instanceof Error && error.message.includes('no such table'))
  if (isEmpty) {
    return { about, says: 'It is empty: the first start makes its tables.', mend: 'npm start' }
  }
  const says = explainCommand(error)
  if (error instanceof NotUtf8) return { about, says, mend: error.mend }
  if (databaseUrl !== undefined) return { about, says, mend: askPsql(databaseUrl, 'select 1') }
  const file = join(resolve(dataDir), sqliteFileName)
  return { about, says, mend: damageCodes.has(sqliteCode(error)) ? restoreOver : `ls -l '${file}'` }
}

/** SQLite's codes for a file that is malformed, and for one that is no database. */
const damageCodes: ReadonlySet<unknown> = new Set([11, 26])
