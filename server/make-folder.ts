import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { giveToOwnerOf } from './give-to-owner-of.ts'

/**
 * Makes a folder, and those above it that are missing, for its owner alone. Not `recursive`, by which Node tries for
 * ever where a parent is there and takes no folder, such as /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder)
  const make = () =>
    mkdir(path, { mode: 0o700 }).then(
      () => giveToOwnerOf(dirname(path), path),
      async error => {
        if (!(await isFolder(path))) throw error
      },
    )
  try {
    await make()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    await makeFolder(dirname(path))
    await make()
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
}
