import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { isNumbered, nameKey, uniqueName } from '../../rules/names.ts'
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

  test.each([
    ['a joined emoji', '👨‍👩‍👧', 5],
    ['an emoji with a skin tone', '👍🏽', 2],
    ['a flag', '🇩🇪', 2],
    ['a flag of tags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 7],
    ['an emoji by its selector', '❤️', 2],
    ['a letter with a mark', 'x\u0302', 2],
  ])('cuts no %s in two', (_, letter, length) => {
    expect(lengthOf(letter)).toBe(length)
    for (let blanks = 0; blanks < length; blanks += 1) {
      const before = 'a'.repeat(blanks)
      const fitting = Math.floor((limits.name - blanks) / length)
      const wanted = before + letter.repeat(fitting)
      const room = limits.name - lengthOf(wanted)
      const whole = room > 0 ? fitting : fitting - 1
      const name = uniqueName(wanted, [wanted])
      expect(name).toBe(`${before}${letter.repeat(whole)}1`)
      expect(isNumbered(name, wanted)).toBe(true)
    }
  })

  test('cuts what is longer than a name by itself', () => {
    const wanted = `e${'\u0302'.repeat(199)}`
    expect(lengthOf(uniqueName(wanted, [wanted]))).toBe(200)
    expect(uniqueName(wanted, [wanted])).not.toBe(wanted)
  })

  test.each<[string, string, boolean]>([
    ['Milk', 'Milk', true],
    ['Milk1', 'Milk', true],
    ['Milk12', 'Milk1', true],
    ['Milk499', 'Milk', true],
    ['Milk01', 'Milk', false],
    ['Milk2027', 'Milk', false],
    ['Mil1', 'Milk', false],
    ['Milky', 'Milk', false],
    [`${'a'.repeat(199)}1`, 'a'.repeat(200), true],
    [`${'a'.repeat(198)}1`, 'a'.repeat(200), false],
  ])('whether %j is %j with a number: %j', (name, wanted, expected) => {
    expect(isNumbered(name, wanted)).toBe(expected)
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
