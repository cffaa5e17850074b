/** Undo of every edit, on a device without a network. */

import { describe, expect, test, vi } from 'vitest'
import { derivedId } from '../../rules/derived-id.ts'
import { allEdits } from '../../src/cache/edits/all-edits.ts'
import { deedSentence } from '../../src/cache/edits/deed.ts'
import { createItems, updateItems } from '../../src/cache/edits/item-batch-edits.ts'
import {
  createItem,
  deleteItem,
  deleteItems,
  moveItem,
  tickItem,
  updateItem,
  updateItemsOrder,
} from '../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  leaveShoppingList,
  moveShoppingList,
  updateShoppingList,
  updateShoppingListsOrder,
} from '../../src/cache/edits/shopping-list-edits.ts'
import {
  copyShoppingList,
  resetShoppingList,
  sampleShoppingList,
  swapShoppingListItems,
} from '../../src/cache/edits/whole-list-edits.ts'
import { isItemId } from '../../src/cache/records/cache-ids.ts'
import { contentOf, tagInputs } from '../../src/cache/records/item-content.ts'
import { writePeople } from '../../src/cache/records/people.ts'
import { setFields } from '../../src/cache/records/records.ts'
import { performTogether, performUndoably } from '../../src/cache/undo/undo.ts'
import type { UndoHistory } from '../../src/cache/undo/undo-history.ts'
import { DerivedCache } from '../../src/offline/derived-cache.ts'
import type { Offline } from '../../src/offline/offline.ts'
import { listId, openDevice } from './undo-device.ts'

const Shop = listId('Shop')
const Pantry = listId('Pantry')
const shop = { Shop: ['Apples', 'Bread', 'Cheese', 'Dates'], Pantry: ['Rice'] }

