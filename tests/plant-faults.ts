/**
 * Proves that the suite is tight: plants one fault at a time in a copy of the tree and runs the tests that
 * should notice. `node tests/plant-faults.ts [part of a name]`; what it says goes into docs/reliability.md.
 * Those that only a browser notices are built for each of them, and planted where "in the browser" is asked for.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserFaults, faults } from './support/planted-faults.ts'

const root = new URL('..', import.meta.url).pathname
/** Asked where the first one notices nothing. */
const others = [
  'offline/disasters',
  'offline/base/derived-cache',
  'cache/policies',
  'offline/tabs/tabs',
  'offline/conflicts/conflicts',
  'offline/conflicts/permissions',
  'contract/prediction',
  'server/http/once',
  'offline/random-histories',
]
/** What a suite says without a fault: it must be content, or its complaint proves nothing. */
const content = new Set<string>()

const wanted = process.argv[2] ?? ''
const wantedFaults = (wanted.startsWith('in the browser') ? browserFaults : faults).filter(
  ({ name }) => name.includes(wanted),
)
for (const { name, file, find } of wantedFaults) {
  const there = readFileSync(join(root, file), 'utf8').includes(find)
  if (!there) throw new Error(`${name}: ${file} has changed, plant it anew.`)
}
const copy = mkdtempSync(join(tmpdir(), 'planted-'))
for (const name of [
  'src',
  'server',
  'rules',
  'tests',
  'bench',
  'public',
  'build',
  'docs',
  'operations',
  'schema.graphql',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
]) {
  cpSync(join(root, name), join(copy, name), { recursive: true })
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

try {
  let caught = 0
  for (const fault of wantedFaults) {
    const path = join(copy, fault.file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replace(fault.find, () => fault.replace),
    )
    const found = catchFault(isBrowserSuite(fault.by) ? [fault.by] : [fault.by, ...others])
    writeFileSync(path, text)
    if (found && !isContent(found.suite)) throw new Error(`${found.suite} fails without a fault.`)
    const by = found?.test
    if (by !== undefined) caught++
    process.stdout.write(`| ${fault.name} | ${by ?? '**not caught**'} |\n`)
  }
  process.stdout.write(`${caught} caught of ${wantedFaults.length} planted\n`)
  process.exitCode = caught === wantedFaults.length ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

/** The first suite that complains, and its first test that fails. */
function catchFault(
  suites: readonly string[],
): { readonly suite: string; readonly test: string } | undefined {
  for (const suite of new Set(suites)) {
    const test = failingTest(suite)
    if (test !== undefined) return { suite, test }
  }
  return undefined
}

function isContent(suite: string): boolean {
  if (!content.has(suite) && failingTest(suite) === undefined) content.add(suite)
  return content.has(suite)
}

function isBrowserSuite(suite: string): boolean {
  return suite.startsWith('browser/')
}

function failingTest(suite: string): string | undefined {
  if (isBrowserSuite(suite)) build()
  const project = isBrowserSuite(suite) ? 'browser' : 'node'
  const { stdout, stderr, status } = runProgram(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--bail',
      '1',
      `tests/${suite}`,
    ],
    { AISLE_HISTORIES: process.env.AISLE_HISTORIES ?? '60' },
  )
  if (status === 0) return undefined
  const said = / FAIL {2}(?:\|\w+\| )?(.*)/.exec(stdout + stderr)?.[1]?.trim()
  return said ?? 'the run ended without an answer'
}

function build(): void {
  const { status, stderr } = runProgram(['node_modules/vite/bin/vite.js', 'build'], {
    NODE_ENV: 'production',
  })
  if (status !== 0) throw new Error(`The fault does not build:\n${stderr}`)
}

function runProgram(parameters: readonly string[], environment: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, parameters, {
    cwd: copy,
    encoding: 'utf8',
    timeout: 300_000,
    env: { ...process.env, BUILD_DIR: join(copy, 'dist'), NO_COLOR: '1', ...environment },
  })
}
