import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameKey, uniqueName } from '../../rules/names.ts'
import { checkName, lengthOf } from '../../rules/text.ts'

describe('a unique name (spec section 5)', () => {
  test.each([
    ['Milk', [], 'Milk'],
    ['Milk', ['Bread'], 'Milk'],
    ['Milk', ['Milk'], 'Milk1'],
    ['Milk', ['milk'], 'Milk1'],
    ['MILK', ['milk', 'Milk1'], 'MILK2'],
    ['Milk', ['Milk', 'Milk2'], 'Milk1'],
    ['Milk', ['Milk1'], 'Milk'],
    ['Milk1', ['Milk1'], 'Milk11'],
    [' Milk ', ['milk '], 'Milk1'],
    ['Straße', ['STRASSE'], 'Straße1'],
    ['STRAẞE', ['Strasse'], 'STRAẞE1'],
    ['caf\u00e9', ['cafe\u0301'], 'caf\u00e91'],
    ['ΟΔΟΣ', ['οδος'], 'ΟΔΟΣ1'],
    ['🥛', ['🥛'], '🥛1'],
  ])('%j beside %j is %j', (wanted, existing, expected) => {
    expect(uniqueName(wanted, existing)).toBe(expected)
  })

  test('keeps to the limit by shortening what stands before the number', () => {
    const long = '🥛'.repeat(200)
    expect(uniqueName(long, [long])).toBe(`${'🥛'.repeat(199)}1`)
    const taken = [long, ...Array.from({ length: 9 }, (_, n) => `${'🥛'.repeat(199)}${n + 1}`)]
    expect(uniqueName(long, taken)).toBe(`${'🥛'.repeat(198)}10`)
  })

  test('takes the smallest free number, whatever is there', () => {
    const few = fc.constantFrom('a', 'A', 'a1', 'A2', 'a3', 'a10', 'b', 'b1')
    fc.assert(
      fc.property(few, fc.array(few), (wanted, existing) => {
        const keys = new Set(existing.map(nameKey))
        const name = uniqueName(wanted, existing)
        expect(keys.has(nameKey(name))).toBe(false)
        if (name === wanted) return
        expect(keys.has(nameKey(wanted))).toBe(true)
        const number = Number(name.slice(wanted.length))
        for (let smaller = 1; smaller < number; smaller += 1) {
          expect(keys.has(nameKey(`${wanted}${smaller}`))).toBe(true)
        }
      }),
    )
  })

  test('a name that may be stored stays one', () => {
    const names = fc.string({ unit: 'grapheme', maxLength: 220 })
    fc.assert(
      fc.property(names, fc.nat({ max: 120 }), (wanted, copies) => {
        fc.pre(checkName('name', wanted) === undefined)
        const existing: string[] = []
        for (let copy = 0; copy <= copies % 12; copy += 1)
          existing.push(uniqueName(wanted, existing))
        expect(new Set(existing.map(nameKey)).size).toBe(existing.length)
        for (const name of existing) expect(lengthOf(name)).toBeLessThanOrEqual(200)
      }),
    )
  })
})

test('the key of a key is the key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), name => {
      expect(nameKey(nameKey(name))).toBe(nameKey(name))
    }),
  )
})
