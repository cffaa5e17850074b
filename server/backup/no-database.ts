import { reach } from '../reach.ts'
import { BackupError } from './backup-error.ts'

/** Why the database at `file`, a whole path, cannot be opened: it is another user's, or there is none. */
export function noDatabase(file: string): BackupError {
  const says =
    reach(file) === 'barred'
      ? `${file} cannot be read by this user: run this as the user whom it belongs to.`
      : `There is no database at ${file}: set DATA_DIR.`
  return new BackupError(says)
}
