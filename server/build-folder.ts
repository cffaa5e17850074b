/** Where the built app lies, for the build and for who asks for one: a build empties its folder first. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { begunFile, manifestFile } from './built-file.ts'

const ownFolder = 'dist'

/** As named by BUILD_DIR, from the folder of the sources on; nothing there is no name. */
export function buildFolder(root: string): string {
  return resolve(root, process.env.BUILD_DIR?.trim() || ownFolder)
}

/** Why no build may empty this folder, in a sentence; undefined where it may. */
export function whyNotEmptied(root: string, folder: string): string | undefined {
  const must = 'BUILD_DIR must name a folder for the built app alone'
  const way = relative(folder, root)
  if (way.split(/[\\/]/)[0] !== '..') return `${must}: in ${folder} lies Aisle itself.`
  if (folder === join(root, ownFolder) || !existsSync(folder)) return undefined
  const isBuild = [manifestFile, begunFile].some(mark => existsSync(join(folder, mark)))
  if (isBuild || isUnused(folder)) return undefined
  return `${must}: there are other files in ${folder}. Name another folder, or empty it.`
}

const marks = dirname(begunFile)

/** There is no file in it: at most the folder of the marks, which a build makes before the first of them. */
function isUnused(folder: string): boolean {
  const names = readdirSync(folder)
  return names.every(name => name === marks && readdirSync(join(folder, name)).length === 0)
}

/**
 * Leaves nothing but the mark that it writes first, so that whatever ends it, the next build knows the folder again.
 * At once: whoever fills it does not wait.
 */
export function emptyForBuild(folder: string): void {
  mkdirSync(join(folder, marks), { recursive: true })
  writeFileSync(join(folder, begunFile), '')
  // Git's is not of the build.
  emptyBut(folder, [marks, '.git'])
  emptyBut(join(folder, marks), [basename(begunFile)])
}

function emptyBut(folder: string, kept: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    if (!kept.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
