/**
 * Which waiting edit may go before one that fails again and again: whether the server takes it tells the fault
 * of an edit from an outage. And which before one that another tab is still storing, or behind one that was done after it.
 */
import type { Entry, NamedEdit } from './edit.ts'
import { entityId, isBarrier, marksOf } from './touches.ts'

export interface Waiting {
  readonly entry: Entry
  readonly edit: NamedEdit | undefined
}

export interface Overtaking<One> {
  readonly one: One
  /** In whichever order the server takes it and all that it overtakes, the same comes of it. */
  readonly independent: boolean
}

/**
 * The first of `later` that the order in which things were done does not bind to what it overtakes; where
 * there is none, the first that does not need what the suspect would have made.
 */
export function findOvertaking<One extends Waiting>(
  suspect: Waiting,
  later: readonly One[],
): Overtaking<One> | undefined {
  const missing = new Set(suspect.entry.creates)
  const passed: Waiting[] = [suspect]
  let first: One | undefined
  for (const one of later) {
    if (one.entry.needs.some(id => missing.has(id))) {
      for (const id of one.entry.creates) missing.add(id)
    } else {
      if (passed.every(other => areIndependent(other, one))) return { one, independent: true }
      first ??= one
    }
    passed.push(one)
  }
  return first && { one: first, independent: false }
}

/** Whether nothing comes of it that `later` arrives before `earlier`, which was done first. */
export function mayOvertake(later: Waiting, earlier: Waiting): boolean {
  const { creates } = earlier.entry
  if (shares(creates, later.entry.needs) || shares(creates, touchedBy(later))) return false
  return !(changesNames(earlier) && changesNames(later)) && areIndependent(earlier, later)
}

/**
 * Whether `older`, if it arrives behind `later` after all, takes back some of what that did. What only makes something
 * new does not, nor what is done on another list.
 */
export function wouldUndo(older: Waiting, later: Waiting): boolean {
  const { creates } = older.entry
  const makesOnly = creates.length > 0 && touchedBy(older).every(id => creates.includes(id))
  return !makesOnly && haveInCommon(older, later) && !mayOvertake(later, older)
}

/** Whether both name one record; what names none, as the order of all lists, may concern whatever else is a barrier. */
function haveInCommon(a: Waiting, b: Waiting): boolean {
  const namedBy = (one: Waiting) => [...touchedBy(one), ...one.entry.needs]
  if (shares(namedBy(a), namedBy(b))) return true
  const isUnbound = [a, b].some(({ entry }) => entry.needs.length + entry.creates.length === 0)
  return isUnbound && [a, b].every(({ entry, edit }) => isBarrier(edit, entry.variables))
}

function areIndependent(a: Waiting, b: Waiting): boolean {
  if ([a, b].some(({ entry, edit }) => isBarrier(edit, entry.variables))) return false
  const [removedByA, removedByB] = [removedBy(a), removedBy(b)]
  if (shares(removedByA, touchedBy(b)) || shares(removedByB, touchedBy(a))) return false
  if (shares(removedByA, b.entry.needs) || shares(removedByB, a.entry.needs)) return false
  return !shares(touchedBy(a), touchedBy(b)) || !shares(fieldsOf(a), fieldsOf(b))
}

/** Not asked of a suspect: a number behind a name is less than a deletion that goes before what it would keep. */
function changesNames({ entry, edit }: Waiting): boolean {
  return edit?.changesNames?.(entry.variables) === true
}

function touchedBy({ entry, edit }: Waiting): readonly string[] {
  return [...marksOf(edit, entry.variables).map(entityId), ...entry.creates]
}

function removedBy({ entry, edit }: Waiting): readonly string[] {
  return (edit?.touches(entry.variables).removes ?? []).map(entityId)
}

/** Those of each of many items included. */
function fieldsOf({ entry }: Waiting): readonly string[] {
  const { items } = entry.variables
  const all = [entry.variables, ...(Array.isArray(items) ? items : [])]
  return all.flatMap(one => Object.keys(one)).filter(field => field !== 'id')
}

function shares(some: readonly string[], others: readonly string[]): boolean {
  return some.some(id => others.includes(id))
}
