/** The index answers as if each name had been compared letter by letter. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSuggestionIndex } from '../../rules/items/suggestion-index.ts'
import type { Remembered } from '../../rules/items/suggestions.ts'
import { foldMarks, nameKey } from '../../rules/names.ts'

const now = 1_000

describe('an index of names', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['milk', ['Milk', 'Oat milk', 'Buttermilk'], ['Milk', 'Oat milk', 'Buttermilk']],
    // One slip from three letters on, two from six on.
    ['mi', ['Mlik'], []],
    ['mlk', ['Milk'], ['Milk']],
    ['mikl', ['Milk'], ['Milk']],
    ['millk', ['Milk'], ['Milk']],
    ['malk', ['Milk'], ['Milk']],
    ['mlek', ['Milk'], []],
    ['chese', ['Goat cheese'], ['Goat cheese']],
    ['tmoatos', ['Tomatoes'], ['Tomatoes']],
    ['tmaotso', ['Tomatoes'], []],
    ['goat-cheese', ['Goat cheese'], ['Goat cheese']],
    ['ilk', ['Milk'], ['Milk']],
    ['milk', ['Mil'], ['Mil']],
    ['milks', ['Mi'], []],
    ['s cb', ['-cb'], ['-cb']],
  ])('%j among %j', (typed, names, found) => {
    expect(namesFor(typed, names)).toEqual(found)
  })

  it('follows what is known of a name, and lets go of what is forgotten', () => {
    const index = createSuggestionIndex()
    const ask = () => index.suggest('mi', { at: now, count: 9 }).map(entry => entry.name)
    index.set('milk', known('Milk', 1))
    index.set('mint', known('Mint', 2))
    expect(ask()).toEqual(['Mint', 'Milk'])
    index.set('milk', known('MILK', 9))
    expect(ask()).toEqual(['MILK', 'Mint'])
    index.set('milk', { ...known('Milk', 9), weight: 0 })
    index.set('mint', undefined)
    expect(ask()).toEqual([])
  })

  it('makes no guesses where enough has the very letters', () => {
    const index = createSuggestionIndex()
    for (const name of ['Milk', 'Oat milk', 'Mild']) index.set(name, known(name, 1))
    const ask = (count: number) =>
      index.suggest('milk', { at: now, count }).map(entry => entry.name)
    expect([ask(2), ask(3)]).toEqual([
      ['Milk', 'Oat milk'],
      ['Milk', 'Oat milk', 'Mild'],
    ])
  })

  it('keeps the best of more than it shows, and what was typed in full before what is used a little more', () => {
    const index = createSuggestionIndex()
    index.set('oat milk', known('Oat milk', 1))
    index.set('milky', known('Milky', 1.4))
    index.set('milk', known('Milk', 1))
    const ask = (count: number) =>
      index.suggest('milk', { at: now, count }).map(entry => entry.name)
    expect([ask(1), ask(2)]).toEqual([['Milk'], ['Milk', 'Milky']])
  })

  it('finds what a comparison of every letter finds', () => {
    const letter = fc.constantFrom(...'abcdé -')
    const text = fc.string({ unit: letter, minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 12 }), (typed, names) => {
        const found = new Set(namesFor(typed, names))
        const wanted = foldMarks(typed.trim())
        for (const name of new Set(names)) {
          expect([name, found.has(name)]).toEqual([name, fits(foldMarks(name), wanted)])
        }
      }),
    )
  })
})

function namesFor(typed: string, names: readonly string[]): string[] {
  const index = createSuggestionIndex()
  for (const name of names) index.set(name, known(name, 1))
  return index.suggest(typed, { at: now, count: 99 }).map(entry => entry.name)
}

function known(name: string, weight: number): Remembered {
  return { name, quantity: null, unitId: null, tags: [], itemId: nameKey(name), weight, at: now }
}

/** The plain way: within the text, or a beginning of one of its words but for so many slips. */
function fits(name: string, wanted: string): boolean {
  if (wanted === '') return false
  if (name.includes(wanted)) return true
  const slips = wanted.length < 3 ? 0 : wanted.length < 6 ? 1 : 2
  if (slips === 0) return false
  const words = name.split(/[\s\-–/]+/u)
  return words.some((_, word) => {
    const text = words.slice(word).join(' ')
    return Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end)).some(
      beginning => distance(beginning, wanted) <= slips,
    )
  })
}

/** Of two texts, by the book: missing, needless and wrong letters, and swapped neighbours. */
function distance(a: string, b: string): number {
  const rows: number[][] = []
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 0; row <= a.length; row += 1) {
    rows.push([])
    for (let column = 0; column <= b.length; column += 1) {
      const least = Math.min(
        row === 0 ? column : cell(row - 1, column) + 1,
        column === 0 ? row : cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? cell(row - 2, column - 2) + 1
          : Number.POSITIVE_INFINITY,
      )
      rows[row]?.push(row === 0 && column === 0 ? 0 : least)
    }
  }
  return cell(a.length, b.length)
}
