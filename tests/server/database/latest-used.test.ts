import { describe, expect, it } from 'vitest'
import { createLatestUsed } from '../../../server/latest-used.ts'

describe('what was used lately', () => {
  it('keeps no more than it may, and drops what nobody asked for', () => {
    const kept = createLatestUsed<number>(3)
    for (const [at, text] of ['a', 'b', 'c'].entries()) kept.set(text, at)
    kept.get('a')
    kept.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map(kept.get)).toEqual([0, undefined, 2, 3])
  })

  it('drops one where all were asked for, too', () => {
    const kept = createLatestUsed<number>(2)
    kept.set('a', 0)
    kept.set('b', 1)
    for (const text of ['a', 'b']) kept.get(text)
    kept.set('c', 2)
    expect(['a', 'b', 'c'].map(kept.get).filter(value => value !== undefined)).toHaveLength(2)
    expect(kept.get('c')).toBe(2)
  })

  it('keeps texts up to a sum of their sizes, and one that is larger alone', () => {
    const kept = createLatestUsed<number>(10, text => text.length)
    const texts = ['aaaa', 'bbb', 'ccc', 'dddd', 'e'.repeat(11), 'f']
    const left = () => texts.filter(text => kept.get(text) !== undefined)
    for (const text of ['aaaa', 'bbb', 'ccc']) kept.set(text, 0)
    kept.set('bbb', 1)
    kept.set('dddd', 0)
    expect(left()).toEqual(['bbb', 'ccc', 'dddd'])
    kept.set('e'.repeat(11), 0)
    expect(left()).toEqual(['e'.repeat(11)])
    kept.set('f', 0)
    expect(left()).toEqual(['f'])
  })

  it('takes another value for the same text', () => {
    const kept = createLatestUsed<number>(1)
    kept.set('a', 0)
    kept.set('a', 1)
    expect(kept.get('a')).toBe(1)
  })
})
