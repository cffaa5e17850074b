/** The browser's own parts: IndexedDB through idb and localforage, BroadcastChannel, Web Locks. Node has or fakes all. */
import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { print } from 'graphql'
import { deleteDB, openDB } from 'idb'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  ItemFieldsFragmentDoc,
  ItemTagFieldsFragmentDoc,
  ShoppingListFieldsFragmentDoc,
  UnitFieldsFragmentDoc,
  UserConfigFieldsFragmentDoc,
} from '../../../src/generated/operations.ts'
import { systemClock } from '../../../src/offline/clock.ts'
import { lostBy, openAccountStores } from '../../../src/offline/storage/account-stores.ts'
import { cacheFormat, createBrowserStorage } from '../../../src/offline/storage/browser-storage.ts'
import {
  deleteIdbOutboxStore,
  openIdbOutboxStore,
} from '../../../src/offline/storage/idb-outbox-store.ts'
import { createBrowserTabs } from '../../../src/offline/tabs/browser-tabs.ts'
import type { TabMessage } from '../../../src/offline/tabs/tabs.ts'
import { createMemoryBuckets } from '../../support/memory-buckets.ts'

const confirmLead = async () => true

let serial = 0
let name = ''
beforeEach(() => {
  name = `test-${++serial}`
})

test('the outbox store asks for strict durability, and a transaction that fails leaves nothing', async () => {
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const store = await openIdbOutboxStore(name, () => {})
  await store.write({ put: [{ id: 'a' }, { id: 'b' }] })
  expect(transactions.mock.calls.at(-1)?.[2]).toEqual({ durability: 'strict' })
  const bad = { id: 'c', poison: () => {} }
  await expect(store.write({ put: [{ id: 'd' }, bad], remove: ['a'] })).rejects.toThrow()
  expect((await store.load()).entries).toEqual([{ id: 'a' }, { id: 'b' }])
  await store.write({ remove: ['a'], putTray: [{ id: 't' }] })
  store.close()
  const again = await openIdbOutboxStore(name, () => {})
  expect(await again.load()).toEqual({ entries: [{ id: 'b' }], tray: [{ id: 't' }] })
  await deleteIdbOutboxStore(name)
  const empty = await openIdbOutboxStore(name, () => {})
  expect(await empty.load()).toEqual({ entries: [], tray: [] })
  transactions.mockRestore()
})

test('another tab removes the store: it is closed, and nothing is asked to open it anew', async () => {
  const onLost = vi.fn()
  const store = await openIdbOutboxStore(name, onLost)
  await store.write({ put: [{ id: 'a' }] })
  await deleteIdbOutboxStore(name)
  await expect(store.load()).rejects.toThrow()
  expect(onLost).not.toHaveBeenCalled()
  expect((await indexedDB.databases()).some(one => one.name === name)).toBe(false)
})

test('one store per person: another sees nothing of it', async () => {
  const [ana, ben] = [createBrowserStorage(1), createBrowserStorage(2)]
  const outbox = await ana.openOutbox(() => {})
  await outbox.write({ put: [{ id: 'a' }] })
  const cache = await ana.openCache()
  await cache.setItem('snapshot', 'x')
  expect((await (await ben.openOutbox(() => {})).load()).entries).toEqual([])
  expect(await (await ben.openCache()).entries()).toEqual([])
  expect(await cache.entries()).toEqual([['snapshot', 'x']])
  await ana.wipe()
  expect(await (await ana.openCache()).entries()).toEqual([])
})

test('what is being written for the first time while another tab signs out is not left behind', async () => {
  const cache = await createBrowserStorage(5).openCache()
  const written = cache.setItem('snapshot', 'private')
  await deleteDB(`aisle-cache-${cacheFormat}-5`)
  await expect(written).rejects.toThrow('removed')
  expect(await (await createBrowserStorage(5).openCache()).entries()).toEqual([])
})

test('a cache in another format is dropped, of this person alone; the outbox never', async () => {
  const names = async () => (await indexedDB.databases()).map(database => database.name)
  const older = ['aisle-cache-0-31', 'aisle-cache-99-31', 'aisle-cache-0-32']
  for (const old of older) (await openDB(old)).close()
  const storage = createBrowserStorage(31)
  const outbox = await storage.openOutbox(() => {})
  const cache = await storage.openCache()
  await cache.setItem('snapshot', 'x')
  await expect.poll(names).not.toContain('aisle-cache-99-31')
  expect(await names()).not.toContain('aisle-cache-0-31')
  expect(await names()).toContain('aisle-cache-0-32')
  expect(await names()).toContain('aisle-outbox-1-31')
  outbox.close()

  ;(await openDB('aisle-cache-0-31')).close()
  await storage.wipe()
  expect(
    (await names()).filter(one => one?.startsWith('aisle-cache-') && one.endsWith('-31')),
  ).toEqual([])
})

