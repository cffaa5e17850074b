/**
 * docs/api.md tells of every operation: by its name, or by the record's row of section 7 where all have it. And what it
 * has its reader type works.
 */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { buildSchema } from 'graphql'
import { expect, onTestFinished, test } from 'vitest'
import { sqlite } from '../support/server/engines.ts'
import { startServerProcess } from '../support/server/server-process.ts'

const ofEveryRecord =
  /^(?:getAll|getById|getByFilter|create|update|deleteById|deleteByIds)(ShoppingList|Item|Unit|UserConfig|Friend|Feedback)$/

const sections = readFileSync('docs/api.md', 'utf8').split(/^## /m)
/** What is written as code. The paths of stub mode name every operation, and tell of none. */
const code = sections
  .filter(section => !section.startsWith('REST, in stub mode'))
  .flatMap(section => section.match(/^```[\s\S]*?^```|`[^`\n]+`/gm) ?? [])
  .join('\n')

test('every operation of the contract is told of', () => {
  const words = new Set(code.match(/\w+/g))
  const contract = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const operations = [
    contract.getQueryType(),
    contract.getMutationType(),
    contract.getSubscriptionType(),
  ].flatMap(type => Object.keys(type?.getFields() ?? {}))
  expect(operations.length).toBeGreaterThan(60)
  const untold = operations.filter(name => !ofEveryRecord.test(name) && !words.has(name))
  expect(untold).toEqual([])
})

test('every REST call is told of', () => {
  const paths = new Set(code.match(/\/auth\/[\w/-]+/g))
  const calls = readFileSync('server/auth/routes/routes.ts', 'utf8').match(
    /(?<=')\/auth\/[\w/-]+(?=')/g,
  )
  expect(calls?.length).toBeGreaterThan(5)
  expect(calls?.filter(call => !paths.has(call))).toEqual([])
})

const hasPrograms = spawnSync('bash', ['-c', 'command -v curl && command -v jq']).status === 0

test.skipIf(!hasPrograms)(
  'its blocks run one after the other in a shell, and refuse where they say so (where there are bash, curl and jq)',
  // It waits for events, and each call is a program.
  { timeout: 60_000 },
  async () => {
    const place = await sqlite.newPlace()
    onTestFinished(() => place.remove())
    const server = await startServerProcess(place)
    onTestFinished(() => server.signal('SIGKILL'))
    const script = sections.map(section =>
      [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block).join('\n'),
    )
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', script.join("\nprintf '\\f'\n")],
      {
        cwd: place.dataDir,
        env: { PATH: process.env.PATH, TMPDIR: place.dataDir, BASE: server.origin },
      },
    )
    expect(stderr).toBe('')
    expect(stdout).toContain('added once\n')
    expect(stdout).toMatch(/^data: \{"data":\{"changed":/m)
    const answers = stdout.split('\f')
    expect(answers).toHaveLength(sections.length)
    const refusing = sections.filter((_section, index) =>
      /"errors"|"success":false|^null$/m.test(answers[index] ?? ''),
    )
    expect(refusing.map(section => section.split('\n')[0])).toEqual([
      'Several requests in one',
      'When it says no',
      'Sign out',
    ])
  },
)
