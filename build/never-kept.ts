/** Files that no device keeps, by how they begin: the desk, the dictionary of passwords, the demo. */
export const neverKept = ['desk', 'password-strength', 'stub']

export function isNeverKept(fileName: string): boolean {
  return neverKept.some(name => fileName.startsWith(`${name}-`))
}
