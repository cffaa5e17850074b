/** As a person is called in full: Ana, Maria Sol → "Ana Maria Sol"; either may be missing. */
export function fullName(
  firstName: string | null | undefined,
  lastName: string | null | undefined,
): string {
  return `${firstName ?? ''} ${lastName ?? ''}`.trim()
}

/** "Ana Maria Sol" → Ana, Maria Sol: split at the first blank; one word is a first name alone. */
export function splitFullName(text: string): {
  readonly firstName: string
  readonly lastName: string
} {
  const [, firstName = '', lastName = ''] = /^(\S*)\s*(.*)$/s.exec(text.trim()) ?? []
  return { firstName, lastName }
}
