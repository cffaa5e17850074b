/**
 * Writes to the outbox's store, one transaction after the other, in the order in which they were asked for.
 * What is asked for in one tick, or while one runs, is one transaction: a strict write costs the same for one
 * edit and for a hundred, and of a list that was pasted all of it is there after a kill, or nothing.
 */

import type { HowMuchSpace } from '../tabs/tabs.ts'
import { isQuota } from './is-quota.ts'
import { createMemoryOutboxStore } from './memory-outbox-store.ts'
import { mergeChanges } from './outbox-changes.ts'
import type { OutboxChanges, OutboxStore, StoredOutbox } from './outbox-store.ts'
import { createOwedChanges } from './owed-changes.ts'

export type StorageState = 'durable' | 'memory-only' | 'full'

export interface StoreQueueParts {
  /** Undefined where the browser gave none: then the memory of this page takes what comes. */
  readonly store: OutboxStore | undefined
  /** Opens the store again after the browser closed it; rejects if that cannot be. */
  readonly reopen: () => Promise<OutboxStore>
  /**
   * Gives up what can be fetched again, some of it and then all, before a write is called failed that does not spare it.
   * False where nothing could be given.
   */
  readonly freeSpace: (howMuch: HowMuchSpace) => Promise<boolean>
  /**
   * Writes what `there` lacks, after a store took the place of another: what lay there may be gone, or never
   * came there. Resolves when all of it is there, or is known as not kept.
   */
  readonly storeAgain: (there: StoredOutbox) => Promise<void>
  readonly onState: (state: StorageState, error?: unknown) => void
  /**
   * Called with what has reached the disk, before whoever asked for it is told; `wasOwed` where some of it had been refused
   * before.
   */
  readonly onWritten: (changes: OutboxChanges, wasOwed: boolean) => void
}

export interface WriteOptions {
  /** Nothing is given up for it. */
  readonly sparing?: boolean
  /** Refused before, it goes alone: others would be refused with it. */
  readonly again?: boolean
}

export interface StoreQueue {
  /** What lies in the store, with everything written that was asked for. */
  load(): Promise<StoredOutbox>
  /** Resolves when it is on the disk; rejects where the storage would not take it. */
  write(changes: OutboxChanges, options?: WriteOptions): Promise<void>
  /** Whether what was written outlives this page. */
  keeps(): boolean
  /** Whether the account was left: nothing is read or written any more. */
  closed(): boolean
  /** Takes this one, which was opened late, in place of the memory. `load` makes the two one. */
  adopt(store: OutboxStore): Promise<void>
  /** Resolves when nothing is being written. */
  idle(): Promise<void>
  close(): void
}

interface Job {
  readonly changes: OutboxChanges
  readonly sparing: boolean
  readonly again: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** One after the other, until there is room. */
const measures: readonly HowMuchSpace[] = ['some', 'all']

export function createStoreQueue(parts: StoreQueueParts): StoreQueue {
  let store = parts.store ?? createMemoryOutboxStore()
  let isMemory = parts.store === undefined
  /** It took the place of another, and may lack what that one had. */
  let needsResync = false
  let jobs: Job[] = []
  const owed = createOwedChanges()
  /**
   * The size of the smallest write for which all was given up in vain. It comes back to the device, and does not go again
   * for a write of that size before the device has taken one.
   */
  let vainSize: number | undefined
  let running: Promise<void> | undefined
  let closed = false

  /** Nothing is measured while there is room, as there nearly always is. */
  const isVain = (changes: OutboxChanges) => vainSize !== undefined && sizeOf(changes) >= vainSize

  async function run() {
    while (jobs.length > 0 && !closed) {
      const batch = jobs.splice(0, howManyAtOnce(jobs))
      const changes = batch.map(job => job.changes)
      const due = owed.dueWith(changes)
      const all = mergeChanges([...due, ...changes])
      const error = await attempt(all, batch)
      if (error === undefined && !isMemory) parts.onWritten(all, due.length > 0)
      if (error === undefined) owed.written(changes)
      else for (const one of changes) owed.refused(one)
      for (const job of batch) error === undefined ? job.resolve() : job.reject(error)
    }
    for (const job of jobs) job.reject(leftError())
    jobs = []
    running = undefined
  }

  /** Answers with the error of the last try, undefined if one succeeded. */
  async function attempt(changes: OutboxChanges, batch: readonly Job[]): Promise<unknown> {
    const sparing = batch.every(job => job.sparing)
    let error = await tryOnce(changes)
    for (const howMuch of sparing ? [] : measures) {
      if (!isQuota(error) || (howMuch === 'all' && isVain(changes))) break
      let isFreed = false
      error = await tryOnce(changes, async () => {
        isFreed = await parts.freeSpace(howMuch)
      })
      if (howMuch === 'all' && isFreed && isQuota(error)) vainSize = sizeOf(changes)
    }
    // Whether there is room for an edit is not known then.
    if (isQuota(error) && sparing && !batch.some(job => job.again)) return error
    if (error !== undefined && !isQuota(error)) {
      error = await tryOnce(changes, reopen)
      if (error === undefined) resync().catch(() => {})
    }
    if (error === undefined) {
      if (isVain(changes)) vainSize = undefined
      parts.onState('durable')
    } else parts.onState(isQuota(error) ? 'full' : 'memory-only', error)
    return error
  }

  async function tryOnce(changes: OutboxChanges, mend?: () => Promise<void>): Promise<unknown> {
    try {
      await mend?.()
      await store.write(changes)
      return undefined
    } catch (error) {
      return error ?? new Error('The storage did not take the change.')
    }
  }

  async function reopen() {
    // What is opened now would be made anew, and stay when all is removed.
    if (closed) throw leftError()
    const next = await parts.reopen()
    if (closed) {
      next.close()
      throw leftError()
    }
    store.close()
    store = next
    needsResync = true
  }

  /** Before a reading is trusted: what it does not show would be taken for gone. */
  async function resync() {
    if (!needsResync) return
    const there = await store.load()
    isMemory = false
    await parts.storeAgain(there)
    needsResync = false
  }

  async function idle() {
    while (running) await running
  }

  return {
    write(changes, { sparing = false, again = false } = {}) {
      if (closed) return Promise.reject(leftError())
      return new Promise((resolve, reject) => {
        jobs.push({ changes, sparing, again, resolve, reject })
        running ??= Promise.resolve().then(run)
      })
    },
    async load() {
      await idle()
      try {
        await resync()
        return await store.load()
      } catch {
        await reopen()
        await resync()
        return store.load()
      }
    },
    keeps: () => !isMemory,
    closed: () => closed,
    async adopt(late) {
      await idle()
      if (closed) return late.close()
      store = late
      needsResync = true
    },
    idle,
    close() {
      closed = true
      store.close()
    },
  }
}

function howManyAtOnce(jobs: readonly Job[]): number {
  const alone = jobs.findIndex(job => job.again)
  return alone < 0 ? jobs.length : Math.max(alone, 1)
}

function sizeOf(changes: OutboxChanges): number {
  return JSON.stringify(changes).length
}

function leftError(): Error {
  return new Error('The account is closed.')
}
