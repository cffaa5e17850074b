/** `npm run backup`: one consistent copy while the server goes on, verified, readable by its owner alone. */
import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sqliteFileName } from '../db/sqlite.ts'
import { makeFolder } from '../make-folder.ts'
import { reach } from '../reach.ts'
import type { Settings } from '../settings.ts'
import { BackupError } from './backup-error.ts'
import { checkCopy, copyWhole } from './copy.ts'
import { flushFile, flushFolder } from './flush.ts'
import { checkDump, dump } from './postgres-tools.ts'

export type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl'>

export interface BackupRequest {
  readonly settings: BackupSettings
  /** Where the copy shall lie; a name with the moment in the working folder if it is absent. */
  readonly target?: string | undefined
  readonly now: Date
}

/** Returns the path of the copy. Refuses a target that exists; leaves nothing behind if it fails. */
export async function backUp({ settings, target, now }: BackupRequest): Promise<string> {
  const file = resolve(target ?? nameOf(settings, now))
  // Of this run alone: another one to the same place has its own.
  const unfinished = `${file}.${randomUUID()}.part`
  await refuseExisting(file)
  await begin(unfinished).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${file} cannot be written (${error.code}): name a file elsewhere.`)
  })
  try {
    if (settings.databaseUrl) {
      await dump(settings.databaseUrl, unfinished)
      await checkDump(unfinished)
    } else {
      copyWhole(openExisting(join(settings.dataDir, sqliteFileName)), unfinished)
      checkCopy(unfinished)
    }
    await flushFile(unfinished)
    await rename(unfinished, file)
    await flushFolder(dirname(file))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw isFull(error)
      ? new BackupError(`The disk of ${file} is full: name a file elsewhere.`)
      : error
  }
  return file
}

/** As SQLite says it, or the machine. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    ('errcode' in error && error.errcode === 13) || ('code' in error && error.code === 'ENOSPC')
  )
}

function openExisting(file: string): DatabaseSync {
  try {
    // Not read-only: the last one to leave has to tidy up the companions.
    const url = pathToFileURL(file)
    url.searchParams.set('mode', 'rw')
    const database = new DatabaseSync(url)
    database.exec('pragma busy_timeout = 10000')
    return database
  } catch {
    if (reach(file) === 'barred') {
      const whose = 'run this as the user whom it belongs to'
      throw new BackupError(`${resolve(file)} cannot be read by this user: ${whose}.`)
    }
    throw new BackupError(`There is no database at ${resolve(file)}: set DATA_DIR.`)
  }
}

/** Made first, by the owner alone: whoever fills it leaves its permissions as they are. */
async function begin(unfinished: string): Promise<void> {
  await makeFolder(dirname(unfinished))
  await (await open(unfinished, 'wx', 0o600)).close()
}

async function refuseExisting(file: string): Promise<void> {
  const found = await open(file, 'r').catch(() => undefined)
  if (!found) return
  await found.close()
  throw new BackupError(`${file} exists already: name another file.`)
}

function nameOf({ databaseUrl }: BackupSettings, now: Date): string {
  const moment = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return `aisle-${moment}.${databaseUrl ? 'dump' : 'db'}`
}
