import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it that are missing, for its owner alone. Not `recursive`, by which Node tries for
 * ever where a parent is there and takes no folder, such as /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder, { mode: 0o700 }).catch(async error => {
      if (!(await isFolder(folder))) throw error
    })
  try {
    await make()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    await makeFolder(dirname(folder))
    await make()
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
}
