import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addQuantities,
  checkQuantity,
  formatQuantity,
  parseQuantity,
} from '../../rules/items/quantity.ts'

const quantities = fc.integer({ min: 0, max: 999_999_999 }).map(thousandths => thousandths / 1000)

describe('a quantity', () => {
  test.each([[0], [1], [0.5], [0.001], [999_999.999], [123_456.789], [-0]])(
    '%d is taken',
    value => {
      expect(checkQuantity('quantityToPurchase', value)).toBeUndefined()
    },
  )

  test.each([
    [-1, 'Quantity to buy must be at least 0.'],
    [-0.001, 'Quantity to buy must be at least 0.'],
    [1_000_000, 'Quantity to buy must be at most 999,999.999.'],
    [1e9, 'Quantity to buy must be at most 999,999.999.'],
    [1.2345, 'Quantity to buy can have at most 3 decimals.'],
    [0.0001, 'Quantity to buy can have at most 3 decimals.'],
    [Number.NaN, 'Quantity to buy is not a number.'],
    [Number.POSITIVE_INFINITY, 'Quantity to buy is not a number.'],
  ])('%d is refused: %s', (value, message) => {
    expect(checkQuantity('quantityToPurchase', value)?.message).toBe(message)
  })

  test('every thousandth up to the limit is taken and comes back to the letter', () => {
    fc.assert(
      fc.property(quantities, quantity => {
        expect(checkQuantity('quantityInStock', quantity)).toBeUndefined()
        expect(parseQuantity(formatQuantity(quantity))).toBe(quantity)
      }),
    )
  })
})

test.each([
  ['2', 2],
  ['1.5', 1.5],
  ['1,5', 1.5],
  [' 1,5 ', 1.5],
  ['.5', 0.5],
  ['2.', 2],
  ['½', 0.5],
  ['1½', 1.5],
  ['1 ½', 1.5],
  ['⅓', 0.333],
  ['1/2', 0.5],
  ['1⁄2', 0.5],
  ['1 1/2', 1.5],
  ['2/3', 0.667],
  ['-1', -1],
  ['٢٫٥', 2.5],
  ['۱۲', 12],
  ['１，５', 1.5],
  ['1.2345', 1.2345],
  ['1/0', undefined],
  ['', undefined],
  ['-', undefined],
  ['one', undefined],
  ['NaN', undefined],
  ['1e9', undefined],
  ['0x10', undefined],
  ['1.2.3', undefined],
  ['1 2', undefined],
])('parseQuantity(%j) is %j', (text, expected) => {
  expect(parseQuantity(text)).toBe(expected)
})

describe('adding up', () => {
  test.each([
    [0.1, 0.2, 0.3],
    [1, 2, 3],
    [999_999, 5, 999_999.999],
    [null, 2, 2],
    [2, null, 2],
    [null, null, null],
    [0, null, 0],
  ])('%j and %j are %j', (a, b, expected) => {
    expect(addQuantities(a, b)).toBe(expected)
  })

  test('two quantities make a quantity, in either order', () => {
    fc.assert(
      fc.property(quantities, quantities, (a, b) => {
        expect(addQuantities(a, b)).toBe(addQuantities(b, a))
        expect(checkQuantity('quantityInStock', addQuantities(a, b))).toBeUndefined()
      }),
    )
  })
})

test.each([
  [1.5, '1.5'],
  [2, '2'],
  [0, '0'],
  [-0, '0'],
  [0.1 + 0.2, '0.3'],
  [999_999.999, '999999.999'],
])('formatQuantity(%d) is %s', (quantity, expected) => {
  expect(formatQuantity(quantity)).toBe(expected)
})
