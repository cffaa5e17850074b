import { describe, expect, it } from 'vitest'
import {
  type DatedUse,
  forgetUse,
  type History,
  historyLimit,
  mergeRemembered,
  type Remembered,
  refreshUse,
  rememberUse,
  summarizeUses,
  type Use,
} from '../../rules/items/suggestions.ts'
import { suggest } from '../support/suggest.ts'

const day = 24 * 60 * 60 * 1_000
const now = 1_000 * day

describe('recency × frequency', () => {
  it.each([
    [
      'more often wins',
      [
        ['Milk', 1],
        ['Milk', 2],
        ['Mint', 1],
      ],
      'mi',
      ['Milk', 'Mint'],
    ],
    [
      'more recent wins',
      [
        ['Milk', 200],
        ['Mint', 1],
      ],
      'mi',
      ['Mint', 'Milk'],
    ],
    [
      'often but long ago loses against once yesterday',
      [
        ['Milk', 300],
        ['Milk', 301],
        ['Milk', 302],
        ['Mint', 1],
      ],
      'mi',
      ['Mint', 'Milk'],
    ],
    [
      'often lately wins against once just now',
      [
        ['Milk', 3],
        ['Milk', 6],
        ['Milk', 9],
        ['Mint', 0],
      ],
      'mi',
      ['Milk', 'Mint'],
    ],
    [
      'equals come by name',
      [
        ['Mint', 1],
        ['Milk', 1],
      ],
      'mi',
      ['Milk', 'Mint'],
    ],
  ] as const)('%s', (_, uses, typed, expected) => {
    expect(namesFor(historyOf(uses), typed)).toEqual(expected)
  })
})

describe('what fits', () => {
  const history = historyOf([
    ['Milk', 1],
    ['Oat milk', 1],
    ['Buttermilk', 1],
    ['Crème fraîche', 1],
    ['Tomatoes', 1],
    ['STRASSE', 1],
    ['Sour-dough bread', 1],
    ['牛乳', 1],
    ['Pão', 1],
  ])
  it.each([
    ['', []],
    ['   ', []],
    ['milk', ['Milk', 'Oat milk', 'Buttermilk']],
    ['MIL', ['Milk', 'Oat milk', 'Buttermilk']],
    ['creme', ['Crème fraîche']],
    ['fraiche', ['Crème fraîche']],
    ['tomtaoes', ['Tomatoes']],
    ['tomatos', ['Tomatoes']],
    ['tometo', ['Tomatoes']],
    ['mlik', ['Milk', 'Oat milk']],
    ['dough', ['Sour-dough bread']],
    ['sour dough', ['Sour-dough bread']],
    ['bread', ['Sour-dough bread']],
    ['straße', ['STRASSE']],
    ['牛', ['牛乳']],
    ['pa', ['Pão']],
    ['pao', ['Pão']],
    ['xy', []],
    ['zzzzzz', []],
  ])('%j', (typed, expected) => {
    expect(namesFor(history, typed)).toEqual(expected)
  })

  it('answers no more than asked for', () => {
    expect(suggest(history, 'milk', { at: now, count: 2 })).toHaveLength(2)
  })
})

