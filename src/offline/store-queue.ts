/**
 * Writes to the outbox's store, one transaction after the other, in the order in which they were asked for.
 * What is asked for in one tick, or while one runs, is one transaction: a strict write costs the same for one
 * edit and for a hundred, and of a list that was pasted all of it is there after a kill, or nothing.
 */
import type { OutboxChanges, OutboxStore, StoredOutbox } from './outbox-store.ts'
import type { HowMuchRoom } from './tabs.ts'

export type StorageState = 'durable' | 'memory-only' | 'full'

export interface StoreQueueOptions {
  readonly store: OutboxStore
  /** Opens the store again after the browser closed it; undefined where that cannot be. */
  readonly reopen: () => Promise<OutboxStore | undefined>
  /** Gives up what can be fetched again, some of it and then all, before a write is called failed. */
  readonly makeRoom: (howMuch: HowMuchRoom) => Promise<void>
  /** Called when it takes writes after it was opened again: what lay there may be gone. */
  readonly onReopened: () => void
  readonly onState: (state: StorageState, error?: unknown) => void
}

export interface StoreQueue {
  /** What lies in the store, with everything written that was asked for. */
  load(): Promise<StoredOutbox>
  /** Resolves when it is on the disk; rejects where the storage would not take it. */
  write(changes: OutboxChanges): Promise<void>
  /** Resolves when nothing is being written. */
  idle(): Promise<void>
  close(): void
  destroy(): Promise<void>
}

interface Job {
  readonly changes: OutboxChanges
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export function createStoreQueue(options: StoreQueueOptions): StoreQueue {
  let store = options.store
  let jobs: Job[] = []
  let running: Promise<void> | undefined
  let closed = false

  const run = async () => {
    while (jobs.length > 0 && !closed) {
      const batch = jobs
      jobs = []
      const error = await attempt(merge(batch.map(job => job.changes)))
      for (const job of batch) error === undefined ? job.resolve() : job.reject(error)
    }
    running = undefined
  }

  /** Answers with the error of the last try, undefined where one succeeded. */
  const attempt = async (changes: OutboxChanges): Promise<unknown> => {
    let error = await tryOnce(changes)
    for (const mend of [() => options.makeRoom('some'), () => options.makeRoom('all')]) {
      if (isQuota(error)) error = await tryOnce(changes, mend)
    }
    if (error !== undefined && !isQuota(error)) {
      error = await tryOnce(changes, reopen)
      if (error === undefined) options.onReopened()
    }
    if (error === undefined) options.onState('durable')
    else options.onState(isQuota(error) ? 'full' : 'memory-only', error)
    return error
  }

  const tryOnce = async (changes: OutboxChanges, mend?: () => Promise<void>): Promise<unknown> => {
    try {
      await mend?.()
      await store.write(changes)
      return undefined
    } catch (error) {
      return error ?? new Error('The storage did not take the change.')
    }
  }

  const reopen = async () => {
    const next = await options.reopen()
    if (!next) throw new Error('The storage of this browser could not be opened.')
    store.close()
    store = next
  }

  const idle = async () => {
    while (running) await running
  }

  return {
    write(changes) {
      if (closed) return Promise.reject(new Error('The account is closed.'))
      return new Promise((resolve, reject) => {
        jobs.push({ changes, resolve, reject })
        running ??= Promise.resolve().then(run)
      })
    },
    async load() {
      await idle()
      try {
        return await store.load()
      } catch {
        await reopen()
        options.onReopened()
        await idle()
        return store.load()
      }
    },
    idle,
    close() {
      closed = true
      store.close()
    },
    async destroy() {
      closed = true
      await running
      await store.destroy()
    },
  }
}

/** The later word about an id wins, as it would in two transactions. */
function merge(all: readonly OutboxChanges[]): OutboxChanges {
  const entries = new Map<string, { readonly id: string } | undefined>()
  const tray = new Map<string, { readonly id: string } | undefined>()
  for (const { put, remove, putTray, removeTray } of all) {
    for (const record of put ?? []) entries.set(record.id, record)
    for (const id of remove ?? []) entries.set(id, undefined)
    for (const record of putTray ?? []) tray.set(record.id, record)
    for (const id of removeTray ?? []) tray.set(id, undefined)
  }
  return { ...split(entries, 'put', 'remove'), ...split(tray, 'putTray', 'removeTray') }
}

function split(
  records: ReadonlyMap<string, { readonly id: string } | undefined>,
  put: 'put' | 'putTray',
  remove: 'remove' | 'removeTray',
): OutboxChanges {
  return {
    [put]: [...records.values()].filter(record => record !== undefined),
    [remove]: [...records].flatMap(([id, record]) => (record ? [] : [id])),
  }
}

function isQuota(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError'
}
