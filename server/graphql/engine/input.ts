/** What arrives, made into what is stored; refuses with BAD_INPUT in the rules' words (spec section 5). */

import { checkQuantity } from '../../../rules/items/quantity.ts'
import { limits } from '../../../rules/limits.ts'
import { foldPart } from '../../../rules/names.ts'
import { checkLength, checkName, checkNotes, checkText, cleanName } from '../../../rules/text.ts'
import { fieldTitle } from '../../../rules/validation-issue.ts'
import { badInput, refuse } from '../../refusal.ts'
import type { Context } from './context.ts'

/** Clean; refuses null and what `checkName` refuses. */
export function readName(field: string, value: string | null): string {
  if (value === null) throw cannotBeCleared(field)
  refuse(checkName(field, value))
  return cleanName(value)
}

/** A part of a name that is looked for, in the case in which names are compared; refuses what is longer than a name. */
export function readNamePart(value: string | null | undefined): string {
  const part = value ?? ''
  refuse(checkLength('name', part, limits.name))
  return foldPart(part)
}

/** As they are; refuses what `checkNotes` refuses. */
export function readNotes(value: string | null): string | null {
  if (value !== null) refuse(checkNotes('notes', value))
  return value
}

/** A filter as its text, at most 5,000 code points. */
export function readFilters(field: string, value: string | null): string | null {
  if (value !== null) refuse(checkText(field, value, limits.filters))
  return value
}

/** From 0 to 999,999.999 with three decimals at most. */
export function readQuantity(field: string, value: number): number {
  refuse(checkQuantity(field, value))
  // -0 would come back as 0 from one engine and as -0 from the other.
  return value + 0
}

/** Refuses the id of no unit. */
export function readUnitId(context: Context, value: string | null): string | null {
  if (value === null || context.units.some(unit => unit.id === value)) return value
  throw badInput({ field: 'unitId', message: 'There is no such unit. Choose one of the list.' })
}

/** An id that a client made; absent, the server makes one. */
export function readNewId(
  context: Context,
  field: string,
  value: string | null | undefined,
): string {
  if (value === null || value === undefined) return context.newId()
  if (uuid.test(value)) return value
  throw badInput({ field, message: `${fieldTitle(field)} must be a UUID in lower case.` })
}

/** The refusal of null where a field must hold something. */
export function cannotBeCleared(field: string) {
  return badInput({ field, message: `${fieldTitle(field)} cannot be left without a value.` })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
