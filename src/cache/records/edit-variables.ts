/** Reads variables of edits, which come back from storage as JSON of any shape. */
import { isRecord } from '../../../rules/is-record.ts'
import type { EditVariables } from '../../offline/outbox/edit.ts'

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
