import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fillOrders,
  moveAfter,
  moveEachAfter,
  placeBetween,
  reorder,
} from '../../rules/lists/order.ts'

const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'))
const anyIds = fc.array(fc.constantFrom(...'abcdefghxyz'))

describe('a whole order', () => {
  test.each([
    ['abc', 'cba', 'cba'],
    ['abc', 'c', 'cab'],
    ['abc', '', 'abc'],
    ['abc', 'xcy', 'cab'],
    ['abc', 'ccbc', 'cba'],
    ['', 'abc', ''],
  ])('%s, wanted %s, is %s', (current, wanted, expected) => {
    expect(reorder([...current], [...wanted]).join('')).toBe(expected)
  })

  test('loses nobody, adds nobody, and keeps both orders', () => {
    fc.assert(
      fc.property(ids, anyIds, (current, wanted) => {
        const after = reorder(current, wanted)
        expect([...after].sort()).toEqual([...current].sort())
        const named = [...new Set(wanted)].filter(id => current.includes(id))
        expect(after.slice(0, named.length)).toEqual(named)
        expect(after.slice(named.length)).toEqual(current.filter(id => !named.includes(id)))
        expect(reorder(after, wanted)).toEqual(after)
      }),
    )
  })
})

describe('one row moved', () => {
  test.each([
    ['abcd', 'a', 'c', 'bcad'],
    ['abcd', 'd', null, 'dabc'],
    ['abcd', 'd', 'a', 'adbc'],
    ['abcd', 'a', 'd', 'bcda'],
    ['abcd', 'b', 'a', 'abcd'],
    ['abcd', 'b', 'b', 'abcd'],
    ['abcd', 'x', 'a', 'abcd'],
    ['abcd', 'a', 'x', 'abcd'],
    ['abcd', 'x', null, 'abcd'],
    ['abcd', 'c', undefined, 'abcd'],
  ])('%s, %s behind %s, is %s', (current, id, afterId, expected) => {
    expect(moveAfter([...current], id, afterId).join('')).toBe(expected)
  })

  test('stands behind its neighbour; the others keep their order; doing it twice changes nothing', () => {
    fc.assert(
      fc.property(
        ids,
        fc.constantFrom(...'abcdefgh'),
        fc.constantFrom(...'abcdefgh'),
        (list, id, to) => {
          fc.pre(id !== to && list.includes(id) && list.includes(to))
          const after = moveAfter(list, id, to)
          expect(after.indexOf(id)).toBe(after.indexOf(to) + 1)
          expect(after.filter(other => other !== id)).toEqual(list.filter(other => other !== id))
          expect(moveAfter(after, id, to)).toEqual(after)
        },
      ),
    )
  })
})

describe('several rows moved', () => {
  test('is each of them moved, one after the other', () => {
    const anyPlace = fc.record({
      id: fc.constantFrom(...'abcdefghx'),
      afterId: fc.constantFrom(null, ...'abcdefghy'),
    })
    fc.assert(
      fc.property(ids, fc.array(anyPlace), (list, places) => {
        const oneByOne = places.reduce(
          (order, { id, afterId }) => moveAfter(order, id, afterId),
          [...list],
        )
        expect(moveEachAfter(list, places)).toEqual(oneByOne)
      }),
    )
  })
})

describe('orders for rows of which some were just put there', () => {
  test.each([
    [
      [0, 1, 2],
      [0, 1, 2],
    ],
    [
      [0, undefined, 2],
      [0, 1, 2],
    ],
    [
      [undefined, 5, undefined],
      [0, 5, 6],
    ],
    [
      [0, undefined, undefined, 2, 3, 9],
      [0, 1, 2, 3, 4, 9],
    ],
    [
      [undefined, 0, 0, 4],
      [0, 1, 2, 4],
    ],
    [[], []],
  ])('%j are %j', (orders, expected) => {
    expect(fillOrders(orders.map(order => ({ order })))).toEqual(expected)
  })
})

describe('the order of one row that moved', () => {
  test.each([
    ['at the end, nobody shifts', [0, 1, 2], 3, { order: 3 }],
    ['a gap in front', [3, 4], 0, { order: 0 }],
    ['a gap between', [0, 5], 1, { order: 1 }],
    [
      'those up to the next gap move up',
      [0, 1, 2, 4],
      1,
      { order: 1, shift: { first: 1, last: 2, by: 1 } },
    ],
    [
      'those down to the last gap move down, being fewer',
      [1, 2, 3, 4],
      1,
      { order: 1, shift: { first: 0, last: 0, by: -1 } },
    ],
    ['never below 0', [0, 1, 2], 0, { order: 0, shift: { first: 0, last: 2, by: 1 } }],
    ['alone', [], 0, { order: 0 }],
  ])('%s', (_why, orders, position, expected) => {
    expect(placeBetween(position, at => orders[at])).toEqual(expected)
  })

  const ascending = fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 })
    .map(orders => orders.sort((a, b) => a - b))

  /** The others as they are afterwards, and the row in its place. */
  function placed(orders: readonly number[], position: number): number[] {
    const { order, shift } = placeBetween(position, at => orders[at])
    const others = orders.map((other, at) =>
      shift && at >= shift.first && at <= shift.last ? other + shift.by : other,
    )
    return others.toSpliced(position, 0, order)
  }

  test('orders ascend afterwards, none twice, none below 0, and no fewer shifts would do', () => {
    fc.assert(
      fc.property(ascending, fc.nat(), (orders, any) => {
        const position = any % (orders.length + 1)
        const after = placed(orders, position)
        expect(after.every((order, at) => order > (after[at - 1] ?? -1))).toBe(true)
        const { shift } = placeBetween(position, at => orders[at])
        expect(shift ? shift.last - shift.first + 1 : 0).toBe(fewestShifts(orders, position))
      }),
    )
  })

  test('orders that were indices still are after a move upwards', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), fc.nat(), (length, a, b) => {
        const from = a % length
        const position = b % (from + 1)
        const others = Array.from({ length }, (_, at) => at).filter(at => at !== from)
        expect(placed(others, position)).toEqual(Array.from({ length }, (_, at) => at))
      }),
    )
  })
})

/** By trying: the neighbours on one side that have to move before there is room. */
function fewestShifts(orders: readonly number[], position: number): number {
  const before = orders[position - 1] ?? -1
  if ((orders[position] ?? Number.POSITIVE_INFINITY) - before > 1) return 0
  const up = orders.findIndex((order, at) => at >= position && orders[at + 1] !== order + 1)
  const down = orders.findLastIndex((order, at) => at < position && orders[at - 1] !== order - 1)
  const fewestUp = up - position + 1
  return down >= 0 && (orders[down] ?? 0) > 0 ? Math.min(fewestUp, position - down) : fewestUp
}
