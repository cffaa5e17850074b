/** What the device keeps is what the base knew when it was last written, whatever happened while it was written. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCacheStorage } from '../../../src/offline/base/cache-storage.ts'
import { createPersistence } from '../../../src/offline/base/persistence.ts'
import { type CacheRecord, createDerivedCache } from '../../../src/offline/derived-cache.ts'
import { createMemoryKeyValueStore } from '../../../src/offline/storage/memory-key-value-store.ts'
import { createSimClock } from '../../support/simulation/sim-clock.ts'

/** One tab at a disk whose writes end when `finish` says so, or fail. */
function createTab(store = createMemoryKeyValueStore(), leads = () => true) {
  const waiting: ((fails: boolean) => void)[] = []
  const cache = createDerivedCache({
    config: {},
    onTrouble(error) {
      throw error
    },
    soon: task => task(),
  })
  const slow = {
    ...store,
    setItem: (key: string, value: string) =>
      new Promise<void>((resolve, reject) => {
        waiting.push(fails => {
          if (fails) reject(new Error('The disk is broken.'))
          else resolve(store.setItem(key, value).then(() => {}))
        })
      }),
  }
  const persistence = createPersistence({
    cache,
    storage: createCacheStorage(
      slow,
      () => {},
      () => crypto.randomUUID(),
    ),
    clock: createSimClock().page(),
    confirmLead: async () => leads(),
    evictable: () => [],
    belongsTo: () => undefined,
    opened: () => [],
    leavesNothing: id => id.startsWith('List:'),
    onWrite: () => () => {},
    onCut: () => {},
  })
  const turn = () => new Promise(resolve => setImmediate(resolve))
  return {
    store,
    cache,
    persistence,
    turn,
    isWriting: () => waiting.length > 0,
    async finish(fails = false) {
      for (const end of waiting.splice(0)) end(fails)
      await turn()
    },
  }
}

type Tab = ReturnType<typeof createTab>

async function flushed({ persistence, finish, isWriting, turn }: Tab): Promise<void> {
  const done = persistence.flush()
  for (await turn(); isWriting(); await turn()) await finish()
  await done
}

async function keptIn({ store }: Tab): Promise<unknown> {
  const next = createTab(store)
  await next.persistence.restore(true)
  return next.cache.extract()
}

test('nothing is written behind a torn line, or where another tab writes: what stands there would come back', async () => {
  const store = createMemoryKeyValueStore()
  const open = () =>
    createCacheStorage(
      store,
      () => {},
      () => crypto.randomUUID(),
    )
  const first = open()
  await first.writeSnapshot({})
  for (const v of [1, 2, 3]) await first.write({ 'Item:1': { count: { v } } })
  const follower = open()
  expect(await follower.read(false)).toEqual({ 'Item:1': { count: 3 } })
  expect(follower.snapshotDue()).toBe(true)
  const lines = (await store.entries()).flatMap(([key]) => (key.startsWith('journal ') ? key : []))
  await store.setItem(lines[1] ?? '', '{torn')
  const next = open()
  expect(await next.read(true)).toEqual({ 'Item:1': { count: 1 } })
  expect(next.snapshotDue()).toBe(true)
})

test('a tick that settles while the line before it is being written is in the next one', async () => {
  const tab = createTab()
  tab.persistence.start(false, {})
  tab.cache.mergeRecord('Item:1', { __typename: 'Item', id: '1', purchased: false, tags: ['a'] })
  await flushed(tab)
  tab.cache.mergeRecord('Item:1', { tags: ['b', 'a'] })
  void tab.persistence.flush()
  void tab.persistence.flush()
  tab.cache.mergeRecord('Item:1', { purchased: true, tags: ['c', 'b', 'a'] })
  await tab.turn()
  tab.cache.mergeRecord('Item:1', { tags: ['d', 'c', 'b', 'a'] })
  await flushed(tab)
  expect(await keptIn(tab)).toEqual({
    'Item:1': { __typename: 'Item', id: '1', purchased: true, tags: ['d', 'c', 'b', 'a'] },
  })
})

