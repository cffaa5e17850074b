/** `npm start` serves what the sources say: builds the browser app if it is missing or older than they are. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFolder, whyNotEmptied } from './build-folder.ts'
import { builtFile } from './built-file.ts'

/** All that the build reads. */
const sources = [
  'src',
  'rules',
  'public',
  'build',
  'server/build-folder.ts',
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

/** Newest change of a file, or of anything beneath a folder, in ms since 1970; a deletion counts too. */
function newestChange(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newestChange(join(path, name))))
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = buildFolder(root)
const builtAt = existsSync(join(folder, builtFile)) ? newestChange(join(folder, 'index.html')) : 0

if (builtAt === 0 || sources.some(source => newestChange(join(root, source)) > builtAt)) {
  const reason = whyNotEmptied(root, folder)
  if (reason !== undefined) {
    process.stderr.write(`${reason}\n`)
    process.exit(1)
  }
  const why = builtAt === 0 ? 'it is not there, or not all of it' : 'its sources changed'
  process.stdout.write(`Building the browser app, since ${why}.\n`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const build = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (build.status !== 0) {
    process.stderr.write('The browser app could not be built: see above.\n')
    process.exit(1)
  }
}
