import { BackupError } from './backup-error.ts'

/** For `catch`: what failed for want of room, as the sentence that says where; anything else as it was. */
export function sayingWhereFull(sentence: string): (error: unknown) => never {
  return error => {
    throw isFull(error) ? new BackupError(sentence) : error
  }
}

/** As SQLite says it, or the machine. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    ('errcode' in error && error.errcode === 13) || ('code' in error && error.code === 'ENOSPC')
  )
}
