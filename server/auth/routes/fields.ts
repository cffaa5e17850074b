import { isRecord } from '../../../rules/is-record.ts'
import { jsonIn } from '../../../rules/json-in.ts'
import type { ValidationIssue } from '../../../rules/validation-issue.ts'
import { fieldTitle } from '../../../rules/validation-issue.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A JSON object, or undefined for whatever else a body may hold. */
export function readFields(text: string): Fields | undefined {
  const value = jsonIn(text)
  return isRecord(value) ? value : undefined
}

/** The texts of an object; absent and null count as empty, anything else that is no text is an issue. */
export function readTexts<Name extends string>(
  fields: Fields,
  names: readonly Name[],
): { readonly texts: Readonly<Record<Name, string>> } | { readonly issue: ValidationIssue } {
  const texts = {} as Record<Name, string>
  for (const name of names) {
    const value = fields[name] ?? ''
    if (typeof value !== 'string') {
      return { issue: { field: name, message: `${fieldTitle(name)} must be a text.` } }
    }
    texts[name] = value
  }
  return { texts }
}
