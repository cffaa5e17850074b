/**
 * What a fragment names of one record, read and written as it lies in the store: each change that is shown goes
 * through here, and the way through Apollo's reader and writer costs several times as much. A fragment is flat but
 * for references to other records, which are followed.
 */
import type { Reference, TypedDocumentNode } from '@apollo/client'
import type { StoreObject } from '@apollo/client/utilities'
import type { SelectionSetNode } from 'graphql'
import type { CacheRecord, DerivedCache } from '../../offline/derived-cache.ts'
import { refsOf } from './cache-ids.ts'
import type { Peek } from './reader.ts'

type Fragment<T> = TypedDocumentNode<T, Record<string, never>>

/** Undefined where the record is not there, or lacks a field, which an earlier version did not keep. */
export function readRecord<T>(peek: Peek, cacheId: string, fragment: Fragment<T>): T | undefined {
  return pick(peek, peek(cacheId), selectionOf(fragment)) as T | undefined
}

function pick(
  peek: Peek,
  record: CacheRecord | undefined,
  selection: SelectionSetNode | undefined,
): CacheRecord | undefined {
  if (!record) return undefined
  const picked: StoreObject = {}
  for (const [field, inner] of fieldsOf(selection)) {
    const value = record[field] ?? absent(field, record)
    if (value === undefined) return undefined
    picked[field] = inner ? refsOf(value).flatMap(ref => pick(peek, peek(ref), inner) ?? []) : value
  }
  return picked
}

/** Null, and of what an earlier version kept nobody knows who changed it last. */
function absent(field: string, record: CacheRecord): null | undefined {
  return field in record || field === 'updatedBy' ? null : undefined
}

/** Into the base; what is not named stays as it is. */
export function writeRecord<T extends CacheRecord>(
  cache: DerivedCache,
  cacheId: string,
  fragment: Fragment<T>,
  data: T,
): void {
  store(cache, cacheId, data, selectionOf(fragment))
}

function store(
  cache: DerivedCache,
  cacheId: string,
  data: CacheRecord,
  selection: SelectionSetNode | undefined,
): void {
  const stored: StoreObject = {}
  for (const [field, inner] of fieldsOf(selection)) {
    const value = data[field]
    if (value !== undefined) stored[field] = inner ? refer(cache, value, inner) : value
  }
  cache.mergeRecord(cacheId, stored)
}

function refer(cache: DerivedCache, records: unknown, selection: SelectionSetNode): Reference[] {
  const all: readonly CacheRecord[] = Array.isArray(records) ? records : []
  return all.map(record => {
    const cacheId = `${record.__typename}:${record.id}`
    store(cache, cacheId, record, selection)
    return { __ref: cacheId }
  })
}

function selectionOf({ definitions: [own] }: Fragment<unknown>): SelectionSetNode | undefined {
  return own?.kind === 'FragmentDefinition' ? own.selectionSet : undefined
}

function fieldsOf(
  selection: SelectionSetNode | undefined,
): readonly (readonly [field: string, inner: SelectionSetNode | undefined])[] {
  const named = (selection?.selections ?? []).flatMap(each =>
    each.kind === 'Field' ? [[each.name.value, each.selectionSet] as const] : [],
  )
  return [['__typename', undefined], ...named]
}
