import { findUnit, type Unit } from '../items/units.ts'
import { limits } from '../limits.ts'
import { checkNotes, shorten } from '../text.ts'

/**
 * The unit that a file means. One that is not known keeps no file out: it goes into the notes, or is left out where
 * they have no room for it, and `remark` says which.
 */
export function readUnit(
  text: string,
  notes: string,
  units: readonly Unit[],
): { readonly name: string | null; readonly notes: string; readonly remark?: string } {
  const word = text.trim()
  if (word === '') return { name: null, notes }
  const unit = word.length > limits.name ? undefined : findUnit(word, units)
  if (unit) return { name: unit.name, notes }
  const longer = `${notes === '' ? '' : `${notes}\n`}Unit: ${word}`
  const fits = checkNotes('notes', longer) === undefined
  return {
    name: null,
    notes: fits ? longer : notes,
    remark: `The unit “${shorten(word)}” is not known; it was ${fits ? 'put into the notes' : 'left out'}.`,
  }
}
