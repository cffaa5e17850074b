/** What a person did is kept as kind and names; its words are made when it is shown, of older releases' entries, too. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type Deed,
  deedObject,
  deedPast,
  deedSentence,
  oldDeed,
} from '../../src/cache/edits/deed.ts'
import { entrySentence } from '../../src/cache/edits/entry-sentence.ts'
import { tickItem, updateItemsOrder } from '../../src/cache/edits/item-edits.ts'
import { createSavedFilter, updateSavedFilter } from '../../src/cache/edits/saved-filter-edits.ts'
import { renameShoppingList } from '../../src/cache/edits/shopping-list-edits.ts'
import { createForageUndoStorage } from '../../src/cache/undo/undo-storage.ts'
import { readEntry } from '../../src/offline/outbox/entry.ts'
import { listId, openDevice, writeConfig } from './undo-device.ts'

const shop = listId('Shop')

test('what is stored holds kinds and names, and no sentence', async () => {
  const { offline, storage } = await openDevice({ Shop: ['Milk'] })
  offline.perform(tickItem, { id: 'milk', purchased: true })
  const [entry] = offline.waiting.get()
  expect(entry).toMatchObject({ deed: { kind: 'tick', name: 'Milk' } })
  await offline.history.settled()
  const [record] = await storage.load()
  expect(record).toMatchObject({ listId: shop, deed: { kind: 'tick', name: 'Milk' } })
  expect(JSON.stringify([entry, record])).not.toMatch(/Tick|sentence/)
})

test.each<[Deed, sentence: string, past: string]>([
  [{ kind: 'tick', name: 'Milk' }, 'Tick Milk', 'ticked Milk'],
  [{ kind: 'delete', count: 1 }, 'Delete 1 item', 'deleted 1 item'],
  [{ kind: 'add', count: 1_200 }, 'Add 1,200 items', 'added 1,200 items'],
  [{ kind: 'rename', name: 'A', to: 'B' }, 'Rename A to B', 'renamed A to B'],
  [{ kind: 'untag', count: 2, to: 'Dairy' }, 'Take Dairy off 2 items', 'took Dairy off 2 items'],
  [
    { kind: 'moveFrom', count: 2, from: 'Shop', to: 'Pantry' },
    'Move 2 items from Shop to Pantry',
    'moved 2 items from Shop to Pantry',
  ],
  [oldDeed('Tick Milk'), 'Tick Milk', 'ticked Milk'],
  [oldDeed('New list Weekly'), 'New list Weekly', 'made the new list Weekly'],
  [oldDeed('Bring back Weekly'), 'Bring back Weekly', 'brought back Weekly'],
  [oldDeed('Juggle Milk'), 'Juggle Milk', 'did: Juggle Milk'],
])('%j', (deed, sentence, past) => {
  expect(deedSentence(deed)).toBe(sentence)
  expect(deedPast(deed)).toBe(past)
})

test('what the releases up to 0.3.0 kept is told as it was', async () => {
  const { offline } = await openDevice({})
  const file = new URL('../offline/recorded/outbox-format-1.json', import.meta.url)
  const { entries } = JSON.parse(readFileSync(file, 'utf8'))
  const told = entries.map((stored: unknown) => {
    const read = readEntry(stored)
    return read.kind === 'entry' && entrySentence(offline.cache, read.entry)
  })
  expect(told).toEqual(entries.map((stored: { sentence: string }) => stored.sentence))
})

test('what they kept to be taken back is read', async () => {
  const old = {
    format: 1,
    id: 'a',
    listId: shop,
    at: '2026-11-21T09:00:01.000Z',
    sentence: 'Delete Milk',
    steps: [{ name: 'createItems', variables: { shoppingListId: shop, items: [] } }],
    tokens: ['a'],
  }
  const storage = createForageUndoStorage(async () => ({
    setItem: async () => undefined,
    removeItem: async () => {},
    iterate: async visit => visit(old),
    dropInstance: async () => {},
  }))
  const told = (await storage.load()).map(({ deed }) => [deedSentence(deed), deedObject(deed)])
  expect(told).toEqual([['Delete Milk', 'Milk']])
})

test('what waits is called as it is seen, also where the server does not know of it yet', async () => {
  const device = await openDevice({ Shop: ['Milk', 'Eggs'] })
  const { offline } = device
  writeConfig(device)
  offline.perform(renameShoppingList, { id: shop, name: 'Party' })
  offline.perform(updateItemsOrder, { shoppingListId: shop, itemIds: ['eggs', 'milk'] })
  offline.perform(createSavedFilter, { id: 'cold', kind: 'ITEMS', name: 'Cold', filter: '{}' })
  offline.perform(updateSavedFilter, { id: 'cold', name: 'Cool' })
  const sentences = offline.waiting.get().map(entry => entrySentence(offline.cache, entry))
  expect(sentences).toContain('Reorder Party')
  expect(sentences).toContain('Rename the filter Cold to Cool')
})
