/** What a build of the browser app was made of, so that `npm start` knows whether it is of these sources. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** All that the build reads. */
const sources = [
  'src',
  'rules',
  'public',
  'build',
  'server/build-folder.ts',
  'server/build-sources.ts',
  'server/built-file.ts',
  'server/http/first-look.ts',
  'server/http/origin-mark.ts',
  'docs/blog',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/**
 * Of the names and bytes, not of the times: an archive or `cp -a` brings other sources that are older than the build,
 * and a clone the same ones that are newer. Takes some 50 ms.
 */
export function digestOfSources(root: string): string {
  const hash = createHash('sha256')
  for (const name of sources.flatMap(source => filesOf(root, source))) {
    const bytes = readFileSync(join(root, name))
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/** As much of it as tells two builds apart to people. */
export function shownDigest(digest: string): string {
  return digest.slice(0, 8)
}

/** In an order that is the same everywhere; none where nothing has that name. */
function filesOf(root: string, name: string): readonly string[] {
  const found = statSync(join(root, name), { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [name] : []
  const names = readdirSync(join(root, name)).sort()
  return names.flatMap(inner => filesOf(root, `${name}/${inner}`))
}
