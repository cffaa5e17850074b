/** The undo log as it lies on the device. */
import { createLoneTabs } from '../../src/offline/tabs/lone-tabs.ts'
import type { TabMessage } from '../../src/offline/tabs/tabs.ts'
import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import { tickItem } from '../../src/cache/edits/item-edits.ts'
import type { UndoRecord } from '../../src/cache/undo/undo-step.ts'
import {
  createForageUndoStorage,
  type Forage,
  openUndoStorage,
} from '../../src/cache/undo/undo-storage.ts'
import { openDevice } from './undo-device.ts'

const record = (id: string, at: string): UndoRecord => ({
  format: 1,
  id,
  listId: 'list',
  at,
  deed: { kind: 'tick', name: 'Milk' },
  steps: [{ name: 'updateItem', variables: { id: 'milk', purchased: false } }],
  tokens: [id],
})

describe('the undo log on the device', () => {
  test('comes back in the order in which things were done', async () => {
    const storage = createForageUndoStorage(mapForage)
    await storage.put(record('b', '2026-11-21T09:00:02.000Z'))
    await storage.put(record('a', '2026-11-21T09:00:01.000Z'))
    await storage.put(record('c', '2026-11-21T09:00:03.000Z'))
    await storage.remove(['c'])
    expect((await storage.load()).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('what is not a record is left out', async () => {
    const values = new Map<string, unknown>([
      ['a', record('a', '2026-11-21T09:00:01.000Z')],
      ['b', { ...record('b', ''), format: 2 }],
      ['c', { format: 1, id: 'c' }],
      ['d', 'text'],
      ['e', null],
      ['f', { ...record('f', ''), steps: [{ name: 'updateItem' }] }],
    ])
    const storage = createForageUndoStorage(async () => forageOf(values))
    expect((await storage.load()).map(({ id }) => id)).toEqual(['a'])
  })

  test('goes wholly when it is destroyed', async () => {
    const values = new Map<string, unknown>()
    const storage = createForageUndoStorage(async () => forageOf(values))
    await storage.put(record('a', '2026-11-21T09:00:01.000Z'))
    await storage.destroy()
    expect(values.size).toBe(0)
  })

  test('is asked for again where its code could not be loaded', async () => {
    let isOnline = false
    const storage = createForageUndoStorage(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return mapForage()
    })
    await expect(storage.load()).rejects.toThrow('Failed to fetch')
    isOnline = true
    await storage.put(record('a', '2026-11-21T09:00:01.000Z'))
    await storage.destroy()
  })

  test('leaves no database of the browser behind', async () => {
    const storage = openUndoStorage(7)
    await storage.put(record('a', '2026-11-21T09:00:01.000Z'))
    const names = async () => (await indexedDB.databases()).map(({ name }) => name)
    expect(await names()).toContain('aisle-undo-7')
    await storage.destroy()
    expect(await names()).not.toContain('aisle-undo-7')
  })
})

test.each(['here', 'in another tab'])(
  'whoever leaves %s writes nothing more, and nothing is opened anew behind the removal',
  async where => {
    const waiting: (() => void)[] = []
    let opened = 0
    const storage = createForageUndoStorage(
      () => {
        opened++
        return mapForage()
      },
      work => waiting.push(work),
    )
    const hearing: ((message: TabMessage) => void)[] = []
    const tabs = {
      ...createLoneTabs(),
      listen(hear: (message: TabMessage) => void) {
        hearing.push(hear)
        return () => {}
      },
    }
    const { offline } = await openDevice({ Shop: ['Milk'] }, { storage, tabs })
    offline.perform(tickItem, { id: 'milk', purchased: true })
    if (where === 'here') offline.leave()
    else {
      for (const hear of hearing) hear({ type: 'wiped' })
      await offline.left
    }
    const settled = offline.history.settled()
    while (waiting.length > 0) {
      for (const work of waiting.splice(0)) work()
      await new Promise(resolve => setTimeout(resolve))
    }
    await settled
    expect(opened).toBe(0)
  },
)

test('what a full device would not take can be taken back though the log is read again', async () => {
  const values = new Map<string, unknown>()
  let isFull = false
  const storage = createForageUndoStorage(async () => ({
    ...forageOf(values),
    async setItem(key, value) {
      if (isFull) throw new DOMException('Full.', 'QuotaExceededError')
      values.set(key, value)
    },
  }))
  const { offline, item } = await openDevice({ Shop: ['Milk', 'Eggs', 'Bread'] }, { storage })
  const { history } = offline
  const tick = (id: string) => offline.perform(tickItem, { id, purchased: true })
  tick('milk')
  await history.settled()
  isFull = true
  const { id: ofEggs } = tick('eggs')
  tick('bread')
  expect(history.undoLast().kind).toBe('undone')
  await history.settled()
  await history.reload()
  expect(history.undoLast().kind).toBe('undone')
  expect([item('milk'), item('eggs'), item('bread')]).toMatchObject([
    { purchased: true },
    { purchased: false },
    { purchased: false },
  ])
  isFull = false
  tick('bread')
  await history.settled()
  await history.reload()
  expect(history.all()).toHaveLength(4)
  expect(history.undo(ofEggs).kind).toBe('nothing')
})

describe('a clock that is set back', () => {
  test('changes nothing of what was done last, at the next start neither', async () => {
    const storage = createForageUndoStorage(mapForage)
    let now = 1_760_000_000_000
    const device = await openDevice(
      { Shop: ['Milk', 'Eggs', 'Bread'] },
      { storage, now: () => now },
    )
    const tick = (id: string) => device.offline.perform(tickItem, { id, purchased: true })
    tick('milk')
    now -= 5 * 3_600_000
    tick('eggs')
    now += 60_000
    tick('bread')
    await device.offline.history.settled()
    const elsewhere = { ...record('x', new Date(now - 1).toISOString()), elsewhere: true }
    device.offline.history.adopt([elsewhere])
    await device.offline.history.reload()
    expect(device.offline.history.undoLast().sentence).toContain('Bread')
    expect(device.offline.history.undoLast().sentence).toContain('Eggs')
    expect(device.offline.history.undoLast().sentence).toContain('Milk')
    expect(
      device.offline.history
        .all()
        .map(({ id }) => id)
        .at(-1),
    ).toBe('x')
  })
})

async function mapForage(): Promise<Forage> {
  return forageOf(new Map())
}

function forageOf(values: Map<string, unknown>): Forage {
  return {
    async setItem(key, value) {
      values.set(key, structuredClone(value))
    },
    async removeItem(key) {
      values.delete(key)
    },
    async iterate(visit) {
      for (const value of values.values()) visit(value)
    },
    async dropInstance() {
      values.clear()
    },
  }
}
