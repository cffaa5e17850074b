/**
 * `npm start`. What Node compiled once it keeps beside its packages: a third less work at the next start, and
 * 20 MB less memory. Where that folder cannot be written, nothing is kept. This one file is JavaScript: for a first
 * one in TypeScript, Node would load what takes the types out, and keep 18 MB of it for good.
 */
import { readFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { setFlagsFromString } from 'node:v8'

keepLittleFreed()
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/aisle-server'))
// What `npm start` saves of memory for a small machine costs a quarter of each request: PostgreSQL is for larger ones.
if (environment().DATABASE_URL) setFlagsFromString('--no-memory-saver-mode')
// Node would take the rows of a request for what lives long, because the first ones did, and put all that follow where
// only a collection of the whole heap finds them.
setFlagsFromString('--no-allocation-site-pretenuring')
// graphql-js looks twice at every value it knows for certain, unless it is told so before it is loaded.
process.env.NODE_ENV ??= 'production'
const { start } = await import('./start.ts')
await start()
flushCompileCache()

/**
 * On Linux glibc keeps what each thread gives back, some 15 MB (docs/decisions/010-server-memory.md), unless it is told
 * otherwise before the process begins: so it begins once more, under the same number. Whoever set it themselves, or
 * listens to the process by a channel, as `node --watch` does, has it as it is.
 */
function keepLittleFreed() {
  const { env, platform } = process
  if (platform !== 'linux' || env.MALLOC_ARENA_MAX || process.connected) return
  process.execve?.(
    process.execPath,
    [process.argv0, ...process.execArgv, ...process.argv.slice(1)],
    { MALLOC_MMAP_THRESHOLD_: '131072', ...env, MALLOC_ARENA_MAX: '1' },
  )
}

/** As server/settings.ts reads it, which says what is wrong with the file. */
function environment() {
  try {
    return { ...parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, '')), ...process.env }
  } catch {
    return process.env
  }
}