describe('taking back', () => {
  const away = {
    ...{ firstShoppingListId: Shop, secondShoppingListId: Pantry },
    ...{ firstItemIds: ['bread'], secondItemIds: ['rice'] },
  }
  test.each<[string, (offline: Offline) => unknown]>([
    ['away', offline => offline.perform(swapShoppingListItems, away)],
    ['down', offline => offline.perform(moveItem, { id: 'bread', afterItemId: 'dates' })],
  ])(
    'a deletion, behind what was moved %s since and came back: each at its place',
    async (_, move) => {
      const { offline, names } = await openDevice(shop)
      offline.perform(deleteItem, { id: 'apples' })
      move(offline)
      expect(offline.history.undoLast().kind).toBe('undone')
      expect(names(Shop)).toEqual(['Bread', 'Cheese', 'Dates'])
      expect(offline.history.undoLast().kind).toBe('undone')
      expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
    },
  )

  test('a tick, an untick', async () => {
    const { offline, item } = await openDevice(shop)
    offline.perform(tickItem, { id: 'bread', purchased: true })
    expect(offline.history.of(Shop).map(({ deed }) => deedSentence(deed))).toEqual(['Tick Bread'])
    expect(offline.history.undoLast(Shop)).toEqual({
      kind: 'undone',
      sentence: 'Undone: Tick Bread.',
    })
    expect(item('bread').purchased).toBe(false)
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'nothing' })
  })

  test('an update: only its fields, an absent value included', async () => {
    const { offline, item } = await openDevice(shop)
    offline.perform(updateItem, {
      id: 'bread',
      name: 'Rye',
      quantityToPurchase: 2,
      notes: 'sliced',
    })
    offline.perform(tickItem, { id: 'bread', purchased: true })
    const [, update] = offline.history.of(Shop)
    expect(offline.history.undo(update?.id ?? '')).toMatchObject({ kind: 'undone' })
    expect(item('bread')).toMatchObject({
      name: 'Bread',
      quantityToPurchase: null,
      notes: null,
      purchased: true,
    })
  })

  test('tags of an item', async () => {
    const { offline, item } = await openDevice(shop)
    offline.perform(updateItem, { id: 'bread', itemTags: [{ name: 'Bakery' }] })
    offline.perform(updateItem, { id: 'bread', itemTags: [{ name: 'Bakery' }, { name: 'Sale' }] })
    offline.history.undoLast()
    expect(item('bread').itemTags.map(tag => tag.name)).toEqual(['Bakery'])
    offline.history.undoLast()
    expect(item('bread').itemTags).toEqual([])
  })

  test('a tag that was given and taken again, in whichever order', async () => {
    const tags = ['Dairy'].map(name => ({ name }))
    for (const order of ['taken first', 'given first']) {
      const { offline, item } = await openDevice(shop)
      const given = offline.perform(updateItem, { id: 'bread', itemTags: tags })
      const taken = offline.perform(updateItem, { id: 'bread', itemTags: [] })
      const { undo } = offline.history
      if (order === 'given first') expect(undo(given.id).kind).toBe('nothing')
      undo(taken.id)
      expect(item('bread').itemTags, order).toMatchObject(tags)
      undo(given.id)
      expect(item('bread').itemTags, order).toEqual([])
    }
  })

  test('what is again as it was is passed over', async () => {
    const { offline, plain, item } = await openDevice(shop)
    offline.perform(updateItem, { id: 'bread', notes: 'sliced' })
    const there = offline.perform(updateItem, { id: 'bread', name: 'Rye' })
    const back = offline.perform(updateItem, { id: 'bread', name: 'Bread' })
    const { undo, undoLast, isOver, of } = offline.history
    expect(undo(there.id)).toEqual({ kind: 'nothing', sentence: 'There is nothing left to undo.' })
    expect(of(Shop).map(isOver)).toEqual([false, true, false])
    expect(undo(back.id).kind).toBe('undone')
    expect(of(Shop).map(isOver)).toEqual([true, false, false])
    undo(there.id)
    expect(item('bread').name).toBe('Bread')
    for (const purchased of [true, false]) offline.perform(tickItem, { id: 'cheese', purchased })
    plain.perform(tickItem, { id: 'cheese', purchased: true })
    expect(undoLast(Shop).sentence).toBe('“Cheese” was changed since: the tick stays as it is.')
    plain.perform(tickItem, { id: 'cheese', purchased: false })
    expect(undoLast(Shop)).toEqual({ kind: 'undone', sentence: 'Undone: Change Bread.' })
    expect(item('bread').notes).toBeNull()
  })

  test('whether a new tag of a list is left to take back is known without a look at its items', async () => {
    const { offline } = await openDevice(shop)
    const [deed, again] = [[{ name: 'Dairy' }], []].map(itemTags =>
      offline.perform(updateShoppingList, { id: Shop, itemTags }),
    )
    using peek = vi.spyOn(DerivedCache.prototype, 'peek')
    const { isOver, of, undo } = offline.history
    expect(of(Shop).map(isOver)).toEqual([false, true])
    undo(again?.id ?? '')
    expect(of(Shop).map(isOver)).toEqual([true, false])
    expect(peek.mock.calls.filter(([cacheId]) => isItemId(cacheId))).toEqual([])
    expect(undo(deed?.id ?? '').kind).toBe('undone')
  })

  test('an addition', async () => {
    const { offline, names } = await openDevice(shop)
    offline.perform(createItem, { id: 'eggs', shoppingListId: Shop, name: 'Eggs' })
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    // What came as many may be one.
    offline.perform(createItems, { shoppingListId: Shop, items: [{ id: 'figs', name: 'Figs' }] })
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
  })

  test('a deletion: new ids, all content, the old place', async () => {
    const { offline, names, item } = await openDevice(shop, { mayHaveLeft: true })
    offline.perform(updateItem, {
      id: 'cheese',
      notes: 'soft',
      quantityToPurchase: 0.5,
      unitId: 'unit-kg',
      itemTags: [{ name: 'Dairy' }],
    })
    const before = item('cheese')
    offline.perform(deleteItem, { id: 'cheese' })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Dates'])
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
    expect(() => item('cheese')).toThrow()
    const id = '00000000-0000-7000-8000-000000000001'
    const { shoppingListId, order } = before
    expect(item(id)).toMatchObject({ ...contentOf(before), shoppingListId, order })
    // The history of the item goes on under its new id.
    offline.history.undoLast(Shop)
    expect(item(id)).toMatchObject({ notes: null, quantityToPurchase: null, itemTags: [] })
  })

  test('a deletion of which one item came back by itself: the others, and what was done to that one before', async () => {
    const { offline, names, item } = await openDevice(shop)
    const { history } = offline
    offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.perform(deleteItems, { ids: ['bread', 'cheese', 'dates'] })
    const [deletion, tick] = history.of(Shop)
    for (const id of ['bread', 'cheese']) {
      const name = `${id} again`
      offline.perform(createItem, {
        id: name,
        shoppingListId: Shop,
        name,
        purchased: id === 'bread',
      })
      history.cameBack(id, name)
    }
    expect(history.undo(deletion?.id ?? '')).toEqual({
      kind: 'undone',
      sentence: 'Undone: Delete Dates.',
    })
    expect(names(Shop)).toEqual(['Apples', 'bread again', 'cheese again', 'Dates'])
    history.undo(tick?.id ?? '')
    expect(item('bread again').purchased).toBe(false)
  })

  test('a deletion of which all came back by themselves is nothing to take back', async () => {
    const { offline, names } = await openDevice(shop)
    const { id } = offline.perform(deleteItem, { id: 'bread' })
    offline.perform(createItem, { id: 'again', shoppingListId: Shop, name: 'Bread' })
    offline.history.cameBack('bread', 'again')
    expect(offline.history.undo(id)).toMatchObject({ kind: 'nothing' })
    expect(names(Shop)).toEqual(['Apples', 'Cheese', 'Dates', 'Bread'])
  })

  test('a deletion of which others brought some back: the rest, and a sentence says so', async () => {
    const { offline, plain, item, names } = await openDevice(shop)
    plain.perform(updateItem, { id: 'bread', notes: 'sliced', itemTags: [{ name: 'Bakery' }] })
    plain.perform(createItem, { id: 'other', shoppingListId: Shop, name: 'dates' })
    const bread = item('bread')
    const ids = ['bread', 'cheese', 'dates']
    const { id } = offline.perform(deleteItems, { ids })
    const [tag] = bread.itemTags
    const back = { shoppingListId: Shop, name: 'Bread', itemTags: tag ? [{ ...tag }] : [] }
    plain.perform(createItem, { ...back, id: 'bread-again', notes: 'sliced' })
    // Somebody else’s, which is not as much.
    plain.perform(createItem, { id: 'blue', shoppingListId: Shop, name: 'Cheese blue' })
    expect(offline.history.undo(id)).toEqual({
      kind: 'partly',
      sentence: 'Undone: Delete 3 items. “Bread” is there again already.',
    })
    expect([...names(Shop)].sort()).toEqual(
      ['Apples', 'Bread', 'Cheese', 'Cheese blue', 'Dates', 'dates'].sort(),
    )
    expect(offline.waiting.get().at(-1)?.variables).toMatchObject({ items: [{}, {}] })
  })

  test.each([
    ['one by one, the first first', (history: UndoHistory, ids: string[]) => ids.map(history.undo)],
    ['the last first', ({ undoLast }: UndoHistory) => [undoLast(Shop), undoLast(Shop)]],
  ])('of several that are called alike, each that was deleted: %s', async (_, undo) => {
    const { offline, plain, names } = await openDevice({ Shop: ['Milk'] }, { mayHaveLeft: true })
    for (const id of ['two', 'three'])
      plain.perform(createItem, { id, shoppingListId: Shop, name: 'Milk' })
    const deeds = ['two', 'three'].map(id => offline.perform(deleteItem, { id }))
    const outcomes = undo(
      offline.history,
      deeds.map(({ id }) => id),
    )
    expect(outcomes.map(({ kind }) => kind)).toEqual(['undone', 'undone'])
    expect(names(Shop)).toEqual(['Milk', 'Milk', 'Milk'])
  })

  test('of several that are called alike, all that went as one', async () => {
    const { offline, plain, names } = await openDevice({ Shop: ['Milk'] }, { mayHaveLeft: true })
    for (const id of ['two', 'three'])
      plain.perform(createItem, { id, shoppingListId: Shop, name: 'Milk' })
    const { undo } = performTogether(offline, { kind: 'merge', name: 'Milk' }, perform => {
      for (const id of ['two', 'three']) perform(deleteItem, { id })
    })
    expect(undo?.()).toMatchObject({ kind: 'undone' })
    expect(names(Shop)).toEqual(['Milk', 'Milk', 'Milk'])
  })

  test('of two that are called alike and went as one, what somebody else adds stands for one', async () => {
    const { offline, plain, names } = await openDevice({ Shop: [] })
    for (const id of ['one', 'two'])
      plain.perform(createItem, { id, shoppingListId: Shop, name: 'Milk' })
    const { id } = offline.perform(deleteItems, { ids: ['one', 'two'] })
    plain.perform(createItem, { id: 'three', shoppingListId: Shop, name: 'Milk' })
    expect(offline.history.undo(id)).toEqual({
      kind: 'partly',
      sentence: 'Undone: Delete 2 items. “Milk” is there again already.',
    })
    expect(names(Shop)).toEqual(['Milk', 'Milk'])
  })

  test('a deletion of which others brought all back is nothing to take back', async () => {
    const { offline, plain, names } = await openDevice(shop)
    const { id } = offline.perform(deleteItem, { id: 'bread' })
    plain.perform(createItem, { id: 'again', shoppingListId: Shop, name: 'Bread' })
    expect(offline.history.undo(id)).toEqual({
      kind: 'nothing',
      sentence: '“Bread” is there again already.',
    })
    expect(names(Shop)).toEqual(['Apples', 'Cheese', 'Dates', 'Bread'])
  })

  test('the deletion of the first, of several, of many', async () => {
    const letters = [...'ABCDEFGHIJ']
    for (const names of ['A', 'ABE', 'BCDEFGHI', 'ABCDEFGHIJ']) {
      const device = await openDevice({ Shop: letters })
      device.offline.perform(deleteItems, { ids: [...names.toLowerCase()] })
      expect(device.names(Shop)).toHaveLength(10 - names.length)
      device.offline.history.undoLast(Shop)
      expect(device.names(Shop)).toEqual(letters)
    }
  })

  test('a move, a whole order', async () => {
    const { offline, names } = await openDevice(shop)
    offline.perform(moveItem, { id: 'dates', afterItemId: null })
    offline.perform(updateItemsOrder, { shoppingListId: Shop, itemIds: ['cheese', 'bread'] })
    expect(names(Shop)).toEqual(['Cheese', 'Bread', 'Dates', 'Apples'])
    expect(offline.history.undoLast()).toMatchObject({ kind: 'undone' })
    expect(names(Shop)).toEqual(['Dates', 'Apples', 'Bread', 'Cheese'])
    expect(offline.history.undoLast()).toMatchObject({ kind: 'undone' })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
  })

  test('a move to another list, and a swap', async () => {
    const { offline, names } = await openDevice(shop)
    offline.perform(updateItem, { id: 'bread', shoppingListId: Pantry })
    expect(names(Pantry)).toEqual(['Rice', 'Bread'])
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
    expect(names(Pantry)).toEqual(['Rice'])
    offline.perform(swapShoppingListItems, {
      firstShoppingListId: Shop,
      secondShoppingListId: Pantry,
      firstItemIds: ['apples', 'cheese'],
      secondItemIds: ['rice'],
    })
    expect(names(Shop)).toEqual(['Bread', 'Dates', 'Rice'])
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
    expect(names(Pantry)).toEqual(['Rice'])
  })

  test('a reset: each item gets back what it had', async () => {
    const { offline, item } = await openDevice(shop)
    offline.perform(updateItem, {
      id: 'bread',
      quantityToPurchase: 3,
      quantityInStock: 2,
      purchased: true,
    })
    offline.perform(tickItem, { id: 'dates', purchased: true })
    offline.perform(resetShoppingList, { id: Shop })
    expect(item('bread')).toMatchObject({
      quantityToPurchase: 0,
      quantityInStock: 0,
      purchased: false,
    })
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect(item('bread')).toMatchObject({
      quantityToPurchase: 3,
      quantityInStock: 2,
      purchased: true,
    })
    expect(item('dates').purchased).toBe(true)
    expect(item('apples').purchased).toBe(false)
  })

  test('a deletion for which a tick was let go: back with the tick', async () => {
    const { offline, names, item } = await openDevice(shop)
    offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.perform(deleteItem, { id: 'bread' })
    expect(offline.waiting.get().map(entry => entry.name)).toEqual(['deleteItem'])
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
    expect(item('00000000-0000-7000-8000-000000000001').purchased).toBe(true)
  })

  test('many items added, changed, reset or deleted: one edit each way', async () => {
    const { offline, names, item, plain } = await openDevice(shop, { mayHaveLeft: true })
    const waiting = () => offline.waiting.get().map(entry => entry.name)
    const ids = ['apples', 'bread', 'cheese', 'dates']
    offline.perform(updateItems, { items: ids.map(id => ({ id, purchased: true })) })
    offline.history.undoLast()
    expect(ids.map(id => item(id).purchased)).toEqual([false, false, false, false])
    offline.perform(updateItem, { id: 'bread', itemTags: [{ name: 'Bakery' }] })
    offline.perform(updateItems, {
      items: [
        { id: 'apples', itemTags: [{ name: 'Fruit' }], quantityToPurchase: 3 },
        { id: 'bread', itemTags: [{ name: 'Sale' }, { name: 'Bakery' }] },
      ],
    })
    offline.history.undoLast()
    expect(item('apples')).toMatchObject({ itemTags: [], quantityToPurchase: null })
    expect(item('bread').itemTags.map(tag => tag.name)).toEqual(['Bakery'])
    offline.perform(resetShoppingList, { id: Shop })
    expect(waiting()).toEqual([
      'updateItems',
      'updateItems',
      'updateItem',
      'updateItems',
      'updateItems',
      'resetShoppingList',
    ])
    offline.perform(deleteItems, { ids: ['apples', 'cheese', 'dates'] })
    offline.history.undoLast()
    expect(waiting().slice(6)).toEqual(['deleteItems', 'createItems'])
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
    plain.perform(moveItem, { id: 'bread', afterItemId: null })
    offline.perform(swapShoppingListItems, {
      firstShoppingListId: Shop,
      secondShoppingListId: Pantry,
      firstItemIds: ['bread'],
      secondItemIds: ['rice'],
    })
    offline.history.undoLast()
    expect(waiting().slice(9)).toEqual(['swapShoppingListItems', 'swapShoppingListItems'])
    expect([names(Shop), names(Pantry)]).toEqual([['Bread', 'Apples', 'Cheese', 'Dates'], ['Rice']])
  })

  test('an import that never left the device leaves nothing to send', async () => {
    const { offline, names, listNames } = await openDevice(shop)
    const items = ['Eggs', 'Figs'].map(name => ({ id: name.toLowerCase(), name }))
    offline.perform(createItems, { shoppingListId: Shop, items })
    expect(names(Shop).slice(4)).toEqual(['Eggs', 'Figs'])
    offline.history.undoLast()
    const party = items.map(item => ({ ...item, id: `party ${item.id}` }))
    offline.perform(createShoppingList, { id: 'party', name: 'Party', items: party })
    offline.perform(tickItem, { id: 'party eggs', purchased: true })
    offline.perform(deleteShoppingList, { id: 'party' })
    expect(offline.waiting.get()).toEqual([])
    expect(names(Shop)).toHaveLength(4)
    offline.history.undoLast()
    expect(listNames()).toEqual(['Shop', 'Pantry', 'Party'])
    expect(offline.waiting.get().map(entry => entry.name)).toEqual(['createShoppingList'])
  })

  test('changes of a list, the tags that its items lost included', async () => {
    const { offline, item, listNames } = await openDevice(shop)
    offline.perform(updateItem, { id: 'bread', itemTags: [{ name: 'Bakery' }] })
    offline.perform(updateShoppingList, { id: Shop, name: 'Market', itemTags: [] })
    expect(item('bread').itemTags).toEqual([])
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect(item('bread').itemTags.map(tag => tag.name)).toEqual(['Bakery'])
    expect(listNames()).toEqual(['Shop', 'Pantry'])
  })

  test('the tags of a list, though another joined with an item since', async () => {
    const { offline, names, tagNames } = await openDevice(shop)
    offline.perform(updateShoppingList, { id: Shop, itemTags: [{ name: 'Dairy' }] })
    const itemTags = [{ name: 'Cold' }]
    offline.perform(createItem, { id: 'eggs', shoppingListId: Shop, name: 'Eggs', itemTags })
    offline.history.undoLast()
    expect(names(Shop)).not.toContain('Eggs')
    expect(offline.history.undoLast()).toMatchObject({ kind: 'undone' })
    expect(tagNames(Shop)).toEqual(['Cold'])
  })

  test('a new tag of a list, and with it where the person gave it themselves', async () => {
    const { offline, item, tagNames } = await openDevice(shop)
    offline.perform(updateShoppingList, { id: Shop, itemTags: [{ name: 'Dairy' }] })
    offline.perform(updateItem, { id: 'cheese', itemTags: [{ name: 'Dairy' }] })
    const [, first] = offline.history.of(Shop)
    expect(offline.history.undo(first?.id ?? '')).toMatchObject({ kind: 'undone' })
    expect([tagNames(Shop), item('cheese').itemTags]).toEqual([[], []])
  })

  test('a new list, a copy, a sample', async () => {
    const { offline, listNames } = await openDevice(shop)
    offline.perform(createShoppingList, { id: 'a', name: 'A' })
    offline.perform(copyShoppingList, { id: Shop, name: 'B', newId: crypto.randomUUID() })
    offline.perform(sampleShoppingList, { newId: crypto.randomUUID() })
    expect(listNames()).toHaveLength(5)
    for (let count = 4; count >= 2; count -= 1) {
      expect(offline.history.undoLast()).toMatchObject({ kind: 'undone' })
      expect(listNames()).toHaveLength(count)
    }
  })

  test('the order of the lists', async () => {
    const { offline, listNames } = await openDevice({ A: [], B: [], C: [] })
    offline.perform(moveShoppingList, { id: listId('C'), afterShoppingListId: null })
    offline.perform(updateShoppingListsOrder, { shoppingListIds: ['B', 'A', 'C'].map(listId) })
    expect(offline.history.undoLast('account')).toMatchObject({ kind: 'undone' })
    expect(listNames()).toEqual(['C', 'A', 'B'])
    expect(offline.history.undoLast('account')).toMatchObject({ kind: 'undone' })
    expect(listNames()).toEqual(['A', 'B', 'C'])
  })

  test('the deletion of a list that the server knows: from its bin, shown at once', async () => {
    const { offline, listNames, names } = await openDevice(shop, { mayHaveLeft: true })
    offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.perform(deleteShoppingList, { id: Shop })
    expect(listNames()).toEqual(['Pantry'])
    expect(offline.history.undoLast()).toMatchObject({ kind: 'undone' })
    expect(listNames()).toEqual(['Shop', 'Pantry'])
    expect(offline.waiting.get().map(entry => entry.name)).toEqual([
      'tickItem',
      'deleteShoppingList',
      // The server puts it back in its place by itself.
      'restoreShoppingList',
    ])
    const newId = offline.waiting.get()[2]?.creates[0] ?? ''
    expect(names(newId)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
    // What was done to the list before can still be taken back.
    expect(offline.history.undoLast(newId)).toMatchObject({ sentence: 'Undone: Tick Bread.' })
  })

  test('the deletion of a list, and what was deleted on it before is known under its new id', async () => {
    const { offline, names } = await openDevice(shop, { mayHaveLeft: true })
    offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.perform(deleteItem, { id: 'bread' })
    offline.perform(deleteItem, { id: 'dates' })
    offline.perform(deleteShoppingList, { id: Shop })
    offline.history.undoLast()
    const newId = offline.waiting.get().at(-1)?.creates[0] ?? ''
    // As the server's bin calls it by then.
    offline.history.cameBack(derivedId(newId, 'dates'), 'dates-anew')
    expect(offline.history.undoLast(newId)).toMatchObject({ sentence: 'Undone: Delete Bread.' })
    expect(names(newId)).toEqual(['Apples', 'Bread', 'Cheese'])
    expect(offline.history.undoLast(newId)).toMatchObject({ sentence: 'Undone: Tick Bread.' })
    expect(offline.history.undoLast(newId)).toMatchObject({ kind: 'nothing' })
  })

  test('the deletion of a list that never left the device: made anew', async () => {
    const { offline, listNames, names } = await openDevice({ Pantry: ['Rice'] })
    offline.perform(tickItem, { id: 'rice', purchased: true })
    offline.perform(createShoppingList, { id: 'party', name: 'Party' })
    offline.perform(createItem, { id: 'ice', shoppingListId: 'party', name: 'Ice', notes: 'cubes' })
    offline.perform(createItem, { id: 'cups', shoppingListId: 'party', name: 'Cups' })
    offline.perform(deleteShoppingList, { id: 'party' })
    expect(offline.waiting.get().map(entry => entry.name)).toEqual(['tickItem'])
    expect(offline.history.undoLast()).toMatchObject({ kind: 'undone' })
    expect(listNames()).toEqual(['Pantry', 'Party'])
    const [, list] = offline.waiting.get()
    expect(names(list?.creates[0] ?? '')).toEqual(['Ice', 'Cups'])
    expect(offline.waiting.get().map(entry => entry.name)).not.toContain('restoreShoppingList')
  })

  test('not at all: leaving a list', async () => {
    const { offline } = await openDevice(shop)
    offline.perform(leaveShoppingList, { id: Shop })
    expect(offline.history.all()).toEqual([])
  })

  test('every edit of a person is thought of', async () => {
    // Of these the preferences offer their own way back, where there is one.
    const preferences = ['updateUserConfig', 'createSavedFilter', 'updateSavedFilter']
    const people = [
      'sendFriendRequestByEmail',
      'updateFriend',
      'deleteByIdFriend',
      'shareShoppingList',
      'handOverShoppingList',
      'createShareLink',
      'endShareLinks',
    ]
    const feedback = ['createFeedback', 'deleteFeedback']
    const lists = ['leaveShoppingList', 'deleteSavedFilter']
    const withoutUndo = [...lists, ...preferences, ...people, ...feedback]
    const known = [...withoutUndo, 'restoreShoppingList']
    const forgotten = allEdits.filter(({ name, inverse }) => !inverse && !known.includes(name))
    expect(forgotten.map(({ name }) => name)).toEqual([])
  })
})

