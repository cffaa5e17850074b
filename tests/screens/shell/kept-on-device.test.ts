/** Whoever leaves a device leaves nothing of themselves in any of its storages. */
import localforage from 'localforage'
import { expect, test, vi } from 'vitest'
import { createLookedAt } from '../../../src/features/news/looked-at.ts'
import {
  historyKey,
  keptDuplicatesKey,
  openDeviceStorage,
} from '../../../src/features/quick-add/device-storage.ts'
import { createKeptOnDevice } from '../../../src/kept-on-device.ts'
import { createStoreVisit } from '../../../src/list/store-mode/store-visit.ts'
import { createKeyValue } from '../../../src/network/key-value.ts'
import { createDeviceLog } from '../../../src/parts/device-log.ts'

function openDevice() {
  const persistent = createKeyValue(() => localStorage, window)
  const perTab = createKeyValue(() => sessionStorage)
  const log = createDeviceLog({ memory: persistent, now: () => 0, print: () => {} })
  const push = { leave: vi.fn(async (_userId: number) => {}) }
  const device = createKeptOnDevice({ persistent, perTab, log, push })
  return { persistent, perTab, log, push, device }
}

/** Writes into everything that is kept of a person. */
async function use(opened: ReturnType<typeof openDevice>, userId: number) {
  const { persistent, perTab, log, device } = opened
  const { lists, undo } = device.kept
  const storage = await lists.open(userId)
  const outbox = await storage.openOutbox(() => {})
  await outbox.write({ put: [{ id: 'tick' }], putTray: [{ id: 'refused' }] })
  outbox.close()
  await (await storage.openCache()).setItem('snapshot', 'Milk')
  await (await undo.open(userId)).put({
    format: 1,
    id: 'tick',
    listId: 'list',
    at: '2026-11-21T10:00:00.000Z',
    deed: { kind: 'tick', name: 'Milk' },
    steps: [],
    tokens: ['tick'],
  })
  const habits = openDeviceStorage()
  await habits.setItem(historyKey(userId), ['Milk'])
  await habits.setItem(keptDuplicatesKey(userId), ['Milk'])
  createLookedAt(persistent, userId).set('list', '2026-11-21T10:00:00.000Z')
  persistent.set(`aisle.own-changes.${userId}`, '{"list":{}}')
  device.lastList.set(userId, 'list')
  perTab.set(`aisle.typed.${userId}`, '{"add list":"Milk"}')
  createStoreVisit(persistent, userId, 'list', () => 0).begin()
  log.note('core', new Error('Milk'))
}

/** All that lies in the storages of this browser, as text. */
async function everything(): Promise<readonly string[]> {
  const databases = await indexedDB.databases()
  const contents = await Promise.all(databases.map(({ name = '' }) => contentsOf(name)))
  return [localStorage, sessionStorage]
    .flatMap(storage => Object.entries(storage).map(([key, value]) => `${key}: ${value}`))
    .concat(contents.flat())
}

async function contentsOf(name: string): Promise<readonly string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
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

test('all of it goes, from every kind of storage, and nothing of somebody else', async () => {
  const opened = openDevice()
  await use(opened, 7)
  const ofSeven = /(?<!\d)7(?!\d)/
  expect((await everything()).filter(text => ofSeven.test(text)).length).toBeGreaterThan(8)
  await use(opened, 8)
  const ofEight = (await everything()).filter(text => /(?<!\d)8(?!\d)/.test(text))

  await opened.device.wipe(7)
  const left = await everything()
  expect(opened.push.leave.mock.calls).toEqual([[7]])
  // What is no one's: the shared database by its name, and what localforage makes for itself.
  expect(
    left.filter(text => !/(?<!\d)8(?!\d)/.test(text) && !/^(aisle-device|localforage)/.test(text)),
  ).toEqual([])
  expect(left.filter(text => ofSeven.test(text))).toEqual([])
  expect(ofEight.filter(text => !left.includes(text))).toEqual([])
  await opened.device.wipe(8)
})

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
  opened.push.leave.mockRejectedValueOnce(new DOMException('Full.', 'QuotaExceededError'))
  await opened.device.wipe(10)
  expect(opened.push.leave.mock.calls).toEqual([[10], [10]])
})

test('what localforage trips over, as over what is just being opened, goes all the same', async () => {
  const opened = openDevice()
  await use(opened, 11)
  const drop = vi.spyOn(localforage, 'dropInstance').mockRejectedValue(new TypeError('No db.'))
  await opened.device.wipe(11)
  drop.mockRestore()
  expect((await everything()).filter(text => /(?<!\d)11(?!\d)/.test(text))).toEqual([])
})
