/** Whoever leaves a device leaves nothing of themselves in any of its storages. */
import { Blob as NodeBlob } from 'node:buffer'
import localforage from 'localforage'
import { beforeEach, expect, test, vi } from 'vitest'
import { createLookedAt } from '../../../src/features/news/looked-at.ts'
import {
  historyKey,
  keptDuplicatesKey,
  openDeviceStorage,
} from '../../../src/features/quick-add/device-storage.ts'
import { createKeptOnDevice, type KeptOnDevice } from '../../../src/kept-on-device.ts'
import { createStoreVisit } from '../../../src/list/store-mode/store-visit.ts'
import { createAnalytics } from '../../../src/network/analytics.ts'
import { createKeyValue } from '../../../src/network/key-value.ts'
import { createNoticedPerson } from '../../../src/offline/worker/noticed-person.ts'
import { createPushBrowser } from '../../../src/offline/worker/push-browser.ts'
import { createDeviceLog } from '../../../src/parts/device-log.ts'
import { paintedMarkKey } from '../../../src/shell/painting.ts'
import { createMemoryBuckets } from '../../support/memory-buckets.ts'
import { createMemoryCaches } from '../../support/memory-caches.ts'

type Opened = Awaited<ReturnType<typeof openDevice>>

let caches = createMemoryCaches()
let buckets = createMemoryBuckets()

/** With what jsdom lacks of a browser's storages. */
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  caches = createMemoryCaches()
  buckets = createMemoryBuckets()
  vi.stubGlobal('caches', caches.storage)
  // Its own cannot be read by Node's streams.
  vi.stubGlobal('Blob', NodeBlob)
  Object.assign(navigator, {
    storageBuckets: buckets.buckets,
    locks: { request: async (_name: string, work: () => unknown) => work() },
  })
})

function openDevice() {
  const persistent = createKeyValue(() => localStorage, window)
  const perTab = createKeyValue(() => sessionStorage)
  const log = createDeviceLog({ memory: persistent, now: () => 0, print: () => {} })
  const noticed = createNoticedPerson()
  const push = createPushBrowser(window, noticed)
  const leave = vi.spyOn(push, 'leave')
  const device = createKeptOnDevice({ persistent, perTab, log, push })
  return { persistent, perTab, log, noticed, leave, device }
}

/** What is kept of a person, each by what writes it: the compiler asks for whatever joins the list. */
const writers: Readonly<
  Record<keyof KeptOnDevice['kept'], (opened: Opened, userId: number) => unknown>
> = {
  async lists({ device }, userId) {
    const storage = await device.kept.lists.open(userId)
    const copy = await storage.openCopy?.()
    if (!copy) throw new Error('There is no second place.')
    for (const outbox of [await storage.openOutbox(() => {}), copy]) {
      await outbox.write({ put: [{ id: 'tick' }], putTray: [{ id: 'refused' }] })
      outbox.close()
    }
    await (await storage.openCache()).setItem('snapshot', 'Milk')
  },
  async undo({ device }, userId) {
    await (await device.kept.undo.open(userId)).put({
      format: 1,
      id: 'tick',
      listId: 'list',
      at: '2026-11-21T10:00:00.000Z',
      deed: { kind: 'tick', name: 'Milk' },
      steps: [],
      tokens: ['tick'],
    })
  },
  async habits(_opened, userId) {
    const habits = openDeviceStorage()
    await habits.setItem(historyKey(userId), ['Milk'])
    await habits.setItem(keptDuplicatesKey(userId), ['Milk'])
  },
  lookedAt({ persistent }, userId) {
    createLookedAt(persistent, userId).set('list', '2026-11-21T10:00:00.000Z')
    persistent.set(`aisle.own-changes.${userId}`, '{"list":{}}')
  },
  storeVisit: ({ persistent }, userId) =>
    createStoreVisit(persistent, userId, 'list', () => 0).begin(),
  lastList: ({ device }, userId) => device.lastList.set(userId, 'list'),
  typed: ({ perTab }, userId) => perTab.set(`aisle.typed.${userId}`, '{"add list":"Milk"}'),
  async painted({ device, persistent }, userId) {
    const pages = await device.kept.painted.open(userId)
    const holds = { userId, mark: 'm', look: '390', until: 1, title: 'Trip', path: '/app' }
    await pages.put({ paths: ['/app'], code: [], html: '<p>Milk</p>', holds })
    persistent.set(paintedMarkKey, 'm')
  },
  notices: ({ noticed }, userId) => noticed.set(userId),
  log: ({ log }) => log.note('core', new Error('Milk')),
  analytics({ persistent }, userId) {
    const analytics = createAnalytics({
      address: () => 'https://count.example.org',
      fetch: () => Promise.reject(new TypeError('No network.')),
      identity: { knownUserId: () => userId, userToken: 'token' },
      persistent,
      host: 'aisle.test',
      now: () => 0,
      randomId: () => 'event',
      later: () => {},
    })
    analytics.visit()
  },
}

