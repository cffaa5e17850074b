/** Windows flushes a file that was opened to be written, and opens no folder; a stick gives a file one name alone. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../../server/backup/backup.ts'
import { restore } from '../../../server/backup/restore.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { quickFolder } from '../../support/quick-folder.ts'

let isStick = false

vi.mock(import('node:fs/promises'), async load => {
  const real = await load()
  function refuse(call: string): never {
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
  const link: typeof real.link = async (from, to) =>
    isStick ? refuse('link') : real.link(from, to)
  return { ...real, open, link }
})

test.each(['disk', 'stick'])('a backup is made and restored on Windows, from a %s', async place => {
  isStick = place === 'stick'
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
