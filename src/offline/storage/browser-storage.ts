/** One account's storage in the browser: the outbox through idb; the cache, which localforage writes, is read through idb. */
import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { KeyValueStore } from '../base/cache-storage.ts'
import type { AccountStorage } from '../environment.ts'
import { deleteIdbOutboxStore, openIdbCopy, openIdbOutboxStore } from './idb-outbox-store.ts'
import type { OutboxStore } from './outbox-store.ts'

interface StorageBuckets {
  open(name: string): Promise<{ readonly indexedDB: IDBFactory }>
  delete(name: string): Promise<void>
}

declare global {
  interface Navigator {
    readonly storageBuckets?: StorageBuckets
  }
}

/** Raised with the fields of what is cached: what an older format left is dropped and fetched again. */
export const cacheFormat = 2
/** The outbox is never dropped: its entries carry their format themselves. */
const outboxTables = 1

export function createBrowserStorage(userId: number): AccountStorage {
  const { storageBuckets: buckets } = navigator
  return {
    openOutbox: (onLost, copied) => openIdbOutboxStore(outboxName(userId), onLost, copied),
    ...(buckets && { openCopy: () => openCopy(buckets, userId) }),
    openCache: () => openCache(userId),
    keep: async () => navigator.storage?.persist?.(),
    wipe: () => wipeBrowserStorage(userId),
  }
}

/** Leaves nothing of an account, whether this page could open it or not. */
export async function wipeBrowserStorage(userId: number): Promise<void> {
  await Promise.all([
    deleteIdbOutboxStore(outboxName(userId)),
    deleteCopy(outboxName(userId)),
    dropCaches(userId),
  ])
}

/** One after the other, over all tabs: of two at a time one fails. */
async function deleteCopy(name: string): Promise<void> {
  const { storageBuckets: buckets, locks } = navigator
  if (buckets) await locks.request(`${name}.wipe`, () => buckets.delete(name))
}

/** Chromium keeps each bucket’s databases apart: a damaged one takes along those of its own bucket alone. */
async function openCopy(buckets: StorageBuckets, userId: number): Promise<OutboxStore> {
  const name = outboxName(userId)
  const { indexedDB: databases } = await buckets.open(name)
  return openIdbCopy(databases, name)
}

function outboxName(userId: number): string {
  return `aisle-outbox-${outboxTables}-${userId}`
}

function cacheName(userId: number): string {
  return `aisle-cache-${cacheFormat}-${userId}`
}

async function dropCaches(userId: number): Promise<void> {
  await dropCache(cacheName(userId))
  await dropOtherCaches(userId)
}

/** localforage opens what it drops, which a damaged one does not let it. */
async function dropCache(name: string): Promise<void> {
  const localforage = await loadForage()
  await localforage.dropInstance({ name }).catch(() => deleteDB(name))
}

/** Of other formats, where the browser tells what there is. A tab with older code that still runs makes its own anew. */
async function dropOtherCaches(userId: number): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? []
  for (const { name } of databases) {
    const isOther = name !== undefined && isCacheOf(userId, name) && name !== cacheName(userId)
    if (isOther) await dropCache(name)
  }
}

function isCacheOf(userId: number, name: string): boolean {
  return /^aisle-cache-\d+-(\d+)$/.exec(name)?.[1] === String(userId)
}

const storeName = 'base'

/** What lies there is read without localforage, whose code comes with the first write, behind the first paint. */
async function openCache(userId: number): Promise<KeyValueStore> {
  const name = cacheName(userId)
  let writing: Promise<LocalForage> | undefined
  let reading: Promise<IDBPDatabase> | undefined
  let isRemoved = false
  async function store() {
    writing ??= openStore(userId)
    writing.catch(() => {
      writing = undefined
    })
    const opened = await writing
    // The person signed out in another tab while this one opened: what it wrote would stay.
    if (isRemoved) throw new Error('The lists of this person are removed.')
    return opened
  }
  async function records() {
    reading ??= openToRead(name, gone => {
      reading = undefined
      isRemoved ||= gone
    })
    return (await reading).transaction(storeName).store
  }
  await records()
  return {
    getItem: async key => (await records()).get(key),
    setItem: async (key, value) => (await store()).setItem(key, value),
    removeItem: async key => (await store()).removeItem(key),
    async entries() {
      const all = await records()
      const [keys, values] = await Promise.all([all.getAllKeys(), all.getAll()])
      return keys.map((key, at) => [String(key), values[at]])
    },
    clear: async () => (await store()).clear(),
  }
}

/** With the first write, and what older formats left goes: nobody waits for that. */
async function openStore(userId: number): Promise<LocalForage> {
  const localforage = await loadForage()
  const name = cacheName(userId)
  const store = localforage.createInstance({ name, storeName, driver: localforage.INDEXEDDB })
  await store.ready()
  void dropOtherCaches(userId).catch(() => {})
  return store
}

/** As localforage lays it down. */
async function openToRead(
  name: string,
  onEnd: (isRemoved: boolean) => void,
): Promise<IDBPDatabase> {
  return openDB(name, undefined, {
    upgrade: database => void database.createObjectStore(storeName),
    blocking: (_current, next, { target }) => {
      if (target instanceof IDBDatabase) target.close()
      onEnd(next === null)
    },
    terminated: () => onEnd(false),
  })
}

async function loadForage(): Promise<typeof import('localforage')> {
  return (await import('localforage')).default
}
