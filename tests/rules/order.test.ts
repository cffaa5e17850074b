import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillOrders, moveAfter, moveEachAfter, reorder } from '../../rules/order.ts'

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
