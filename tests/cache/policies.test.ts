/** Each data rule of spec section 4 runs on the server's answer as on the prediction: without it, one of these fails. */
import { InMemoryCache } from '@apollo/client'
import { expect, test } from 'vitest'
import { createItem, settleItem, updateItemsOrder } from '../../src/cache/item-edits.ts'
import { writeItems, writeList } from '../../src/cache/list-records.ts'
import { ownerCacheId, ownerFields } from '../../src/cache/local-records.ts'
import { policies } from '../../src/cache/policies.ts'
import { readItem, readItemIds, readList, readLists } from '../../src/cache/records.ts'
import {
  copyShoppingList,
  createShoppingList,
  resetShoppingList,
  updateShoppingList,
  updateShoppingListsOrder,
} from '../../src/cache/shopping-list-edits.ts'
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

const answerOrder = { __typename: 'Mutation' } as const

test('after an item reorder, order is the index: predicted and answered', () => {
  for (const way of ['predict', 'settle'] as const) {
    const cache = weekly()
    const variables = { shoppingListId: 'weekly', itemIds: ['eggs', 'milk'] }
    if (way === 'predict') updateItemsOrder.predict(cache, variables, moment)
    else {
      const items = ['eggs', 'milk', 'bread'].map((id, order) => ({
        __typename: 'Item' as const,
        id,
        order,
      }))
      updateItemsOrder.settle(cache, { ...answerOrder, updateItemsOrder: items }, variables)
    }
    expect(readItemIds(cache, 'weekly')).toEqual(['eggs', 'milk', 'bread'])
    expect(['eggs', 'milk', 'bread'].map(id => readItem(cache, id)?.order)).toEqual([0, 1, 2])
  }
})

test('after a list reorder, order is the index: predicted and answered', () => {
  for (const way of ['predict', 'settle'] as const) {
    const cache = weekly()
    const variables = { shoppingListIds: ['cellar'] }
    if (way === 'predict') updateShoppingListsOrder.predict(cache, variables, moment)
    else {
      const lists = ['cellar', 'weekly'].map((id, order) => ({
        __typename: 'ShoppingList' as const,
        id,
        order,
      }))
      updateShoppingListsOrder.settle(
        cache,
        { ...answerOrder, updateShoppingListsOrder: lists },
        variables,
      )
    }
    expect(readLists(cache).map(({ id, order }) => `${id} ${order}`)).toEqual([
      'cellar 0',
      'weekly 1',
    ])
  }
})

test('reset: not purchased, quantities as the type of the list and null say', () => {
  for (const way of ['predict', 'settle'] as const) {
    const cache = weekly()
    for (const id of ['weekly', 'cellar']) {
      const before = readList(cache, id)
      if (way === 'predict') resetShoppingList.predict(cache, { id }, moment)
      else if (before) {
        resetShoppingList.settle(cache, { ...answerOrder, resetShoppingList: before }, { id })
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
  }
})

test('an item that is added or changed joins its list, and its new tags the list’s', () => {
  for (const way of ['predict', 'settle'] as const) {
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
  }
})

test('a list update keeps the items and drops the tags that the list lost', () => {
  for (const way of ['predict', 'settle'] as const) {
    const cache = weekly()
    const variables = { id: 'weekly', itemTags: [cold].map(({ __typename, ...tag }) => tag) }
    if (way === 'predict') updateShoppingList.predict(cache, variables, moment)
    else {
      const answer = { ...answerOrder, updateShoppingList: list('weekly', { itemTags: [cold] }) }
      updateShoppingList.settle(cache, answer, variables)
    }
    expect(readItemIds(cache, 'weekly')).toEqual(['milk', 'bread', 'eggs'])
    expect(readList(cache, 'weekly')?.itemTags).toEqual([cold])
    expect(readItem(cache, 'milk')?.itemTags).toEqual([])
  }
})

test('a name that exists among the owner’s lists gets the next number', () => {
  const cache = weekly()
  createShoppingList.predict(cache, { id: 'a', name: 'WEEKLY' }, moment)
  copyShoppingList.predict(
    cache,
    { id: 'weekly', name: 'weekly', newId: crypto.randomUUID() },
    moment,
  )
  expect(readLists(cache).map(({ name }) => name)).toEqual([
    'weekly',
    'cellar',
    'WEEKLY1',
    'weekly2',
  ])
})
