/**
 * Whom this browser's notices are for, kept where the worker finds it with no page open. The push service goes on
 * bringing them to a browser that was left without a network, and any session could renew the subscription.
 */

export interface NoticedPerson {
  /** Their userId, or `left` once they have gone; undefined where an older version asked for notices, or nobody. */
  get(): Promise<number | 'left' | undefined>
  set(person: number | 'left'): Promise<void>
}

const cacheName = 'aisle-notices'
const key = '/notices-for'

/** `storage` is undefined if the browser has none; there is no push without it either. */
export function createNoticedPerson(
  storage: Pick<CacheStorage, 'open' | 'has'> | undefined = globalThis.caches,
): NoticedPerson {
  return {
    async get() {
      const cache = (await storage?.has(cacheName)) ? await storage?.open(cacheName) : undefined
      const text = await (await cache?.match(key))?.text()
      if (text === undefined) return undefined
      return /^[1-9]\d*$/.test(text) ? Number(text) : 'left'
    },
    async set(person) {
      await (await storage?.open(cacheName))?.put(key, new Response(String(person)))
    },
  }
}
