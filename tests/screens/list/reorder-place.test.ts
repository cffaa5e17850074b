import { describe, expect, it } from 'vitest'
import { moveAfter } from '../../../rules/lists/order.ts'
import { placeOfDrop, placeOfStep } from '../../../src/list/reorder/drop-place.ts'

const plain = ['a', 'b', 'c', 'd']
/** The list has rows that are not shown: x is in the trolley. */
const order = ['a', 'x', 'b', 'c', 'd']
const aisles = ['aisle:1', 'a', 'c', 'aisle:2', 'b', 'd', 'aisle:']

describe('a row that was dropped', () => {
  it('comes behind whoever stands above it then', () => {
    expect(placeOfDrop(plain, order, { key: 'a', at: 'c', side: 'after' })?.afterId).toBe('c')
    expect(placeOfDrop(plain, order, { key: 'd', at: 'b', side: 'before' })?.afterId).toBe('a')
  })

  it('comes first before the first', () => {
    expect(placeOfDrop(plain, order, { key: 'd', at: 'a', side: 'before' })?.afterId).toBeNull()
  })

  it('comes before the first shown row, behind hidden ones before that', () => {
    const shown = ['b', 'c', 'd']
    expect(placeOfDrop(shown, order, { key: 'd', at: 'b', side: 'before' })?.afterId).toBe('x')
  })

  it('stays where it lies where it was', () => {
    expect(placeOfDrop(plain, order, { key: 'b', at: 'a', side: 'after' })).toBeUndefined()
    expect(placeOfDrop(plain, order, { key: 'b', at: 'c', side: 'before' })).toBeUndefined()
    expect(placeOfDrop(plain, order, { key: 'b', at: 'gone', side: 'after' })).toBeUndefined()
  })

  it('knows its aisle', () => {
    expect(placeOfDrop(aisles, plain, { key: 'd', at: 'a', side: 'after' })).toEqual({
      afterId: 'a',
      above: 'a',
      aisle: 'aisle:1',
    })
    expect(placeOfDrop(aisles, plain, { key: 'd', at: 'aisle:1', side: 'after' })).toEqual({
      afterId: null,
      aisle: 'aisle:1',
    })
    expect(placeOfDrop(aisles, plain, { key: 'a', at: 'aisle:', side: 'after' })).toEqual({
      afterId: null,
      aisle: 'aisle:',
    })
    expect(placeOfDrop(aisles, plain, { key: 'a', at: 'aisle:1', side: 'before' })).toBeUndefined()
  })
})

describe('under a filter, a row that is dropped in another aisle', () => {
  // Not shown: u and v of the first aisle, x and y of the second.
  const all = ['u', 'a', 'v', 'c', 'x', 'b', 'y', 'd']
  it.each<[string, { key: string; at: string; side: 'before' | 'after' }, string[]]>([
    [
      'behind the heading',
      { key: 'a', at: 'aisle:2', side: 'after' },
      ['u', 'v', 'c', 'x', 'a', 'b', 'y', 'd'],
    ],
    [
      'before the heading',
      { key: 'd', at: 'aisle:2', side: 'before' },
      ['u', 'a', 'v', 'c', 'd', 'x', 'b', 'y'],
    ],
    [
      'behind a row',
      { key: 'a', at: 'b', side: 'after' },
      ['u', 'v', 'c', 'x', 'b', 'a', 'y', 'd'],
    ],
    [
      'before a row',
      { key: 'd', at: 'c', side: 'before' },
      ['u', 'a', 'd', 'v', 'c', 'x', 'b', 'y'],
    ],
    [
      'behind the first heading',
      { key: 'd', at: 'aisle:1', side: 'after' },
      ['u', 'd', 'a', 'v', 'c', 'x', 'b', 'y'],
    ],
  ])('%s stands beside the row that is shown, and no other moves', (_, drop, expected) => {
    const place = placeOfDrop(aisles, all, drop)
    expect(moveAfter(all, drop.key, place?.afterId ?? null)).toEqual(expected)
  })
})

describe('a row that is sent by key', () => {
  it('goes one step or to the end', () => {
    expect(placeOfStep(plain, order, 'b', 'up')?.afterId).toBeNull()
    expect(placeOfStep(plain, order, 'b', 'down')?.afterId).toBe('c')
    expect(placeOfStep(plain, order, 'c', 'top')?.afterId).toBeNull()
    expect(placeOfStep(plain, order, 'b', 'bottom')?.afterId).toBe('d')
    expect(placeOfStep(plain, order, 'c', 'up')?.afterId).toBe('a')
  })

  it('stops at the edges of the list', () => {
    expect(placeOfStep(plain, order, 'a', 'up')).toBeUndefined()
    expect(placeOfStep(plain, order, 'd', 'down')).toBeUndefined()
    expect(placeOfStep(aisles, plain, 'a', 'up')).toBeUndefined()
    expect(placeOfStep(aisles.slice(0, -1), plain, 'd', 'down')).toBeUndefined()
  })

  it('goes on into the next aisle', () => {
    expect(placeOfStep(aisles, plain, 'c', 'down')).toEqual({ afterId: 'a', aisle: 'aisle:2' })
    expect(placeOfStep(aisles, plain, 'b', 'up')).toEqual({
      afterId: 'c',
      above: 'c',
      aisle: 'aisle:1',
    })
    expect(placeOfStep(aisles, plain, 'd', 'down')).toEqual({ afterId: 'c', aisle: 'aisle:' })
  })

  it('goes to an end of its aisle', () => {
    expect(placeOfStep(aisles, plain, 'c', 'top')).toEqual({ afterId: null, aisle: 'aisle:1' })
    expect(placeOfStep(aisles, plain, 'd', 'top')).toEqual({ afterId: 'a', aisle: 'aisle:2' })
    expect(placeOfStep(aisles, plain, 'c', 'bottom')).toBeUndefined()
    expect(placeOfStep(aisles, plain, 'b', 'top')).toBeUndefined()
  })
})
