/** Why a backup, a restore or a move was not made: one sentence for the person at the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
