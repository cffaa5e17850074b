/** What lies on a device and survives its pages: the outbox's tables and the cache's keys, with faults. */

import type { KeyValueStore } from '../../../src/offline/base/cache-storage.ts'
import type { AccountStorage } from '../../../src/offline/environment.ts'
import { isStoredRecord } from '../../../src/offline/storage/outbox-changes.ts'
import type {
  OutboxChanges,
  OutboxStore,
  StoredOutbox,
  StoredRecord,
} from '../../../src/offline/storage/outbox-store.ts'

export interface SimDisk {
  readonly entries: Map<string, StoredRecord>
  readonly tray: Map<string, StoredRecord>
  readonly values: Map<string, string>
  /** The second copy of the first two. */
  readonly copy: OutboxTables
  /** The browser deletes its database, as Chromium does where a kill has damaged it. */
  loseDatabase(): void
  /** The database was made anew while the copy could not be read. */
  lacksCopy: boolean
  /** Bytes written to the cache's keys and to the outbox. */
  written: { cache: number; outbox: number }
  /** Set to make writes fail from now on. */
  failOutbox: ((changes: OutboxChanges) => Error | undefined) | undefined
  /** The same of reading the outbox. */
  failRead: (() => Error | undefined) | undefined
  failCache: (() => Error | undefined) | undefined
  /** Set where it does not let go of what it keeps. */
  failDestroy: (() => Error | undefined) | undefined
  /** The store of one page: dead pages write nothing. */
  open: (alive: () => boolean) => AccountStorage
  /** What was asked for and is not done yet. */
  pending: number
  /**
   * A write reaches the disk a moment after it was asked for, now sooner, now later: a page may die in
   * between, and answers may arrive.
   */
  latency: () => Promise<void>
}

interface OutboxTables {
  readonly entries: Map<string, StoredRecord>
  readonly tray: Map<string, StoredRecord>
}

/** `keepsTwice`: as a browser that has another place for a second copy. */
export function createSimDisk({ keepsTwice = false } = {}): SimDisk {
  let writes = 0
  /** Which of the databases were opened before. */
  const known = { outbox: false, copy: false }
  /** Whether there was a database at all. */
  let made = false
  const disk: SimDisk = {
    entries: new Map(),
    tray: new Map(),
    values: new Map(),
    copy: { entries: new Map(), tray: new Map() },
    loseDatabase() {
      for (const lost of [disk.entries, disk.tray, disk.values]) lost.clear()
      known.outbox = false
      disk.lacksCopy = false
    },
    lacksCopy: false,
    written: { cache: 0, outbox: 0 },
    failOutbox: undefined,
    failRead: undefined,
    failCache: undefined,
    failDestroy: undefined,
    pending: 0,
    async latency() {
      const turns = 1 + ((writes++ * 5) % 7)
      for (let turn = 0; turn < turns; turn++) {
        await new Promise<void>(resolve => setImmediate(resolve))
      }
    },
    open: alive => ({
      async openOutbox(_onLost, copied) {
        if (known.outbox || !copied) return openOutbox(disk, disk, alive)
        let isUnread = false
        const begin = await copied().catch(() => {
          isUnread = true
          return undefined
        })
        if (!alive()) return new Promise(() => {})
        const replacesLost = made
        made = true
        known.outbox = true
        disk.lacksCopy = isUnread
        for (const one of begin?.entries.filter(isStoredRecord) ?? []) disk.entries.set(one.id, one)
        for (const one of begin?.tray.filter(isStoredRecord) ?? []) disk.tray.set(one.id, one)
        return { ...openOutbox(disk, disk, alive), replacesLost, isRescued: begin !== undefined }
      },
      ...(keepsTwice && {
        async openCopy() {
          const isNew = !known.copy
          known.copy = true
          return { ...openOutbox(disk, disk.copy, alive), isNew }
        },
      }),
      openCache: async () => openCache(disk, alive),
      async wipe() {
        const error = disk.failDestroy?.()
        if (error) throw error
        disk.loseDatabase()
        for (const kept of [disk.copy.entries, disk.copy.tray]) kept.clear()
        known.copy = false
        made = false
      },
    }),
  }

  return disk
}

/** What a device throws that has no room for a write. */
export function noRoom(): Error {
  return Object.assign(new Error('full'), { name: 'QuotaExceededError' })
}

/** What pages that are opened from now on meet when they read their outbox; `real` reads it. */
export function onOutboxRead(
  disk: SimDisk,
  read: (real: () => Promise<StoredOutbox>) => Promise<StoredOutbox>,
): void {
  const { open } = disk
  disk.open = alive => ({
    ...open(alive),
    async openOutbox(onLost) {
      const store = await open(alive).openOutbox(onLost)
      return { ...store, load: () => read(store.load) }
    },
  })
}

/** What pages that are opened from now on meet when they write to their outbox; `real` writes. */
export function onOutboxWrite(
  disk: SimDisk,
  write: (real: () => Promise<void>) => Promise<void>,
): void {
  const { open } = disk
  disk.open = alive => ({
    ...open(alive),
    async openOutbox(onLost) {
      const store = await open(alive).openOutbox(onLost)
      return { ...store, write: changes => write(() => store.write(changes)) }
    },
  })
}

function openOutbox(disk: SimDisk, tables: OutboxTables, alive: () => boolean): OutboxStore {
  let isClosed = false
  function check() {
    if (isClosed) throw new DOMException('The database is closed.', 'InvalidStateError')
  }
  return {
    async load() {
      check()
      disk.pending++
      await disk.latency()
      disk.pending--
      const error = tables === disk ? disk.failRead?.() : undefined
      if (error) throw error
      return structuredClone({
        entries: [...tables.entries.values()],
        tray: [...tables.tray.values()],
        ...(tables === disk && disk.lacksCopy && { lacksCopy: true }),
      })
    },
    async write(changes) {
      check()
      const { put, remove, putTray, removeTray, takesCopy } = structuredClone(changes)
      disk.pending++
      await disk.latency()
      disk.pending--
      if (!alive()) return new Promise(() => {})
      const error = disk.failOutbox?.(changes)
      if (error) throw error
      for (const entry of put ?? []) tables.entries.set(entry.id, entry)
      for (const id of remove ?? []) tables.entries.delete(id)
      for (const entry of putTray ?? []) tables.tray.set(entry.id, entry)
      for (const id of removeTray ?? []) tables.tray.delete(id)
      if (tables === disk && takesCopy) disk.lacksCopy = false
      if (tables === disk) disk.written.outbox += JSON.stringify(changes).length
    },
    close() {
      isClosed = true
    },
  }
}

function openCache(disk: SimDisk, alive: () => boolean): KeyValueStore {
  async function write(bytes: number, work: () => void) {
    disk.pending++
    await disk.latency()
    disk.pending--
    if (!alive()) return new Promise<void>(() => {})
    const error = disk.failCache?.()
    if (error) throw error
    disk.written.cache += bytes
    work()
  }
  return {
    getItem: async key => disk.values.get(key),
    setItem: (key, value) => write(value.length, () => disk.values.set(key, value)),
    removeItem: key => write(0, () => disk.values.delete(key)),
    entries: async () => [...disk.values],
    clear: () => write(0, () => disk.values.clear()),
  }
}
