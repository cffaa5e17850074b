/** `npm start` serves what the sources say: builds the browser app if it is missing or was made of others. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFolder, whyNotEmptied } from './build-folder.ts'
import { digestOfSources } from './build-sources.ts'
import { builtFile } from './built-file.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = buildFolder(root)
const built = join(folder, builtFile)
const isThere = existsSync(built)

if (!isThere || readFileSync(built, 'utf8') !== digestOfSources(root)) {
  const reason = whyNotEmptied(root, folder)
  if (reason !== undefined) {
    process.stderr.write(`${reason}\n`)
    process.exit(1)
  }
  const why = isThere ? 'its sources changed' : 'it is not there, or not all of it'
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
