/** What can be told of a copy of a SQLite database, and of the one that it shall replace. */
import { DatabaseSync } from 'node:sqlite'
import { unknownSteps } from '../db/migrate.ts'
import { BackupError } from './backup-error.ts'

/** What is said of it, whichever the engine. */
export const madeByNewer = 'a newer version of Aisle made it'

/** Throws unless every page of the file is sound and it is a database of this version or an older one. */
export function checkCopy(file: string): void {
  const fault = faultOf(file)
  if (fault !== undefined) throw new BackupError(`${file} cannot be used: ${fault}.`)
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
