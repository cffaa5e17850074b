/**
 * `npm test`: the checks, all tests, and at last the tests in a real browser against the built app. The last
 * line is the count over all of them, after what failed and what needed a second try. `npm test -- rules` runs
 * the tests whose path contains "rules", alone. What this machine lacks is left out and named, where CI is not set.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './support/browser/browser.ts'
import { findPostgres } from './support/server/postgres.ts'
import type { Tally } from './support/tally-reporter.ts'

interface Step {
  readonly name: string
  readonly run: () => Tally
}

const filters = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'aisle-tests-'))
const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] }
const spawned = { stdio: 'inherit', shell: process.platform === 'win32' } as const
/** The app writes days and times as its device does: tests name them as an English one in UTC would. */
const device = { LC_ALL: 'C.UTF-8', TZ: 'UTC' }
const oneFailure: Tally = { ...nothing, failed: 1 }
const notRun: Tally = { ...nothing }
const lacks: string[] = []
const isComplete = ['true', '1'].includes(process.env.CI ?? '')

const checks: readonly Step[] = [
  { name: 'contract and generated code agree', run: () => program('graphql-codegen', '--check') },
  { name: 'format and lint', run: () => program('biome', 'ci') },
  { name: 'types', run: () => program('tsc', '--noEmit') },
]

const tests: readonly Step[] = [
  { name: 'tests', run: () => vitest('node', 'screens') },
  // Filters that name no browser test leave the browser alone.
  ...(filters.length === 0 || filters.some(filter => filter.includes('browser'))
    ? [{ name: 'tests in the browser', run: browserTests }]
    : []),
]

const steps = filters.length > 0 ? tests : [...checks, ...tests]
const results = steps.map(({ name, run }) => ({ name, tally: run() }))
rmSync(reports, { recursive: true, force: true })

say('')
for (const { name, tally } of results) {
  const details = tally.passed + tally.skipped > 0 ? ` (${sentence(tally)})` : ''
  const sign = tally === notRun ? '–' : tally.failed > 0 ? '✗' : '✓'
  say(`${sign} ${name}${tally === notRun ? ' (not run here)' : details}`)
}
const failures = results.flatMap(({ tally }) => tally.failures)
if (failures.length > 0) say(`\nFailed:\n  ${failures.join('\n  ')}\n`)
const retried = results.flatMap(({ tally }) => tally.retried)
if (retried.length > 0) say(`\nPassed at a second try only:\n  ${retried.join('\n  ')}\n`)
if (!isComplete && findPostgres() === undefined) {
  lacks.push('PostgreSQL is not installed: the tests of the server ran on SQLite alone.')
}
if (lacks.length > 0) say(`\nLeft out on this machine:\n  ${lacks.join('\n  ')}\n`)
const failed = sum(results.map(({ tally }) => tally.failed))
say(`${sum(results.map(({ tally }) => tally.passed))} passed, ${failed} failed`)
const hasNone = filters.length > 0 && results.every(({ tally }) => isEmpty(tally))
if (hasNone) say(`The path of no test contains ${filters.map(one => `"${one}"`).join(' or ')}.`)
process.exitCode = failed > 0 || hasNone ? 1 : 0

function browserTests(): Tally {
  try {
    process.env.BROWSER_PATH = ensureBrowser()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    say(why)
    if (isComplete) return oneFailure
    lacks.push(why)
    return notRun
  }
  const build = program(process.execPath, 'server/build-when-needed.ts')
  return build.failed > 0 ? build : vitest('browser')
}

/** A program of node_modules/.bin, where npm puts the Node that the project runs on too. */
function program(command: string, ...parameters: readonly string[]): Tally {
  const { status } = spawnSync(command, parameters, spawned)
  return status === 0 ? nothing : oneFailure
}

function vitest(...projects: readonly string[]): Tally {
  const path = join(reports, `${projects.join('-')}.json`)
  const { status, signal } = spawnSync(
    'vitest',
    [
      'run',
      ...projects.flatMap(project => ['--project', project]),
      '--passWithNoTests',
      ...filters,
    ],
    { ...spawned, env: { ...process.env, ...device, TALLY_FILE: path } },
  )
  const tally = readTally(path)
  // Whatever else vitest complains of is a failure too.
  if (status === 0 || tally.failed > 0) return tally
  return {
    ...tally,
    failed: 1,
    failures: [`no test, but vitest ended with ${status ?? signal}`],
  }
}

function readTally(path: string): Tally {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return oneFailure
  }
}

function isEmpty(tally: Tally): boolean {
  return tally !== notRun && tally.passed + tally.failed + tally.skipped === 0
}

function sentence({ passed, failed: failures, skipped }: Tally): string {
  const parts = [
    `${passed} passed`,
    `${failures} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return parts.join(', ')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