test('caches in other formats are looked for once, not with every write', async () => {
  const look = vi.spyOn(indexedDB, 'databases')
  const cache = await createBrowserStorage(33).openCache()
  for (const line of ['1', '2', '3']) await cache.setItem(line, 'x')
  expect(look).toHaveBeenCalledTimes(1)
  look.mockRestore()
})

test('wiped while it opens, or where it would not open: nothing is left, and nothing seems lost afterwards', async () => {
  const names = async () => (await indexedDB.databases()).map(database => database.name)
  const marks = stubLocalStorage()
  const storage = createBrowserStorage(41)
  const before = await storage.openOutbox(() => {})
  await before.write({ put: [{ id: 'a' }] })
  before.close()
  const damaged = `aisle-cache-${cacheFormat}-41`
  ;(await openDB(damaged)).close()
  const { open } = indexedDB
  vi.spyOn(indexedDB, 'open').mockImplementation((one, version) => {
    if (one === damaged) throw new Error('This one cannot be read.')
    return open.call(indexedDB, one, version)
  })
  await expect(storage.openCache()).rejects.toThrow()
  const late = storage.openOutbox(() => {})
  await storage.wipe()
  await late
  expect((await names()).filter(one => one?.endsWith('-41'))).toEqual([])
  expect([...marks]).toEqual([])
})

/** Raise `cacheFormat` and write down the new fingerprint together. */
test('the format of the cache is another one when its fields are', () => {
  const fragments = [
    ShoppingListFieldsFragmentDoc,
    ItemFieldsFragmentDoc,
    ItemTagFieldsFragmentDoc,
    UnitFieldsFragmentDoc,
    UserConfigFieldsFragmentDoc,
  ]
  const printed = fragments.map(print).join('\n')
  const fingerprint = createHash('sha256').update(printed).digest('hex').slice(0, 12)
  expect({ cacheFormat, fingerprint }).toEqual({ cacheFormat: 2, fingerprint: '85ba5b5bc2a3' })
})

test('tabs: one holds the lock, the next gets it when it is given back, and it can be taken away', async () => {
  const tabs = [0, 1, 2].map(() => createBrowserTabs(name))
  const [first, second, third] = tabs
  if (!first || !second || !third) throw new Error('Three tabs are needed.')
  const onLost = vi.fn()
  const held = await first.lock('if-free', { onLost })
  expect(held && (await held.stillHeld())).toBe(true)
  expect(await second.lock('if-free', { onLost: vi.fn() })).toBeUndefined()
  const waiting = second.lock('wait', { onLost })
  held?.release()
  const passed = await waiting
  expect(passed).toBeDefined()
  const stolen = await third.lock('steal', { onLost: vi.fn() })
  await expect.poll(() => onLost).toHaveBeenCalledTimes(1)
  expect(stolen).toBeDefined()
  const calledOff = new AbortController()
  const never = first.lock('wait', { onLost, signal: calledOff.signal })
  calledOff.abort()
  expect(await never).toBeUndefined()
  const heard: TabMessage[] = []
  second.listen(message => heard.push(message))
  first.post({ type: 'ping' })
  await expect.poll(() => heard).toEqual([{ type: 'ping' }])
  for (const tab of tabs) tab.close()
})

test('an outbox that the browser cleared is known for it, one that was destroyed is not', async () => {
  const kept = stubLocalStorage()
  const open = () => openIdbOutboxStore(name, () => {})
  const first = await open()
  expect(first.replacesLost).toBe(false)
  first.close()
  const same = await open()
  expect(same.replacesLost).toBe(false)
  same.close()

  await deleteDB(name)
  const next = await open()
  expect(next.replacesLost).toBe(true)
  await deleteIdbOutboxStore(name)
  const afterwards = await open()
  expect(afterwards.replacesLost).toBe(false)
  await deleteIdbOutboxStore(name)
  expect([...kept]).toEqual([])
})

test('the second copy lies in a place apart, one per person, and goes with the rest', async () => {
  stubLocalStorage()
  const buckets = stubBuckets()
  const storage = createBrowserStorage(51)
  const copy = await storage.openCopy?.()
  expect(copy?.isNew).toBe(true)
  await copy?.write({ put: [{ id: 'a' }, { id: 'b' }], putTray: [{ id: 't' }] })
  await copy?.write({ remove: ['a'] })
  copy?.close()
  const again = await storage.openCopy?.()
  expect(again?.isNew).toBe(false)
  expect(await again?.load()).toEqual({ entries: [{ id: 'b' }], tray: [{ id: 't' }] })
  expect((await createBrowserStorage(52).openCopy?.())?.isNew).toBe(true)
  expect((await indexedDB.databases()).some(one => one.name?.endsWith('-51'))).toBe(false)
  await storage.wipe()
  expect([...buckets.keys()]).toEqual(['aisle-outbox-1-52'])
})

