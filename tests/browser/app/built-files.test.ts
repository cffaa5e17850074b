/** What the build promises of the files that browsers keep. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isNeverKept } from '../../../build/files/never-kept.ts'
import { builtFile } from '../../../server/built-file.ts'
import { createDeployment } from '../../support/browser/browser-build.ts'

function scripts() {
  const deployment = createDeployment()
  onTestFinished(() => deployment.remove())
  return [...deployment.files()]
    .filter(([name]) => name.endsWith('.js'))
    .map(([name, bytes]) => ({ name, text: Buffer.from(bytes, 'latin1').toString('utf8') }))
}

test('that all of it is there is said last', () => {
  const folder = process.env.BUILD_DIR ?? 'dist'
  const said = statSync(join(folder, builtFile)).mtimeMs
  const later = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => {
    const file = statSync(join(folder, name))
    return file.isFile() && file.mtimeMs > said
  })
  expect(later).toEqual([])
})

test('no script is kept in two bytes a character', () => {
  const wide = scripts().filter(({ text }) => /[\u0100-\uffff]/.test(text))
  expect(wide.map(({ name }) => name)).toEqual([])
})

test('a list loads nothing of the public pages', () => {
  const all = scripts()
  expect(all.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^public-/))
  const loading = all.filter(
    ({ name, text }) => /^(start|app|tools)-/.test(name) && /from"\.\/public-/.test(text),
  )
  expect(loading.map(({ name }) => name)).toEqual([])
})

test('what devices keep needs nothing of what they do not, nor do pages to read, what mails lead to and invitations need a list', () => {
  const needing = scripts().flatMap(({ name, text }) =>
    [...text.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)].map(([, needed = '']) => ({
      name,
      needed,
    })),
  )
  expect(needing).toContainEqual({
    name: expect.stringMatching(/^mailed-/),
    needed: expect.stringMatching(/^start-/),
  })
  const wrong = needing.filter(
    ({ name, needed }) =>
      (isNeverKept(needed) && !isNeverKept(name)) ||
      (/^(mailed|reading)-/.test(name) && /^(app|tools)-/.test(needed)),
  )
  expect(wrong).toEqual([])
})
