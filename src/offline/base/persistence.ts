/**
 * The base on the device, by apollo3-cache-persist: it decides when to extract and restore, this module what
 * that means. The one cast that its types need with Apollo Client 4 is here
 * (docs/decisions/006-apollo3-cache-persist.md).
 */
import { CachePersistor } from 'apollo3-cache-persist'
import type { Clock } from '../clock.ts'
import type { CacheRecord, DerivedCache } from '../derived-cache.ts'
import { suspiciousMs } from '../tabs/leader.ts'
import type { Cut, HowMuchSpace } from '../tabs/tabs.ts'
import type { BaseRecords, CacheStorage } from './cache-storage.ts'
import { createEviction } from './eviction.ts'
import { diffRecord, type JournalChanges } from './journal.ts'

export interface Persistence {
  /**
   * Once, before anything is rendered: puts what was stored into the cache. `alone` where no other tab
   * writes there: only then what nothing can be made of is thrown away. The error where it could not be read
   * now: nothing is written over it then until `mayWrite`.
   */
  restore(alone: boolean): Promise<unknown>
  /** Nothing is written until `mayWrite`: what lies there may be newer than the base. */
  mayNotWrite(): void
  /** The base knows all that could not be read, or more. */
  mayWrite(): void
  /**
   * From now on this tab persists. `continues`: what is stored is what this tab restored; `cut`: what is missing there, as
   * the tab said that led before.
   */
  start(continues: boolean, cut: Cut): void
  /** What this tab stored may be gone: where it is, all is written again. */
  storeAgain(): void
  /** Another tab persists; what was about to be written here is not. */
  stop(): void
  /** Resolves when everything that the base knows now is stored, or could not be. */
  flush(): Promise<void>
  /** Gives up what can be fetched again: what `evictable` names, or all. For the tab that leads. False where it may not. */
  freeSpace(howMuch: HowMuchSpace): Promise<boolean>
  /**
   * There may be room again for what is not on the device, or a person opened some of it: all is written soon, and what
   * was not opened lately given up again where it is still too much.
   */
  takeBackSoon(): void
  /** Stops for good; resolves when nothing is being written. */
  end(): Promise<void>
}

export interface PersistenceParts {
  readonly cache: DerivedCache
  readonly storage: CacheStorage
  readonly clock: Clock
  /** Whether this tab still leads, which it may have lost while it was frozen. */
  readonly confirmLead: () => Promise<boolean>
  /** Ids of records that may go first; asked when the device has no room left. `opened` the latest last. */
  readonly evictable: (records: BaseRecords, opened: readonly string[]) => readonly string[]
  /** To what such a record belongs, which may change. */
  readonly belongsTo: (record: CacheRecord | undefined) => unknown
  /** What people opened, in whatever tab, the latest last. */
  readonly opened: () => readonly string[]
  /** Once such a record is gone all is written anew: snapshot and journal still hold what belonged to it. */
  readonly leavesNothing: (id: string) => boolean
  /** Called as a write begins; what it answers with is called when that write ended. */
  readonly onWrite: () => (stored: boolean) => void
  /**
   * Told again and again, after each write: whether something of the base is not on the device, for want of room or for
   * trouble, and whether there is no room even without what may go.
   */
  readonly onCut: (isCut: boolean, isFull: boolean) => void
}

/** Long enough to take a burst of ticks as one line, short enough to be rarely lost. */
const pauseMs = 150

