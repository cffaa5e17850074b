/**
 * Where one account lies on this device: the outbox and the base, written in the order in which a kill does no
 * harm, read again if that failed, and what of all that is safe.
 */

import { type BaseReading, createBaseReading } from '../base/base-reading.ts'
import { createCacheStorage } from '../base/cache-storage.ts'
import { createPersistence, type Persistence, type PersistenceParts } from '../base/persistence.ts'
import type { DerivedCache } from '../derived-cache.ts'
import type { OfflineParts } from '../environment.ts'
import { type Commit, createCommit } from '../outbox/commit.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { AccountStores } from './account-stores.ts'
import { inTime } from './in-time.ts'
import { createOutboxReading, type OutboxReading } from './outbox-reading.ts'
import { createSecondCopy, type SecondCopy } from './second-copy.ts'
import {
  createStoreQueue,
  type StorageState,
  type StoreQueue,
  type StoreQueueParts,
} from './store-queue.ts'

export interface KeepingParts
  extends Pick<
      OfflineParts,
      'clock' | 'evictable' | 'belongsTo' | 'leavesNothing' | 'newId' | 'seed' | 'onTrouble'
    >,
    Pick<PersistenceParts, 'confirmLead' | 'opened' | 'onCut'> {
  readonly stores: AccountStores
  readonly cache: DerivedCache
  /** Made after this, since it writes here. */
  readonly outbox: () => Outbox
  readonly freeSpace: StoreQueueParts['freeSpace']
  /** Whether no other tab runs. */
  readonly alone: () => boolean
  readonly onState: (state: StorageState) => void
  /** What the second copy had is in the outbox after all; `some` where there was anything. */
  readonly onTakenIn: (some: boolean) => void
  /** What the disk had refused is on it, or off it: a tab that was opened in between has read what was there then. */
  readonly onOwedWritten: () => void
}

export interface Keeping {
  readonly queue: StoreQueue
  readonly reading: OutboxReading
  readonly base: BaseReading
  readonly persistence: Persistence
  readonly commit: Commit
  readonly copy: SecondCopy
  /**
   * Where this tab leads: the second copy lacks nothing then, and has nothing that is gone. At once where something
   * waits: the page before may have died within the moment in which it was in one place alone. Again and again, more and
   * more rarely, while there is something to be taken in and the place of the copy fails.
   */
  alignCopy(): void
  /** Nothing is written from now on, and nothing is left to be done later. */
  stop(): void
  readonly state: () => StorageState
  /** From now on the outbox that was opened late; what lies there is painted as soon as it can be read. */
  adoptLate(late: Awaited<AccountStores['lateOutbox']>): Promise<void>
}

/** Where nothing waits: behind all that a person waits for at the start. */
const idleMs = 5_000
/** A place that failed is left alone for so long at first. */
const againMs = 30_000

export function createKeeping(parts: KeepingParts): Keeping {
  const { stores, clock, cache, outbox, onTrouble } = parts
  let state: StorageState = stores.outbox ? 'durable' : 'memory-only'
  /** What lies in a late one is not read yet: nobody knows what waits there. */
  let adopting = false

  function tell(next: StorageState) {
    state = next
    parts.onState(next)
  }

  const copy = createSecondCopy({
    clock,
    open: stores.openCopy,
    load: () => (queue.keeps() ? queue.load() : undefined),
    async takeIn(copied, isNew) {
      const many = await outbox().takeIn(copied)
      if (many > 0) await reading.read()
      if (!isNew) parts.onTakenIn(many > 0)
    },
    waits: id => outbox().waits(id),
    isOwn: id => outbox().isOwn(id),
    isRefused: id =>
      outbox()
        .tray.get()
        .some(one => one.id === id),
    leads: () => outbox().leads(),
    onTrouble,
  })
  const queue = createStoreQueue({
    store: stores.outbox,
    reopen: stores.reopen,
    freeSpace: parts.freeSpace,
    storeAgain(there) {
      // What cleared the one has cleared the other.
      persistence.storeAgain()
      return outbox().storeAgain(there)
    },
    onWritten(changes, wasOwed) {
      copy.note(changes)
      if (wasOwed) parts.onOwedWritten()
    },
    onState: (next, error) => {
      if (error !== undefined) onTrouble(error)
      // A write that went well says nothing of what the disk would not take before. Asked only then: it walks over all.
      const isUnsafe = () => adopting || outbox().unkept() > 0
      if (next === 'durable' && state !== 'durable' && isUnsafe()) return
      const hasRoomAgain = next === 'durable' && state === 'full'
      // What cannot be read again is not safe, even where it can be written.
      const outlives = queue.keeps() && reading.readable()
      tell(outlives ? next : 'memory-only')
      // What was given up to make room: without a network nothing else would bring it back to the device.
      if (!hasRoomAgain) return
      persistence.takeBackSoon()
      commit.soon()
    },
  })
  const reading = createOutboxReading({
    clock,
    load: () => outbox().load({ alone: parts.alone() }),
    onReadable: readable =>
      tell(readable && queue.keeps() && outbox().unkept() === 0 ? 'durable' : 'memory-only'),
    onTrouble,
  })
  const storage = createCacheStorage(stores.records, onTrouble, parts.newId)
  const persistence = createPersistence({
    cache,
    storage,
    clock,
    confirmLead: parts.confirmLead,
    evictable: parts.evictable,
    belongsTo: parts.belongsTo,
    opened: parts.opened,
    leavesNothing: parts.leavesNothing,
    onWrite: () => commit.begin(),
    onCut: parts.onCut,
  })
  const base = createBaseReading({ ...parts, storage, persistence })
  const commit = createCommit({
    outbox: {
      takeGone: () => outbox().takeGone(),
      removed: gone => outbox().removed(gone),
      keepGone: gone => outbox().keepGone(gone),
    },
    queue,
    clock,
    flush: persistence.flush,
    onTrouble,
  })

  let cancelAligning = () => {}
  function alignIn(ms: number, next = againMs): void {
    cancelAligning()
    cancelAligning = clock.after(ms, async () => {
      if (!outbox().leads() || (await copy.align())) return
      if (await lacksCopy().catch(onTrouble)) alignIn(next, 2 * next)
    })
  }

  async function lacksCopy(): Promise<boolean> {
    return queue.keeps() && (await inTime(clock, queue.load)).lacksCopy === true
  }

  return {
    queue,
    reading,
    base,
    persistence,
    commit,
    copy,
    alignCopy() {
      const nothing = outbox().waiting.get().length + outbox().tray.get().length === 0
      alignIn(nothing ? idleMs : 0)
    },
    stop() {
      cancelAligning()
      queue.close()
      copy.stop()
    },
    state: () => state,
    async adoptLate(late) {
      adopting = true
      await queue.adopt(late)
      const isRead = await reading.read()
      adopting = false
      if (isRead && outbox().unpersisted() + outbox().unkeptInTray() === 0) tell('durable')
    },
  }
}