describe('what is remembered', () => {
  it('keeps tags, unit, quantity and spelling of the last use', () => {
    let history = rememberUse(new Map(), use('milk', { quantity: 1 }), now)
    history = rememberUse(
      history,
      use('Milk', { quantity: 2, unitId: 'litre', tags: [dairy] }),
      now,
    )
    expect(suggest(history, 'mi', { at: now, count: 9 })).toEqual([
      { ...use('Milk', { quantity: 2, unitId: 'litre', tags: [dairy] }), weight: 2, at: now },
    ])
  })

  it('learns what its own item was given later, and nothing from another item', () => {
    const history = rememberUse(new Map(), use('Milk'), now)
    const learnt = refreshUse(history, use('Milk', { tags: [dairy] }))
    expect(learnt.get('milk')?.tags).toEqual([dairy])
    expect(learnt.get('milk')?.weight).toBe(1)
    expect(refreshUse(history, { ...use('Milk', { tags: [dairy] }), itemId: 'other' })).toBe(
      history,
    )
    expect(refreshUse(history, use('Bread'))).toBe(history)
    expect(refreshUse(learnt, use('Milk', { tags: [dairy] })), 'a tick, for one').toBe(learnt)
  })

  it('forgets one name, whatever its case', () => {
    const history = historyOf([
      ['Milk', 1],
      ['Mint', 1],
    ])
    expect(namesFor(forgetUse(history, 'MILK'), 'mi')).toEqual(['Mint'])
  })

  it('a name that was forgotten takes no place, and comes back with its next use', () => {
    const forgotten = forgetUse(historyOf([['Milk', 1]]), 'milk')
    expect(namesFor(forgotten, 'milk')).toEqual([])
    const again = rememberUse(forgotten, use('Milk'), now)
    expect(again.get('milk')).toEqual({ ...use('Milk'), weight: 1, at: now })
    let full: History = new Map()
    for (let count = 0; count < historyLimit; count += 1) full = forgetUse(full, `Thing ${count}`)
    full = rememberUse(forgetUse(full, 'Milk'), use('Mint'), now)
    expect(full.size).toBe(historyLimit + 1)
    expect([full.has('thing 0'), full.has('thing 1'), full.has('mint')]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('keeps to its limit, and the least likely goes', () => {
    let history: History = new Map()
    for (let count = 0; count < historyLimit; count += 1) {
      history = rememberUse(history, use(`Thing ${count}`), now - day + count)
    }
    history = rememberUse(history, use('Newcomer'), now)
    expect(history.size).toBe(historyLimit)
    expect(history.has('newcomer')).toBe(true)
    expect(history.has('thing 0')).toBe(false)
    expect(history.has('thing 1')).toBe(true)
  })

  it('a clock that went back does no harm', () => {
    const history = rememberUse(historyOf([['Milk', -5]]), use('Milk'), now)
    expect(history.get('milk')?.weight).toBe(2)
  })
})

describe('what lists tell', () => {
  const told = (daysAgo: number, rest: Partial<Use> = {}): DatedUse => ({
    ...use('Milk', rest),
    at: now - daysAgo * day,
  })

  it.each<[string, readonly DatedUse[], Partial<Remembered> | undefined]>([
    ['nothing of no items', [], undefined],
    ['each item is a use, older ones less', [told(0), told(30)], { weight: 1.5, at: now }],
    [
      'the last one counts, whichever comes first',
      [told(1, { quantity: 2, unitId: 'l' }), told(9, { quantity: 5, unitId: 'kg' })],
      { quantity: 2, unitId: 'l' },
    ],
    [
      'what the last one says nothing of an earlier one tells',
      [told(1), told(5, { tags: [dairy] }), told(9, { quantity: 5, unitId: 'kg' })],
      { quantity: 5, unitId: 'kg', tags: [dairy] },
    ],
    [
      'a quantity that a reset took away is none',
      [told(1, { quantity: 0, unitId: 'l' }), told(2, { quantity: 3, unitId: 'kg' })],
      { quantity: 3, unitId: 'kg' },
    ],
  ])('%s', (_why, items, expected) => {
    const remembered = summarizeUses(items)
    if (expected === undefined) expect(remembered).toBeUndefined()
    else expect(remembered).toMatchObject(expected)
  })

  it('joins what was done here: the later counts, and one use is not two', () => {
    const own = { ...use('Milk', { quantity: 2, unitId: 'l' }), weight: 4, at: now - 30 * day }
    const there = { ...use('milk', { tags: [dairy] }), weight: 1, at: now }
    expect(mergeRemembered(own, there)).toEqual({ ...there, quantity: 2, unitId: 'l', weight: 2 })
    expect(mergeRemembered({ ...own, at: now + 1 }, there)).toEqual({
      ...{ ...own, at: now + 1 },
      tags: [dairy],
    })
  })

  it('says nothing against what was forgotten here', () => {
    const forgotten = forgetUse(new Map(), 'Milk').get('milk')
    const there = { ...use('Milk'), weight: 9, at: now }
    expect(forgotten && mergeRemembered(forgotten, there)).toBe(forgotten)
  })
})

const dairy = { name: 'Dairy', color: '#1c7ed6' }

function use(name: string, rest: Partial<Use> = {}): Use {
  return { name, quantity: null, unitId: null, tags: [], itemId: 'item', ...rest }
}

function historyOf(uses: readonly (readonly [name: string, daysAgo: number])[]): History {
  return uses
    .toSorted((a, b) => b[1] - a[1])
    .reduce<History>(
      (history, [name, days]) => rememberUse(history, use(name), now - days * day),
      new Map(),
    )
}

function namesFor(history: History, typed: string): string[] {
  return suggest(history, typed, { at: now, count: 9 }).map(entry => entry.name)
}
