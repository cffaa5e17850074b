import { expect, test } from 'vitest'
import { batchesOf } from '../../src/cache/policies/item-batches.ts'

const item = (name: string, notes = '') => ({ id: crypto.randomUUID(), name, notes })

test('what fits a request is one batch, nothing is none', () => {
  const items = Array.from({ length: 2_000 }, (_, n) => item(`Item ${n}`))
  expect(batchesOf(items)).toEqual([items])
  expect(batchesOf([])).toEqual([])
})

test('what does not is as few as keep to the size, in their order', () => {
  // Three bytes each in UTF-8.
  const items = Array.from({ length: 200 }, (_, n) => item(`Item ${n}`, '€'.repeat(5_000)))
  const batches = batchesOf(items)
  expect(batches.flat()).toEqual(items)
  expect(batches.length).toBe(4)
  for (const batch of batches) {
    expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThan(800_010)
  }
})
