import { lchownSync, statSync } from 'node:fs'

/**
 * What root makes would be closed to the user of the service, who has what lies around it. A link is given away itself,
 * not what it leads to.
 */
export function giveToOwnerOf(present: string, file: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(present)
  try {
    lchownSync(file, uid, gid)
  } catch {
    // On a disk of another machine root may not: the doctor names the file then.
  }
}
