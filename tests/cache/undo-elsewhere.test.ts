/** What a person did on another device is taken back here: by the values that the server kept, or not at all. */
import { describe, expect, test } from 'vitest'
import { tickItem, updateItem } from '../../src/cache/edits/item-edits.ts'
import { type ActivityRecord, recordOfActivity } from '../../src/cache/undo/undo-elsewhere.ts'
import type { UndoRecord } from '../../src/cache/undo/undo-step.ts'
import { type Device, listId, openDevice } from './undo-device.ts'

const Shop = listId('Shop')
const shop = { Shop: ['Bread', 'Milk'] }

const ticked: ActivityRecord = {
  shoppingListId: Shop,
  kind: 'ITEM_TICKED',
  requestToken: 'elsewhere-1',
  listName: 'Shop',
  itemNames: ['Bread'],
  itemCount: 1,
  at: '2025-10-09T08:53:20.000Z',
  undo: JSON.stringify({
    items: [{ id: 'bread', before: { purchased: false }, after: { purchased: true } }],
  }),
}

const changed = (before: object, after: object): ActivityRecord => ({
  ...ticked,
  kind: 'ITEM_CHANGED',
  undo: JSON.stringify({ items: [{ id: 'bread', before, after }] }),
})

/** As the phone has left it, and as the server told of it. */
async function open(activity: ActivityRecord, done: (device: Device) => void) {
  const device = await openDevice(shop)
  done(device)
  const record = recordOfActivity(activity)
  if (record) device.offline.history.adopt([record])
  const undo = () => device.offline.history.undo(activity.requestToken ?? '')
  return { ...device, undo }
}

describe('taking back what was done elsewhere', () => {
  test('a tick', async () => {
    const { undo, item } = await open(ticked, ({ plain }) =>
      plain.perform(tickItem, { id: 'bread', purchased: true }),
    )
    expect(undo()).toEqual({ kind: 'undone', sentence: 'Undone: Tick Bread.' })
    expect(item('bread').purchased).toBe(false)
    expect(undo().kind).toBe('nothing')
  })

  test('a change, tags and cleared values included', async () => {
    const cold = { id: 'cold', name: 'Cold', color: '#123456' }
    const activity = changed(
      { notes: null, quantityToPurchase: 2, itemTags: [cold] },
      { notes: 'sliced', quantityToPurchase: null, itemTags: [] },
    )
    const { undo, item } = await open(activity, ({ plain }) => {
      plain.perform(updateItem, { id: 'bread', notes: 'sliced', quantityToPurchase: null })
    })
    expect(undo()).toMatchObject({ kind: 'undone' })
    expect(item('bread')).toMatchObject({ notes: null, quantityToPurchase: 2, itemTags: [cold] })
  })

  test('what somebody changed since stays, and a sentence says so', async () => {
    const activity = changed({ name: 'Bread', notes: null }, { name: 'Rye', notes: 'sliced' })
    const { undo, item } = await open(activity, ({ plain }) => {
      plain.perform(updateItem, { id: 'bread', name: 'Sourdough', notes: 'sliced' })
    })
    expect(undo()).toEqual({
      kind: 'partly',
      sentence: 'Undone: Change Bread. “Sourdough” was changed since: the name stays as it is.',
    })
    expect(item('bread')).toMatchObject({ name: 'Sourdough', notes: null })
  })

  test('an addition, unless somebody made something of it', async () => {
    const after = { name: 'Bread', purchased: false, notes: null, itemTags: [] }
    const added = (): ActivityRecord => ({
      ...ticked,
      kind: 'ITEM_ADDED',
      undo: JSON.stringify({ items: [{ id: 'bread', before: null, after }] }),
    })
    const fresh = await open(added(), () => {})
    expect(fresh.undo()).toEqual({ kind: 'undone', sentence: 'Undone: Add Bread.' })
    expect(fresh.names(Shop)).toEqual(['Milk'])
    const used = await open(added(), ({ plain }) =>
      plain.perform(updateItem, { id: 'bread', notes: 'two' }),
    )
    expect(used.undo().kind).toBe('nothing')
    expect(used.names(Shop)).toEqual(['Bread', 'Milk'])
  })

  test('a change of the list itself', async () => {
    const activity: ActivityRecord = {
      ...ticked,
      kind: 'LIST_CHANGED',
      itemNames: [],
      itemCount: 0,
      undo: JSON.stringify({ list: { before: { name: 'Market' }, after: { name: 'Shop' } } }),
    }
    const { undo, listNames } = await open(activity, () => {})
    expect(undo()).toEqual({ kind: 'undone', sentence: 'Undone: Change Shop.' })
    expect(listNames()).toEqual(['Market'])
  })

  test.each([
    null,
    '',
    'nonsense',
    '5',
    '[]',
    '{"items":5}',
    '{"items":[{"id":7}]}',
    '{"list":{}}',
  ])('%j is nothing to undo', undo => {
    expect(recordOfActivity({ ...ticked, undo })).toBeUndefined()
  })

  test('nothing of somebody else is', () => {
    expect(recordOfActivity({ ...ticked, requestToken: null })).toBeUndefined()
  })
})

describe('the log', () => {
  function told(token: string, at: string): UndoRecord {
    const record = recordOfActivity({ ...ticked, requestToken: token, at })
    if (!record) throw new Error('There is nothing to undo.')
    return record
  }

  test('takes each deed once, its own and its undoing not at all', async () => {
    const { offline } = await openDevice(shop)
    const { id } = offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.history.undo(id)
    const undoing = offline.waiting.get().at(-1)?.id ?? ''
    const others = [id, undoing, 'new', 'new'].map(token => told(token, ticked.at))
    offline.history.adopt(others.slice(0, 3))
    offline.history.adopt(others.slice(3))
    expect(
      offline.history
        .of(Shop)
        .map(record => record.id)
        .sort(),
    ).toEqual([id, 'new'].sort())
  })

  test('keeps the last 50 of all devices, by their time, also after a restart', async () => {
    const { offline, storage } = await openDevice(shop)
    const { id } = offline.perform(tickItem, { id: 'bread', purchased: true })
    const day = (n: number) => new Date(Date.UTC(2025, 7, n)).toISOString()
    offline.history.adopt(Array.from({ length: 60 }, (_, n) => told(`token-${n}`, day(n))))
    const ids = () => offline.history.of(Shop).map(record => record.id)
    expect(ids()).toHaveLength(50)
    expect(ids().slice(0, 2)).toEqual([id, 'token-59'])
    await offline.history.settled()
    const stored = (await storage.load()).map(record => record.id)
    expect(stored.sort()).toEqual([...ids()].sort())
  })

  test('the last thing is the last of this device', async () => {
    const { offline, item } = await openDevice(shop)
    offline.perform(tickItem, { id: 'milk', purchased: true })
    offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.history.adopt([told('later', '2030-01-01T00:00:00.000Z')])
    expect(offline.history.undoLast(Shop)).toMatchObject({ sentence: 'Undone: Tick Bread.' })
    expect(offline.history.undoLast(Shop)).toMatchObject({ sentence: 'Undone: Tick Milk.' })
    expect(offline.history.undoLast(Shop).kind).toBe('nothing')
    expect([item('bread').purchased, item('milk').purchased]).toEqual([false, false])
  })
})
