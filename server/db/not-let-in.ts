/** PostgreSQL cannot be reached, or does not let Aisle in, or it is not known by which certificate. Its message is the end of a sentence, without addresses. */
export class NotLetIn extends Error {
  override readonly name = 'NotLetIn'

  constructor(cause: unknown) {
    super(
      unreadableOf(cause) ?? `the database at DATABASE_URL does not let it in${reasonOf(cause)}.`,
      { cause },
    )
  }
}

/** Whether the error is PostgreSQL's own: there is a digit in each of its codes, and in no code of the machine. */
export function isPostgresRefusal(error: Error): boolean {
  return 'code' in error && /^(?=.*\d)[0-9A-Z]{5}$/.test(String(error.code))
}

/** Of a certificate or key that the URL names by its file; a socket that is missing is not opened. */
function unreadableOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'path' in error)) return undefined
  if (error.syscall !== 'open' || !('code' in error)) return undefined
  return `${error.path}, which DATABASE_URL names, cannot be read (${error.code}).`
}

/** Some of what fails while connecting has no code, but words of the driver's. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const code = 'code' in error ? String(error.code) : undefined
  if (isPostgresRefusal(error)) return `: ${error.message} (${code})`
  return ` (${code ?? error.message})`
}
