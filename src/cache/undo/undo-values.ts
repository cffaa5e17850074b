/** Reads variables of edits, which come back from storage as JSON of any shape. */

import { isRecord } from '../../../rules/is-record.ts'
import { nameKey } from '../../../rules/names.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'
import { isItemId } from '../records/cache-ids.ts'

export function textOf(variables: EditVariables, name: string): string {
  const value = variables[name]
  return typeof value === 'string' ? value : ''
}

export function textsOf(variables: EditVariables, name: string): readonly string[] {
  const value = variables[name]
  // The contract takes one id where it takes several.
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []
}

export function recordsOf(variables: EditVariables, name: string): readonly EditVariables[] {
  const value = variables[name]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/**
 * Whether two values of a record's field mean the same. The tags of an item are names in their order; those of
 * a list have colours, too. Two orders are the same where the rows that both know are in the same
 * order. Nothing is nothing, however it is written.
 */
export function isSameValue(cacheId: string, a: unknown, b: unknown): boolean {
  if (isIds(a) && isIds(b)) return isSameOrder(a, b)
  const meaning = isItemId(cacheId) ? meaningOfItemField : meaningOfListField
  return meaning(a) === meaning(b)
}

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(id => typeof id === 'string')
}

function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  const inA = new Set(a)
  const inB = new Set(b)
  const common = b.filter(id => inA.has(id))
  return a.filter(id => inB.has(id)).every((id, place) => id === common[place])
}

function meaningOfItemField(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value ?? null)
  return JSON.stringify(value.map(tag => nameKey(tagText(tag, 'name'))))
}

function meaningOfListField(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value ?? null)
  return JSON.stringify(value.map(tag => [tagText(tag, 'name'), tagText(tag, 'color')]))
}

function tagText(tag: unknown, name: string): string {
  if (typeof tag !== 'object' || tag === null) return ''
  const value: unknown = Reflect.get(tag, name)
  return typeof value === 'string' ? value : ''
}