describe('what somebody else changed since', () => {
  test('an item that was added and moved to another list stays there', async () => {
    const { offline, plain, names } = await openDevice(shop)
    offline.perform(createItem, { id: 'eggs', shoppingListId: Shop, name: 'Eggs' })
    const figs = [{ id: 'figs', name: 'Figs' }]
    offline.perform(createItems, { shoppingListId: Shop, items: figs })
    plain.perform(swapShoppingListItems, {
      ...{ firstShoppingListId: Shop, firstItemIds: ['eggs', 'figs'] },
      ...{ secondShoppingListId: Pantry, secondItemIds: [] },
    })
    for (const name of ['Figs', 'Eggs']) {
      expect(offline.history.undoLast(Shop)).toEqual({
        kind: 'nothing',
        sentence: `“${name}” was changed since: its list stays as it is.`,
      })
    }
    expect(names(Pantry)).toEqual(expect.arrayContaining(['Eggs', 'Figs']))
  })

  test('where one moved it oneself, be it by a list that was deleted and came back, it goes', async () => {
    const { offline, names } = await openDevice(shop)
    const added = offline.perform(createItem, { id: 'eggs', shoppingListId: Shop, name: 'Eggs' })
    offline.perform(swapShoppingListItems, {
      ...{ firstShoppingListId: Pantry, firstItemIds: [] },
      ...{ secondShoppingListId: Shop, secondItemIds: ['eggs'] },
    })
    expect(names(Pantry)).toContain('Eggs')
    expect(offline.history.undo(added.id).kind).toBe('undone')
    expect(names(Pantry)).not.toContain('Eggs')
    const figs = offline.perform(createItem, { id: 'figs', shoppingListId: Shop, name: 'Figs' })
    offline.perform(deleteShoppingList, { id: Shop })
    expect(offline.history.undoLast().kind).toBe('undone')
    expect(offline.history.undo(figs.id).kind).toBe('undone')
  })

  test('is not one’s own because one had given the same value and took it back', async () => {
    const { offline, plain, item } = await openDevice(shop)
    plain.perform(updateItem, { id: 'bread', quantityToPurchase: 1 })
    const first = offline.perform(updateItem, { id: 'bread', quantityToPurchase: 2 })
    const second = offline.perform(updateItem, { id: 'bread', quantityToPurchase: 3 })
    offline.history.undo(second.id)
    plain.perform(updateItem, { id: 'bread', quantityToPurchase: 3 })
    expect(offline.history.undo(first.id).kind).toBe('nothing')
    expect(item('bread').quantityToPurchase).toBe(3)
  })

  test('stays, the rest is put back, and a sentence says so', async () => {
    const { offline, plain, item } = await openDevice(shop)
    offline.perform(updateItem, { id: 'bread', name: 'Rye', notes: 'sliced' })
    plain.perform(updateItem, { id: 'bread', name: 'Sourdough' })
    expect(offline.history.undoLast()).toEqual({
      kind: 'partly',
      sentence:
        'Undone: Rename Bread to Rye. “Sourdough” was changed since: the name stays as it is.',
    })
    expect(item('bread')).toMatchObject({ name: 'Sourdough', notes: null })
  })

  test.each<[string, (step: (name: string) => void) => void]>([
    ['the first first', undo => ['Hot', 'Cold'].forEach(undo)],
    ['the last first', undo => ['Cold', 'Hot'].forEach(undo)],
  ])('each of two tags that were given is taken back, %s', async (_, inOrder) => {
    const { offline, item } = await openDevice(shop)
    const give = (name: string) =>
      offline.perform(updateItem, {
        id: 'cheese',
        itemTags: [...tagInputs(item('cheese').itemTags), { name }],
      })
    const deeds = new Map([
      ['Hot', give('Hot').id],
      ['Cold', give('Cold').id],
    ])
    inOrder(name => expect(offline.history.undo(deeds.get(name) ?? '').kind).toBe('undone'))
    expect(item('cheese').itemTags).toEqual([])
  })

  test('each of two tags that left a list comes back to it and its items, the first first', async () => {
    const { offline, item, tagNames } = await openDevice(shop)
    const itemTags = [{ name: 'Bakery' }, { name: 'Cold' }]
    offline.perform(updateItem, { id: 'bread', itemTags })
    const cold = tagInputs(item('bread').itemTags).slice(1)
    const deeds = [
      offline.perform(updateShoppingList, { id: Shop, itemTags: cold }),
      offline.perform(updateShoppingList, { id: Shop, itemTags: [] }),
    ]
    for (const { id } of deeds) expect(offline.history.undo(id).kind).toBe('undone')
    expect(tagNames(Shop).toSorted()).toEqual(['Bakery', 'Cold'])
    expect(
      item('bread')
        .itemTags.map(tag => tag.name)
        .toSorted(),
    ).toEqual(['Bakery', 'Cold'])
  })

  test('an item that was added goes though a tag was taken back that it got before', async () => {
    const { offline, item } = await openDevice(shop)
    const made = offline.perform(createItem, { id: 'salt', shoppingListId: Shop, name: 'Salt' })
    const first = offline.perform(updateItem, { id: 'salt', itemTags: [{ name: 'Hot' }] })
    offline.perform(updateItem, {
      id: 'salt',
      itemTags: [...tagInputs(item('salt').itemTags), { name: 'Cold' }],
    })
    expect(offline.history.undo(first.id).kind).toBe('undone')
    expect(item('salt').itemTags.map(tag => tag.name)).toEqual(['Cold'])
    expect(offline.history.undo(made.id).kind).toBe('undone')
    expect(offline.peek('Item:salt')).toBeUndefined()
  })

  test('a tag that was given is taken back beside one that somebody else gave', async () => {
    const { offline, plain, item } = await openDevice(shop)
    offline.perform(updateItem, { id: 'cheese', itemTags: [{ name: 'Hot' }] })
    plain.perform(updateItem, {
      id: 'cheese',
      itemTags: [...tagInputs(item('cheese').itemTags), { name: 'Theirs' }],
    })
    expect(offline.history.undoLast().kind).toBe('undone')
    expect(item('cheese').itemTags.map(tag => tag.name)).toEqual(['Theirs'])
  })

  test('of several tags of a list one that somebody changed stays, the others come back', async () => {
    const { offline, plain, item, tagNames } = await openDevice(shop)
    const tags = (...names: string[]) =>
      ['one', 'two', 'three'].map((id, at) => ({ id, name: names[at] ?? '' }))
    const give = tags('Dairy', 'Bakery', 'Deli')
    offline.perform(updateShoppingList, { id: Shop, itemTags: give })
    plain.perform(updateItem, { id: 'bread', itemTags: give.slice(1) })
    const [, , three] = tags('', '', 'Counter')
    const made = [{ id: 'one', name: 'Milk' }, ...(three ? [three] : [])]
    offline.perform(updateShoppingList, { id: Shop, itemTags: made })
    expect(item('bread').itemTags.map(tag => tag.name)).toEqual(['Counter'])
    const [first, ...others] = made
    plain.perform(updateShoppingList, {
      id: Shop,
      itemTags: first ? [{ ...first, name: 'Käse' }, ...others] : [],
    })
    expect(offline.history.undoLast()).toEqual({
      kind: 'partly',
      sentence: 'Undone: Change Shop. “Shop” was changed since: the tag Käse stays as it is.',
    })
    expect(tagNames(Shop)).toEqual(['Käse', 'Bakery', 'Deli'])
    expect(item('bread').itemTags.map(tag => tag.name)).toEqual(['Bakery', 'Deli'])
  })

  test('of several tags that a list lost those come back that nobody gave again', async () => {
    const { offline, plain, item, tagNames } = await openDevice(shop)
    const both = [{ name: 'Bakery' }, { name: 'Cold' }]
    offline.perform(updateItem, { id: 'bread', itemTags: both })
    offline.perform(updateShoppingList, { id: Shop, itemTags: [] })
    plain.perform(updateItem, { id: 'cheese', itemTags: [{ name: 'Cold' }] })
    expect(offline.history.undoLast()).toMatchObject({ kind: 'undone' })
    expect(tagNames(Shop).toSorted()).toEqual(['Bakery', 'Cold'])
    expect(item('bread').itemTags.map(tag => tag.name)).toEqual(['Bakery', 'Cold'])
    expect(item('cheese').itemTags.map(tag => tag.name)).toEqual(['Cold'])
  })

  test('a tag that was renamed twice keeps the name that somebody else gave it then', async () => {
    const { offline, plain, tagNames } = await openDevice(shop)
    const call = (name: string, by: Offline = offline) =>
      by.perform(updateShoppingList, { id: Shop, itemTags: [{ id: 'dairy', name }] })
    call('Milk')
    const first = call('Dairy')
    call('Cheese')
    call('Käse', plain)
    expect(offline.history.undo(first.id).kind).toBe('nothing')
    expect(tagNames(Shop)).toEqual(['Käse'])
  })

  test('no tag gets a name back that somebody else gave another', async () => {
    const { offline, plain, tagNames } = await openDevice(shop)
    const two = (first: string, second: string) => [
      { id: 'one', name: first },
      { id: 'two', name: second },
    ]
    offline.perform(updateShoppingList, { id: Shop, itemTags: two('Cheese', 'Deli') })
    offline.perform(updateShoppingList, { id: Shop, itemTags: two('Brie', 'Deli') })
    plain.perform(updateShoppingList, { id: Shop, itemTags: two('Brie', 'cheese') })
    expect(offline.history.undoLast().kind).toBe('nothing')
    expect(tagNames(Shop)).toEqual(['Brie', 'cheese'])
  })

  test('a tag that somebody made anew looks as they made it', async () => {
    const { offline, plain, tagNames } = await openDevice(shop)
    offline.perform(updateShoppingList, { id: Shop, itemTags: [{ id: 'dairy', name: 'Dairy' }] })
    offline.perform(updateShoppingList, { id: Shop, itemTags: [] })
    plain.perform(updateShoppingList, { id: Shop, itemTags: [{ id: 'dairy', name: 'Käse' }] })
    expect(offline.history.undoLast().kind).toBe('nothing')
    expect(tagNames(Shop)).toEqual(['Käse'])
  })

  test('tags stay in the order that somebody else gave them, whatever one of them was called', async () => {
    const { offline, plain, tagNames } = await openDevice(shop)
    const put = (by: Offline, ...tags: readonly (readonly [id: string, name: string])[]) =>
      by.perform(updateShoppingList, {
        id: Shop,
        itemTags: tags.map(([id, name]) => ({ id, name })),
      })
    put(offline, ['d', 'Dairy'], ['f', 'Fruit'], ['g', 'Garden'])
    put(offline, ['f', 'Fruit'], ['g', 'Garden'], ['d', 'Milk'])
    put(plain, ['g', 'Garden'], ['f', 'Fruit'], ['d', 'Milk'])
    expect(offline.history.undoLast().kind).toBe('nothing')
    expect(tagNames(Shop)).toEqual(['Garden', 'Fruit', 'Milk'])
  })

  test('two tags that got each other’s names have their own again', async () => {
    const { offline, tagNames } = await openDevice(shop)
    const two = (first: string, second: string) => [
      { id: 'one', name: first },
      { id: 'two', name: second },
    ]
    offline.perform(updateShoppingList, { id: Shop, itemTags: two('Cheese', 'Deli') })
    offline.perform(updateShoppingList, { id: Shop, itemTags: two('Deli', 'Cheese') })
    expect(offline.history.undoLast().kind).toBe('undone')
    expect(tagNames(Shop)).toEqual(['Cheese', 'Deli'])
  })

  test('an item that somebody else tagged stays though it was added here, and tagged once more', async () => {
    const { offline, plain, item } = await openDevice(shop)
    const made = offline.perform(createItem, { id: 'salt', shoppingListId: Shop, name: 'Salt' })
    plain.perform(updateItem, { id: 'salt', itemTags: [{ name: 'Theirs' }] })
    offline.perform(updateItem, {
      id: 'salt',
      itemTags: [...tagInputs(item('salt').itemTags), { name: 'Mine' }],
    })
    expect(offline.history.undo(made.id).kind).toBe('nothing')
    expect(item('salt').itemTags).toHaveLength(2)
  })

  test('an item that somebody else tagged stays though it was added here', async () => {
    const { offline, plain } = await openDevice(shop)
    offline.perform(createItem, { id: 'salt', shoppingListId: Shop, name: 'Salt' })
    plain.perform(updateItem, { id: 'salt', itemTags: [{ name: 'Theirs' }] })
    expect(offline.history.undoLast().kind).toBe('nothing')
  })

  test('a tag that somebody renamed is still the one that was put on', async () => {
    const { offline, plain, item } = await openDevice(shop)
    offline.perform(updateItem, { id: 'bread', itemTags: [{ name: 'Bakery' }] })
    const [bakery] = item('bread').itemTags
    const itemTags = [{ id: bakery?.id ?? '', name: 'Baked' }]
    plain.perform(updateShoppingList, { id: Shop, itemTags })
    expect(item('bread').itemTags).toMatchObject([{ name: 'Baked' }])
    expect(offline.history.undoLast().kind).toBe('undone')
    expect(item('bread').itemTags).toEqual([])
  })

  test('a new tag that somebody gave an item stays on both', async () => {
    const { offline, plain, item, tagNames } = await openDevice(shop)
    offline.perform(updateShoppingList, { id: Shop, itemTags: [{ name: 'Dairy' }] })
    plain.perform(updateItem, { id: 'cheese', itemTags: [{ name: 'Dairy' }] })
    expect(offline.history.undoLast()).toEqual({
      kind: 'nothing',
      sentence: '“Shop” was changed since: the tags stay as they are.',
    })
    expect(tagNames(Shop)).toEqual(['Dairy'])
    expect(item('cheese').itemTags).toMatchObject([{ name: 'Dairy' }])
  })

  test('a renamed tag keeps its name where somebody made one of the old name', async () => {
    const { offline, plain, tagNames } = await openDevice(shop)
    offline.perform(updateShoppingList, { id: Shop, itemTags: [{ id: 'dairy', name: 'Dairy' }] })
    const itemTags = [{ id: 'dairy', name: 'Milk' }]
    offline.perform(updateShoppingList, { id: Shop, itemTags })
    plain.perform(updateItem, { id: 'cheese', itemTags: [{ name: 'Dairy' }] })
    expect(offline.history.undoLast()).toMatchObject({ kind: 'nothing' })
    expect(tagNames(Shop)).toEqual(['Milk', 'Dairy'])
  })

  test('a tick that somebody took back is left alone', async () => {
    const { offline, plain, item } = await openDevice(shop)
    offline.perform(tickItem, { id: 'bread', purchased: true })
    plain.perform(tickItem, { id: 'bread', purchased: false })
    expect(offline.history.undoLast()).toEqual({
      kind: 'nothing',
      sentence: '“Bread” was changed since: the tick stays as it is.',
    })
    expect(item('bread').purchased).toBe(false)
  })

  test('notes stay as they are', async () => {
    const { offline, plain } = await openDevice(shop)
    offline.perform(updateItem, { id: 'bread', notes: 'sliced' })
    plain.perform(updateItem, { id: 'bread', notes: 'whole' })
    expect(offline.history.undoLast().sentence).toBe(
      '“Bread” was changed since: the notes stay as they are.',
    )
  })

  test('what the person changed themselves is theirs to take back', async () => {
    const { offline, item } = await openDevice(shop)
    offline.perform(updateItem, { id: 'bread', name: 'Rye' })
    offline.perform(updateItem, { id: 'bread', name: 'Spelt' })
    const [, first] = offline.history.of(Shop)
    expect(offline.history.undo(first?.id ?? '')).toMatchObject({ kind: 'undone' })
    expect(item('bread').name).toBe('Bread')
  })

  test('of many items those that somebody changed stay, the others are put back', async () => {
    const { offline, plain, item, names } = await openDevice(shop)
    const items = ['apples', 'bread', 'cheese'].map(id => ({ id, purchased: true, notes: 'mine' }))
    offline.perform(updateItems, { items })
    plain.perform(tickItem, { id: 'bread', purchased: false })
    plain.perform(deleteItem, { id: 'cheese' })
    expect(offline.history.undoLast()).toEqual({
      kind: 'partly',
      sentence:
        'Undone: Change 3 items. “Bread” was changed since: the tick stays as it is. 1 more was changed since, too.',
    })
    expect(item('apples')).toMatchObject({ purchased: false, notes: null })
    expect(offline.waiting.get().at(-1)?.variables).toEqual({
      items: [
        { id: 'apples', purchased: false, notes: null },
        { id: 'bread', notes: null },
      ],
    })

    const added = ['Eggs', 'Figs'].map(name => ({ id: name.toLowerCase(), name }))
    offline.perform(createItems, { shoppingListId: Shop, items: added })
    plain.perform(updateItem, { id: 'figs', name: 'Dried figs' })
    expect(offline.history.undoLast()).toMatchObject({ kind: 'partly' })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Dates', 'Dried figs'])
  })

  test('an addition that somebody changed stays', async () => {
    const { offline, plain, names } = await openDevice(shop)
    offline.perform(createItem, { id: 'eggs', shoppingListId: Shop, name: 'Eggs' })
    plain.perform(updateItem, { id: 'eggs', name: 'Brown eggs' })
    expect(offline.history.undoLast()).toMatchObject({
      kind: 'nothing',
      sentence: '“Brown eggs” was changed since: the name stays as it is.',
    })
    expect(names(Shop)).toContain('Brown eggs')
  })

  test('what stays is said once, and what was done before it is reached', async () => {
    const { offline, plain, names, item } = await openDevice(shop)
    offline.perform(deleteItem, { id: 'bread' })
    const { id } = offline.perform(createItem, { id: 'eggs', shoppingListId: Shop, name: 'Eggs' })
    plain.perform(tickItem, { id: 'eggs', purchased: true })
    expect(offline.history.undoLast(Shop)).toEqual({
      kind: 'nothing',
      sentence: '“Eggs” was changed since: the tick stays as it is.',
    })
    expect(offline.history.undoLast(Shop)).toMatchObject({ sentence: 'Undone: Delete Bread.' })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates', 'Eggs'])
    expect(item('eggs').purchased).toBe(true)
    expect(offline.history.undoLast(Shop)).toMatchObject({
      sentence: 'There is nothing left to undo.',
    })
    // Chosen by itself it still says why, and goes once it can.
    expect(offline.history.undo(id).sentence).toMatch(/^“Eggs” was changed since/)
    plain.perform(tickItem, { id: 'eggs', purchased: false })
    expect(offline.history.undo(id)).toMatchObject({ kind: 'undone' })
  })

  test.each<readonly [string, (plain: Offline) => void, object]>([
    [
      'a note',
      plain => plain.perform(updateItem, { id: 'eggs', notes: 'brown' }),
      { notes: 'brown' },
    ],
    [
      'a tick',
      plain => plain.perform(tickItem, { id: 'eggs', purchased: true }),
      { purchased: true },
    ],
  ])('%s that somebody gave an addition does not go with it', async (_what, give, given) => {
    const { offline, plain, item } = await openDevice(shop)
    offline.perform(createItem, { id: 'eggs', shoppingListId: Shop, name: 'Eggs' })
    give(plain)
    expect(offline.history.undoLast().kind).toBe('nothing')
    expect(item('eggs')).toMatchObject(given)
  })

  test('nor what somebody made of one of many', async () => {
    const { offline, plain, names } = await openDevice(shop)
    const items = ['Eggs', 'Figs'].map(name => ({ id: name.toLowerCase(), name }))
    offline.perform(createItems, { shoppingListId: Shop, items })
    plain.perform(tickItem, { id: 'figs', purchased: true })
    expect(offline.history.undoLast().kind).toBe('partly')
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates', 'Figs'])
  })

  test('what the person themselves made of an addition goes with it', async () => {
    const { offline, names } = await openDevice(shop)
    const { id } = offline.perform(createItem, { id: 'eggs', shoppingListId: Shop, name: 'Eggs' })
    offline.perform(updateItem, { id: 'eggs', notes: 'brown', itemTags: [{ name: 'Dairy' }] })
    offline.perform(tickItem, { id: 'eggs', purchased: true })
    offline.history.undoLast()
    expect(offline.history.undo(id).kind).toBe('undone')
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Cheese', 'Dates'])
  })

  test('a new list on which somebody put something stays', async () => {
    const { offline, plain, listNames } = await openDevice(shop)
    offline.perform(createShoppingList, { id: 'party', name: 'Party' })
    plain.perform(createItem, { id: 'ice', shoppingListId: 'party', name: 'Ice' })
    expect(offline.history.undoLast('party')).toEqual({
      kind: 'nothing',
      sentence: '“Party” has items by now and stays; delete it by its menu.',
    })
    const newId = crypto.randomUUID()
    offline.perform(copyShoppingList, { id: Shop, name: 'Copy', newId })
    plain.perform(createItem, { id: 'eggs', shoppingListId: newId, name: 'Eggs' })
    expect(offline.history.undoLast().kind).toBe('nothing')
    expect(listNames()).toEqual(['Shop', 'Pantry', 'Party', 'Copy'])
  })

  test('and so does one that is shared by now', async () => {
    const { offline, plain, listNames } = await openDevice(shop)
    offline.perform(createShoppingList, { id: 'party', name: 'Party' })
    const ben = {
      __typename: 'ShoppingListFriend',
      friendId: 8,
      name: 'Ben',
      permission: 'EDIT',
      byLink: false,
    } as const
    writePeople(plain.cache, 'party', { ownerName: 'Anna', people: [ben] })
    expect(offline.history.undoLast('party')).toEqual({
      kind: 'nothing',
      sentence: '“Party” is shared by now and stays; delete it by its menu.',
    })
    expect(listNames()).toContain('Party')
  })

  test('one’s own additions go with the list that they were made for', async () => {
    const { offline, listNames } = await openDevice(shop)
    const made = offline.perform(createShoppingList, {
      id: 'party',
      name: 'Party',
      items: [{ id: 'ice', name: 'Ice' }],
    })
    offline.perform(createItem, { id: 'cups', shoppingListId: 'party', name: 'Cups' })
    offline.perform(deleteItem, { id: 'ice' })
    offline.history.undoLast('party')
    offline.perform(tickItem, { id: 'cups', purchased: true })
    expect(offline.history.undo(made.id).kind).toBe('undone')
    expect(listNames()).toEqual(['Shop', 'Pantry'])
  })

  test('an imported list stays with what somebody made of an item', async () => {
    const { offline, plain, listNames, names } = await openDevice(shop)
    offline.history.together({ kind: 'import', count: 2 }, perform => {
      perform(createShoppingList, {
        id: 'party',
        name: 'Party',
        items: [{ id: 'ice', name: 'Ice' }],
      })
      const items = ['Cups', 'Plates'].map(name => ({ id: name.toLowerCase(), name }))
      perform(createItems, { shoppingListId: 'party', items })
    })
    plain.perform(tickItem, { id: 'cups', purchased: true })
    expect(offline.history.undoLast().kind).toBe('partly')
    expect(listNames()).toContain('Party')
    expect(names('party')).toEqual(['Ice', 'Cups'])
  })

  test.each<[string, (offline: Offline) => unknown]>([
    ['moved', offline => offline.perform(moveItem, { id: 'bread', afterItemId: 'dates' })],
    ['deleted', offline => offline.perform(deleteItem, { id: 'bread' })],
  ])('a row that was %s is at the end where all that it stood behind went', async (_how, act) => {
    const { offline, plain, names } = await openDevice(shop, { mayHaveLeft: true })
    act(offline)
    plain.perform(deleteItem, { id: 'apples' })
    offline.history.undoLast()
    expect(names(Shop)).toEqual(['Cheese', 'Dates', 'Bread'])
  })

  test('a row that somebody moved stays where it is', async () => {
    const { offline, plain, names } = await openDevice(shop)
    offline.perform(moveItem, { id: 'dates', afterItemId: null })
    plain.perform(moveItem, { id: 'dates', afterItemId: 'bread' })
    expect(offline.history.undoLast()).toEqual({
      kind: 'nothing',
      sentence: '“Dates” was moved since and stays where it is.',
    })
    expect(names(Shop)).toEqual(['Apples', 'Bread', 'Dates', 'Cheese'])
  })

  test('a row that somebody moved stays where it is while those that were swapped go back', async () => {
    const { offline, plain, names } = await openDevice(shop)
    offline.perform(swapShoppingListItems, {
      firstShoppingListId: Shop,
      secondShoppingListId: Pantry,
      firstItemIds: ['bread'],
      secondItemIds: [],
    })
    plain.perform(moveItem, { id: 'dates', afterItemId: null })
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect(names(Shop)).toEqual(['Dates', 'Apples', 'Bread', 'Cheese'])
  })

  test('what is gone cannot be put back', async () => {
    const { offline, plain } = await openDevice(shop)
    offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.perform(deleteItem, { id: 'dates' })
    plain.perform(deleteItem, { id: 'bread' })
    const [deletion, tick] = offline.history.of(Shop)
    expect(offline.history.undo(tick?.id ?? '')).toEqual({
      kind: 'nothing',
      sentence: 'The item is not there any more.',
    })
    plain.perform(deleteShoppingList, { id: Shop })
    expect(offline.history.undo(deletion?.id ?? '')).toEqual({
      kind: 'nothing',
      sentence: 'The list of “Dates” is not there any more.',
    })
  })

  test('nor what was moved to a list that is gone, or from there', async () => {
    const { offline, plain, names } = await openDevice(shop)
    const lists = { firstShoppingListId: Shop, secondShoppingListId: Pantry, secondItemIds: [] }
    for (const ids of [['apples'], ['bread', 'cheese'], ['dates']])
      offline.perform(swapShoppingListItems, { ...lists, firstItemIds: ids })
    const [dates, others, apples] = offline.history.of(Shop)
    const nothing = {
      kind: 'nothing',
      sentence: 'What was moved is not there any more.',
    }
    plain.perform(deleteItem, { id: 'dates' })
    expect(offline.history.undo(dates?.id ?? '')).toEqual(nothing)
    plain.perform(deleteItem, { id: 'bread' })
    expect(offline.history.undo(others?.id ?? '')).toMatchObject({ kind: 'undone' })
    plain.perform(deleteShoppingList, { id: Pantry })
    const waiting = offline.waiting.get()
    expect(offline.history.undo(apples?.id ?? '')).toEqual(nothing)
    expect(offline.waiting.get()).toEqual(waiting)
    expect(names(Shop)).toEqual(['Cheese'])
  })
})

