/** One account's storage in the browser: the outbox through idb, the cache through localforage. */
import localforage from 'localforage'
import type { KeyValueStore } from './cache-storage.ts'
import { deleteIdbOutboxStore, openIdbOutboxStore } from './idb-outbox-store.ts'
import type { AccountStorage } from './surroundings.ts'

/** Raised with the format of what is cached: what an older one left is dropped and fetched again. */
const cacheFormat = 1
/** The outbox is never dropped: its entries carry their format themselves. */
const outboxTables = 1

export function createBrowserStorage(userId: number): AccountStorage {
  return {
    openOutbox: onLost => openIdbOutboxStore(outboxName(userId), onLost),
    openCache: async () => openCache(cacheName(userId)),
    keep: async () => navigator.storage?.persist?.(),
  }
}

/** Leaves nothing of an account that is not open in this page. */
export async function wipeBrowserStorage(userId: number): Promise<void> {
  await Promise.all([
    deleteIdbOutboxStore(outboxName(userId)),
    localforage.dropInstance({ name: cacheName(userId) }),
  ])
}

function outboxName(userId: number): string {
  return `aisle-outbox-${outboxTables}-${userId}`
}

function cacheName(userId: number): string {
  return `aisle-cache-${cacheFormat}-${userId}`
}

async function openCache(name: string): Promise<KeyValueStore> {
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
    destroy: () => localforage.dropInstance({ name }),
  }
}
