/** What `npm test` says where its filter fits no test. */
import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('a filter that no test fits is a failure', { timeout: 60_000 }, async () => {
  const programs = join(root, 'node_modules/.bin')
  const run = promisify(execFile)(process.execPath, ['tests/run.ts', 'no-such-test'], {
    cwd: root,
    env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` },
  })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/\nThe path of no test contains "no-such-test"\.\n$/),
  })
})
