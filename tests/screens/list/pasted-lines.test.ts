import { expect, test } from 'vitest'
import { pastedLines } from '../../../src/features/quick-add/pasted-lines.ts'

test.each([
  ['- Ham', 'Ham'],
  ['* [ ] Ham', 'Ham'],
  ['- [x] 2 kg Ham', '2 kg Ham'],
  ['·\tHam', 'Ham'],
  ['● Ham', 'Ham'],
  ['○ Ham', 'Ham'],
  ['▪ Ham', 'Ham'],
  ['▪\ufe0e Ham', 'Ham'],
  ['▪\ufe0f Ham', 'Ham'],
  ['☐ Ham', 'Ham'],
  ['□ Ham', 'Ham'],
  ['✅ Ham', 'Ham'],
  ['⬜\ufe0f Ham', 'Ham'],
  ['☑\ufe0f Milk', 'Milk'],
  ['✔\ufe0f 2 kg Apples', '2 kg Apples'],
  ['✔2 kg Apples', '2 kg Apples'],
  ['-5 Ham', '-5 Ham'],
  ['❤\ufe0f Ham', '❤\ufe0f Ham'],
])('of the pasted line %j stays %j', (line, rest) => {
  expect(pastedLines(line)).toEqual([rest])
})

test.each([
  ['1. Ham\n2. Milk'],
  ['1) Ham\n2) Milk'],
  ['1.) Ham\n2.)\tMilk'],
  ['1. [ ] Ham\n2. [x] Milk'],
])('a numbering of every line goes: %j', text => {
  expect(pastedLines(text)).toEqual(['Ham', 'Milk'])
})

test('a number of some lines stays', () => {
  expect(pastedLines('1.) Ham\nMilk\n\n')).toEqual(['1.) Ham', 'Milk'])
})
