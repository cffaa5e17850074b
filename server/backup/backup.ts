/** `npm run backup`: one consistent copy while the server goes on, verified, readable by its owner alone. */
import { link, lstat, open, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sqliteFileName } from '../db/sqlite.ts'
import type { Settings } from '../settings.ts'
import { BackupError } from './backup-error.ts'
import { checkCopy, copyWhole } from './copy.ts'
import { flushFile, flushFolder } from './flush.ts'
import { noDatabase } from './no-database.ts'
import { ownPlace } from './own-place.ts'
import { checkDump, dump } from './postgres-tools.ts'
import { heed } from './run-command.ts'
import { sayingWhereFull } from './saying-where-full.ts'

export type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl'>

export interface BackupRequest {
  readonly settings: BackupSettings
  /** Where the copy shall lie; a name with the moment in the working folder if it is absent. */
  readonly target?: string | undefined
  readonly now: Date
  /** Aborted, it throws, and nothing is left. */
  readonly stopped?: AbortSignal | undefined
}

/** Returns the path of the copy. Refuses a target that exists; leaves nothing behind if it fails. */
export async function backUp({ settings, target, now, stopped }: BackupRequest): Promise<string> {
  const file = resolve(target ?? nameOf(settings, now))
  // A link to what is not there stands there, too.
  if (await lstat(file).catch(() => undefined)) throw existsAlready(file)
  await copyTo(file, settings, stopped).catch(
    sayingWhereFull(`The disk of ${file} is full: name a file elsewhere.`),
  )
  return file
}

/** By a folder beside it, where a copy is made ready that is of this run alone. */
async function copyTo(file: string, settings: BackupSettings, stopped?: AbortSignal) {
  const folder = dirname(file)
  const beginning = join(folder, '.aisle-backup-')
  await using place = await ownPlace(beginning).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOSPC') throw error
    // Made here, it would lie beside the data while the disk for backups is away.
    if (error.code === 'ENOENT') {
      throw new BackupError(`There is no folder ${folder}: make it, or mount its disk.`)
    }
    throw new BackupError(`${file} cannot be written (${error.code}): name a file elsewhere.`)
  })
  const unfinished = join(place.path, 'copy')
  // Made first, by the owner alone: whoever fills it leaves its permissions as they are.
  await (await open(unfinished, 'wx', 0o600)).close()
  if (settings.databaseUrl) {
    await dump(settings.databaseUrl, unfinished, stopped)
    await checkDump(unfinished, stopped, 'The copy of the database at DATABASE_URL')
  } else {
    const source = resolve(settings.dataDir, sqliteFileName)
    copyWhole(openExisting(source), unfinished)
    await heed(stopped)
    checkCopy(unfinished, `The copy of ${source}`)
  }
  await flushFile(unfinished)
  await heed(stopped)
  await giveName(unfinished, file)
  await flushFolder(folder)
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
    throw noDatabase(file)
  }
}

/** By a second name, which takes the place of nothing that another one made meanwhile. */
async function giveName(unfinished: string, file: string): Promise<void> {
  await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw existsAlready(file)
    // Where a disk knows one name of a file alone, as FAT does.
    return rename(unfinished, file)
  })
}

function existsAlready(file: string): BackupError {
  return new BackupError(`${file} exists already: name another file.`)
}

function nameOf({ databaseUrl }: BackupSettings, now: Date): string {
  const moment = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return `aisle-${moment}.${databaseUrl ? 'dump' : 'db'}`
}
