import { expect, test } from 'vitest'
import { derivedId, tagIdOf } from '../../rules/derived-id.ts'
import { copyItems, copyTags } from '../../rules/lists/copy.ts'

const newId = '019aa6c0-0000-7000-8000-000000000001'
const milk = {
  id: '019aa6c0-0000-7000-8000-000000000002',
  shoppingListId: '019aa6c0-0000-7000-8000-000000000003',
  name: 'Milk',
  purchased: true,
  itemTags: [{ id: 'dairy', name: 'Dairy' }],
}

test('an id that follows from another is the same wherever it is made', () => {
  expect(derivedId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
  expect(derivedId(newId, 'a')).not.toBe(derivedId(newId, 'b'))
  expect(derivedId(newId, 'a')).not.toBe(derivedId(milk.id, 'a'))
})

test('a copied item is the same thing under new ids, ticks and all', () => {
  const [copy] = copyItems([milk], newId)
  const [tag] = copyTags(milk.itemTags, newId)
  expect(copy).toEqual({
    ...milk,
    id: derivedId(newId, milk.id),
    shoppingListId: newId,
    itemTags: [{ id: derivedId(newId, 'dairy'), name: 'Dairy' }],
  })
  expect(copy?.itemTags).toEqual([tag])
  expect(copyItems([milk], newId)).toEqual([copy])
})

test('a tag that is known by its name alone has one id per list, however it is spelled', () => {
  expect(tagIdOf(newId, ' DAIRY ')).toBe(tagIdOf(newId, 'dairy'))
  expect(tagIdOf(newId, 'dairy')).not.toBe(tagIdOf(newId, 'fruit'))
  expect(tagIdOf(newId, 'dairy')).not.toBe(tagIdOf(milk.id, 'dairy'))
  // An id of a client of its own is a list's id like any other.
  expect(tagIdOf('weekly', 'dairy')).toMatch(/^[\da-f-]{36}$/)
  expect(tagIdOf('weekly', 'dairy')).not.toBe(tagIdOf('cellar', 'dairy'))
  // Of two that were called the same, one after the other.
  const first = tagIdOf(newId, 'dairy')
  const second = tagIdOf(newId, 'Dairy', id => id === first)
  expect(second).not.toBe(first)
  expect(tagIdOf(newId, 'dairy', id => id === first)).toBe(second)
  expect([first, second]).not.toContain(
    tagIdOf(newId, 'dairy', id => id === first || id === second),
  )
})
