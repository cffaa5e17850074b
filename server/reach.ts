import { closeSync, openSync, statSync } from 'node:fs'

/** Whether whoever runs this can read a file or folder: what is there, but another user's, is not absent. */
export function reach(path: string): 'readable' | 'barred' | 'absent' {
  try {
    closeSync(openSync(path, 'r'))
    return 'readable'
  } catch (error) {
    const isBarred = error instanceof Error && 'code' in error && error.code === 'EACCES'
    return isBarred ? 'barred' : 'absent'
  }
}

/** The user whose it is, as a number; undefined where it is one's own, or that cannot be told. */
export function otherOwner(path: string): number | undefined {
  try {
    const { uid } = statSync(path)
    // Windows has no such numbers.
    const own = process.geteuid?.() ?? uid
    return uid === own ? undefined : uid
  } catch {
    return undefined
  }
}
