import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Mergeable, mergeItems } from '../../rules/items/merge.ts'
import { seededUnits } from '../../server/db/migrations/002-seed-units.ts'

const milk: Mergeable = {
  id: 'a',
  name: 'Milk',
  purchased: false,
  quantityInStock: 0,
  quantityToPurchase: 1,
  unitId: 'unit-l',
  notes: null,
  itemTags: [{ id: 'dairy' }],
}

describe('merged twins', () => {
  test.each([
    [
      'the same unit adds up',
      { quantityToPurchase: 0.5 },
      { quantityToPurchase: 1.5, unitId: 'unit-l' },
    ],
    ['stock adds up too', { quantityInStock: 2 }, { quantityInStock: 2, quantityToPurchase: 2 }],
    [
      'nobody said how much',
      { quantityToPurchase: null, unitId: 'unit-kg' },
      { quantityToPurchase: 1, unitId: 'unit-l' },
    ],
    ['notes that only one has stay', { notes: 'oat' }, { notes: 'oat' }],
  ])('%s', (_, other, expected) => {
    expect(mergeItems(milk, { ...milk, id: 'b', ...other }, seededUnits)).toMatchObject({
      id: 'a',
      ...expected,
    })
  })

  test('take the unit of the one that counts', () => {
    const some = { ...milk, quantityToPurchase: null, unitId: null }
    expect(mergeItems(some, { ...milk, id: 'b' }, seededUnits)).toMatchObject({
      unitId: 'unit-l',
      quantityToPurchase: 1,
    })
  })

  test('keep notes and tags of both, once each', () => {
    const merged = mergeItems(
      { ...milk, notes: 'fresh' },
      { ...milk, id: 'b', notes: 'oat', itemTags: [{ id: 'dairy' }, { id: 'vegan' }] },
      seededUnits,
    )
    expect(merged?.notes).toBe('fresh\noat')
    expect(merged?.itemTags).toEqual([{ id: 'dairy' }, { id: 'vegan' }])
  })

  test('pieces that somebody said and a number without a unit add up', () => {
    const said: Mergeable = { ...milk, quantityToPurchase: 12, unitId: 'unit-piece' }
    const unsaid: Mergeable = { ...milk, id: 'b', quantityToPurchase: 3, unitId: null }
    const sum = { quantityToPurchase: 15 }
    expect(mergeItems(said, unsaid, seededUnits)).toMatchObject({ ...sum, unitId: 'unit-piece' })
    expect(mergeItems(unsaid, said, seededUnits)).toMatchObject({ ...sum, unitId: null })
    expect(mergeItems(said, milk, seededUnits)).toBeUndefined()
  })

  test('different units cannot be added: nothing is merged', () => {
    expect(mergeItems(milk, { ...milk, id: 'b', unitId: 'unit-kg' }, seededUnits)).toBeUndefined()
    const stock = { ...milk, quantityToPurchase: null, quantityInStock: 2 }
    expect(mergeItems(stock, { ...stock, id: 'b', unitId: 'unit-kg' }, seededUnits)).toBeUndefined()
  })

  test('a unit alone is taken where the other has none', () => {
    const bare: Mergeable = { ...milk, quantityToPurchase: null, unitId: null }
    const said = { ...bare, id: 'b', unitId: 'unit-l' }
    expect(mergeItems(bare, said, seededUnits)).toMatchObject({ unitId: 'unit-l' })
  })

  test('notes that would not fit together: nothing is merged, nothing is cut', () => {
    const long = 'a'.repeat(3000)
    expect(
      mergeItems({ ...milk, notes: long }, { ...milk, id: 'b', notes: `${long}b` }, seededUnits),
    ).toBeUndefined()
    // A line end parts them.
    const fitting = { ...milk, id: 'b', notes: 'b'.repeat(1_999) }
    expect(mergeItems({ ...milk, notes: long }, fitting, seededUnits)?.notes).toHaveLength(5_000)
    const over = { ...fitting, notes: `${fitting.notes}b` }
    expect(mergeItems({ ...milk, notes: long }, over, seededUnits)).toBeUndefined()
  })

  test('the same notes are there once', () => {
    const noted = { ...milk, notes: 'oat' }
    expect(mergeItems(noted, { ...noted, id: 'b' }, seededUnits)?.notes).toBe('oat')
  })

  test('no quantity is lost, whoever comes first', () => {
    const wanted = fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: null })
    fc.assert(
      fc.property(wanted, wanted, (one, two) => {
        const a = { ...milk, quantityToPurchase: one }
        const b = { ...milk, id: 'b', quantityToPurchase: two }
        const total = one === null && two === null ? null : (one ?? 0) + (two ?? 0)
        expect(mergeItems(a, b, seededUnits)?.quantityToPurchase).toBe(total)
        expect(mergeItems(b, a, seededUnits)?.quantityToPurchase).toBe(total)
      }),
    )
  })
})
