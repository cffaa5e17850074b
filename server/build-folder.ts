/** Where the built app lies, for the build and for who asks for one: a build empties its folder first. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
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
  if (isBuild || readdirSync(folder).length === 0) return undefined
  return `${must}: there are other files in ${folder}. Name another folder, or empty it.`
}
