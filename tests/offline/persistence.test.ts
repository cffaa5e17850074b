/** What the device keeps is what the base knew when it was last written, whatever happened while it was written. */
import { expect, test } from 'vitest'
import { type CacheRecord, createDerivedCache } from '../../src/offline/derived-cache.ts'
import { createCacheStorage } from '../../src/offline/storage/cache-storage.ts'
import { createMemoryKeyValueStore } from '../../src/offline/storage/memory-key-value-store.ts'
import { createPersistence } from '../../src/offline/storage/persistence.ts'
import { createSimClock } from '../support/simulation/sim-clock.ts'

/** One tab at a disk whose writes end when `finish` says so, or fail. */
function createTab(store = createMemoryKeyValueStore()) {
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
    evictable: () => [],
    leavesNothing: id => id.startsWith('List:'),
    onWrite: () => () => {},
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

test('a tick that settles while the line before it is being written is in the next one', async () => {
  const tab = createTab()
  tab.persistence.start(false)
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

test.each(Array.from({ length: 40 }, (_, n) => n + 1))(
  'history %i: after any mixture of changes, slow writes and failures the device has the base',
  async seed => {
    const random = createRandom(seed)
    let tab = createTab()
    tab.persistence.start(false)
    for (let step = 0; step < 120; step++) {
      const id = `${random(2) === 0 ? 'List' : 'Item'}:${random(6)}`
      const kind = random(12)
      if (kind < 5) {
        const refs = refsOf(tab.cache.peekBase(id))
        refs.splice(random(refs.length + 1), random(2), random(1_000))
        tab.cache.mergeRecord(id, { __typename: 'Thing', id, refs, [`f${random(3)}`]: step })
      } else if (kind < 6) tab.cache.evict({ id })
      else if (kind < 8) void tab.persistence.flush()
      else if (kind < 10) await tab.turn()
      else if (kind < 11) await tab.finish(random(4) === 0)
      else if (random(3) === 0) {
        void tab.persistence.freeSpace(random(4) === 0 ? 'all' : 'some', [])
      } else if (random(4) === 0) {
        // The next visit goes on in the journal of this one.
        await flushed(tab)
        const before = tab.cache.extract()
        await tab.persistence.end()
        tab = createTab(tab.store)
        await tab.persistence.restore(true)
        expect(tab.cache.extract()).toEqual(before)
        tab.persistence.start(true)
      }
    }
    // What is done last tries again what failed.
    tab.cache.mergeRecord('Item:last', { __typename: 'Thing', id: 'last' })
    await flushed(tab)
    expect(await keptIn(tab)).toEqual(tab.cache.extract())
  },
)

function refsOf(record: CacheRecord | undefined): unknown[] {
  return Array.isArray(record?.refs) ? [...record.refs] : []
}

function createRandom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
