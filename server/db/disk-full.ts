/** Extended result codes of SQLite: full, a write that failed, no room for the shared memory file. */
const sqliteFull: ReadonlySet<unknown> = new Set([13, 778, 4874])
const postgresFull = '53100'

/** For `catch`: a full disk keeps nobody from reading their lists. */
export function letFullDiskPass(error: unknown): void {
  if (!isDiskFull(error)) throw error
}

/** Whether the database could not write for want of room. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && sqliteFull.has(error.errcode)) return true
  return isPostgresFull(error)
}

/** Whether it is the disk of PostgreSQL, which may be another machine's. */
export function isPostgresFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === postgresFull
}
