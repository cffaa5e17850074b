/** When `npm start` builds the app, and where: asked of a folder whose build only says that it was called. */
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { finish } from '../../../build/finish.ts'
import { digestOfSources } from '../../../server/build-sources.ts'
import { begunFile, builtFile, manifestFile } from '../../../server/built-file.ts'
import { quickFolder } from '../../support/quick-folder.ts'

const root = join(import.meta.dirname, '../../..')

/** A house with a build that only says that it was called; its `start` answers what was said. */
function newHouse() {
  const folder = mkdtempSync(join(quickFolder(), 'aisle-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  function write(name: string, text: string, minute: number) {
    const file = join(folder, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    utimesSync(file, minute * 60, minute * 60)
  }
  const scripts = ['build-when-needed.ts', 'build-folder.ts', 'build-sources.ts', 'built-file.ts']
  for (const name of scripts) {
    write(`server/${name}`, readFileSync(join(root, 'server', name), 'utf8'), 1)
  }
  write('package.json', '{ "type": "module" }', 1)
  write('node_modules/vite/bin/vite.js', 'process.stdout.write("built")', 1)
  write('index.html', '', 1)
  function start(environment: Readonly<Record<string, string>> = {}) {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'server/build-when-needed.ts')],
      { encoding: 'utf8', env: { PATH: process.env.PATH, ...environment } },
    )
    return stdout + stderr
  }
  /** As a build leaves it that ran to its end, later than all that is written here. */
  function markBuilt() {
    const minute = Date.now() / 60_000 + 60
    write('dist/index.html', '', minute)
    write(`dist/${builtFile}`, digestOfSources(folder), minute)
  }
  return { folder, write, start, markBuilt }
}

test('what was cut short is built again, and what is whole is not, until its sources change', () => {
  const { write, start, markBuilt } = newHouse()
  expect(start()).toMatch(/not there.*\nbuilt$/)
  write('dist/index.html', '', 2)
  expect(start()).toMatch(/not all of it.*\nbuilt$/)
  markBuilt()
  expect(start()).toBe('')
  // As a clone brings them: newer, and the same.
  write('index.html', '', 20)
  expect(start()).toBe('')
  // The build and the server share it.
  write('server/http/first-look.ts', '', 20)
  expect(start()).toMatch(/its sources changed.*\nbuilt$/)
})

test('sources that are other ones but older, as an archive brings them, are built, too', () => {
  const { folder, write, start, markBuilt } = newHouse()
  write('src/list/milk.ts', 'x', 2)
  markBuilt()
  expect(start()).toBe('')
  write('src/list/milk.ts', 'y', 1)
  expect(start()).toMatch(/its sources changed.*\nbuilt$/)
  markBuilt()
  rmSync(join(folder, 'src/list/milk.ts'))
  expect(start()).toMatch(/its sources changed.*\nbuilt$/)
  // As an earlier version left it.
  write(`dist/${builtFile}`, '', 9)
  expect(start()).toMatch(/its sources changed.*\nbuilt$/)
})

test('a folder in use is emptied by no build, whatever BUILD_DIR says', () => {
  const { folder, write, start, markBuilt } = newHouse()
  write('data/aisle.db', 'Milk', 1)
  // As an empty line of a unit file: no name, so the usual one.
  expect(start({ BUILD_DIR: ' ' })).toMatch(/not there.*\nbuilt$/)
  markBuilt()
  expect(start({ BUILD_DIR: '' })).toBe('')
  for (const name of ['.', '..', '/', folder]) {
    expect(start({ BUILD_DIR: name })).toMatch(
      /^BUILD_DIR must name .*: in \/.* lies Aisle itself\.\n$/,
    )
  }
  write('site/index.html', 'Somebody’s', 1)
  for (const name of ['data', 'site', 'node_modules']) {
    expect(start({ BUILD_DIR: name })).toBe(
      `BUILD_DIR must name a folder for the built app alone: there are other files in ${join(folder, name)}. Name another folder, or empty it.\n`,
    )
  }
  // Empty, what was cut short, and what an older version left.
  mkdirSync(join(folder, 'empty'))
  write(`begun/${begunFile}`, '', 1)
  write(`older/${manifestFile}`, '', 1)
  // And what was begun a moment before its mark.
  mkdirSync(join(folder, 'first', '.vite'), { recursive: true })
  for (const name of ['empty', 'begun', 'older', 'first', 'new']) {
    expect(start({ BUILD_DIR: name })).toMatch(/built$/)
  }
})

test('a build of its own refuses such a folder in one sentence, too', async () => {
  const { folder, write } = newHouse()
  write('site/index.html', 'Somebody’s', 1)
  const building = build({
    ...{ root: folder, configFile: false, logLevel: 'silent' },
    ...{ plugins: [finish()], build: { outDir: 'site' } },
  })
  const says = `BUILD_DIR must name a folder for the built app alone: there are other files in ${join(folder, 'site')}. Name another folder, or empty it.`
  await expect(building).rejects.toMatchObject({ message: says, stack: says })
})

test('a first build that is cut short in its first moment can be begun again', async () => {
  const { folder, write, start } = newHouse()
  write('index.html', '<p>Milk</p>', 1)
  write('public/first.txt', '', 1)
  const begin = (...others: readonly Plugin[]) =>
    build({
      ...{ root: folder, configFile: false, logLevel: 'silent' },
      ...{ plugins: [finish(), ...others], build: { outDir: 'own', manifest: true } },
    })
  // Once the first files are copied.
  const cut: Plugin = {
    name: 'cut',
    enforce: 'post',
    renderStart: { order: 'pre', handler: () => Promise.reject(new Error('Cut short')) },
  }
  await expect(begin(cut)).rejects.toThrow('Cut short')
  expect(readdirSync(join(folder, 'own'))).toContain('first.txt')
  expect(readdirSync(join(folder, 'own', '.vite'))).toEqual(['begun'])
  expect(start({ BUILD_DIR: 'own' })).toMatch(/built$/)
  write('own/left.txt', '', 1)
  await begin()
  expect(readdirSync(join(folder, 'own')).sort()).toEqual(['.vite', 'first.txt', 'index.html'])
  expect(readdirSync(join(folder, 'own', '.vite')).sort()).toEqual(['built', 'manifest.json'])
  expect(start({ BUILD_DIR: 'own' })).toBe('')
  await begin({ name: 'meanwhile', renderStart: () => write('src/late.ts', '', 1) })
  expect(start({ BUILD_DIR: 'own' })).toMatch(/its sources changed.*\nbuilt$/)
  // And emptied by the next one.
  write('own/left.txt', '', 1)
  await begin()
  expect(readdirSync(join(folder, 'own'))).not.toContain('left.txt')
})
