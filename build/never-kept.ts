/**
 * Files that no device keeps, by how they begin: the desk, the dictionary of passwords, the demo, and what talks to a
 * passkey, which is of no use without the server.
 */
export const neverKept = ['desk', 'password-strength', 'stub', 'passkeys']

export function isNeverKept(fileName: string): boolean {
  return neverKept.some(name => fileName.startsWith(`${name}-`))
}
