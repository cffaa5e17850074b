/**
 * What left a full device to make room, and when all that is not on it is written again: sooner where a person opens
 * something, and more and more rarely while that fails.
 */
import type { Clock } from '../clock.ts'
import type { CacheRecord } from '../derived-cache.ts'
import { createPause } from '../pause.ts'
import type { BaseRecords } from './cache-storage.ts'

export interface Eviction {
  /** Of the records that left the device, by their ids: to what each belonged. */
  readonly ids: ReadonlyMap<string, unknown>
  /** Returns whether any of these was still there. */
  evict(ids: readonly string[], records: BaseRecords): boolean
  /** Whether it belongs to something else by now: then it is written again, whole, since nobody would tell of it twice. */
  keepMoved(id: string, record: CacheRecord): boolean
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

export function createEviction(
  clock: Clock,
  onDue: () => void,
  belongsTo: (record: CacheRecord | undefined) => unknown,
): Eviction {
  const ids = new Map<string, unknown>()
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
    evict(gone, records) {
      const before = ids.size
      for (const id of gone) ids.set(id, belongsTo(records[id]))
      return ids.size > before
    },
    keepMoved: (id, record) => ids.has(id) && ids.get(id) !== belongsTo(record) && ids.delete(id),
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
