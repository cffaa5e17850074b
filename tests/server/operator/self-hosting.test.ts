/** What the manual has an operator do, where a test can see that it fits together. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../../../server/settings.ts'
import { quickFolder } from '../../support/quick-folder.ts'

const root = join(import.meta.dirname, '../../..')
const manual = readFileSync(join(root, 'docs/self-hosting.md'), 'utf8')

test('the settings of the service stand where its commands read them, too', () => {
  const [, unit = ''] = /```ini\n([\s\S]*?)```/.exec(manual) ?? []
  expect(unit).toContain('WorkingDirectory=/srv/aisle\n')
  expect(unit).not.toMatch(/^Environment/m)
  const [, file = ''] = /tee \/srv\/aisle\/\.env .*<< 'END'\n([\s\S]*?)^END$/m.exec(manual) ?? []
  const folder = mkdtempSync(join(quickFolder(), 'aisle-service-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, '.env'), file)
  const [, state = ''] = /^StateDirectory=(.+)$/m.exec(unit) ?? []
  expect(readSettings({}, join(folder, '.env'))).toMatchObject({
    dataDir: `/var/lib/${state}`,
    trustProxy: 1,
  })
})

test('the service is started again until its database is there, however long that takes', () => {
  const [, unit = ''] = /```ini\n([\s\S]*?)```/.exec(manual) ?? []
  expect(unit).toContain('\nRestart=on-failure\n')
  // systemd gives up what it started five times within ten seconds.
  const [, seconds = '0.1'] = /^RestartSec=(\d+)$/m.exec(unit) ?? []
  expect(Number(seconds) * 5).toBeGreaterThan(10)
})

test('the service is stopped while an upgrade empties node_modules, of which it loads some late', () => {
  const [, upgrade = ''] = /^## Upgrade\n+```sh\n([\s\S]*?)```/m.exec(manual) ?? []
  expect(upgrade).toMatch(/systemctl stop aisle\n.*npm ci .*systemctl start aisle\n/)
})

test('the build leaves that file alone, which may be for the user of the service only', async () => {
  const environment = { command: 'build', mode: 'production' } as const
  const loaded = await loadConfigFromFile(environment, join(root, 'vite.config.ts'))
  expect(loaded?.config.envDir).toBe(false)
})

test('what the manual starts in a container is there, and the image has what it reads', () => {
  const programs = [...manual.matchAll(/\baisle node (server\/[\w-]+\.ts)/g)].map(
    ([, name]) => name,
  )
  expect(programs).toContain('server/restore-data.ts')
  for (const name of programs) expect(existsSync(join(root, name ?? ''))).toBe(true)
  expect(readFileSync(join(root, 'Containerfile'), 'utf8')).toMatch(/^ENV .*\bDATA_DIR=\/data$/m)
})

test('a backup in the working folder gets into neither a commit nor an image', () => {
  const names = [
    ...['aisle-2026-11-21T09-00-00Z.db', 'aisle-2026-11-21T09-00-00Z.dump', 'monday.db'],
    ...['.aisle-backup-1/copy', 'data-back/aisle.db'],
  ]
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  expect(ignored).toEqual(
    expect.arrayContaining(['*.db', '*.dump', '*.part', 'data-*', '.aisle-backup-*']),
  )
  if (!existsSync(join(root, '.git'))) return
  const asked = [...names, ...names.map(name => `${name}.part`)]
  const answer = execFileSync('git', ['check-ignore', ...asked], { cwd: root, encoding: 'utf8' })
  expect(answer.trim().split('\n')).toEqual(asked)
})
