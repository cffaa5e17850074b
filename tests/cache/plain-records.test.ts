/** Records read and written as they lie in the store: what Apollo's own reader and writer would tell of them. */
import { beforeEach, expect, test } from 'vitest'
import { policies } from '../../src/cache/policies/policies.ts'
import { itemCacheId, userConfigCacheId } from '../../src/cache/records/cache-ids.ts'
import { readRecord, readRootRecords, writeRecord } from '../../src/cache/records/plain-records.ts'
import {
  GetAllUnitDocument,
  GetByFilterUserConfigDocument,
  type ItemFieldsFragment,
  ItemFieldsFragmentDoc,
  ItemRowFieldsFragmentDoc,
  UnitFieldsFragmentDoc,
  type UserConfigFieldsFragment,
  UserConfigFieldsFragmentDoc,
} from '../../src/generated/operations.ts'
import { createDerivedCache, type DerivedCache } from '../../src/offline/derived-cache.ts'

const item: ItemFieldsFragment = {
  __typename: 'Item',
  id: 'i1',
  name: 'Milk',
  shoppingListId: 'L1',
  quantityInStock: 0,
  quantityToPurchase: 2,
  unitId: null,
  purchased: false,
  itemTags: [
    { __typename: 'ItemTag', id: 't1', name: 'Dairy', color: 'blue' },
    { __typename: 'ItemTag', id: 't2', name: 'Cold', color: 'green' },
  ],
  notes: '',
  order: 3,
  permission: 'ADMIN',
  createdAt: '2026-11-22T08:00:00.000Z',
  updatedAt: '2026-11-22T09:00:00.000Z',
  updatedBy: 7,
}
const id = itemCacheId('i1')

let cache: DerivedCache
const newCache = () =>
  createDerivedCache({
    config: policies.cacheConfig,
    onTrouble: error => expect(error).toBeUndefined(),
    soon: task => task(),
  })
const peek = (cacheId: string) => cache.peek(cacheId)
const read = () => readRecord(peek, id, ItemFieldsFragmentDoc)

beforeEach(() => {
  cache = newCache()
})

test('written, it lies there as Apollo would have written it, tags and all', () => {
  const apollo = newCache()
  const later = { ...item, name: 'Oat milk', itemTags: item.itemTags.slice(1), unitId: 'u1' }
  for (const data of [item, later]) {
    writeRecord(cache, id, ItemFieldsFragmentDoc, data)
    apollo.writeFragment({ id, fragment: ItemFieldsFragmentDoc, data })
    const { __META, ...records } = apollo.extract()
    expect(cache.extract()).toEqual(records)
    expect(cache.takeBaseChanges()).toEqual(apollo.takeBaseChanges())
  }
})

test('what a fragment does not name is left alone, and told to nobody', () => {
  writeRecord(cache, id, ItemFieldsFragmentDoc, item)
  const row = { ...item, name: 'Oat milk', order: 9 }
  writeRecord(cache, id, ItemRowFieldsFragmentDoc, row)
  expect(read()).toEqual({ ...item, name: 'Oat milk' })
})

test('who watches hears once of what is written together', () => {
  const heard: string[][] = []
  cache.onChanged(cacheIds => heard.push([...cacheIds]))
  cache.transaction(() => writeRecord(cache, id, ItemFieldsFragmentDoc, item))
  expect(heard.map(ids => ids.toSorted())).toEqual([[id, 'ItemTag:t1', 'ItemTag:t2']])
})

test('read, it is what Apollo reads: with the edits that wait, without tags that are gone', () => {
  writeRecord(cache, id, ItemFieldsFragmentDoc, item)
  function agrees() {
    const told = cache.readFragment({ id, fragment: ItemFieldsFragmentDoc, optimistic: true })
    expect(read()).toEqual(told ?? undefined)
    return told
  }
  expect(agrees()).toEqual(item)
  cache.push({
    id: 'tick',
    apply: layer => layer.modify({ id, fields: { purchased: () => true } }),
  })
  expect(agrees()?.purchased).toBe(true)
  cache.modify({ id: 'ItemTag:t1', fields: (_value, { DELETE }) => DELETE })
  expect(agrees()?.itemTags.map(tag => tag.id)).toEqual(['t2'])
  cache.push({
    id: 'delete',
    apply: layer => layer.modify({ id, fields: (_value, { DELETE }) => DELETE }),
  })
  expect(agrees()).toBeNull()
})

test('of what an earlier version kept nobody knows who changed it; what lacks more is not there', () => {
  const { updatedBy, ...kept } = item
  cache.mergeRecord(id, { ...kept, itemTags: [] })
  expect(read()?.updatedBy).toBeNull()
  cache.mergeRecord(itemCacheId('i2'), { __typename: 'Item', id: 'i2', name: 'Bread' })
  expect(readRecord(peek, itemCacheId('i2'), ItemFieldsFragmentDoc)).toBeUndefined()
  expect(readRecord(peek, itemCacheId('i3'), ItemFieldsFragmentDoc)).toBeUndefined()
})

test('what hangs at the root is what Apollo reads, with what lies within a record', () => {
  function agrees() {
    const units = cache.readQuery({ query: GetAllUnitDocument, optimistic: true })?.getAllUnit
    expect(readRootRecords(peek, 'getAllUnit', UnitFieldsFragmentDoc)).toEqual(units)
    const told = cache.readQuery({ query: GetByFilterUserConfigDocument, optimistic: true })
    const configs = readRootRecords(peek, 'getByFilterUserConfig', UserConfigFieldsFragmentDoc)
    expect(configs).toEqual(told?.getByFilterUserConfig)
    return configs
  }
  expect(agrees()).toBeUndefined()
  const units = ['kg', 'l'].map(name => ({
    __typename: 'Unit' as const,
    id: name,
    name,
    abbreviation: name,
  }))
  cache.writeQuery({
    query: GetAllUnitDocument,
    data: { __typename: 'Query', getAllUnit: units },
  })
  const config: UserConfigFieldsFragment = {
    __typename: 'UserConfig',
    id: 'c1',
    userId: 7,
    shoppingListId: 'L1',
    unitId: null,
    shoppingListFilters: null,
    itemFilters: '{}',
    shoppingListConfirmDelete: true,
    itemConfirmDelete: false,
    createdAt: '2026-11-22T08:00:00.000Z',
    updatedAt: '2026-11-22T09:00:00.000Z',
    savedFilters: [
      { __typename: 'SavedFilter', id: 's1', kind: 'ITEMS', name: 'Cold', filter: '{}' },
    ],
  }
  cache.writeQuery({
    query: GetByFilterUserConfigDocument,
    data: { __typename: 'Query', getByFilterUserConfig: [config] },
  })
  expect(agrees()).toEqual([config])
  cache.push({
    id: 'prefer',
    apply: layer =>
      layer.modify({
        id: userConfigCacheId('c1'),
        fields: { shoppingListId: () => 'L2', savedFilters: (_value, { DELETE }) => DELETE },
      }),
  })
  expect(agrees()?.map(one => [one.shoppingListId, one.savedFilters])).toEqual([['L2', []]])
  cache.modify({ id: 'Unit:kg', fields: (_value, { DELETE }) => DELETE })
  agrees()
})
