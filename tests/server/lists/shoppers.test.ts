import { expect, test } from 'vitest'
import { createShoppers } from '../../../server/graphql/lists/shoppers.ts'

test('a person shops with twenty lists at most, however often they say so of more before anybody is told', () => {
  const shoppers = createShoppers(() => new Date('2026-11-30T12:00:00Z'))
  const lists = Array.from({ length: 50 }, (_, n) => `list ${n}`)
  for (const list of [...lists, ...lists, ...lists]) shoppers.note(list, 1, true, 0)
  expect(shoppers.expire()).toHaveLength(30)
  expect(lists.filter(list => shoppers.of(list).length > 0)).toHaveLength(20)
})
