/** What the server refused, with all that meant nothing without it, until its author retries or discards it. */

import { createReadable, type Readable } from '../readable.ts'
import type { Entry, NamedEdit, Refusal, TrayEntry } from './edit.ts'
import type { Marks } from './marks.ts'
import { marksOf } from './touches.ts'

export interface Tray {
  readonly entries: Readable<readonly TrayEntry[]>
  /** `put` joins or replaces, `remove` goes for good. */
  change(put: readonly TrayEntry[], remove: readonly string[]): void
  /** Retried or discarded; a reading of the store that crossed that must not bring it back. */
  hasDeparted(id: string): boolean
  /** The disk has it, or would not take it. */
  markKept(id: string, kept: boolean): void
  /** Those that the disk would not take. */
  unkept(): readonly TrayEntry[]
}

export function createTray(edits: ReadonlyMap<string, NamedEdit>, marks: Marks): Tray {
  const entries = createReadable<readonly TrayEntry[]>([])
  const departed = new Set<string>()
  const unkept = new Set<string>()

  function mark(one: TrayEntry, value: 'refused' | undefined) {
    for (const { name, variables } of one.entries) {
      marks.set(one.id, value, marksOf(edits.get(name), variables))
    }
  }

  return {
    entries,
    change(put, remove) {
      const replaced = new Set([...remove, ...put.map(one => one.id)])
      // Each reading of the store comes by here, and what is drawn of the tray would be drawn again.
      if (replaced.size === 0) return
      for (const one of entries.get()) if (replaced.has(one.id)) mark(one, undefined)
      for (const id of remove) departed.add(id)
      for (const id of replaced) unkept.delete(id)
      for (const one of put) departed.delete(one.id)
      for (const one of put) mark(one, 'refused')
      const all = [...entries.get().filter(one => !replaced.has(one.id)), ...put]
      // As things were done: the disk has them in no order.
      entries.set(all.sort((a, b) => keyOf(a) - keyOf(b)))
    },
    hasDeparted: id => departed.has(id),
    markKept: (id, kept) => void (kept ? unkept.delete(id) : unkept.add(id)),
    unkept: () => entries.get().filter(({ id }) => unkept.has(id)),
  }
}

/** Of another version's change, which has none, it is the last. */
function keyOf({ entries: [first] }: TrayEntry): number {
  return first?.key ?? Number.MAX_SAFE_INTEGER
}

const restSuffix = ' rest'

/** The id of what was not done of an edit: always the same, so that it lies in the tray once. */
export function restOf(id: string): string {
  return id + restSuffix
}

/** The edits that lie in the tray as one, and the whole of which one is the rest: what need not be sent any more. */
export function takenBy({ entries }: Pick<TrayEntry, 'entries'>): readonly string[] {
  return entries.flatMap(({ id }) =>
    id.endsWith(restSuffix) ? [id, id.slice(0, -restSuffix.length)] : [id],
  )
}

/** The refused edit as one with those among `others`, in their order, that mean nothing without it. */
export function toTrayEntry(
  refused: Entry,
  others: readonly Entry[],
  refusal: Refusal,
  now: number,
): TrayEntry {
  const ids = new Set(refused.creates)
  const entries = [refused]
  for (const entry of others) {
    if (entry.id === refused.id) continue
    if (!entry.needs.some(id => ids.has(id))) continue
    entries.push(entry)
    for (const id of entry.creates) ids.add(id)
  }
  return {
    id: refused.id,
    refusal,
    entries,
    refusedAt: new Date(now).toISOString(),
  }
}
