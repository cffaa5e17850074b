/** A backup or a restore that is ended half-way, as a person or the machine ends it: by a signal to its process. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import { restore } from '../../../server/backup/restore.ts'
import { type DatabaseAddress, openDatabase } from '../../../server/db/open.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { quickFolder } from '../../support/quick-folder.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'

/** Several programs start one after the other, each of which may take seconds where the machine is busy. */
const patience = 60_000
vi.setConfig({ testTimeout: 2 * patience })
const poll = <T>(read: () => T) => expect.poll(read, { timeout: patience })

function newFolder(): string {
  const folder = mkdtempSync(join(quickFolder(), 'aisle-interrupted-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A command on its own; `ended` tells by what, and what it said. */
function command(program: string, { dataDir, databaseUrl }: DatabaseAddress, ...args: string[]) {
  const temporary = join(dataDir, 'temporary')
  mkdirSync(temporary, { recursive: true })
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../server', program), ...args],
    {
      cwd: dataDir,
      env: {
        ...{ PATH: process.env.PATH, TMPDIR: temporary },
        ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ by: code ?? signal, said }))
  return { ended, temporary, signal: (name: NodeJS.Signals) => child.kill(name) }
}

/** A database in a folder of its own, and what keeps everybody from reading it. */
async function newData() {
  const dataDir = newFolder()
  await (await openDatabase({ dataDir })).close()
  return {
    dataDir,
    hold() {
      const database = new DatabaseSync(join(dataDir, 'aisle.db'))
      database.exec('pragma journal_mode = delete; begin exclusive')
      return () => database.close()
    },
  }
}

const backUpFrom = (dataDir: string, target: string) =>
  backUp({ settings: { dataDir, databaseUrl: undefined }, target, now: new Date() })

const placesIn = (folder: string) => readdirSync(folder).filter(name => /^\.[a-z]/.test(name))

/** Its path, once the run has begun to write there. */
async function placeIn(folder: string, file: string): Promise<string> {
  await poll(() => placesIn(folder)).toHaveLength(1)
  const place = join(folder, placesIn(folder)[0] ?? '')
  await poll(() => existsSync(join(place, file))).toBe(true)
  return place
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a backup leaves nothing after %s',
  async name => {
    const { dataDir, hold } = await newData()
    const copies = newFolder()
    const letGo = hold()
    const run = command('backup-data.ts', { dataDir }, join(copies, 'monday.db'))
    await placeIn(copies, 'copy')
    run.signal(name)
    letGo()
    expect(await run.ended).toEqual({
      by: name,
      said: 'No backup was made. It was interrupted.\n',
    })
    expect(readdirSync(copies)).toEqual([])
  },
)

test('what a killed backup left is no backup, and goes with the next one, wherever that is called', async () => {
  const { dataDir, hold } = await newData()
  const copies = newFolder()
  const letGo = hold()
  for (const day of ['monday', 'tuesday']) {
    const run = command('backup-data.ts', { dataDir }, join(copies, `${day}.db`))
    await placeIn(copies, 'copy')
    run.signal('SIGKILL')
    expect(await run.ended).toEqual({ by: 'SIGKILL', said: '' })
    // That of the day before went.
    expect(readdirSync(copies)).toHaveLength(1)
  }
  letGo()
  await backUpFrom(dataDir, join(copies, 'wednesday.db'))
  expect(readdirSync(copies)).toEqual(['wednesday.db'])
})

test('no run touches what another one writes, nor a folder of somebody’s that is called alike', async () => {
  const { dataDir, hold } = await newData()
  const other = await newData()
  const copies = newFolder()
  const letGo = hold()
  const run = command('backup-data.ts', { dataDir }, join(copies, 'slow.db'))
  const place = await placeIn(copies, 'copy')
  const own = join(copies, '.aisle-backup-photos')
  mkdirSync(own)
  writeFileSync(join(own, 'holiday.jpg'), '')
  await backUpFrom(other.dataDir, join(copies, 'quick.db'))
  expect(existsSync(join(place, 'copy'))).toBe(true)
  letGo()
  expect(await run.ended).toMatchObject({ by: 0 })
  expect(readdirSync(copies)).toEqual(['.aisle-backup-photos', 'quick.db', 'slow.db'])
  expect(readdirSync(own)).toEqual(['holiday.jpg'])
})

/** A copy whose companion nobody has written yet: who reads it waits. */
async function endlessCopy(): Promise<{ readonly copy: string; letGo(): void }> {
  const { dataDir } = await newData()
  const disk = newFolder()
  const copy = join(disk, 'aisle.db')
  cpSync(join(dataDir, 'aisle.db'), copy)
  // SQLite cannot read it in its place: it is copied first.
  symlinkSync('aisle.db-shm', `${copy}-shm`)
  execFileSync('mkfifo', [`${copy}-wal`])
  return { copy, letGo: () => void openSync(`${copy}-wal`, 'r+') }
}

test('a restore leaves nothing after a signal, and the data as it was', async () => {
  const { dataDir } = await newData()
  const { copy, letGo } = await endlessCopy()
  const run = command('restore-data.ts', { dataDir }, copy, '--overwrite')
  const before = readdirSync(dataDir)
  await placeIn(dataDir, 'copy.db')
  run.signal('SIGTERM')
  letGo()
  expect(await run.ended).toEqual({
    by: 'SIGTERM',
    said: 'Nothing was restored. It was interrupted.\n',
  })
  expect(readdirSync(dataDir)).toEqual(before)
})

test('what a killed restore left goes with the next one', async () => {
  const { dataDir } = await newData()
  const { copy } = await endlessCopy()
  const run = command('restore-data.ts', { dataDir }, copy, '--overwrite')
  await placeIn(dataDir, 'copy.db')
  run.signal('SIGKILL')
  await run.ended
  expect(placesIn(dataDir)).toHaveLength(1)
  const target = join(newFolder(), 'monday.db')
  await backUpFrom(dataDir, target)
  const settings = { dataDir, databaseUrl: undefined }
  await restore({ settings, copy: target, overwrite: true, now: new Date() })
  expect(placesIn(dataDir)).toEqual([])
})

describeOnPostgres('Interrupted', engine => {
  /** A server's database, and somebody at it by whom one has to wait. */
  async function newHouse(lock: 'exclusive' | 'share') {
    const place = await engine.newPlace()
    onTestFinished(() => place.remove())
    const { databaseUrl = '' } = place
    const guest = await openPostgres(databaseUrl, 'guest')
    onTestFinished(() => guest.close())
    async function waiting() {
      const { rows } = await sql`
        select 1 from pg_locks where not granted and relation = 'item'::regclass
      `.execute(guest.query)
      return rows.length
    }
    return {
      place,
      /** Runs `work` while who wants the table has to wait, from the moment on in which somebody does. */
      whileHeld: (begin: () => void, work: () => Promise<void>) =>
        guest.transaction(async tx => {
          await sql`lock table item in access ${sql.raw(lock)} mode`.execute(tx)
          begin()
          await poll(waiting).toBe(1)
          await work()
        }),
    }
  }

  test('a backup leaves nothing after a signal', async () => {
    const { place, whileHeld } = await newHouse('exclusive')
    const copies = newFolder()
    let run: ReturnType<typeof command> | undefined
    await whileHeld(
      () => {
        run = command('backup-data.ts', place, join(copies, 'monday.dump'))
      },
      async () => {
        run?.signal('SIGTERM')
        expect(await run?.ended).toEqual({
          by: 'SIGTERM',
          said: 'No backup was made. It was interrupted.\n',
        })
      },
    )
    expect(readdirSync(copies)).toEqual([])
  })

  test('a restore takes back what it began, and leaves nothing', async () => {
    const { place, whileHeld } = await newHouse('share')
    const settings = { dataDir: place.dataDir, databaseUrl: place.databaseUrl }
    const copy = join(newFolder(), 'monday.dump')
    await backUp({ settings, target: copy, now: new Date() })
    let run: ReturnType<typeof command> | undefined
    await whileHeld(
      () => {
        run = command('restore-data.ts', place, copy, '--overwrite')
      },
      async () => {
        run?.signal('SIGTERM')
        expect(await run?.ended).toEqual({
          by: 'SIGTERM',
          said: 'Nothing was restored. It was interrupted.\n',
        })
      },
    )
    expect(readdirSync(run?.temporary ?? '')).toEqual([])
    expect(await restore({ settings, copy, overwrite: true, now: new Date() })).toEqual([])
  })
})