test('a turn that begins while one before it still writes stores all of it anew', async () => {
  const tab = createTab()
  tab.persistence.start(false, {})
  tab.cache.mergeRecord('Item:1', { __typename: 'Item', id: '1', name: 'Milk' })
  void tab.persistence.flush()
  await tab.turn()
  tab.persistence.stop()
  tab.persistence.start(false, {})
  await tab.finish()
  // Another tab stored meanwhile.
  await tab.store.setItem('snapshot', JSON.stringify({ generation: 'theirs', records: {} }))
  tab.cache.mergeRecord('Item:1', { name: 'Oat milk' })
  await flushed(tab)
  expect(await keptIn(tab)).toEqual(tab.cache.extract())
})

test('what may have been cleared is written again where it was, and by the tab that leads', async () => {
  let leads = true
  const tab = createTab(createMemoryKeyValueStore(), () => leads)
  tab.persistence.start(false, {})
  tab.cache.mergeRecord('Item:1', { __typename: 'Item', id: '1', name: 'Milk' })
  await flushed(tab)
  const written = await tab.store.entries()
  tab.persistence.storeAgain()
  await flushed(tab)
  expect(await tab.store.entries()).toEqual(written)

  await tab.store.clear()
  tab.persistence.storeAgain()
  await flushed(tab)
  expect(await keptIn(tab)).toEqual(tab.cache.extract())

  const theirs = JSON.stringify({ generation: 'theirs', records: {} })
  await tab.store.setItem('snapshot', theirs)
  leads = false
  tab.persistence.storeAgain()
  await flushed(tab)
  expect(await tab.store.getItem('snapshot')).toBe(theirs)
})

/** As often as it stands here. */
const often = [
  ...(['change', 'change', 'change', 'change', 'change', 'evict'] as const),
  ...(['flush', 'flush', 'turn', 'turn', 'finish', 'fail'] as const),
  ...(['freeSome', 'freeAll', 'nextVisit'] as const),
]

const anyHappening = fc.record({
  what: fc.constantFrom(...often),
  id: fc.constantFrom(
    ...['List', 'Item'].flatMap(type => [0, 1, 2, 3, 4, 5].map(n => `${type}:${n}`)),
  ),
  at: fc.nat(1_000),
  gone: fc.nat(1),
})

test('after any mixture of changes, slow writes and failures the device has the base', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyHappening, { minLength: 60, maxLength: 120 }), async history => {
      let tab = createTab()
      tab.persistence.start(false, {})
      for (const { what, id, at, gone } of history) {
        if (what === 'change') {
          const refs = refsOf(tab.cache.peekBase(id))
          refs.splice(at % (refs.length + 1), gone, at)
          tab.cache.mergeRecord(id, { __typename: 'Thing', id, refs, [`f${at % 3}`]: at })
        } else if (what === 'evict') tab.cache.evict({ id })
        else if (what === 'flush') void tab.persistence.flush()
        else if (what === 'turn') await tab.turn()
        else if (what === 'finish') await tab.finish()
        else if (what === 'fail') await tab.finish(true)
        else if (what === 'freeSome') void tab.persistence.freeSpace('some')
        else if (what === 'freeAll') void tab.persistence.freeSpace('all')
        else tab = await nextVisit(tab)
      }
      // What is done last tries again what failed.
      tab.cache.mergeRecord('Item:last', { __typename: 'Thing', id: 'last' })
      await flushed(tab)
      expect(await keptIn(tab)).toEqual(tab.cache.extract())
    }),
    { numRuns: 200, seed: 20261123 },
  )
})

/** Goes on in the journal of the one before. */
async function nextVisit(tab: Tab): Promise<Tab> {
  await flushed(tab)
  await tab.persistence.end()
  const next = createTab(tab.store)
  await next.persistence.restore(true)
  expect(next.cache.extract()).toEqual(tab.cache.extract())
  next.persistence.start(true, {})
  return next
}

function refsOf(record: CacheRecord | undefined): unknown[] {
  return Array.isArray(record?.refs) ? [...record.refs] : []
}
