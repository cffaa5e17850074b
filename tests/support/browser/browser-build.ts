/** Builds of the app to deploy and take back: the real one, a later one, and one that withdraws its worker. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Deployment {
  /** What the server is told to serve (BUILD_DIR). */
  readonly folder: string
  /** Puts a later version in its place: every chunk has a new name, the old ones are gone. */
  deployNext(): void
  /** Puts a build in its place whose worker removes itself. */
  withdraw(): void
  /** What browsers keep for good, by name. */
  files(): ReadonlyMap<string, string>
  remove(): void
}

const withdrawnBuild = 'withdrawn'

/** A copy of the build that the tests run against. */
export function createDeployment(): Deployment {
  const home = mkdtempSync(join(tmpdir(), 'aisle-build-'))
  const folder = join(home, 'dist')
  let version = 1
  cpSync(process.env.BUILD_DIR ?? 'dist', folder, { recursive: true })
  return {
    folder,
    deployNext() {
      version += 1
      renameChunks(folder, version)
    },
    withdraw() {
      execFileSync(
        'vite',
        ['build', '--logLevel', 'error', '--outDir', join(home, withdrawnBuild)],
        {
          env: { ...process.env, NODE_ENV: 'production', VITEST: '', WITHDRAW_WORKER: '1' },
        },
      )
      rmSync(folder, { recursive: true })
      renameSync(join(home, withdrawnBuild), folder)
    },
    files() {
      const assets = join(folder, 'assets')
      return new Map(
        readdirSync(assets).map(name => [name, readFileSync(join(assets, name), 'latin1')]),
      )
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Gives each chunk another hash, everywhere it is named, and marks the page with the version. */
function renameChunks(folder: string, version: number): void {
  const assets = join(folder, 'assets')
  const renamed = readdirSync(assets).map(name => {
    const hash = /-([\w-]{8})\.\w+$/.exec(name)?.[1] ?? ''
    return { name, hash, newHash: `v${version}${hash.slice(2)}` }
  })
  const texts = [
    join(folder, 'index.html'),
    join(folder, 'service-worker.js'),
    ...renamed.filter(({ name }) => /\.(js|css)$/.test(name)).map(({ name }) => join(assets, name)),
  ]
  for (const file of texts) {
    const before = readFileSync(file, 'utf8')
    let text = before
    for (const { hash, newHash } of renamed) {
      if (hash !== '') text = text.replaceAll(hash, newHash)
    }
    if (file.endsWith('index.html')) {
      text = text.replace(
        /(<meta name="version"[^>]*>)?<\/head>/,
        `<meta name="version" content="${version}"></head>`,
      )
    }
    if (file.endsWith('service-worker.js')) {
      const revision = String(version).padStart(32, '0')
      text = text.replace(
        /("?revision"?:\s*["'`])[0-9a-f]{32}(["'`],\s*"?url"?:\s*["'`]index\.html)/,
        `$1${revision}$2`,
      )
      if (!text.includes(revision)) throw new Error('The worker does not name the page.')
    }
    writeFileSync(file, text)
  }
  for (const { name, hash, newHash } of renamed) {
    if (hash !== '') renameSync(join(assets, name), join(assets, name.replace(hash, newHash)))
  }
}
