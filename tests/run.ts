/**
 * `npm test`: the checks, all tests, and at last the tests in a real browser against the built app. The last
 * line is the count over all of them. `npm test -- rules` runs the tests whose path contains "rules", alone.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './support/browser.ts'

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Step {
  readonly name: string
  readonly run: () => Count
}

const filters = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'aisle-tests-'))
const nothing: Count = { passed: 0, failed: 0, skipped: 0 }
const spawned = { stdio: 'inherit', shell: process.platform === 'win32' } as const
const oneFailure: Count = { passed: 0, failed: 1, skipped: 0 }

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
const results = steps.map(({ name, run }) => ({ name, count: run() }))
rmSync(reports, { recursive: true, force: true })

say('')
for (const { name, count } of results) {
  const details = count.passed + count.skipped > 0 ? ` (${sentence(count)})` : ''
  say(`${count.failed > 0 ? '✗' : '✓'} ${name}${details}`)
}
const failed = sum(results.map(({ count }) => count.failed))
say(`${sum(results.map(({ count }) => count.passed))} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function browserTests(): Count {
  try {
    process.env.BROWSER_PATH = ensureBrowser()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return oneFailure
  }
  const build = program(process.execPath, 'server/build-when-needed.ts')
  return build.failed > 0 ? build : vitest('browser')
}

/** A program of node_modules/.bin, where npm puts the Node that the project runs on too. */
function program(command: string, ...parameters: readonly string[]): Count {
  const { status } = spawnSync(command, parameters, spawned)
  return status === 0 ? nothing : oneFailure
}

function vitest(...projects: readonly string[]): Count {
  const report = join(reports, `${projects.join('-')}.json`)
  const { status } = spawnSync(
    'vitest',
    [
      'run',
      ...projects.flatMap(project => ['--project', project]),
      ...[
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      ...filters,
    ],
    spawned,
  )
  const count = readReport(report)
  // A test file that does not load, or an error outside of all tests, is a failure without a test to count.
  return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

/** What of vitest's report is read here. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

function readReport(path: string): Count {
  let report: Report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return oneFailure
  }
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every(result => result.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests,
  }
}

function sentence({ passed, failed: failures, skipped }: Count): string {
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
