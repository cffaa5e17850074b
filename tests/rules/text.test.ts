import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../rules/limits.ts'
import { foldCase, foldMarks } from '../../rules/names.ts'
import { emailKey } from '../../rules/people/email.ts'
import { checkName, checkNotes, checkText, cleanName, lengthOf, spelled } from '../../rules/text.ts'

describe('a name', () => {
  test.each([
    ['Milk'],
    ['m'],
    ['  Milk  '],
    ['🥛'],
    ['👩‍👩‍👧'],
    ['❤️'],
    ['חלב'],
    ['حليب طازج'],
    ['<b>Milk</b><script>alert(1)</script>'],
    ['a'.repeat(200)],
    ['🥛'.repeat(200)],
    [` ${'a'.repeat(200)} `],
    ['\u05d7\u05dc\u05d1 3%\u200f'],
  ])('%j is taken', value => {
    expect(checkName('name', value)).toBeUndefined()
  })

  test.each([
    ['', 'Name is empty. Write at least one character.'],
    [' \t\n ', 'Name is empty. Write at least one character.'],
    ['\u200b\u2060', 'Name is empty. Write at least one character.'],
    ['\u3164', 'Name is empty. Write at least one character.'],
    ['a'.repeat(201), 'Name is too long: 201 characters, at most 200 are possible.'],
    ['🥛'.repeat(4001), 'Name is too long: 4,001 characters, at most 200 are possible.'],
    ['a\u0000b', 'Name contains a character that cannot be shown. Type it again without it.'],
    ['a\nb', 'Name contains a character that cannot be shown. Type it again without it.'],
    ['a\u0085b', 'Name contains a character that cannot be shown. Type it again without it.'],
    [
      'Milk\u202egnp.exe',
      'Name contains a character that cannot be shown. Type it again without it.',
    ],
    ['a\u2067b', 'Name contains a character that cannot be shown. Type it again without it.'],
    ['\ud83e', 'Name contains a character that cannot be shown. Type it again without it.'],
    ['a\udd5b', 'Name contains a character that cannot be shown. Type it again without it.'],
  ])('%j is refused', (value, message) => {
    expect(checkName('name', value)).toMatchObject({ field: 'name', message })
  })

  test('the issue names field and limit', () => {
    expect(checkName('firstName', 'a'.repeat(201))).toEqual({
      field: 'firstName',
      limit: 200,
      message: 'First name is too long: 201 characters, at most 200 are possible.',
    })
  })

  test('equal looks become equal bytes', () => {
    expect(cleanName(' cafe\u0301 ')).toBe('caf\u00e9')
  })

  test('cleaning twice is cleaning once, and a clean name is judged alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), value => {
        expect(cleanName(cleanName(value))).toBe(cleanName(value))
        expect(checkName('name', cleanName(value))).toEqual(checkName('name', value))
      }),
    )
  })
})

describe('notes', () => {
  test.each([[''], ['a\nb\r\n\tc'], ['a'.repeat(5000)], ['🥛'.repeat(4001)], ['<img src=x>']])(
    '%j are taken',
    value => expect(checkNotes('notes', value)).toBeUndefined(),
  )

  test.each([['a'.repeat(5001)], ['a\u0007'], ['a\ud800'], ['a\u009f']])(
    '%j are refused',
    value => {
      expect(checkNotes('notes', value)?.field).toBe('notes')
    },
  )

  test('any well-formed text without control characters is taken up to the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (value, limit) => {
        expect(checkText('feedback', value, limit) === undefined).toBe(lengthOf(value) <= limit)
      }),
    )
  })
})

test('limits hold what the product says', () => {
  expect(limits).toMatchObject({
    listsPerUser: 500,
    itemsPerList: 2000,
    hardItemsPerList: 10000,
    tagsPerList: 100,
    friends: 200,
    name: 200,
    notes: 5000,
    feedback: 10000,
    quantity: 999999.999,
    passwordMin: 8,
    passwordMax: 128,
    email: 254,
  })
})

describe('letters with marks', () => {
  const marks = (count: number) => '\u0301\u0316'.repeat(count / 2)

  test.each(['NFC', 'NFD', 'NFKC'] as const)('have one spelling, %s', form => {
    for (const text of ['e\u0301', 'Ho\u0323\u0302', `a${marks(30)}`, '\u1112\u1161\u11ab']) {
      expect(spelled(text, form)).toBe(text.normalize(form))
    }
  })

  test('do not hide a Greek word while it is typed', () => {
    for (const [name, typed] of [
      ['Πάστα', 'πασ'],
      ['Μουστάρδα', 'ΜΟΥΣ'],
    ] as const) {
      expect(foldMarks(name)).toContain(foldMarks(typed))
    }
  })

  test('stay as they are written where nobody could tell the marks apart', () => {
    for (const text of [`a${marks(32)}`, `e\u0301 a${marks(100_000)}`]) {
      expect(spelled(text)).toBe(text)
      expect([cleanName(text), foldCase(text), emailKey(text)]).toEqual([text, text, text])
    }
    expect(foldMarks(`A${marks(32)}`)).toBe('a')
  })
})
