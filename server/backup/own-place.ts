/**
 * A folder of one run alone, for what is not finished. It goes with the run, and what a run that was killed has left
 * goes with the next one beside it. That a run still goes on is told by a lock, which ends with its process.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { otherOwner } from '../reach.ts'

export interface OwnPlace extends AsyncDisposable {
  readonly path: string
}

/** `beginning` is the path up to what is random. */
export async function ownPlace(beginning: string): Promise<OwnPlace> {
  await clearLeft(beginning)
  const { path, lock } = begin(beginning)
  return {
    path,
    async [Symbol.asyncDispose]() {
      lock?.close()
      await rm(path, { recursive: true, force: true })
    },
  }
}

const lockName = 'aisle.lock'

/** Another run may take the folder for one that was left, in the moment before it is locked: then the next one. */
function begin(beginning: string) {
  for (let left = 3; ; left -= 1) {
    const path = mkdtempSync(beginning)
    const file = join(path, lockName)
    const lock = hold(file)
    if (lock && existsSync(file)) return { path, lock }
    lock?.close()
    // Where no file can be locked, nobody takes it for left either.
    if (left === 0) return { path, lock: undefined }
    rmSync(path, { recursive: true, force: true })
  }
}

/** By SQLite, since Node locks no files; undefined where another one holds it, or it cannot be. */
function hold(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    database.exec('begin exclusive')
    return database
  } catch {
    database?.close()
    return undefined
  }
}

async function clearLeft(beginning: string): Promise<void> {
  const folder = dirname(beginning)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const place = join(folder, entry.name)
    const isAlike = entry.isDirectory() && entry.name.startsWith(basename(beginning))
    // What cannot be cleared is in nobody's way.
    if (isAlike && otherOwner(place) === undefined) await clearIfLeft(place).catch(() => {})
  }
}

/** What has no lock is somebody else's, or was left before it had one, and is empty. */
async function clearIfLeft(place: string): Promise<void> {
  const file = join(place, lockName)
  if (!existsSync(file)) return rmdir(place)
  const lock = hold(file)
  if (!lock) return
  try {
    for (const name of await readdir(place)) {
      if (name !== lockName) await rm(join(place, name), { recursive: true, force: true })
    }
  } finally {
    lock.close()
  }
  // Windows removes nothing that is open.
  await rm(place, { recursive: true, force: true })
}
