/** What `npm test` says at its end: how many passed, which tests failed, and which needed a second try. */
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Tests and files that failed, each with what went wrong. */
  readonly failures: readonly string[]
  /** Tests that passed at last, each with what went wrong before. */
  readonly retried: readonly string[]
}

/** Writes the tally to a file when all tests have run, as JSON. */
export function tallyReporter(file: string): Reporter {
  return {
    onTestRunEnd(modules, errors) {
      writeFileSync(file, JSON.stringify(tally(modules, errors)))
    },
  }
}

function tally(modules: readonly TestModule[], errors: readonly SerializedError[]): Tally {
  const tests = modules.flatMap(module => [...module.children.allTests()])
  const inState = (state: string) => tests.filter(test => test.result().state === state)
  // A file that does not load, or that ends before its tests do, is a failure without a test to count.
  const broken = modules.filter(
    module => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
  )
  const failures = [
    ...inState('failed').map(withReason),
    ...broken.map(module => `${module.relativeModuleId}: ${reason(module.errors())}`),
    ...errors.map(error => `outside of any test: ${reason([error])}`),
  ]
  return {
    passed: inState('passed').length,
    failed: failures.length,
    skipped: inState('skipped').length,
    failures,
    retried: tests.filter(test => test.diagnostic()?.flaky).map(withReason),
  }
}

function withReason(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}: ${reason(test.result().errors ?? [])}`
}

/** Of a property the first three lines: what failed, the seed, and the example against it. Of lists what they had. */
function reason([error]: readonly SerializedError[]): string {
  if (!error) return 'no reason was given'
  const lines = stripVTControlCharacters(error.message).split('\n')
  if (error.message.startsWith('Property failed')) return lines.slice(0, 3).join(' ')
  const received = lines.filter(line => /^\+ {2,}/.test(line)).slice(0, 5)
  return [lines[0], ...received.map(line => line.replace(/^\+ +/, ''))].join(' ')
}
