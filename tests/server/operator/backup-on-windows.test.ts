/** Windows flushes a file that was opened to be written, and opens no folder. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import { restore } from '../../../server/backup/restore.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { quickFolder } from '../../support/quick-folder.ts'

vi.mock(import('node:fs/promises'), async load => {
  const real = await load()
  function refuse(call: string) {
    throw Object.assign(new Error(`EPERM: operation not permitted, ${call}`), { code: 'EPERM' })
  }
  const open: typeof real.open = async (path, flags, mode) => {
    const handle = await real.open(path, flags, mode)
    if (process.platform !== 'win32') return handle
    if ((await handle.stat()).isDirectory()) {
      await handle.close()
      refuse('open')
    }
    if (flags === 'r') handle.sync = async () => refuse('fsync')
    return handle
  }
  return { ...real, open }
})

test('a backup is made and restored on Windows', async () => {
  const folder = mkdtempSync(join(quickFolder(), 'aisle-windows-'))
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
  onTestFinished(() => {
    platform.mockRestore()
    rmSync(folder, { recursive: true, force: true })
  })
  const settings = { dataDir: join(folder, 'data'), databaseUrl: undefined }
  await (await openDatabase(settings)).close()
  const now = new Date()
  const copy = await backUp({ settings, target: join(folder, 'monday.db'), now })
  expect(statSync(copy).size).toBeGreaterThan(0)
  expect(await restore({ settings, copy, overwrite: true, now })).toHaveLength(1)
})
