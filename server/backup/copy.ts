/** What can be told of a copy of a SQLite database, and of the one that it shall replace. */
import { existsSync } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unknownSteps } from '../db/migrate.ts'
import { sqliteCode } from '../db/sqlite-code.ts'
import { BackupError } from './backup-error.ts'

/** What is said of it, whichever the engine. */
export const madeByNewer = 'a newer version of Aisle made it'

/** Throws unless every page of the file is sound and it is a database of this version or an older one. */
export function checkCopy(file: string, name = file): void {
  const fault = faultOf(file)
  if (fault !== undefined) throw new BackupError(`${name} cannot be used: ${fault}.`)
}

/**
 * The copy itself. Where SQLite can make nothing beside it, as on a disk that can only be read, what it has beside it
 * could not be read: then another one of it, in `place`.
 */
export async function readableCopy(copy: string, place: string): Promise<string> {
  if (!needsRoom(copy)) return copy
  const near = join(place, 'copy.db')
  for (const ending of ['', '-wal', '-journal']) {
    if (!existsSync(`${copy}${ending}`)) continue
    await copyFile(`${copy}${ending}`, `${near}${ending}`)
    await chmod(`${near}${ending}`, 0o600)
  }
  return near
}

/** SQLite's codes for what can only be read, and what cannot be opened. */
const roomlessCodes: ReadonlySet<unknown> = new Set([8, 14])

function needsRoom(file: string): boolean {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true })
    database.exec('select 1 from sqlite_master')
    return false
  } catch (error) {
    return roomlessCodes.has(sqliteCode(error))
  } finally {
    database?.close()
  }
}

function faultOf(file: string): string | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true })
    const [result] = database.prepare('pragma integrity_check').all()
    if (result?.integrity_check !== 'ok') return 'it is damaged'
    const rows = database.prepare('select name from migration').all()
    return unknownSteps(rows.map(({ name }) => String(name))).length > 0 ? madeByNewer : undefined
  } catch {
    return 'it is not a database of Aisle'
  } finally {
    database?.close()
  }
}

/**
 * Into a file that is absent or empty, with what lies in the companions. In one read of the state of this moment:
 * writers are neither held up nor waited for. Closes what it was handed.
 */
export function copyWhole(database: DatabaseSync, target: string): void {
  try {
    database.prepare('vacuum into ?').run(target)
  } finally {
    database.close()
  }
}
