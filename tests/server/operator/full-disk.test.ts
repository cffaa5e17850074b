/** A disk that gets full while data is restored is named, whichever folder lies on it. */
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import { restore } from '../../../server/backup/restore.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { describeOnPostgres, sqlite, type TestEngine } from '../../support/server/engines.ts'

let isFull: (path: string) => boolean = () => false

vi.mock(import('node:fs/promises'), async load => {
  const real = await load()
  function refuseWhereFull(path: unknown) {
    if (!isFull(String(path))) return
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const writeFile: typeof real.writeFile = async (path, ...rest) => {
    refuseWhereFull(path)
    return real.writeFile(path, ...rest)
  }
  const chmod: typeof real.chmod = async (path, mode) => {
    refuseWhereFull(path)
    return real.chmod(path, mode)
  }
  return { ...real, writeFile, chmod }
})

/** Data with a copy of it, and a folder for temporary files. */
async function newHouse(engine: TestEngine) {
  const place = await engine.newPlace()
  const temporary = join(place.dataDir, 'temporary')
  mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => {
    isFull = () => false
    vi.unstubAllEnvs()
    place.remove()
  })
  await (await openDatabase(place)).close()
  const settings = { dataDir: place.dataDir, databaseUrl: place.databaseUrl }
  const now = new Date()
  const copies = join(place.dataDir, 'copies')
  mkdirSync(copies)
  const copy = await backUp({ settings, target: join(copies, 'monday'), now })
  return {
    dataDir: place.dataDir,
    temporary,
    restore: () => restore({ settings, copy, overwrite: true, now }),
  }
}

test('SQLite’s is that of the data', async () => {
  const { dataDir, restore } = await newHouse(sqlite)
  isFull = path => path.includes('.restore-')
  await expect(restore()).rejects.toThrow(`The disk of ${dataDir} is full.`)
  expect(readdirSync(dataDir).filter(name => name.startsWith('.'))).toEqual([])
})

describeOnPostgres('A dump that is written out as SQL', engine => {
  const sentence = (folder: string) =>
    `The disk of ${folder} is full: set TMPDIR to a folder elsewhere.`

  test('fills the disk of the temporary folder', async () => {
    const { temporary, restore } = await newHouse(engine)
    isFull = path => path.includes('aisle-restore-')
    await expect(restore()).rejects.toThrow(sentence(temporary))
    expect(readdirSync(temporary)).toEqual([])
  })

  test.each([
    ['by its program, too', 'pg_restore: error: could not write to output file', undefined],
    [
      'and not where the database says it of its own',
      'pg_restore: error: query failed: ERROR:  could not extend file "base/1"',
      'pg_restore failed: ',
    ],
  ])('%s', async (_, said, other) => {
    const { dataDir, temporary, restore } = await newHouse(engine)
    const programs = join(dataDir, 'programs')
    mkdirSync(programs)
    const program = join(programs, 'pg_restore')
    writeFileSync(
      program,
      `#!/bin/sh
case "$*" in *dump.sql*) echo '${said}: No space left on device' >&2; exit 1;; esac
PATH="\${PATH#*:}"
exec pg_restore "$@"
`,
    )
    chmodSync(program, 0o755)
    vi.stubEnv('PATH', `${programs}:${process.env.PATH}`)
    await expect(restore()).rejects.toThrow(other ?? sentence(temporary))
    expect(readdirSync(temporary)).toEqual([])
  })
})