test('what the browser deleted is taken from the copy; without one it is known to be lost', async () => {
  stubLocalStorage()
  stubBuckets()
  const parts = { clock: systemClock, confirmLead, onTrouble: vi.fn(), onLost: () => {} }
  async function open(userId: number) {
    const storage = createBrowserStorage(userId)
    const stores = await openAccountStores({ ...parts, storage })
    onTestFinished(() => storage.wipe())
    return { storage, stores }
  }
  for (const [userId, hasCopy] of [
    [61, true],
    [62, false],
  ] as const) {
    const { storage, stores } = await open(userId)
    expect(stores.lost).toBe(undefined)
    await stores.outbox?.write({ put: [{ id: 'a' }] })
    stores.outbox?.close()
    const copy = hasCopy ? await storage.openCopy?.() : undefined
    await copy?.write({ put: [{ id: 'a' }], putTray: [{ id: 't' }] })
    copy?.close()
    if (!hasCopy) await navigator.storageBuckets?.delete(`aisle-outbox-1-${userId}`)
    await deleteDB(`aisle-outbox-1-${userId}`)
    const next = await open(userId)
    expect(next.stores.lost).toBe(hasCopy ? 'fetched' : 'all')
    expect(await next.stores.outbox?.load()).toEqual(
      hasCopy ? { entries: [{ id: 'a' }], tray: [{ id: 't' }] } : { entries: [], tray: [] },
    )
    next.stores.outbox?.close()
  }
  expect(parts.onTrouble).not.toHaveBeenCalled()
})

test('what the browser deleted while nothing waited is not said to be lost', async () => {
  stubLocalStorage()
  const first = await openIdbOutboxStore(name, () => {})
  first.close()
  await deleteDB(name)
  const store = await openIdbOutboxStore(
    name,
    () => {},
    async () => ({ entries: [], tray: [] }),
  )
  expect(lostBy(store)).toBe('fetched')
  store.close()
})

test('two tabs that find the database gone begin with the same, and so does the next', async () => {
  stubLocalStorage()
  const begin = { entries: [{ id: 'a' }], tray: [{ id: 't' }] }
  const read = vi.fn(async () => begin)
  const open = () => openIdbOutboxStore(name, () => {}, read)
  const stores = await Promise.all([open(), open()])
  for (const store of [...stores, await open()]) expect(await store.load()).toEqual(begin)
  const before = read.mock.calls.length
  expect((await open()).isRescued).toBe(false)
  expect(read).toHaveBeenCalledTimes(before)
})

test('two tabs in which somebody is signed in for the first time have lost nothing', async () => {
  stubLocalStorage()
  stubBuckets()
  const storage = createBrowserStorage(64)
  onTestFinished(() => storage.wipe())
  const parts = {
    storage,
    clock: systemClock,
    confirmLead,
    onTrouble: vi.fn(),
    onLost: () => {},
  }
  const both = await Promise.all([openAccountStores(parts), openAccountStores(parts)])
  expect(both.map(({ lost }) => lost)).toEqual([undefined, undefined])
  for (const { outbox } of both) outbox?.close()
})

test('what cannot be read of the copy leaves no database that seems to be empty', async () => {
  stubLocalStorage()
  const dies = vi.fn(() => new Promise<never>(() => {}))
  void openIdbOutboxStore(name, () => {}, dies)
  await expect.poll(() => dies).toHaveBeenCalled()
  expect((await indexedDB.databases()).some(one => one.name === name)).toBe(false)
  const next = await openIdbOutboxStore(
    name,
    () => {},
    async () => ({ entries: [{ id: 'a' }], tray: [] }),
  )
  expect(next.isRescued).toBe(true)
  expect((await next.load()).entries).toEqual([{ id: 'a' }])
})

test('a database that was made without its copy knows it until what lay there was taken in', async () => {
  stubLocalStorage()
  const fails = () => Promise.reject(new Error('Internal error opening backing store.'))
  const open = () => openIdbOutboxStore(name, () => {}, fails)
  const first = await open()
  expect(await first.load()).toEqual({ entries: [], tray: [], lacksCopy: true })
  await first.write({ put: [{ id: 'b' }] })
  first.close()
  const next = await open()
  expect(await next.load()).toMatchObject({ lacksCopy: true })
  await next.write({ put: [{ id: 'a' }], putTray: [{ id: 't' }], takesCopy: true })
  const taken = { entries: [{ id: 'a' }, { id: 'b' }], tray: [{ id: 't' }] }
  expect(await next.load()).toEqual(taken)
  next.close()
  expect(await (await open()).load()).toEqual(taken)
})

function stubBuckets(): ReadonlyMap<string, IDBFactory> {
  const { stored, buckets } = createMemoryBuckets()
  const { locks } = navigator
  vi.stubGlobal('navigator', { locks, storageBuckets: buckets })
  return stored
}

function stubLocalStorage(): ReadonlyMap<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return kept
}
