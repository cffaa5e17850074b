import { isDiskFull } from '../db/disk-full.ts'
import { BackupError } from './backup-error.ts'

/** For `catch`: what failed for want of room, as the sentence that says where; anything else as it was. */
export function sayingWhereFull(sentence: string): (error: unknown) => never {
  return error => {
    throw isFull(error) ? new BackupError(sentence) : error
  }
}

/** As the database says it, or the machine. */
function isFull(error: unknown): boolean {
  return isDiskFull(error) || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
}
