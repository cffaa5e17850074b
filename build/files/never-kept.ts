/**
 * Files that no device keeps, by how they begin: the desk, the dictionary of passwords, the demo, what talks to a
 * passkey, what one's account is called by, entered with, told of and ended by, and what sends mails, writes to the
 * desk, follows a link that somebody sent or draws one as a code, which are of no use without the server; and what
 * tells of the product, which nobody reads between the shelves.
 */
export const neverKept = [
  'desk',
  'password-strength',
  'stub',
  'passkeys',
  'own-account',
  'mailed',
  'qr-picture',
  'reading',
]

export function isNeverKept(fileName: string): boolean {
  return neverKept.some(name => fileName.startsWith(`${name}-`))
}
