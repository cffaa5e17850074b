import { expect, test } from 'vitest'
import {
  filterCalled,
  filterName,
  type NamedFilter,
  sortFilters,
} from '../../rules/lists/saved-filters.ts'

const named = (name: string, kind: NamedFilter['kind'] = 'ITEMS', id = name): NamedFilter => ({
  id,
  kind,
  name,
})

test.each([
  ['a free name stays, cleaned', named(' Dry '), 'Dry'],
  [
    'an existing one gets a number, whatever its letter case',
    named('COLD', 'ITEMS', 'new'),
    'COLD2',
  ],
  ['the other kind has names of its own', named('Cold', 'LISTS', 'new'), 'Cold'],
  ['its own name is no other', named('cold', 'ITEMS', 'Cold'), 'cold'],
] as const)('%s', (_why, wanted, name) => {
  const all = [named('Cold'), named('cold1'), named('Soon', 'LISTS')]
  expect(filterName(wanted, all)).toBe(name)
})

test('the order is the same wherever they come from', () => {
  const sorted = [
    named('apple 2'),
    named('apple 10'),
    named('Zoo', 'ITEMS', '1'),
    named('Zoo', 'ITEMS', '2'),
    named('Ape', 'LISTS'),
  ]
  expect(sortFilters(sorted.toReversed())).toEqual(sorted)
})

test('one is found by its name among those of its kind', () => {
  const all = [named('Straße'), named('Cold', 'LISTS')]
  expect(filterCalled(' STRASSE', 'ITEMS', all)).toBe(all[0])
  expect(filterCalled('Cold', 'ITEMS', all)).toBeUndefined()
})
