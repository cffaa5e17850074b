/** A cache storage (`caches`) in memory, of what is put, looked up by its address, listed and deleted. */
export function createMemoryCaches() {
  const caches = new Map<string, Map<string, Response>>()
  const urlOf = (key: unknown) => new URL(String(key), 'https://aisle.test').href

  function cacheOf(stored: Map<string, Response>) {
    return {
      async put(key: unknown, response: Response) {
        stored.set(urlOf(key), new Response(await response.arrayBuffer()))
      },
      match: async (key: unknown) => stored.get(urlOf(key))?.clone(),
      keys: async () => [...stored.keys()].map(url => ({ url })),
      matchAll: async () => [...stored.values()].map(response => response.clone()),
      delete: async (key: unknown) => stored.delete(urlOf(key)),
    }
  }

  return {
    /** What lies there, by the cache's name and the address: "name https://aisle.test/path". */
    keys: (): readonly string[] =>
      [...caches].flatMap(([name, stored]) => [...stored.keys()].map(url => `${name} ${url}`)),
    storage: {
      async open(name: string) {
        const stored = caches.get(name) ?? new Map<string, Response>()
        caches.set(name, stored)
        return cacheOf(stored) as unknown as Cache
      },
      has: async (name: string) => caches.has(name),
      delete: async (name: string) => caches.delete(name),
    },
  }
}
