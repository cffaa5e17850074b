import { describe, expect, test } from 'vitest'
import {
  checkCapacity,
  checkFilterCount,
  checkItemCount,
  checkListCount,
  checkTagCount,
  largeListNote,
} from '../../rules/counts.ts'
import { sampleList } from '../../rules/lists/sample-list.ts'
import { sortByName, sortItems } from '../../rules/lists/sort.ts'
import { mayAdminister, mayDelete, mayEdit, maySee } from '../../rules/people/permissions.ts'
import { checkName, checkNotes } from '../../rules/text.ts'

test('a tag counts once on a list, however it is spelled', () => {
  const tagNames = Array.from({ length: 100 }, (_, n) => `Tag ${n}`)
  const list = { itemCount: 9_999, tagNames }
  expect(checkCapacity(list, { itemCount: 1, tagNames: ['TAG 7'] })).toBeUndefined()
  expect(checkCapacity(list, { itemCount: 1, tagNames: ['New'] })?.field).toBe('itemTags')
  expect(checkCapacity(list, { itemCount: 2, tagNames: [] })?.field).toBe('items')
})

test.each([
  ['VIEW', true, false, false],
  ['EDIT', true, true, false],
  ['ADMIN', true, true, true],
  [null, false, false, false],
  [undefined, false, false, false],
] as const)('%s may see %j, edit %j, administer %j', (permission, see, edit, administer) => {
  expect(maySee(permission)).toBe(see)
  expect(mayEdit(permission)).toBe(edit)
  expect(mayAdminister(permission)).toBe(administer)
})

test('the owner alone deletes', () => {
  expect(mayDelete(1, { userId: 1 })).toBe(true)
  expect(mayDelete(2, { userId: 1 })).toBe(false)
})

describe('past a limit a sentence names it', () => {
  test.each([
    [checkListCount, 500, 'You can keep at most 500 lists. Delete some first.'],
    [checkItemCount, 10_000, 'A list can hold at most 10,000 items. Delete some first.'],
    [checkTagCount, 100, 'A list can have at most 100 tags. Delete some first.'],
    [
      (count: number) => checkFilterCount('ITEMS', count),
      30,
      'You can save at most 30 filters of items. Delete some first.',
    ],
    [
      (count: number) => checkFilterCount('LISTS', count),
      30,
      'You can save at most 30 filters of lists. Delete some first.',
    ],
  ])('%o at %d', (check, limit, message) => {
    expect(check(limit)).toBeUndefined()
    expect(check(limit + 1)).toMatchObject({ limit, message })
  })

  test('2,000 items are spoken of, and still work', () => {
    expect(largeListNote(2000)).toBeUndefined()
    expect(largeListNote(2001)).toContain('more than 2,000 items')
  })
})

const items = [
  {
    id: '1',
    name: 'Milk',
    purchased: false,
    order: 2,
    itemTags: [{ id: 'dairy' }],
    updatedAt: '2026-11-21T09:00:00.000Z',
  },
  {
    id: '2',
    name: 'apples 10',
    purchased: true,
    order: 0,
    itemTags: [],
    updatedAt: '2026-11-21T11:00:00.000Z',
  },
  {
    id: '3',
    name: 'Apples 9',
    purchased: false,
    order: 3,
    itemTags: [{ id: 'x' }, { id: 'fruit' }],
    updatedAt: '2026-11-21T10:00:00.000Z',
  },
  {
    id: '4',
    name: 'Éclair',
    purchased: false,
    order: 1,
    itemTags: [{ id: 'dairy' }, { id: 'fruit' }],
    updatedAt: '2026-11-21T10:00:00.000Z',
  },
]

describe('sorting', () => {
  test.each([
    ['own', '2413'],
    ['name', '3241'],
    ['tag', '3412'],
    ['changed', '2431'],
  ] as const)('by %s gives %s', (by, ids) => {
    const sorted = sortItems(items, by, ['fruit', 'dairy'])
    expect(sorted.map(item => item.id).join('')).toBe(ids)
  })

  test('by name, as units are kept', () => {
    expect(
      sortByName([{ name: 'litre' }, { name: 'Bottle' }, { name: 'can' }]).map(u => u.name),
    ).toEqual(['Bottle', 'can', 'litre'])
  })
})

test('the sample list obeys the rules', () => {
  expect(checkName('name', sampleList.name)).toBeUndefined()
  expect(checkNotes('notes', sampleList.notes)).toBeUndefined()
  const tagKeys = sampleList.itemTags.map(tag => tag.key)
  const keys = [...tagKeys, ...sampleList.items.map(item => item.key)]
  expect(new Set(keys).size).toBe(keys.length)
  for (const item of sampleList.items) {
    expect(checkName('name', item.name)).toBeUndefined()
    expect(tagKeys).toContain(item.tagKey)
  }
})
