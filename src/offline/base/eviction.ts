/**
 * What left a full device to make room, and when all that is not on it is written again: sooner where a person opens
 * something, and more and more rarely while that fails.
 */
import type { Clock } from '../clock.ts'
import { createPause } from '../pause.ts'

export interface Eviction {
  /** Ids of the records that left the device. */
  readonly ids: ReadonlySet<string>
  /** Returns whether any of these was still there. */
  evict(ids: readonly string[]): boolean
  /** After each write. Where something is not on the device, for whatever reason, `onDue` is called some time. */
  wrote(isCut: boolean): void
  /** There may be room, or a need: `onDue` is called soon, where anything is missing at all. */
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

  function stop() {
    cancel?.()
    cancel = undefined
  }

  function dueIn(ms: number) {
    stop()
    cancel = clock.after(ms, () => {
      cancel = undefined
      onDue()
    })
  }

  return {
    ids,
    evict(gone) {
      const before = ids.size
      for (const id of gone) ids.add(id)
      return ids.size > before
    },
    wrote(isCut) {
      if (!isCut) {
        times = 0
        stop()
      } else if (!cancel) {
        pause.begin(againMs)
        dueIn(Math.min(againMs * 2 ** times++, longestMs))
      }
    },
    soon() {
      if (cancel) dueIn(Math.max(quietMs, pause.left()))
    },
    forget() {
      ids.clear()
      stop()
    },
  }
}
