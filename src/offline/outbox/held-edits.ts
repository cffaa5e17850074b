/** The edits that one tab knows of and the server has not answered: their order, their paint and their marks. */
import type { DerivedCache, LayerEdit } from '../derived-cache.ts'
import type { SyncState } from '../offline.ts'
import { createReadable, type Readable } from '../readable.ts'
import type { Entry, NamedEdit } from './edit.ts'
import type { EditCalls } from './edit-calls.ts'
import { compareEntries } from './entry.ts'
import type { Marks } from './marks.ts'
import { marksOf } from './touches.ts'

export interface Held {
  entry: Entry
  readonly edit: NamedEdit | undefined
  readonly layer: LayerEdit
  /** Done in this tab. */
  readonly own: boolean
  /** undefined while the write is under way. */
  stored: boolean | undefined
  /** Its write has begun and the other tabs were told: it may leave this device. */
  free: boolean
  /** Certain not to have left this device. */
  neverSent: boolean
  /** When the server answered it, counted in catch-ups. */
  answeredAt: number | undefined
}

export interface HeldEdits {
  /** What the server has not answered, oldest first. */
  readonly waiting: Readable<readonly Entry[]>
  readonly counts: Readable<Pick<SyncState, 'waiting' | 'saving'>>
  /** Sorted; the answered ones that are still painted included. */
  all(): readonly Held[]
  get(id: string): Held | undefined
  /** Those that the server has answered and that are still painted. */
  answered(): readonly Held[]
  /** Left this tab's memory for good; a reading of the store that crossed that must not bring it back. */
  hasDeparted(id: string): boolean
  /** It may come back after all. */
  forgive(id: string): void
  /**
   * What an edit took the place of, in whichever tab, lies on the disk until that edit does: by its id, all that it
   * stands for.
   */
  readonly replacedBy: Map<string, readonly string[]>
  /** These, and what they took the place of. */
  withReplaced(ids: readonly string[]): readonly string[]
  /** The same, of which the edit `by` takes the place. */
  replace(by: string, ids: readonly string[]): readonly string[]
  /** Departed, and nothing that waits and may not be on the disk stands for it. */
  isSpent(id: string): boolean
  /** An entry as a tab holds it; not taken in yet. */
  hold(entry: Entry, from?: { readonly stored?: boolean; readonly own?: boolean }): Held
  /**
   * Takes entries in and others out; paints in place where the newcomer is the last, and covers all that
   * go. `write` changes the base in the same breath; `lazily` as in `replaceEdits`.
   */
  change(change: HeldChange, write?: () => void, lazily?: boolean): void
  /** What goes meanwhile goes as one change, painted lazily: to take one of thousands out costs a walk over all. */
  together<T>(work: () => T): T
  /** Its write is under way (undefined), or ended: it is on the disk, or the disk would not take it. */
  markStored(one: Held, stored: boolean | undefined): void
  /** The server answered it. */
  markAnswered(one: Held, moment: number): void
  replaceEntry(one: Held, entry: Entry): void
  /** From now on this tab alone sends; what already waits may have been sent by another. */
  lead(leading: boolean): void
  leads(): boolean
}

export interface HeldChange {
  readonly add?: readonly Held[]
  readonly remove?: readonly string[]
  /** The newcomer changes at least what those changed that go. */
  readonly covers?: boolean
}

export interface HeldEditsParts {
  readonly cache: DerivedCache
  readonly edits: ReadonlyMap<string, NamedEdit>
  readonly marks: Marks
  readonly calls: EditCalls
  /** Called with the key of each entry that is taken in. */
  readonly onKey: (key: number) => void
}

