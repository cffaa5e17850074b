import { findUnit, type Unit } from '../items/units.ts'
import { shorten } from './exchange-list.ts'

/**
 * The unit that a file means. One that is not known is not lost and keeps no file out: it goes into the
 * notes, and `remark` says so.
 */
export function readUnit(
  text: string,
  notes: string,
  units: readonly Unit[],
): { readonly name: string | null; readonly notes: string; readonly remark?: string } {
  const word = text.trim()
  if (word === '') return { name: null, notes }
  const unit = findUnit(word, units)
  if (unit) return { name: unit.name, notes }
  const line = `Unit: ${word}`
  return {
    name: null,
    notes: notes === '' ? line : `${notes}\n${line}`,
    remark: `The unit “${shorten(word)}” is not known; it was put into the notes.`,
  }
}
