/** When `npm start` builds the app: asked of a folder whose build only says that it was called. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtFile } from '../../../server/built-file.ts'
import { quickFolder } from '../../support/quick-folder.ts'

const root = join(import.meta.dirname, '../../..')

test('what was cut short is built again, and what is whole is not, until its sources change', () => {
  const folder = mkdtempSync(join(quickFolder(), 'aisle-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string, minute: number) => {
    const file = join(folder, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    utimesSync(file, minute * 60, minute * 60)
  }
  for (const name of ['build-when-needed.ts', 'built-file.ts']) {
    write(`server/${name}`, readFileSync(join(root, 'server', name), 'utf8'), 1)
  }
  write('package.json', '{ "type": "module" }', 1)
  write('node_modules/vite/bin/vite.js', 'process.stdout.write("built")', 1)
  write('index.html', '', 1)
  const start = () =>
    execFileSync(process.execPath, [join(folder, 'server/build-when-needed.ts')], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    })

  expect(start()).toMatch(/not there.*\nbuilt$/)
  write('dist/index.html', '', 2)
  expect(start()).toMatch(/not all of it.*\nbuilt$/)
  write(`dist/${builtFile}`, '', 4)
  expect(start()).toBe('')
  // While the build ran.
  write('index.html', 'x', 3)
  expect(start()).toMatch(/its sources changed.*\nbuilt$/)
  write(`dist/${builtFile}`, '', 5)
  write('dist/index.html', '', 5)
  expect(start()).toBe('')
  // The build and the server share it.
  write('server/http/first-look.ts', '', 6)
  expect(start()).toMatch(/its sources changed.*\nbuilt$/)
})
