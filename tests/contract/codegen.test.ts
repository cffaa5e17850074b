/** What whoever changes the contract reads of `npm run codegen`. */
import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { quickFolder } from '../support/quick-folder.ts'

const root = join(import.meta.dirname, '../..')

test.each([
  ['schema.graphql', 'type Unit {\n  id ID!\n}\n', 'schema.graphql:2:6'],
  ['schema.graphql', 'type Query {\n  unit: Unti\n}\n', 'schema.graphql:2:9'],
  [
    'operations/unit.graphql',
    'query getAllUnit {\n  getAllUnit {\n}\n',
    'operations/unit.graphql:3:1',
  ],
])('a slip in %s is told with its file and line', async (file, text, place) => {
  const folder = mkdtempSync(join(quickFolder(), 'aisle-codegen-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['codegen.ts', 'package.json', 'schema.graphql']) {
    copyFileSync(join(root, name), join(folder, name))
  }
  cpSync(join(root, 'operations'), join(folder, 'operations'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, file), text)
  const program = join(root, 'node_modules/.bin/graphql-codegen')
  const failure: unknown = await promisify(execFile)(program, [], { cwd: folder }).catch(
    error => error,
  )
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(`\n${place}\n`) })
})