describe('the log', () => {
  test('keeps the last 50 of each list', async () => {
    const { offline, storage } = await openDevice(shop)
    for (let n = 0; n < 60; n += 1)
      offline.perform(tickItem, { id: 'bread', purchased: n % 2 === 0 })
    offline.perform(tickItem, { id: 'rice', purchased: true })
    await offline.history.settled()
    expect(offline.history.of(Shop)).toHaveLength(50)
    expect(offline.history.of(Pantry)).toHaveLength(1)
    expect(await storage.load()).toHaveLength(51)
  })

  test('forgets what was deleted when the bin does, and what was changed later', async () => {
    let now = Date.UTC(2026, 10, 30)
    const { offline } = await openDevice(shop, { now: () => now })
    offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.perform(deleteItem, { id: 'cheese' })
    function keptAfter(days: number) {
      now += days * 24 * 60 * 60 * 1000
      offline.perform(updateItem, { id: 'rice', notes: `${days} days later` })
      return offline.history.of(Shop).map(({ deed }) => deed.kind)
    }
    expect(keptAfter(29)).toEqual(['delete', 'tick'])
    expect(keptAfter(2)).toEqual(['tick'])
    expect(keptAfter(60)).toEqual([])
  })

  test('loses hardly anything to a clock that is months ahead for a moment', async () => {
    const noon = Date.UTC(2026, 10, 30)
    let now = noon
    const { offline, storage } = await openDevice(shop, { now: () => now })
    for (let n = 0; n < 20; n += 1)
      offline.perform(tickItem, { id: 'bread', purchased: n % 2 === 0 })
    now += 100 * 24 * 60 * 60 * 1000
    offline.perform(tickItem, { id: 'rice', purchased: true })
    now = noon
    offline.perform(tickItem, { id: 'rice', purchased: false })
    expect(offline.history.of(Shop)).toHaveLength(18)
    await offline.history.settled()
    expect(await storage.load()).toHaveLength(20)
  })

  test('is there after a restart, with what was undone', async () => {
    const first = await openDevice(shop)
    first.offline.perform(tickItem, { id: 'bread', purchased: true })
    first.offline.perform(tickItem, { id: 'dates', purchased: true })
    first.offline.history.undoLast()
    await first.offline.close()
    const second = await openDevice(shop, { storage: first.storage })
    await second.offline.history.reload()
    expect(second.offline.history.of(Shop)).toMatchObject([
      { deed: { kind: 'tick', name: 'Dates' }, undoneAt: expect.any(String) },
      { deed: { kind: 'tick', name: 'Bread' } },
    ])
    second.plain.perform(tickItem, { id: 'bread', purchased: true })
    expect(second.offline.history.undoLast()).toMatchObject({ kind: 'undone' })
  })

  test('what another tab did is there after a reload, and what happens meanwhile is kept', async () => {
    const first = await openDevice(shop)
    const second = await openDevice(shop, { storage: first.storage })
    first.offline.perform(tickItem, { id: 'bread', purchased: true })
    await first.offline.history.settled()
    const reading = second.offline.history.reload()
    second.offline.perform(tickItem, { id: 'dates', purchased: true })
    await reading
    const told = second.offline.history.of(Shop).map(({ deed }) => deedSentence(deed))
    expect(told.toSorted()).toEqual(['Tick Bread', 'Tick Dates'])
  })

  test('leaves nothing behind after a sign-out', async () => {
    const { offline, storage } = await openDevice(shop)
    offline.perform(tickItem, { id: 'bread', purchased: true })
    await offline.wipe()
    expect(await storage.load()).toEqual([])
  })

  test('is a comfort: a storage that fails bothers nobody', async () => {
    const { offline, item } = await openDevice(shop, {
      storage: {
        load: () => Promise.reject(new Error('no storage')),
        put: () => Promise.reject(new Error('no storage')),
        remove: () => Promise.reject(new Error('no storage')),
        leave() {},
        destroy: async () => {},
      },
    })
    offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.history.undoLast()
    await offline.history.settled()
    expect(item('bread').purchased).toBe(false)
  })

  test('several edits are one thing to undo', async () => {
    const { offline, item } = await openDevice(shop)
    offline.history.together({ kind: 'tick', count: 2 }, perform => {
      perform(tickItem, { id: 'bread', purchased: true })
      perform(tickItem, { id: 'dates', purchased: true })
    })
    expect(offline.history.of(Shop).map(({ deed }) => deedSentence(deed))).toEqual(['Tick 2 items'])
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect([item('bread').purchased, item('dates').purchased]).toEqual([false, false])
  })

  test('and what was done last of them is taken back first', async () => {
    const { offline, item } = await openDevice(shop)
    offline.history.together({ kind: 'change', count: 1 }, perform => {
      perform(updateItem, { id: 'bread', name: 'Rye' })
      perform(updateItem, { id: 'bread', name: 'Spelt' })
    })
    expect(offline.history.undoLast(Shop)).toMatchObject({ kind: 'undone' })
    expect(item('bread').name).toBe('Bread')
  })

  test('the one call for screens hands back its undo', async () => {
    const { offline, item, plain } = await openDevice(shop)
    const { undo } = performUndoably(offline, tickItem, { id: 'bread', purchased: true })
    expect(undo?.()).toMatchObject({ kind: 'undone' })
    expect(item('bread').purchased).toBe(false)
    expect(performUndoably(plain, tickItem, { id: 'bread', purchased: true }).undo).toBeUndefined()
  })
})

