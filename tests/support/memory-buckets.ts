import { IDBFactory } from 'fake-indexeddb'

/** The storage buckets of a browser (`navigator.storageBuckets`) in memory: databases of their own, by its name. */
export function createMemoryBuckets() {
  const stored = new Map<string, IDBFactory>()
  return {
    stored: stored as ReadonlyMap<string, IDBFactory>,
    buckets: {
      async open(name: string) {
        const databases = stored.get(name) ?? new IDBFactory()
        stored.set(name, databases)
        return { indexedDB: databases }
      },
      delete: async (name: string) => void stored.delete(name),
    },
  }
}
