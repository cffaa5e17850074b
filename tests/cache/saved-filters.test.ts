/** The preferences in the cache: what the server answers is written as it was predicted, and what is missing is asked for. */
import { InMemoryCache } from '@apollo/client'
import { expect, test } from 'vitest'
import {
  createSavedFilter,
  deleteSavedFilter,
  updateSavedFilter,
} from '../../src/cache/edits/saved-filter-edits.ts'
import { updateUserConfig } from '../../src/cache/edits/user-config-edits.ts'
import { policies } from '../../src/cache/policies/policies.ts'
import { changesPull } from '../../src/cache/sync/changes.ts'
import { GetByFilterUserConfigDocument } from '../../src/generated/operations.ts'
import { createDerivedCache } from '../../src/offline/derived-cache.ts'
import { someConfig } from '../support/records.ts'

const moment = { id: 'token', at: '2026-11-21T09:00:00.000Z' }
const mutation = { __typename: 'Mutation' } as const
const query = GetByFilterUserConfigDocument

const cold = {
  __typename: 'SavedFilter',
  id: 'cold',
  kind: 'ITEMS',
  name: 'Cold',
  filter: '{}',
} as const
const soon = { ...cold, id: 'soon', name: 'Soon' }

function open(): InMemoryCache {
  const cache = new InMemoryCache(policies.cacheConfig)
  const config = someConfig({ savedFilters: [cold, soon] })
  cache.writeQuery({ query, data: { __typename: 'Query', getByFilterUserConfig: [config] } })
  return cache
}

const configOf = (cache: InMemoryCache) => cache.readQuery({ query })?.getByFilterUserConfig[0]

const namesOf = (cache: InMemoryCache) => configOf(cache)?.savedFilters.map(({ name }) => name)

test('a filter is saved, under a free name, in its place', () => {
  const predicted = open()
  const variables = { id: 'new', kind: 'ITEMS', name: ' COLD', filter: '{}' } as const
  createSavedFilter.predict(predicted, variables, moment)
  const settled = open()
  const answer = { ...cold, id: 'new', name: 'COLD1' }
  createSavedFilter.settle(settled, { ...mutation, createSavedFilter: answer }, variables)
  expect(namesOf(settled)).toEqual(['Cold', 'COLD1', 'Soon'])
  expect(configOf(predicted)).toEqual(configOf(settled))
  // Painted once more it is the same.
  createSavedFilter.predict(predicted, variables, moment)
  expect(configOf(predicted)).toEqual(configOf(settled))
})

test('a filter is renamed, and what it chooses changed', () => {
  for (const change of [{ name: 'Zero' }, { filter: '{"low":true}' }]) {
    const predicted = open()
    updateSavedFilter.predict(predicted, { id: 'cold', ...change }, moment)
    const settled = open()
    const answer = { ...mutation, updateSavedFilter: { ...cold, ...change } }
    updateSavedFilter.settle(settled, answer, { id: 'cold', ...change })
    expect(configOf(predicted)).toEqual(configOf(settled))
    expect(configOf(settled)?.savedFilters).toContainEqual({ ...cold, ...change })
  }
})

test('a filter is deleted; one that is gone is not changed', () => {
  const [predicted, settled] = [open(), open()]
  const results = [
    { __typename: 'DeleteResult', id: 'cold', status: 'PASS', message: null },
  ] as const
  deleteSavedFilter.predict(predicted, { id: 'cold' }, moment)
  deleteSavedFilter.settle(settled, { ...mutation, deleteByIdSavedFilter: results }, { id: 'cold' })
  expect([namesOf(predicted), namesOf(settled)]).toEqual([['Soon'], ['Soon']])
  updateSavedFilter.predict(predicted, { id: 'cold', name: 'Zero' }, moment)
  expect(namesOf(predicted)).toEqual(['Soon'])
})

test('without preferences nothing is painted, and nothing breaks', () => {
  const cache = new InMemoryCache(policies.cacheConfig)
  createSavedFilter.predict(cache, { ...cold }, moment)
  expect(cache.extract()).toEqual({})
})

test('preferences are settled, and their filters stay', () => {
  const cache = open()
  const { savedFilters: _, ...answer } = someConfig({ itemFilters: '{"a":1}' })
  updateUserConfig.settle(cache, { ...mutation, updateUserConfig: answer }, { id: 'config' })
  expect(configOf(cache)).toEqual({ ...answer, savedFilters: [cold, soon] })
})

test('preferences that an earlier version kept show no filters, and come anew', () => {
  const cache = createDerivedCache({
    config: policies.cacheConfig,
    onTrouble(error) {
      throw error
    },
    soon: work => work(),
  })
  const { savedFilters: _, ...kept } = someConfig()
  const refs = [{ __ref: 'UserConfig:config' }]
  const nobodysEpoch = { id: 'epoch:', revision: -1 }
  const base = {
    ROOT_QUERY: { __typename: 'Query', getByFilterUserConfig: refs, getAllFriend: [] },
    'Cursor:account': { __typename: 'Cursor', id: 'account', revision: 7 },
  }
  cache.restore({ ...base, 'UserConfig:config': kept })
  expect(cache.readQuery({ query })?.getByFilterUserConfig[0]?.savedFilters).toEqual([])
  expect(changesPull.known(cache)).toEqual([nobodysEpoch])
  cache.restore({ ...base, 'UserConfig:config': someConfig() })
  expect(changesPull.known(cache)).toEqual([nobodysEpoch, { id: 'account', revision: 7 }])
  // Nor was it told of friends.
  const { getAllFriend: __, ...root } = base.ROOT_QUERY
  cache.restore({ ...base, ROOT_QUERY: root, 'UserConfig:config': someConfig() })
  expect(changesPull.known(cache)).toEqual([nobodysEpoch])
})
