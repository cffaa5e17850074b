/** One account's storage in the browser: the outbox through idb, the cache through localforage. */
import { deleteDB } from 'idb'
import localforage from 'localforage'
import type { AccountStorage } from '../environment.ts'
import type { KeyValueStore } from './cache-storage.ts'
import { deleteIdbOutboxStore, openIdbOutboxStore } from './idb-outbox-store.ts'

/** Raised with the fields of what is cached: what an older format left is dropped and fetched again. */
export const cacheFormat = 2
/** The outbox is never dropped: its entries carry their format themselves. */
const outboxTables = 1

export function createBrowserStorage(userId: number): AccountStorage {
  return {
    openOutbox: onLost => openIdbOutboxStore(outboxName(userId), onLost),
    async openCache() {
      void dropOtherCaches(userId).catch(() => {})
      return openCache(userId)
    },
    keep: async () => navigator.storage?.persist?.(),
    wipe: () => wipeBrowserStorage(userId),
  }
}

/** Leaves nothing of an account, whether this page could open it or not. */
export async function wipeBrowserStorage(userId: number): Promise<void> {
  await Promise.all([deleteIdbOutboxStore(outboxName(userId)), dropCaches(userId)])
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

async function openCache(userId: number): Promise<KeyValueStore> {
  const name = cacheName(userId)
  const store = localforage.createInstance({
    name,
    storeName: 'base',
    driver: localforage.INDEXEDDB,
  })
  await store.ready()
  return {
    getItem: key => store.getItem(key),
    setItem: (key, value) => store.setItem(key, value),
    removeItem: key => store.removeItem(key),
    async entries() {
      const all: [string, unknown][] = []
      await store.iterate((value, key) => {
        all.push([key, value])
      })
      return all
    },
    clear: () => store.clear(),
  }
}
