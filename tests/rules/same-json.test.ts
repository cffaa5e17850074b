import { expect, it } from 'vitest'
import { sameJson } from '../../rules/same-json.ts'

it.each<[boolean, unknown, unknown]>([
  [true, 'a', 'a'],
  [true, null, null],
  [true, { a: [1, { b: null }], c: 'd' }, { c: 'd', a: [1, { b: null }] }],
  [true, [], []],
  [false, { a: 1 }, { a: 1, b: 2 }],
  [false, { a: 1, b: 2 }, { a: 1, b: 3 }],
  [false, { a: undefined }, { b: undefined }],
  [false, [1, 2], [1, 3]],
  [false, [1, 2], [2, 1]],
  [false, [1], [1, 2]],
  [false, [1], { 0: 1 }],
  [false, { 0: 1 }, [1]],
  [false, null, {}],
  [false, '1', 1],
])('%j of %j and %j', (expected, a, b) => {
  expect(sameJson(a, b)).toBe(expected)
})
