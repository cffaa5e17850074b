/** Each data rule of spec section 4 runs on the server's answer as on the prediction, and is missed without. */
import { InMemoryCache } from '@apollo/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  createItem,
  moveItem,
  settleItem,
  updateItem,
  updateItemsOrder,
} from '../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  moveShoppingList,
  updateShoppingList,
  updateShoppingListsOrder,
} from '../../src/cache/edits/shopping-list-edits.ts'
import { copyShoppingList, resetShoppingList } from '../../src/cache/edits/whole-list-edits.ts'
import { policies } from '../../src/cache/policies/policies.ts'
import { writeItems, writeList } from '../../src/cache/records/list-records.ts'
import { ownerCacheId, ownerFields } from '../../src/cache/records/local-records.ts'
import { readItem, readItemIds, readList, readLists } from '../../src/cache/records/records.ts'
import {
  GetAllShoppingListDocument,
  type ItemFieldsFragment,
  type ShoppingListFieldsFragment,
} from '../../src/generated/operations.ts'
import { aList, anItem } from '../support/records.ts'

const at = '2026-11-21T09:00:00.000Z'
const moment = { id: 'token', at }
const dairy = { __typename: 'ItemTag', id: 'dairy', name: 'Dairy', color: '#111111' } as const
const cold = { __typename: 'ItemTag', id: 'cold', name: 'Cold', color: '#222222' } as const

const list = (id: string, fields: Partial<ShoppingListFieldsFragment> = {}) =>
  aList({ id, name: id, ...fields })

const item = (id: string, fields: Partial<ItemFieldsFragment> = {}) =>
  anItem({
    id,
    name: id,
    shoppingListId: 'weekly',
    quantityInStock: 2,
    quantityToPurchase: 3,
    purchased: true,
    ...fields,
  })

function weekly(): InMemoryCache {
  const cache = new InMemoryCache(policies.cacheConfig)
  cache.writeQuery({
    query: GetAllShoppingListDocument,
    data: { __typename: 'Query', getAllShoppingList: [] },
  })
  const owner = { __typename: 'Owner', id: 'me', userId: 7 } as const
  cache.writeFragment({ id: ownerCacheId, fragment: ownerFields, data: owner })
  writeList(cache, list('weekly', { itemTags: [dairy] }))
  writeItems(cache, 'weekly', [
    item('milk', { itemTags: [dairy] }),
    item('bread', { order: 1 }),
    item('eggs', { order: 2, quantityToPurchase: null }),
  ])
  writeList(cache, list('cellar', { order: 1, listType: 'STOCK' }))
  writeItems(cache, 'cellar', [item('wine', { shoppingListId: 'cellar' })])
  return cache
}

const mutation = { __typename: 'Mutation' } as const

type Way = 'predict' | 'settle'
type Rule = Exclude<keyof typeof policies, 'cacheConfig'>

/** What each rule promises, and where it runs; `check` throws where it does not hold. */
const rules: Readonly<
  Record<
    Rule,
    { readonly says: string; readonly ways: readonly Way[]; readonly check: (way: Way) => void }
  >
