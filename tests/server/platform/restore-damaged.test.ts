/** Restored where a power cut, a bad disk or a hand has left less than a whole database. */
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import { restore } from '../../../server/backup/restore.ts'
import { openDatabase } from '../../../server/db/open.ts'
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
    restore: (overwrite = false) => restore({ settings, copy, overwrite, now: server.clock.now() }),
    /** What is there now, on sound pages. */
    async lists() {
      const database = await openDatabase({ dataDir })
      const { rows } = await sql`pragma integrity_check`.execute(database.query)
      const found = await database.query.selectFrom('shopping_list').select('name').execute()
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
