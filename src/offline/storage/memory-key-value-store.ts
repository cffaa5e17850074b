/** For who keeps nothing: the list that is drawn in the build (src/list-template.tsx), and tests. */
import type { KeyValueStore } from '../base/cache-storage.ts'

export function createMemoryKeyValueStore(): KeyValueStore {
  const values = new Map<string, string>()
  return {
    getItem: async key => values.get(key),
    setItem: async (key, value) => void values.set(key, value),
    removeItem: async key => void values.delete(key),
    entries: async () => [...values],
    clear: async () => values.clear(),
  }
}
