/** Restored where a power cut, a bad disk or a hand has left less than a whole database. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import { restore } from '../../../server/backup/restore.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { examine } from '../../../server/doctor/examine.ts'
import { parseSettings } from '../../../server/settings.ts'
import { quickFolder } from '../../support/quick-folder.ts'
import { done } from '../../support/server/api.ts'
import { sqlite, startTestServer } from '../../support/server/server.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(quickFolder(), 'aisle-damaged-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A backup, and the folder as a power cut leaves it later: what was written last lies beside the database. */
async function cutPower() {
  const [folder, copies] = [newFolder(), newFolder()]
  const dataDir = join(folder, 'data')
  const address = { dataDir: join(folder, 'running') }
  const server = await startTestServer(sqlite, { address })
  const ana = await server.buildUser()
  const items = Array.from({ length: 400 }, (_, n) => ({
    name: `Item ${n}`,
    notes: 'x'.repeat(80),
  }))
  await done(ana, 'createShoppingList', { name: 'In the copy', items })
  const copy = join(copies, 'monday.db')
  await backUp({ settings: { ...address, databaseUrl: undefined }, target: copy, now: new Date() })
  server.clock.advance({ minutes: 5 })
  await done(ana, 'createShoppingList', { name: 'After it', items })
  cpSync(address.dataDir, dataDir, { recursive: true })
  await server.close()
  const settings = { dataDir, databaseUrl: undefined }
  return {
    file: join(dataDir, 'aisle.db'),
    /** What the doctor says is to be mended in the data, and how. */
    async ill() {
      chmodSync(dataDir, 0o700)
      const found = await examine(parseSettings({ DATA_DIR: dataDir }), server.clock.now())
      return found.flatMap(({ about, mend }) =>
        mend === undefined || about === 'app' ? [] : [`${about} → ${mend}`],
      )
    },
    restore: (overwrite = false, from = copy) =>
      restore({ settings, copy: from, overwrite, now: server.clock.now() }),
    /** What is there now, on sound pages. */
    async lists() {
      const database = await openDatabase({ dataDir })
      const { rows } = await sql`pragma integrity_check`.execute(database.query)
      const names = database.query.selectFrom('shopping_list').select('name').orderBy('name')
      const found = await names.execute()
      await database.close()
      expect(rows).toEqual([{ integrity_check: 'ok' }])
      return found.map(({ name }) => name)
    },
  }
}

test('what a database that was moved away has left behind does not get into the restored one', async () => {
  const { file, restore, lists } = await cutPower()
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
  renameSync(file, `${file}.broken`)
  const before = readFileSync(`${file}-wal`)
  const kept = await restore()
  expect(await lists()).toEqual(['In the copy'])
  expect(kept.map(path => basename(path).replace(/before-.*Z/, 'before'))).toEqual([
    'aisle.db.before-wal',
    'aisle.db.before-shm',
  ])
  expect(readFileSync(kept[0] ?? '').equals(before)).toBe(true)
})

test('what lies beside a copy is restored with it', async () => {
  const { file, restore, lists } = await cutPower()
  const moved = newFolder()
  cpSync(join(file, '..'), moved, { recursive: true })
  expect(statSync(join(moved, 'aisle.db-wal')).size).toBeGreaterThan(0)
  await restore(true, join(moved, 'aisle.db'))
  expect(await lists()).toEqual(['After it', 'In the copy'])
})

test('so is a copy that lies where nothing can be made beside it, as on a disk that can only be read', async () => {
  const { file, restore, lists } = await cutPower()
  const disk = newFolder()
  cpSync(join(file, '..'), disk, { recursive: true })
  const copy = join(disk, 'aisle.db')
  // Root may write everywhere: in its way stands what it cannot open as a file.
  rmSync(`${copy}-shm`)
  symlinkSync('aisle.db-shm', `${copy}-shm`)
  const before = readdirSync(disk)
  await restore(true, copy)
  expect(await lists()).toEqual(['After it', 'In the copy'])
  expect(readdirSync(disk)).toEqual(before)
  expect(readdirSync(join(file, '..')).filter(name => name.startsWith('.'))).toEqual([])
})

const needsTheWord = /aisle\.db cannot be read \(.+\): .* To restore all the same, add --overwrite/

test('a database with damaged pages is restored over by the command that the doctor names', async () => {
  const { file, ill, restore, lists } = await cutPower()
  const closed = new DatabaseSync(file)
  closed.exec('pragma journal_mode = delete')
  closed.close()
  const broken = readFileSync(file)
  const pageSize = 4096
  for (let at = pageSize; at < broken.length; at += pageSize) {
    const page = broken.subarray(at, at + pageSize)
    // Where the rows of items lie, not what finds them.
    if (page[0] === 0x0d && page.includes('xxxx')) page.fill(0x55)
  }
  writeFileSync(file, broken)

  expect(await ill()).toEqual(['integrity → npm run restore -- BACKUP --overwrite'])
  await expect(restore()).rejects.toThrow(needsTheWord)
  const [kept = ''] = await restore(true)
  expect(await lists()).toEqual(['In the copy'])
  expect(readFileSync(kept).subarray(pageSize).equals(broken.subarray(pageSize))).toBe(true)
})

test('so is what is no database any more, with all that it has beside it', async () => {
  const { file, ill, restore, lists } = await cutPower()
  const broken = Buffer.alloc(8192, 'Milk')
  writeFileSync(file, broken)
  writeFileSync(`${file}-wal`, 'Bread')

  expect(await ill()).toEqual(['database → npm run restore -- BACKUP --overwrite'])
  await expect(restore()).rejects.toThrow(needsTheWord)
  const [kept = ''] = await restore(true)
  expect(await lists()).toEqual(['In the copy'])
  expect(readFileSync(kept).equals(broken)).toBe(true)
})

const nobody = 65_534

// Nobody else may give a file away.
test.runIf(process.geteuid?.() === 0)(
  'what root restores is the user’s whose the folder is, and the doctor names a file that is not',
  async () => {
    const { file, ill, restore } = await cutPower()
    const owners = () => [file, join(file, '..')].map(path => statSync(path).uid)
    const folder = join(file, '..')
    for (const name of ['.', ...readdirSync(folder)]) chownSync(join(folder, name), nobody, nobody)
    await restore(true)
    expect(owners()).toEqual([nobody, nobody])
    expect(await ill()).toEqual([])
    chownSync(file, 0, 0)
    const mend = `chown ${nobody}:${nobody} '${file}'`
    expect(await ill()).toEqual([`permissions → sudo ${mend}`])
    execFileSync('sh', ['-c', mend])
    expect(owners()).toEqual([nobody, nobody])
    expect(await ill()).toEqual([])
  },
)

test.runIf(process.geteuid?.() === 0)(
  'what root makes is the user’s whose the folder is, by whichever command',
  async () => {
    const folder = newFolder()
    chownSync(folder, nobody, nobody)
    const dataDir = join(folder, 'data')
    const script = join(import.meta.dirname, '../../../server/user.ts')
    execFileSync(process.execPath, [script, 'make', 'ana@example.org', 'Ana', 'Test'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
    const owners = () =>
      ['.', ...readdirSync(dataDir)].map(name => [name, statSync(join(dataDir, name)).uid])
    const names = ['.', 'aisle.db', 'aisle.mark']
    expect(owners()).toEqual(names.map(name => [name, nobody]))
    const db = await openDatabase({ dataDir })
    const open = ['.', 'aisle.db', 'aisle.db-shm', 'aisle.db-wal', 'aisle.mark']
    expect(owners()).toEqual(open.map(name => [name, nobody]))
    await db.close()
  },
)