describe('on a list that one may change less by now', () => {
  const deeds: readonly (readonly [string, (offline: Offline) => void])[] = [
    ['a tick', offline => offline.perform(tickItem, { id: 'bread', purchased: true })],
    ['changes', offline => offline.perform(updateItems, { items: [{ id: 'bread', notes: 'x' }] })],
    ['an addition', offline => offline.perform(createItem, { ...anew, shoppingListId: Shop })],
    ['a deletion', offline => offline.perform(deleteItems, { ids: ['bread', 'dates'] })],
    ['a place', offline => offline.perform(moveItem, { id: 'bread', afterItemId: null })],
    ['a name', offline => offline.perform(updateShoppingList, { id: Shop, name: 'Market' })],
    ['a tag', offline => offline.perform(updateShoppingList, { id: Shop, itemTags: [] })],
    ['what was moved away', offline => offline.perform(swapShoppingListItems, swap)],
    ['what was brought', offline => offline.perform(swapShoppingListItems, brought)],
  ]
  const anew = { id: 'eggs', name: 'Eggs' }
  const swap = {
    firstShoppingListId: Shop,
    secondShoppingListId: Pantry,
    firstItemIds: ['bread'],
    secondItemIds: [],
  }
  const brought = {
    firstShoppingListId: Pantry,
    secondShoppingListId: Shop,
    firstItemIds: ['rice'],
    secondItemIds: [],
  }

  test.each(deeds)('%s stays, and says why', async (_, act) => {
    const { offline, plain } = await openDevice(shop)
    plain.perform(updateItem, { id: 'cheese', itemTags: [{ name: 'Dairy' }] })
    act(offline)
    setFields(plain.cache, `ShoppingList:${Shop}`, { permission: 'VIEW' })
    const waiting = offline.waiting.get()
    expect(offline.history.undoLast()).toMatchObject({
      kind: 'nothing',
      sentence: expect.stringMatching(/^You may not change “(Shop|Market)” any more\.$/),
    })
    expect(offline.waiting.get()).toEqual(waiting)
  })

  test('who may edit takes back what editing did, and no name; who may look, the own mark', async () => {
    const { offline, plain, item } = await openDevice(shop)
    const allow = (permission: string) =>
      setFields(plain.cache, `ShoppingList:${Shop}`, { permission })
    offline.perform(tickItem, { id: 'bread', purchased: true })
    offline.perform(updateShoppingList, { id: Shop, name: 'Market' })
    offline.perform(updateShoppingList, { id: Shop, favourite: true })
    allow('VIEW')
    expect(offline.history.undoLast(Shop).kind).toBe('undone')
    allow('EDIT')
    expect(offline.history.undoLast(Shop).kind).toBe('nothing')
    expect(offline.history.undoLast(Shop).kind).toBe('undone')
    expect(item('bread').purchased).toBe(false)
  })
})