/** Writes into everything that is kept of a person. */
async function use(opened: Opened, userId: number) {
  for (const write of Object.values(writers)) await write(opened, userId)
}

/** All that lies in the storages of this browser, as text. */
async function everything(): Promise<readonly string[]> {
  const apart = [...buckets.stored].map(async ([bucket, factory]) => {
    return (await contentsOfAll(factory)).map(text => `bucket ${bucket}: ${text}`)
  })
  return [localStorage, sessionStorage]
    .flatMap(storage => Object.entries(storage).map(([key, value]) => `${key}: ${value}`))
    .concat(await contentsOfAll(indexedDB), ...(await Promise.all(apart)))
    .concat(caches.keys(), `notices for: ${await createNoticedPerson().get()}`)
}

async function contentsOfAll(factory: IDBFactory): Promise<readonly string[]> {
  const databases = await factory.databases()
  const contents = await Promise.all(databases.map(({ name = '' }) => contentsOf(factory, name)))
  return contents.flat()
}

async function contentsOf(factory: IDBFactory, name: string): Promise<readonly string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = factory.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const found: string[] = []
  for (const storeName of database.objectStoreNames) {
    const store = database.transaction(storeName).objectStore(storeName)
    const keys = await new Promise<readonly IDBValidKey[]>((resolve, reject) => {
      const request = store.getAllKeys()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    found.push(...keys.map(key => `${name} ${storeName}: ${String(key)}`))
  }
  database.close()
  return [name, ...found]
}

/**
 * What is no one's: the shared database by its name, what localforage makes for itself, and that somebody has left, which
 * the worker goes by.
 */
const isNoOnes = (text: string) =>
  /^(aisle-device( local-forage.*)?$|localforage|aisle-notices|notices for: left)/.test(text)

test('all of it goes, from every kind of storage, and nothing of somebody else', async () => {
  const opened = openDevice()
  const [ofSeven, ofEight] = [/(?<!\d)7(?!\d)/, /(?<!\d)8(?!\d)/]
  // Of the picture, the notices, the log and what is counted there is one a device: it is of who came last.
  await use(opened, 8)
  await use(opened, 7)
  const all = await everything()
  expect(all.filter(text => ofSeven.test(text)).length).toBeGreaterThan(12)
  const others = all.filter(text => ofEight.test(text) && !ofSeven.test(text))
  expect(others.length).toBeGreaterThan(8)

  await opened.device.wipe(7)
  const left = await everything()
  expect(opened.leave.mock.calls).toEqual([[7]])
  expect(left.filter(text => !ofEight.test(text) && !isNoOnes(text))).toEqual([])
  expect(left.filter(text => ofSeven.test(text))).toEqual([])
  expect(others.filter(text => !left.includes(text))).toEqual([])
  await opened.device.wipe(8)
})

test.each(Object.entries(writers))(
  'of what is kept in "%s" alone nothing is left',
  async (_name, write) => {
    const opened = openDevice()
    const before = await everything()
    await write(opened, 12)
    const written = (await everything()).filter(text => !before.includes(text) && !isNoOnes(text))
    expect(written).not.toEqual([])
    await opened.device.wipe(12)
    const left = await everything()
    expect(written.filter(text => left.includes(text))).toEqual([])
  },
)

test('what one storage does not let go of keeps no other from going, and is told', async () => {
  const opened = openDevice()
  await use(opened, 9)
  const drop = vi.spyOn(localforage, 'dropInstance').mockRejectedValue(new Error('Held.'))
  const deleted = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new Error('Held.')
  })
  await expect(opened.device.wipe(9)).rejects.toThrow('Held.')
  drop.mockRestore()
  deleted.mockRestore()
  expect(Object.keys(localStorage).filter(key => /9/.test(key) && !/made/.test(key))).toEqual([])
  await opened.device.wipe(9)
  expect((await everything()).filter(text => /(?<!\d)9(?!\d)/.test(text))).toEqual([])
})

test('what had no room to be noted is noted once the rest is gone', async () => {
  const opened = openDevice()
  await use(opened, 10)
  opened.leave.mockRejectedValueOnce(new DOMException('Full.', 'QuotaExceededError'))
  await opened.device.wipe(10)
  expect(opened.leave.mock.calls).toEqual([[10], [10]])
})

test('what localforage trips over, as over what is just being opened, goes all the same', async () => {
  const opened = openDevice()
  await use(opened, 11)
  const drop = vi.spyOn(localforage, 'dropInstance').mockRejectedValue(new TypeError('No db.'))
  await opened.device.wipe(11)
  drop.mockRestore()
  expect((await everything()).filter(text => /(?<!\d)11(?!\d)/.test(text))).toEqual([])
})
