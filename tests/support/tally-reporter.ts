/** What `npm test` says at its end: how many passed and failed, and which tests needed a second try. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Tests that passed at last, each with the first line of what went wrong before. */
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

function tally(modules: readonly TestModule[], errors: readonly unknown[]): Tally {
  const tests = modules.flatMap(module => [...module.children.allTests()])
  const count = (state: string) => tests.filter(test => test.result().state === state).length
  const failed = count('failed')
  // A file that does not load, or that ends before its tests do, is a failure without a test to count.
  const broken = modules.filter(
    module => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
  )
  return {
    passed: count('passed'),
    failed: failed + broken.length + errors.length,
    skipped: count('skipped'),
    retried: tests
      .filter(test => test.diagnostic()?.flaky)
      .map(test => {
        const [error] = test.result().errors ?? []
        const why = error?.message.split('\n')[0] ?? 'no reason was given'
        return `${test.module.relativeModuleId} > ${test.fullName}: ${why}`
      }),
  }
}
