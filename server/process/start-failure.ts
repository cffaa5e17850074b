/** What the person at the terminal reads when the server does not start: a sentence, not a stack. */
import { basename } from 'node:path'
import { NewerDatabaseError, OlderDatabaseError } from '../db/migrate.ts'
import { isPostgresRefusal, NotLetIn } from '../db/not-let-in.ts'
import { NotUtf8 } from '../db/not-utf8.ts'
import { sqliteFileName } from '../db/sqlite.ts'
import { SettingError } from '../settings/setting-error.ts'

/** One sentence for what a setting or the machine is to blame for; what nobody foresaw comes with its stack. */
export function explainFailure(error: unknown): string {
  const isToldWhole =
    error instanceof SettingError ||
    error instanceof NewerDatabaseError ||
    error instanceof OlderDatabaseError
  if (isToldWhole) return error.message
  if (error instanceof NotLetIn || error instanceof NotUtf8) {
    return `Aisle could not start: ${error.message}`
  }
  const slip = wrongArguments(error)
  if (slip !== undefined) return slip
  if (!(error instanceof Error)) return 'Aisle could not start.'
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') {
    const port = 'port' in error ? `port ${error.port}` : 'the port'
    return `Aisle could not start: ${port} is taken. Stop the other program, or set PORT.`
  }
  if (isAboutFolder(error) && ['EEXIST', 'ENOTDIR'].includes(code)) {
    return `Aisle could not start: DATA_DIR must name a folder, and ${error.path} is none.`
  }
  if (isAboutFolder(error) && ['ENOENT', 'ENAMETOOLONG'].includes(code)) {
    return `Aisle could not start: DATA_DIR must name a folder, and ${error.path} cannot be made.`
  }
  if (code === 'EACCES' || code === 'EPERM') {
    if ('port' in error) {
      return `Aisle could not start: this user may not open port ${error.port}. Set PORT to another one, such as 3000.`
    }
    return `Aisle could not start: this user may not use its data (${error.message}). Run it as the one whom that belongs to, or set DATA_DIR.`
  }
  if (code === 'EROFS') {
    return `Aisle could not start: DATA_DIR must lie where it may write, and that disk can only be read (${error.message}).`
  }
  if (code === 'ENOSPC') {
    return 'Aisle could not start: the disk that DATA_DIR lies on is full.'
  }
  // A folder, or a link to nothing, is in its place.
  if (code === 'ERR_SQLITE_ERROR' || ('path' in error && isDatabaseFile(error.path))) {
    return `Aisle could not start: the database in DATA_DIR cannot be opened (${error.message}).`
  }
  const isDatabaseAway = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code)
  const isCut = error.message.startsWith('Connection terminated')
  if (isDatabaseAway || isCut || isPostgresRefusal(error))
    return explainFailure(new NotLetIn(error))
  return `Aisle could not start.\n${error.stack ?? error.message}`
}

/** The same for a command that starts no server: the reason alone. */
export function explainCommand(error: unknown): string {
  const reason = explainFailure(error).replace(/^Aisle could not start[.:]\s*/, '')
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}

/** What Node says of arguments that a command does not take, without its advice; undefined of any other error. */
function wrongArguments(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const [sentence] = error.message.split('. ')
  return String(error.code).startsWith('ERR_PARSE_ARGS_') ? `${sentence}.` : undefined
}

function isDatabaseFile(path: unknown): boolean {
  return typeof path === 'string' && basename(path) === sqliteFileName
}

/** A folder was to be made. */
function isAboutFolder(error: Error): error is Error & { readonly path: string } {
  return (
    'path' in error &&
    typeof error.path === 'string' &&
    'syscall' in error &&
    error.syscall === 'mkdir'
  )
}
