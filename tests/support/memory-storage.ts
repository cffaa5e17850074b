/** What localforage offers, in memory. */
export function memoryStorage() {
  const values = new Map<string, unknown>()
  return {
    get size() {
      return values.size
    },
    getItem: async (key: string) => values.get(key) ?? null,
    setItem: async (key: string, value: unknown) => values.set(key, value),
    removeItem: async (key: string) => {
      values.delete(key)
    },
  }
}
