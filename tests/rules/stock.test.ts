import { describe, expect, test } from 'vitest'
import { buyItem, isRunningLow, isToBuy, quantityToBuy } from '../../rules/items/stock.ts'
import { resetItem } from '../../rules/lists/reset.ts'

describe('reset, to the letter of spec section 4', () => {
  test.each([
    // list     stock  wanted   → stock  wanted
    ['SIMPLE', 3, 2, 0, 0],
    ['SIMPLE', 3, 0, 0, 0],
    ['SIMPLE', 3, null, 3, null],
    ['SIMPLE', 0, null, 0, null],
    ['STOCK', 3, 2, 0, 2],
    ['STOCK', 3, 0, 0, 0],
    ['STOCK', 3, null, 3, null],
  ] as const)(
    '%s with %j in stock and %j wanted',
    (listType, stock, wanted, stockAfter, wantedAfter) => {
      for (const purchased of [true, false]) {
        const item = { purchased, quantityInStock: stock, quantityToPurchase: wanted }
        expect(resetItem(item, listType)).toEqual({
          purchased: false,
          quantityInStock: stockAfter,
          quantityToPurchase: wantedAfter,
        })
        expect(resetItem(resetItem(item, listType), listType)).toEqual(resetItem(item, listType))
      }
    },
  )
})

describe('bought', () => {
  test.each([
    [1, 2, 3],
    [0.1, 0.2, 0.3],
    [1, null, 1],
    [999_999, 2, 999_999.999],
  ])('%j in stock and %j wanted make %j', (stock, wanted, stockAfter) => {
    const item = { purchased: false, quantityInStock: stock, quantityToPurchase: wanted }
    expect(buyItem(item)).toEqual({
      purchased: true,
      quantityInStock: stockAfter,
      quantityToPurchase: wanted,
    })
  })
})

test.each([
  [0, 2, true],
  [1.999, 2, true],
  [2, 2, false],
  [3, 2, false],
  [0, 0, false],
  [0, null, false],
])('with %j of %j running low is %j', (quantityInStock, quantityToPurchase, low) => {
  expect(isRunningLow({ quantityInStock, quantityToPurchase })).toBe(low)
})

describe('what there is to buy', () => {
  test.each([
    // list     stock  wanted   → buy   to buy
    ['STOCK', 0, 2, 2, true],
    ['STOCK', 0.5, 2, 1.5, true],
    ['STOCK', 0.1, 0.3, 0.2, true],
    ['STOCK', 2, 2, 0, false],
    ['STOCK', 3, 2, 0, false],
    ['STOCK', 0, 0, 0, false],
    ['STOCK', 0, null, null, true],
    ['STOCK', 3, null, null, true],
    ['SIMPLE', 3, 2, 2, true],
    ['SIMPLE', 0, 0, 0, true],
    ['SIMPLE', 3, null, null, true],
  ] as const)('%s with %j in stock and %j wanted: %j', (listType, stock, wanted, buy, toBuy) => {
    const item = { purchased: false, quantityInStock: stock, quantityToPurchase: wanted }
    expect(quantityToBuy(item, listType)).toBe(buy)
    expect(isToBuy(item, listType)).toBe(toBuy)
    expect(isToBuy({ ...item, purchased: true }, listType)).toBe(false)
  })
})
