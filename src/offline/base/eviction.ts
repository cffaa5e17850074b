/**
 * What left a full device to make room, and when that is tried to be undone: sooner where a person opens something,
 * and more and more rarely while it is full again.
 */
import type { Clock } from '../clock.ts'
import { createPause } from '../pause.ts'

export interface Eviction {
  /** Ids of the records that are not on the device. */
  readonly ids: ReadonlySet<string>
  evict(ids: readonly string[]): void
  /** There may be room, or a need: `onDue` is called soon, where anything is gone at all. */
  soon(): void
  /** All of it is written again. */
  forget(): void
}

/** What a person opened is drawn and used first. */
const quietMs = 2_000
/** At most so often, whatever is opened: each try writes all of it. */
const againMs = 30_000
const longestMs = 60 * 60_000

export function createEviction(clock: Clock, onDue: () => void): Eviction {
  const ids = new Set<string>()
  let times = 0
  const pause = createPause(clock)
  let cancel: (() => void) | undefined

  const dueIn = (ms: number) => {
    cancel?.()
    cancel = clock.after(ms, () => {
      cancel = undefined
      onDue()
    })
  }

  return {
    ids,
    evict(gone) {
      for (const id of gone) ids.add(id)
      if (ids.size === 0) return
      pause.begin(againMs)
      dueIn(Math.min(againMs * 2 ** times++, longestMs))
    },
    soon() {
      if (ids.size > 0) dueIn(Math.max(quietMs, pause.left()))
    },
    forget() {
      ids.clear()
      cancel?.()
      cancel = undefined
    },
  }
}
