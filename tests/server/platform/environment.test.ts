import { expect, test } from 'vitest'
import { systemRandom } from '../../../server/environment.ts'

test('no bytes are handed out twice, and what was handed out stays as it was', () => {
  const counts = [16, 32, 4_090, 16, 5_000, 16, 4_096, 16]
  const taken = Array.from({ length: 50 }, () => counts.map(count => systemRandom(count))).flat()
  const before = taken.map(bytes => Buffer.from(bytes).toString('hex'))
  expect(taken.map(({ length }) => length)).toEqual(Array.from({ length: 50 }, () => counts).flat())
  for (let n = 0; n < 1_000; n += 1) systemRandom(16)
  expect(taken.map(bytes => Buffer.from(bytes).toString('hex'))).toEqual(before)
  const beginnings = before.map(bytes => bytes.slice(0, 32))
  expect(new Set(beginnings).size).toBe(beginnings.length)
})
