/** Everything goes from SQLite to PostgreSQL while somebody is away, with changes that wait on their device. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onTestFinished, test } from 'vitest'
import { isPostgresRequired } from '../../support/server/engines.ts'
import { findPostgres, joinPostgres, startPostgres } from '../../support/server/postgres.ts'
import {
  addItems,
  anna,
  checkbox,
  expect,
  expectAllSaved,
  makeList,
  setStage,
  signUp,
  syncLine,
  tick,
} from '../stage.ts'

const programs = findPostgres()

test.skipIf(programs === undefined && !isPostgresRequired())(
  'after a move the lists are there, and what waited is sent',
  async () => {
    if (programs === undefined) throw new Error('PostgreSQL is required here and was not found.')
    const { server, proxy, url, device, truth } = await setStage({ LOG_LEVEL: 'error' })
    const cluster = await startPostgres(programs)
    onTestFinished(() => cluster.stop())
    const { url: databaseUrl } = await joinPostgres(cluster.folder).create()

    const page = await device().open()
    await signUp(page, url, anna)
    await makeList(page, 'Weekly shop')
    await addItems(page, 'Milk', 'Bread')
    await expectAllSaved(page)
    await proxy.unplug()
    await tick(page, 'Milk')
    await addItems(page, 'Candles')
    await expect(syncLine(page)).toHaveText('Offline – 2 changes waiting')

    await server.restart({ DATABASE_URL: databaseUrl }, async dataDir => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['server/move.ts', 'postgres'],
        { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl } },
      )
      expect(stdout).toContain('rows were moved, and each was compared.')
    })

    await proxy.plug()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Weekly shop' })).toBeVisible()
    for (const name of ['Bread', 'Candles']) await expect(checkbox(page, name)).toBeVisible()
    await expect(page.getByRole('button', { name: 'In the trolley (1)' })).toBeVisible()
    await expectAllSaved(page)
    const lists = await (await truth(anna)).lists()
    expect(lists.map(({ name }) => name)).toEqual(['Weekly shop'])
    expect(new Map(lists[0]?.items.map(item => [item.name, item.purchased]))).toEqual(
      new Map([
        ['Milk', true],
        ['Bread', false],
        ['Candles', false],
      ]),
    )
    await tick(page, 'Bread')
    await expectAllSaved(page)
  },
)
