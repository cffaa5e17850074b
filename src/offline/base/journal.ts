/**
 * What changed in the base, told in few bytes. A tick writes the fields of one record; one more item writes
 * one splice of the list's references, not the references of all its items.
 */
import { isReference } from '@apollo/client/utilities'
import type { CacheRecord } from '../derived-cache.ts'

/** Per cache id: what changed of it; null if the record is gone. */
export type JournalChanges = Readonly<Record<string, RecordChange | null>>

export type RecordChange = Readonly<Record<string, FieldChange>>

/** `v` the new value; `s` a splice of an array: [from, how many go, what comes]; `d` the field is gone. */
export type FieldChange =
  | { readonly v: unknown }
  | { readonly s: readonly [number, number, readonly unknown[]] }
  | { readonly d: 1 }

/** Undefined if nothing differs. */
export function diffRecord(
  before: CacheRecord | undefined,
  after: CacheRecord | undefined,
): RecordChange | null | undefined {
  if (before === after) return undefined
  if (!after) return null
  const change: Record<string, FieldChange> = {}
  for (const [field, value] of Object.entries(after)) {
    const old = before?.[field]
    if (old === value && before && field in before) continue
    change[field] = Array.isArray(old) && Array.isArray(value) ? splice(old, value) : { v: value }
  }
  for (const field of Object.keys(before ?? {})) if (!(field in after)) change[field] = { d: 1 }
  return before && Object.keys(change).length === 0 ? undefined : change
}

/** Applies what `diffRecord` told to records that it owns. */
export function applyChanges(
  records: Record<string, CacheRecord | undefined>,
  changes: JournalChanges,
): void {
  for (const [id, change] of Object.entries(changes)) {
    if (change === null) delete records[id]
    else records[id] = applyChange(records[id], change)
  }
}

function applyChange(before: CacheRecord | undefined, change: RecordChange): CacheRecord {
  const record: { [field: string]: unknown } = { ...before }
  for (const [field, one] of Object.entries(change)) {
    if ('d' in one) delete record[field]
    else if ('v' in one) record[field] = one.v
    else {
      const old = record[field]
      const [from, gone, come] = one.s
      record[field] = Array.isArray(old) ? old.toSpliced(from, gone, ...come) : [...come]
    }
  }
  return record as CacheRecord
}

function splice(old: readonly unknown[], value: readonly unknown[]): FieldChange {
  let from = 0
  while (from < old.length && from < value.length && same(old[from], value[from])) from++
  let tail = 0
  const most = Math.min(old.length, value.length) - from
  while (tail < most && same(old[old.length - 1 - tail], value[value.length - 1 - tail])) tail++
  const come = value.slice(from, value.length - tail)
  return { s: [from, old.length - tail - from, come] }
}

/** References are made anew all the time: they are compared by what they refer to. */
function same(a: unknown, b: unknown): boolean {
  return a === b || (isReference(a) && isReference(b) && a.__ref === b.__ref)
}
