/**
 * What can be spared before it leaves the device: two edits of the same field become one, and of what was
 * then deleted ticks are dropped, and everything where it was made here and never left. Other changes go out
 * before the deletion: the bin shows them. Only among edits that no try has taken off this device, and never
 * across an edit that reads or changes more than its ids tell, or that another tab is still storing: it would
 * reach the disk behind what took its place.
 */
import type { EditVariables, Entry, NamedEdit } from './edit.ts'
import { isBarrier, marksOf } from './touches.ts'

export interface Foldable {
  readonly entry: Entry
  readonly edit: NamedEdit | undefined
  /** Certain not to have left this device. */
  readonly neverSent: boolean
  /** Done in this tab, whose writes go one after the other. */
  readonly own: boolean
  /** Whether it is on the disk; undefined while its write is under way. */
  readonly stored: boolean | undefined
}

export interface FoldPlan {
  /** Ids of waiting entries that the new edit makes needless. */
  readonly replaces: readonly string[]
  /** What is left to be sent of the new edit; undefined if nothing is. */
  readonly variables: EditVariables | undefined
}

export function planFold(
  waiting: readonly Foldable[],
  edit: NamedEdit,
  variables: EditVariables,
): FoldPlan {
  const { barrier, removes } = edit.touches(variables)
  if (barrier) return { replaces: [], variables }
  const recent = sinceBarrier(waiting)
  if (removes) return planRemoval(recent, removes, variables)
  const folded = foldLast(recent, edit, variables)
  return folded ?? { replaces: [], variables }
}

/**
 * Whether it may be painted over what was folded into it, since it changes at least what that changed. Not an edit with
 * `settledByCatchUp`: blocking somebody also ends shares, which the edit that replaces it does not paint.
 */
export function covers(edit: NamedEdit | undefined): boolean {
  return edit?.fold !== undefined && !edit.settledByCatchUp
}

/** The newest entries of which each is certain to be here still and tells by its ids all that it does. */
function sinceBarrier(waiting: readonly Foldable[]): readonly Foldable[] {
  const barrier = waiting.findLastIndex(
    ({ entry, edit, neverSent, own, stored }) =>
      !neverSent || isBarrier(edit, entry.variables) || !(own || stored),
  )
  return waiting.slice(barrier + 1)
}

function foldLast(
  recent: readonly Foldable[],
  edit: NamedEdit,
  variables: EditVariables,
): FoldPlan | undefined {
  const marks = new Set(marksOf(edit, variables))
  const last = recent.findLast(held => touches(held, marks))
  if (!last || last.edit?.name !== edit.name) return
  if (last !== recent.at(-1) && edit.changesNames?.(variables)) return
  const folded = edit.fold?.(last.entry.variables, variables)
  return folded && { replaces: [last.entry.id], variables: folded }
}

function planRemoval(
  recent: readonly Foldable[],
  removed: readonly string[],
  variables: EditVariables,
): FoldPlan {
  const marks = new Set(removed)
  const created = new Set<string>()
  const ids = new Set<string>()
  const replaces: string[] = []
  for (const { entry, edit } of recent) {
    const own = marksOf(edit, entry.variables)
    const inner = new Set(edit?.touches(entry.variables).within)
    const within = own.every(mark => inner.has(mark) || marks.has(mark))
    const dependent = entry.needs.some(id => ids.has(id))
    const creates = entry.creates.length > 0
    // Something that lives on elsewhere was moved into what is now deleted: the server has to be told all.
    if (dependent && !within && !creates) return { replaces: [], variables }
    const isOfMade = own.every(mark => inner.has(mark) || created.has(mark))
    const isPointless = creates || isOfMade || edit?.pointlessOnceRemoved?.(entry.variables)
    if ((!within && !dependent) || !isPointless) {
      // It goes out: so has what it needs, and what was made here and it names, which the server would miss.
      if (dependent || own.some(mark => created.has(mark))) return { replaces: [], variables }
      continue
    }
    replaces.push(entry.id)
    if (!creates) continue
    for (const id of entry.creates) ids.add(id)
    for (const mark of own) {
      marks.add(mark)
      created.add(mark)
    }
  }
  const neverWas = removed.every(mark => created.has(mark))
  return { replaces, variables: neverWas ? undefined : variables }
}

function touches({ entry, edit }: Foldable, marks: ReadonlySet<string>): boolean {
  return marksOf(edit, entry.variables).some(mark => marks.has(mark))
}
