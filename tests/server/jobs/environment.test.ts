/** What unguessable bytes owe to whoever takes them, however they are drawn. */
import { expect, test } from 'vitest'
import { createSystemRandom } from '../../../server/environment.ts'

const sizes = Array.from({ length: 2_000 }, (_, n) => (n % 500 === 499 ? 5_000 : 8 + (n % 40)))

test('random bytes are handed out once, stay as they were handed out, and none is left blank', () => {
  const random = createSystemRandom()
  const drawn = sizes.map(size => random(size))
  const then = drawn.map(bytes => Buffer.from(bytes).toString('hex'))
  expect(drawn.map(({ length }) => length)).toEqual(sizes)
  for (const size of sizes) random(size)
  expect(drawn.map(bytes => Buffer.from(bytes).toString('hex'))).toEqual(then)

  const starts = then.flatMap(hex => hex.match(/.{16}/g) ?? [])
  expect(new Set(starts).size).toBe(starts.length)
  const all = Buffer.concat(drawn)
  const blank = all.filter(byte => byte === 0).length / all.length
  expect(blank).toBeGreaterThan(0.002)
  expect(blank).toBeLessThan(0.007)
})
