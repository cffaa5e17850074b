/** Which code SQLite gave, without what its longer ones add; undefined of an error that is none of SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : undefined
}
