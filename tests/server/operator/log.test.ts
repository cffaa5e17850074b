/** Where the log cannot be written, the server goes on. */
import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What every write to is answered as by a disk that is full. */
const full = '/dev/full'

test.skipIf(!existsSync(full))('a full disk ends no server, and keeps none from ending', () => {
  const program = `
    import { createLog } from './server/log.ts'
    const log = createLog('info')
    for (const line of ['one', 'two', 'three']) {
      log.info(line)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    process.stderr.write('goes on')`
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', openSync(full, 'w'), 'pipe'],
      encoding: 'utf8',
      timeout: 10_000,
    },
  )
  expect([stderr, status]).toEqual(['goes on', 0])
})