export function createHeldEdits({ cache, edits, marks, calls, onKey }: HeldEditsParts): HeldEdits {
  const waiting = createReadable<readonly Entry[]>([])
  const counts = createReadable({ waiting: 0, saving: 0 })
  let held: Held[] = []
  const byId = new Map<string, Held>()
  /** Those that the disk does not have, yet or at all. */
  const unwritten = new Set<Held>()
  const answered = new Set<Held>()
  const departed = new Set<string>()
  const replacedBy: HeldEdits['replacedBy'] = new Map()
  const withReplaced: HeldEdits['withReplaced'] = ids =>
    ids.flatMap(id => [id, ...(replacedBy.get(id) ?? [])])
  let leading = false
  let isTogether = false
  /** Some of `held` went, and their paint is still there; or were answered, which nobody was told. */
  let isUnswept = false
  let isUntold = false

  function sweep() {
    const [swept, told] = [isUnswept, isUnswept || isUntold]
    isUnswept = false
    isUntold = false
    if (swept) {
      held = held.filter(one => byId.has(one.entry.id))
      cache.replaceEdits(
        held.map(one => one.layer),
        undefined,
        true,
      )
    }
    if (told) publish()
  }

  function publish() {
    waiting.set(held.filter(one => one.answeredAt === undefined).map(one => one.entry))
    tellCounts()
  }

  const tellCounts = () => counts.set({ waiting: waiting.get().length, saving: unwritten.size })

  const mark = (one: Held, value: 'saving' | 'waiting' | undefined) =>
    marks.set(one.entry.id, value, marksOf(one.edit, one.entry.variables))

  function noteWrite(one: Held) {
    if (one.stored !== true && one.answeredAt === undefined) unwritten.add(one)
    else unwritten.delete(one)
  }

  return {
    waiting,
    counts,
    all() {
      sweep()
      return held
    },
    get: id => byId.get(id),
    answered: () => [...answered],
    hasDeparted: id => departed.has(id),
    forgive: id => void departed.delete(id),
    replacedBy,
    withReplaced,
    replace(by, ids) {
      // A leader tells all that was replaced before, which its followers know as well.
      const replaces = [...new Set(withReplaced(ids))]
      if (replaces.length > 0) replacedBy.set(by, replaces)
      return replaces
    },
    isSpent: id =>
      departed.has(id) &&
      ![...replacedBy].some(
        ([by, ids]) =>
          !departed.has(by) && byId.get(by)?.answeredAt === undefined && ids.includes(id),
      ),

    hold(entry, { stored, own = false } = {}) {
      const edit = edits.get(entry.name)
      return {
        entry,
        edit,
        layer: {
          id: entry.id,
          apply: target => edit?.predict(target, entry.variables, entry),
        },
        own,
        stored,
        free: stored !== undefined,
        neverSent: stored === undefined,
        answeredAt: undefined,
      }
    },

    change({ add = [], remove = [], covers = false }, write, lazily = false) {
      for (const id of remove) {
        const one = byId.get(id)
        if (one) {
          mark(one, undefined)
          unwritten.delete(one)
          answered.delete(one)
        }
        byId.delete(id)
        calls.left(id)
        departed.add(id)
      }
      if (isTogether && lazily && add.length === 0 && !write) {
        isUnswept = true
        return
      }
      sweep()
      const kept = remove.length > 0 ? held.filter(one => byId.has(one.entry.id)) : held
      const newcomers = add.filter(one => !byId.has(one.entry.id))
      for (const one of newcomers) {
        byId.set(one.entry.id, one)
        calls.begin(one.entry)
        onKey(one.entry.key)
        mark(one, one.stored ? 'waiting' : 'saving')
        noteWrite(one)
      }
      const [only] = newcomers
      const last = kept.at(-1)
      const appends =
        newcomers.length === 1 &&
        (kept === held || covers) &&
        !write &&
        only !== undefined &&
        (!last || compareEntries(last.entry, only.entry) < 0)
      held = [...kept, ...newcomers]
      if (appends) cache.push(only.layer, remove)
      else {
        held.sort((a, b) => compareEntries(a.entry, b.entry))
        const layers = held.map(one => one.layer)
        if (write || remove.length + newcomers.length > 0) cache.replaceEdits(layers, write, lazily)
      }
      publish()
    },

    together(work) {
      isTogether = true
      try {
        return work()
      } finally {
        isTogether = false
        sweep()
      }
    },

    markStored(one, stored) {
      one.stored = stored
      if (byId.has(one.entry.id)) {
        if (stored) mark(one, one.answeredAt === undefined ? 'waiting' : undefined)
        noteWrite(one)
        tellCounts()
      }
    },

    markAnswered(one, moment) {
      one.answeredAt = moment
      answered.add(one)
      mark(one, undefined)
      noteWrite(one)
      if (isTogether) isUntold = true
      else publish()
    },

    replaceEntry(one, entry) {
      sweep()
      one.entry = entry
      publish()
    },

    lead(now) {
      leading = now
      for (const one of held) one.neverSent = false
      // Its own moments: whatever was answered before is older than each of them.
      for (const one of answered) one.answeredAt = 0
    },
    leads: () => leading,
  }
}