export function createPersistence(parts: PersistenceParts): Persistence {
  const { cache, storage, clock } = parts
  const evicted = createEviction(clock, () => takeBack(), parts.belongsTo)
  let active = false
  /** Why what lies there could not be read; while the base does not know it, nothing is written over it. */
  let unread: unknown
  let writing: Promise<void> = Promise.resolve()
  let tidies = false
  /** Since the last write of all. */
  let isFull = false
  /** Since when there is something to write. */
  let dueSince: number | undefined

  async function write() {
    const waitedMs = clock.now() - (dueSince ?? clock.now())
    dueSince = undefined
    if (!active || unread !== undefined) return
    const changed = takeChanges()
    const isErased = [...changed.keys()].some(id => parts.leavesNothing(id) && !cache.peekBase(id))
    // What fails makes a snapshot due: nothing that was taken has to be kept for the next write.
    if (!isErased && !storage.snapshotDue()) {
      const stored = await told(() => storage.write(differences(changed)))
      if (stored || !storage.isFull()) return
    }
    // A line that comes too late means nothing; a snapshot would replace what the tab stored that leads now.
    if (waitedMs > suspiciousMs && !(await parts.confirmLead())) return
    await writeAll()
  }

  async function told(work: () => Promise<boolean>) {
    const done = parts.onWrite()
    const stored = await work()
    done(stored)
    if (stored) isFull = false
    tellCut(!stored || evicted.ids.size > 0)
    return stored
  }

  function tellCut(isCut: boolean) {
    evicted.wrote(isCut)
    parts.onCut(isCut, isFull)
  }

  /** What changed since the last write, as it lies on the device. */
  function takeChanges() {
    const changed = new Map(cache.takeBaseChanges())
    for (const id of changed.keys()) {
      const record = cache.peekBase(id)
      if (record && evicted.keepMoved(id, record)) changed.set(id, undefined)
    }
    return changed
  }

  function writeSnapshot() {
    takeChanges()
    return told(() => storage.writeSnapshot(everything()))
  }

  /** All of it; where there is no room, without what may go. */
  async function writeAll() {
    if ((await writeSnapshot()) || !storage.isFull()) return
    if (giveUp() && (await writeSnapshot())) return
    isFull = storage.isFull()
    tellCut(true)
  }

  function giveUp() {
    const records = everything()
    return evicted.evict(parts.evictable(records, parts.opened()), records)
  }

  /** In line with the writes. */
  function takeBack() {
    writing = writing.then(async () => {
      if (!active || unread !== undefined || !(await parts.confirmLead())) return
      evicted.forget()
      await writeAll()
    })
  }

  function everything(): BaseRecords {
    // Apollo names in `__META` each record that was ever written by itself, so that none is taken for garbage. Nobody
    // collects any, and each item that comes and goes would leave its id.
    const { __META: _, ...records }: Record<string, BaseRecords[string]> = cache.extract()
    for (const id of evicted.ids.keys()) delete records[id]
    return records
  }

  function differences(changed: ReadonlyMap<string, CacheRecord | undefined>): JournalChanges {
    const told: Record<string, JournalChanges[string]> = {}
    for (const [id, before] of changed) {
      const change = evicted.ids.has(id) ? undefined : diffRecord(before, cache.peekBase(id))
      if (change !== undefined) told[id] = change
    }
    return told
  }

  const persistor = createPersistor(cache, {
    trigger: persist => {
      let isDue = false
      return cache.onBaseChanged(() => {
        if (!active) return
        dueSince ??= clock.now()
        if (isDue) return
        isDue = true
        clock.after(pauseMs, () => {
          isDue = false
          persist()
        })
      })
    },
    async restore() {
      try {
        return await storage.read(tidies)
      } catch (error) {
        unread = error ?? new Error('What is kept here could not be read.')
        return undefined
      }
    },
    // Its calls may overlap: one write after the other.
    store() {
      if (!active) return writing
      dueSince ??= clock.now()
      writing = writing.then(write)
      return writing
    },
    purge: () => storage.clear(),
  })

  return {
    async restore(alone) {
      tidies = alone
      await persistor.restore()
      return unread
    },
    mayNotWrite() {
      unread ??= new Error('What is kept here is not known.')
    },
    mayWrite() {
      unread = undefined
      void persistor.persist()
    },
    start(continues, { isCut, takesNoLists }) {
      active = true
      // In line with what an earlier turn of this tab is still writing.
      if (continues) return
      writing = writing.then(() => {
        evicted.forget()
        isFull = takesNoLists === true
        if (isCut) evicted.wrote(true)
        storage.startAfresh()
      })
    },
    storeAgain() {
      writing = writing.then(async () => {
        // Frozen until now, it would write over what the tab stored that leads meanwhile.
        if (!active || (await storage.isThere()) || !(await parts.confirmLead())) return
        storage.startAfresh()
      })
      void persistor.persist()
    },
    stop() {
      active = false
    },
    async flush() {
      await persistor.persist()
      await writing
    },
    freeSpace(howMuch) {
      // In line with the writes: none may go on in a journal that is not there any more.
      const freeing = writing.then(async () => {
        // A tab that was frozen hears of it when another has long made room, and stored what this one does not know.
        if (!(await parts.confirmLead())) return false
        // Without a network nothing else brings it back.
        if (unread !== undefined) return false
        if (howMuch === 'all') {
          tellCut(true)
          await storage.clear()
        } else {
          giveUp()
          await writeSnapshot()
        }
        return true
      })
      writing = freeing.then(() => {})
      return freeing
    },
    takeBackSoon: evicted.soon,
    async end() {
      active = false
      persistor.remove()
      await writing
    },
  }
}

interface PersistorParts {
  readonly trigger: (persist: () => void) => () => void
  readonly restore: () => Promise<BaseRecords | undefined>
  readonly store: () => Promise<void>
  readonly purge: () => Promise<void>
}

function createPersistor(cache: DerivedCache, parts: PersistorParts): CachePersistor<undefined> {
  const options = {
    cache: {
      // What changed is taken as it is written, so that a tick does not cost a walk over everything.
      extract: () => undefined,
      restore: (records: Parameters<DerivedCache['restore']>[0]) => cache.restore(records),
    },
    storage: {
      getItem: parts.restore,
      setItem: parts.store,
      removeItem: parts.purge,
    },
    serialize: false,
    // It would purge itself above 1 MB.
    maxSize: false,
    trigger: parts.trigger,
    // The pause is ours, so that a test's clock turns it.
    debounce: 0,
  }
  return new CachePersistor(options as unknown as PersistorOptions)
}

type PersistorOptions = ConstructorParameters<typeof CachePersistor<undefined>>[0]
