/** docs/security.md claims what a test shows: each title that it names is there. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingTest, readClaims } from './claims.ts'

test('every test that the page on security names is there', () => {
  const claims = readClaims(readFileSync('docs/security.md', 'utf8'))
  expect(claims.length).toBeGreaterThan(80)
  expect(claims.flatMap(([file, title]) => missingTest(file, title) ?? [])).toEqual([])
})

test('a claim without its test is found', () => {
  const claims = readClaims('`architecture.test.ts` "not a title of", "claims"; `none.test.ts` "x"')
  expect(claims.map(([file, title]) => missingTest(file, title))).toEqual([
    'tests/architecture.test.ts has no test "not a title of"',
    'tests/architecture.test.ts has no test "claims"',
    'tests/none.test.ts does not exist',
  ])
})