> = {
  reorderItems: {
    says: 'after an item reorder each order is the index',
    ways: ['predict'],
    check() {
      const cache = weekly()
      const variables = { shoppingListId: 'weekly', itemIds: ['eggs', 'milk'] }
      updateItemsOrder.predict(cache, variables, moment)
      expect(places(cache)).toEqual(['eggs 0', 'milk 1', 'bread 2'])
    },
  },
  placeItems: {
    says: 'items stand where the server says, also while one of them is not here yet',
    ways: ['settle'],
    check() {
      const cache = weekly()
      const items = ['eggs', 'not-here-yet', 'milk', 'bread'].map((id, order) => ({
        __typename: 'Item' as const,
        id,
        order,
      }))
      const variables = { shoppingListId: 'weekly', itemIds: ['eggs', 'not-here-yet', 'milk'] }
      updateItemsOrder.settle(cache, { ...mutation, updateItemsOrder: items }, variables)
      expect(places(cache)).toEqual(['eggs 0', 'milk 2', 'bread 3'])
    },
  },
  placeLists: {
    says: 'lists stand where the server says, also while one of them is not here yet',
    ways: ['settle'],
    check() {
      const cache = weekly()
      const lists = ['cellar', 'not-here-yet', 'weekly'].map((id, order) => ({
        __typename: 'ShoppingList' as const,
        id,
        order,
      }))
      const variables = { shoppingListIds: ['cellar', 'not-here-yet'] }
      updateShoppingListsOrder.settle(
        cache,
        { ...mutation, updateShoppingListsOrder: lists },
        variables,
      )
      expect(listPlaces(cache)).toEqual(['cellar 0', 'weekly 2'])
    },
  },
  moveItem: {
    says: 'a row that moves takes its place, and those that it passed make room',
    // What the server shifted comes with the catch-up.
    ways: ['predict'],
    check() {
      const cache = weekly()
      moveItem.predict(cache, { id: 'eggs', afterItemId: null }, moment)
      expect(places(cache)).toEqual(['eggs 0', 'milk 1', 'bread 2'])
      moveItem.predict(cache, { id: 'milk', afterItemId: 'nowhere' }, moment)
      moveItem.predict(cache, { id: 'milk', afterItemId: 'bread' }, moment)
      expect(places(cache)).toEqual(['eggs 0', 'bread 2', 'milk 3'])
    },
  },
  reorderLists: {
    says: 'after a list reorder each order is the index',
    ways: ['predict', 'settle'],
    check(way) {
      const cache = weekly()
      const variables = { shoppingListIds: ['cellar'] }
      if (way === 'predict') updateShoppingListsOrder.predict(cache, variables, moment)
      else {
        const lists = ['cellar', 'weekly'].map((id, order) => ({
          __typename: 'ShoppingList' as const,
          id,
          order,
        }))
        const answer = { ...mutation, updateShoppingListsOrder: lists }
        updateShoppingListsOrder.settle(cache, answer, variables)
      }
      expect(listPlaces(cache)).toEqual(['cellar 0', 'weekly 1'])
      const back = { id: 'cellar', afterShoppingListId: 'weekly' }
      if (way === 'predict') moveShoppingList.predict(cache, back, moment)
      else {
        const answer = { ...mutation, moveShoppingList: list('cellar', { order: 1 }) }
        moveShoppingList.settle(cache, answer, back)
      }
      expect(listPlaces(cache)).toEqual(['weekly 0', 'cellar 1'])
    },
  },
  reset: {
    says: 'a reset unticks, and sets quantities as the type of the list and null say',
    ways: ['predict', 'settle'],
    check(way) {
      const cache = weekly()
      for (const id of ['weekly', 'cellar']) {
        const before = readList(cache, id)
        if (way === 'predict') resetShoppingList.predict(cache, { id }, moment)
        else if (before) {
          resetShoppingList.settle(cache, { ...mutation, resetShoppingList: before }, { id })
        }
      }
      expect(readItem(cache, 'milk')).toMatchObject({
        purchased: false,
        quantityInStock: 0,
        quantityToPurchase: 0,
      })
      expect(readItem(cache, 'eggs')).toMatchObject({
        purchased: false,
        quantityInStock: 2,
        quantityToPurchase: null,
      })
      expect(readItem(cache, 'wine')).toMatchObject({
        purchased: false,
        quantityInStock: 0,
        quantityToPurchase: 3,
      })
    },
  },
  tagItems: {
    says: 'the new tags of items that are added, changed or come from another list join the list’s',
    ways: ['predict', 'settle'],
    check(way) {
      const cache = weekly()
      const variables = {
        id: 'butter',
        shoppingListId: 'weekly',
        name: 'Butter',
        itemTags: [{ name: 'dairy' }, { id: 'cold', name: 'Cold', color: '#222222' }],
      }
      if (way === 'predict') createItem.predict(cache, variables, moment)
      else settleItem(cache, item('butter', { itemTags: [dairy, cold], order: 3 }))
      expect(readItemIds(cache, 'weekly')).toEqual(['milk', 'bread', 'eggs', 'butter'])
      expect(readList(cache, 'weekly')?.itemTags).toEqual([dairy, cold])
      expect(readItem(cache, 'butter')?.itemTags).toEqual([dairy, cold])

      const attic = crypto.randomUUID()
      writeList(cache, list(attic))
      const move = { id: 'milk', shoppingListId: attic }
      const there = { ...dairy, id: 'dairy-there' }
      if (way === 'predict') updateItem.predict(cache, move, moment)
      else {
        const moved = item('milk', { shoppingListId: attic, itemTags: [there] })
        updateItem.settle(cache, { ...mutation, updateItem: moved }, move)
      }
      expect(readItemIds(cache, 'weekly')).toEqual(['bread', 'eggs', 'butter'])
      expect(readItemIds(cache, attic)).toEqual(['milk'])
      expect(readList(cache, attic)?.itemTags.map(tag => tag.name)).toEqual(['Dairy'])
      expect(readItem(cache, 'milk')?.itemTags).toEqual(readList(cache, attic)?.itemTags)
    },
  },
  tagList: {
    says: 'a list update keeps the items and drops the tags that the list lost',
    ways: ['predict', 'settle'],
    check(way) {
      const cache = weekly()
      const variables = { id: 'weekly', itemTags: [cold].map(({ __typename, ...tag }) => tag) }
      if (way === 'predict') updateShoppingList.predict(cache, variables, moment)
      else {
        const answer = { ...mutation, updateShoppingList: list('weekly', { itemTags: [cold] }) }
        updateShoppingList.settle(cache, answer, variables)
      }
      expect(readItemIds(cache, 'weekly')).toEqual(['milk', 'bread', 'eggs'])
      expect(readList(cache, 'weekly')?.itemTags).toEqual([cold])
      expect(readItem(cache, 'milk')?.itemTags).toEqual([])
    },
  },
  uniqueListName: {
    says: 'a name that exists among the owner’s lists gets the next number',
    // The answer carries the name that the server found free.
    ways: ['predict'],
    check() {
      const cache = weekly()
      createShoppingList.predict(cache, { id: 'a', name: 'WEEKLY' }, moment)
      const copy = { id: 'weekly', name: 'weekly', newId: crypto.randomUUID() }
      copyShoppingList.predict(cache, copy, moment)
      const names = () => readLists(cache).map(({ name }) => name)
      expect(names()).toEqual(['weekly', 'cellar', 'WEEKLY1', 'weekly2'])
      // What somebody else’s list is called is free, and so is its own name.
      writeList(cache, list('party', { userId: 9 }))
      createShoppingList.predict(cache, { id: 'b', name: 'Party' }, moment)
      updateShoppingList.predict(cache, { id: 'weekly', name: 'Weekly' }, moment)
      expect(names()).toEqual(['Weekly', 'cellar', 'WEEKLY1', 'weekly2', 'party', 'Party'])
    },
  },
}

const cases = Object.entries(rules).flatMap(([name, { says, ways, check }]) =>
  ways.map(way => ({ name: name as Rule, says, way, check })),
)

describe('a rule holds', () => {
  test.each(cases)('$says ($way)', ({ check, way }) => check(way))
})

describe('a rule that is taken away is missed', () => {
  afterEach(() => void vi.restoreAllMocks())

  test.each(cases)('$name ($way)', ({ name, check, way }) => {
    const without = name === 'uniqueListName' ? (_cache: unknown, wanted: string) => wanted : idle
    vi.spyOn(policies, name).mockImplementation(without as never)
    expect(() => check(way)).toThrow()
  })
})

function idle() {}

function places(cache: InMemoryCache): string[] {
  return readItemIds(cache, 'weekly').map(id => `${id} ${readItem(cache, id)?.order}`)
}

function listPlaces(cache: InMemoryCache): string[] {
  return readLists(cache).map(({ id, order }) => `${id} ${order}`)
}
