/** How much of one's own history a device keeps, so that it can be taken back. */
import { daysBefore } from '../../../rules/days.ts'
import { limits } from '../../../rules/limits.ts'
import type { UndoRecord } from './undo-step.ts'

/** The newest stays in any case: one that deletes 10,000 items is larger than all of it may be. */
export const undoBounds = {
  /** Of each list. */
  records: limits.undo,
  /** What was done longer ago nobody takes back. */
  days: limits.traceDays,
  /** 2,000 changes of single items take a fifth of it. */
  bytes: 4_000_000,
} as const

/**
 * So many leave for their age with each change, the oldest first: a clock that is months ahead for a moment costs a few.
 * How many there are is bounded without that.
 */
const agedAtOnce = 2

export interface UndoBounds {
  /** Those that stay of `records`, which are sorted with the newest last; `now` in ms since 1970. */
  keep(records: readonly UndoRecord[], now: number): readonly UndoRecord[]
}

export function createUndoBounds(): UndoBounds {
  const sizes = new WeakMap<UndoRecord, number>()
  function sizeOf(record: UndoRecord): number {
    const size = sizes.get(record) ?? JSON.stringify(record).length
    sizes.set(record, size)
    return size
  }
  return {
    keep(records, now) {
      const newest = records.at(-1)
      const isOld = isOldAt(now)
      const old = records.filter(record => record !== newest && isOld(record))
      const aged = new Set(old.slice(0, agedAtOnce))
      const counts = new Map<string, number>()
      let bytes = 0
      const kept: UndoRecord[] = []
      for (const record of records.toReversed()) {
        const count = (counts.get(record.listId) ?? 0) + 1
        counts.set(record.listId, count)
        bytes += sizeOf(record)
        if (kept.length > 0 && bytes > undoBounds.bytes) break
        if (count > undoBounds.records || aged.has(record)) continue
        kept.push(record)
      }
      return kept.length === records.length ? records : kept.reverse()
    },
  }
}

/** Which were done longer ago than what is kept; `now` in ms since 1970. */
export function isOldAt(now: number): (record: UndoRecord) => boolean {
  const oldest = daysBefore(now, undoBounds.days)
  const oldestInBin = daysBefore(now, limits.binDays)
  return record => record.at < oldest || (record.at < oldestInBin && isInBin(record))
}

/** Whether it holds what the server's bin holds, which nobody keeps for longer than that. */
function isInBin({ steps, undoneAt }: UndoRecord): boolean {
  return undoneAt === undefined && steps.some(({ renews }) => renews)
}
