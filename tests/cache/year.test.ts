/** What lies on a device after a year of 50 lists: every store has its bound. */
import { expect, test } from 'vitest'
import { historyLimit } from '../../rules/items/suggestions.ts'
import { undoBounds } from '../../src/cache/undo/undo-bounds.ts'
import { createUndoLog } from '../../src/cache/undo/undo-log.ts'
import type { UndoRecord } from '../../src/cache/undo/undo-step.ts'
import { createForageUndoStorage } from '../../src/cache/undo/undo-storage.ts'
import { createLookedAt, mostLookedAt } from '../../src/features/news/looked-at.ts'
import { createHistoryStore } from '../../src/features/quick-add/history-store.ts'
import { createCacheStorage } from '../../src/offline/base/cache-storage.ts'
import { diffRecord } from '../../src/offline/base/journal.ts'
import type { CacheRecord } from '../../src/offline/derived-cache.ts'
import { createMemoryKeyValueStore } from '../../src/offline/storage/memory-key-value-store.ts'
import { createDeviceLog } from '../../src/parts/device-log.ts'
import { createMemoryKeyValue } from '../support/memory-key-value.ts'
import { memoryStorage } from '../support/memory-storage.ts'

const start = Date.UTC(2026, 0, 1)
const dayMs = 24 * 60 * 60 * 1000
const lists = Array.from({ length: 50 }, (_, n) => `list-${n}`)
const editsADay = 12
const megabyte = 1_000_000

/** Each edit of a year: the list, and its moment. */
function* year(): Generator<{ readonly n: number; readonly listId: string; readonly at: number }> {
  for (let n = 0; n < 365 * editsADay; n++) {
    const listId = lists[(n * 7) % lists.length] ?? ''
    yield { n, listId, at: start + (n / editsADay) * dayMs }
  }
}

const sizeOf = (value: unknown) => JSON.stringify(value).length

async function undoOfAYear(): Promise<number> {
  const values = new Map<string, unknown>()
  let now = start
  const log = createUndoLog(
    createForageUndoStorage(async () => ({
      setItem: async (key, value) => values.set(key, value),
      removeItem: async key => void values.delete(key),
      iterate: async visit => values.forEach(visit),
      dropInstance: async () => values.clear(),
    })),
    () => now,
  )
  for (const { n, listId, at } of year()) {
    now = at
    // Now and then much at once: a reset, or a list that was pasted.
    log.add(undoRecord(`${n}`, listId, at, n % 100 === 0 ? 300 : 1))
    if (n % 500 === 0) await log.settled()
  }
  await log.settled()
  const records = log.all()
  expect(values.size).toBe(records.length)
  for (const listId of lists) expect(log.of(listId).length).toBeLessThanOrEqual(undoBounds.records)
  expect(records.at(-1)?.at ?? '').toMatch(/^2026-1[012]/)
  const bytes = sizeOf([...values.values()])
  expect(bytes).toBeLessThan(undoBounds.bytes + 10_000)
  return bytes
}

function undoRecord(id: string, listId: string, at: number, items: number): UndoRecord {
  const steps = Array.from({ length: items }, (_, n) => ({
    name: 'updateItem',
    variables: { id: `${listId}-${n}`, purchased: false, quantityToPurchase: 2 },
    guard: { cacheId: `Item:${listId}-${n}`, mine: { purchased: true, quantityToPurchase: 0 } },
  }))
  return {
    format: 1,
    id: `01a2003a-8f74-7006-a038-${id.padStart(12, '0')}`,
    listId,
    at: new Date(at).toISOString(),
    deed: { kind: 'tick', name: 'Oat milk' },
    steps,
    tokens: [id],
  }
}

function newsOfAYear(): number {
  const memory = createMemoryKeyValue()
  const lookedAt = createLookedAt(memory, 7)
  for (const { n, listId, at } of year()) {
    // Lists come and go.
    if (n % 10 === 0) lookedAt.set(`${listId}-${n}`, new Date(at).toISOString())
  }
  const texts = memory.keys().map(key => memory.get(key) ?? '')
  expect(texts.join().match(/2026-/g)?.length).toBeLessThanOrEqual(mostLookedAt)
  return sizeOf(texts)
}

async function habitsOfAYear(): Promise<number> {
  const storage = memoryStorage()
  const habits = createHistoryStore(storage, 7)
  await habits.settled()
  for (let n = 0; n < 3_000; n++) {
    const tags = [{ name: 'Fruit and vegetables', color: '#3d8b40' }]
    const use = { name: `Thing number ${n}`, quantity: 2, unitId: 'unit-kg', tags, itemId: `${n}` }
    habits.remember(use, start + n * dayMs * 0.1)
  }
  await habits.settled()
  expect(habits.history.get().size).toBeLessThanOrEqual(historyLimit)
  return sizeOf(await storage.getItem('history:7'))
}

async function baseOfAYear(): Promise<number> {
  const store = createMemoryKeyValueStore()
  const base = createCacheStorage(
    store,
    () => {},
    () => crypto.randomUUID(),
  )
  const records: Record<string, CacheRecord> = {}
  for (const listId of lists) {
    for (let n = 0; n < 100; n++) {
      const id = `${listId}-${n}`
      records[`Item:${id}`] = {
        __typename: 'Item',
        id,
        name: `Thing number ${n}`,
        shoppingListId: listId,
        notes: 'the one in the blue packet',
        purchased: false,
        updatedAt: new Date(start).toISOString(),
      }
    }
  }
  let most = 0
  for (const { n, listId, at } of year()) {
    const id = `Item:${listId}-${n % 100}`
    const updatedAt = new Date(at).toISOString()
    const before = records[id]
    records[id] = { ...before, purchased: n % 2 === 0, updatedAt }
    if (base.snapshotDue()) await base.writeSnapshot({ ...records })
    else await base.write({ [id]: diffRecord(before, records[id]) ?? null })
    if (n % 200 === 199) most = Math.max(most, sizeOf(await store.entries()))
  }
  return most
}

function logOfAYear(): number {
  const memory = createMemoryKeyValue()
  const log = createDeviceLog({ memory, now: () => start, print: () => {} })
  for (const { n } of year()) log.note(`place${n % 7}`, new TypeError('Failed to fetch'))
  return sizeOf(memory.get('aisle.log'))
}

test('a year of 50 lists stays under 20 MB, each part within its bound', async () => {
  const bytes = {
    undo: await undoOfAYear(),
    news: newsOfAYear(),
    habits: await habitsOfAYear(),
    base: await baseOfAYear(),
    log: logOfAYear(),
  }
  expect(bytes.news).toBeLessThan(0.1 * megabyte)
  expect(bytes.habits).toBeLessThan(megabyte)
  expect(bytes.log).toBeLessThan(0.3 * megabyte)
  const all = Object.values(bytes).reduce((sum, each) => sum + each, 0)
  // A browser may write texts with two bytes a letter.
  expect(all * 2).toBeLessThan(20 * megabyte)
})
