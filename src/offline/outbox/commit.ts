/**
 * Entries leave the store only after the base that replaces them is stored, so that a kill between the two
 * repeats a step instead of losing one.
 */
import type { Clock } from '../clock.ts'
import type { StoreQueue } from '../storage/store-queue.ts'
import type { Outbox } from './outbox.ts'

export interface Commit {
  /** There is something to be stored or removed; many go with one write. */
  soon(): void
  /** Called as the base begins to be written; what it answers with is called when that write ended. */
  begin(): (stored: boolean) => void
}

export interface CommitParts {
  readonly outbox: Pick<Outbox, 'takeGone' | 'removed' | 'keepGone'>
  readonly queue: Pick<StoreQueue, 'write'>
  readonly clock: Clock
  /** Writes the base to the disk. */
  readonly flush: () => Promise<void>
  readonly onTrouble: (error: unknown) => void
}

/** How long answered entries may lie in the store before they are removed. */
const pauseMs = 200

export function createCommit({ outbox, queue, clock, flush, onTrouble }: CommitParts): Commit {
  let isDue = false
  return {
    soon() {
      if (isDue) return
      isDue = true
      clock.after(pauseMs, () => {
        isDue = false
        void flush()
      })
    },
    begin() {
      const gone = outbox.takeGone()
      return stored => {
        if (gone.length === 0) return
        if (!stored) return outbox.keepGone(gone)
        const remove = gone.map(([id]) => id)
        queue.write({ remove }).then(() => outbox.removed(gone), onTrouble)
      }
    },
  }
}
