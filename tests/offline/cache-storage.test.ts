/** The journal of the persisted cache, and what happens to the base while a line of it is being written. */
import { expect, it } from 'vitest'
import { createCacheStorage } from '../../src/offline/storage/cache-storage.ts'

function createSlowStore() {
  const kept = new Map<string, string>()
  const waiting: (() => void)[] = []
  return {
    /** Lets every write under way end. */
    finish: () => {
      for (const end of waiting.splice(0)) end()
    },
    getItem: async (key: string) => kept.get(key),
    removeItem: async (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) =>
      new Promise<void>(resolve => {
        waiting.push(() => {
          kept.set(key, value)
          resolve()
        })
      }),
    entries: async (): Promise<[string, unknown][]> => [...kept],
    clear: async () => kept.clear(),
  }
}

it('writes down a tick that settles while the line before it is being written', async () => {
  const store = createSlowStore()
  const fail = (error: unknown) => {
    throw error
  }
  const storage = createCacheStorage(store, fail, () => 'first')
  const snapshot = storage.writeSnapshot({})
  store.finish()
  await snapshot

  const changed = new Set(['Item:1'])
  let item = { __typename: 'Item', id: '1', purchased: false }
  const line = storage.write(() => item, changed)
  item = { ...item, purchased: true }
  store.finish()
  await line
  const next = storage.write(() => item, changed)
  store.finish()
  await next

  const reopened = createCacheStorage(store, fail, () => 'second')
  expect(await reopened.read(true)).toEqual({ 'Item:1': item })
})
