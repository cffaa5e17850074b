/**
 * What a fragment names of one record, read and written as it lies in the store: each change that is shown goes
 * through here, and the way through Apollo's reader and writer costs several times as much. A fragment is flat but
 * for references to other records, which are followed, and for what lies within the record itself.
 */
import type { Reference, TypedDocumentNode } from '@apollo/client'
import type { StoreObject } from '@apollo/client/utilities'
import type { SelectionSetNode } from 'graphql'
import type { CacheRecord, DerivedCache } from '../../offline/derived-cache.ts'
import { refOf, refsOf, rootCacheId } from './cache-ids.ts'
import type { Peek } from './reader.ts'

type Fragment<T> = TypedDocumentNode<T, Record<string, never>>

/** What a fragment names, with what it names of records that it refers to or holds. */
type Shape = readonly (readonly [field: string, inner: Shape | undefined])[]

/** By fragment: the documents are there for good, and one is read for each row. */
const shapes = new WeakMap<Fragment<unknown>, Shape>()

/** Undefined where the record is not there, or lacks a field, which an earlier version did not keep. */
export function readRecord<T>(peek: Peek, cacheId: string, fragment: Fragment<T>): T | undefined {
  return pick(peek, peek(cacheId), shapeOf(fragment)) as T | undefined
}

/** The records that a field of the root names; undefined where the server never told it. */
export function readRootRecords<T>(
  peek: Peek,
  field: string,
  fragment: Fragment<T>,
): readonly T[] | undefined {
  const refs = peek(rootCacheId)?.[field]
  if (refs === undefined) return undefined
  return refsOf(refs).flatMap(ref => readRecord(peek, ref, fragment) ?? [])
}

function pick(peek: Peek, record: CacheRecord | undefined, shape: Shape): CacheRecord | undefined {
  if (!record) return undefined
  const picked: StoreObject = {}
  for (const [field, inner] of shape) {
    const value = record[field] ?? absent(field, record)
    if (value === undefined) return undefined
    picked[field] = inner ? pickEach(peek, value, inner) : value
  }
  return picked
}

function pickEach(peek: Peek, records: unknown, shape: Shape): readonly CacheRecord[] {
  const all: readonly CacheRecord[] = Array.isArray(records) ? records : []
  const picked = all.map(one => {
    const ref = refOf(one)
    return pick(peek, ref === undefined ? one : peek(ref), shape)
  })
  return picked.filter(one => one !== undefined)
}

/** Null, and what the policies say of a field that an earlier version did not keep. */
function absent(field: string, record: CacheRecord): null | readonly never[] | undefined {
  if (field in record || field === 'updatedBy') return null
  return field === 'savedFilters' ? [] : undefined
}

/** Into the base; what is not named stays as it is. */
export function writeRecord<T extends CacheRecord>(
  cache: DerivedCache,
  cacheId: string,
  fragment: Fragment<T>,
  data: T,
): void {
  store(cache, cacheId, data, shapeOf(fragment))
}

function store(cache: DerivedCache, cacheId: string, data: CacheRecord, shape: Shape): void {
  const stored: StoreObject = {}
  for (const [field, inner] of shape) {
    const value = data[field]
    if (value !== undefined) stored[field] = inner ? refer(cache, value, inner) : value
  }
  cache.mergeRecord(cacheId, stored)
}

function refer(cache: DerivedCache, records: unknown, shape: Shape): Reference[] {
  const all: readonly CacheRecord[] = Array.isArray(records) ? records : []
  return all.map(record => {
    const cacheId = `${record.__typename}:${record.id}`
    store(cache, cacheId, record, shape)
    return { __ref: cacheId }
  })
}

function shapeOf(fragment: Fragment<unknown>): Shape {
  const known = shapes.get(fragment)
  if (known) return known
  const [own, ...others] = fragment.definitions.filter(one => one.kind === 'FragmentDefinition')
  const bodies = new Map(others.map(({ name, selectionSet }) => [name.value, selectionSet]))
  const ofSelection = (selection: SelectionSetNode | undefined): Shape => [
    ['__typename', undefined],
    ...fieldsOf(selection),
  ]
  const fieldsOf = (selection: SelectionSetNode | undefined): Shape =>
    (selection?.selections ?? []).flatMap(each => {
      if (each.kind === 'FragmentSpread') return fieldsOf(bodies.get(each.name.value))
      if (each.kind !== 'Field') return []
      return [[each.name.value, each.selectionSet && ofSelection(each.selectionSet)]]
    })
  const shape = ofSelection(own?.selectionSet)
  shapes.set(fragment, shape)
  return shape
}
