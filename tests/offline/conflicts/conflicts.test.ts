/**
 * The conflict table (spec section 11), every row that one person's devices can meet, in both orders of arrival:
 * the server decides by arrival, whatever the devices' clocks say.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createItem,
  deleteItem,
  moveItem,
  tickItem,
  updateItem,
  updateItemsOrder,
} from '../../../src/cache/edits/item-edits.ts'
import {
  createShoppingList,
  deleteShoppingList,
  renameShoppingList,
  updateShoppingList,
} from '../../../src/cache/edits/shopping-list-edits.ts'
import { copyShoppingList, resetShoppingList } from '../../../src/cache/edits/whole-list-edits.ts'
import { withTagsBefore } from '../../../src/cache/policies/with-tags-before.ts'
import { newId } from '../../../src/cache/records/new-id.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { startTestServer, type TestServer } from '../../support/server/server.ts'
import { createDevice, type Device, visibleState } from '../../support/simulation/device.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Ids {
  readonly list: string
  readonly other: string
  readonly milk: string
  readonly bread: string
  readonly eggs: string
  /** The tag of the bread. */
  readonly baked: string
}

type Gesture = (offline: Offline, ids: Ids, fresh: string) => { readonly durable: Promise<void> }

const tick: Gesture = (o, { milk }) => o.perform(tickItem, { id: milk, purchased: true })
const untick: Gesture = (o, { milk }) => o.perform(tickItem, { id: milk, purchased: false })
const rename =
  (name: string): Gesture =>
  (o, { milk }) =>
    o.perform(updateItem, { id: milk, name })
const quantity: Gesture = (o, { milk }) =>
  o.perform(updateItem, { id: milk, quantityToPurchase: 3 })
const note: Gesture = (o, { milk }) => o.perform(updateItem, { id: milk, notes: 'cold' })
const remove: Gesture = (o, { milk }) => o.perform(deleteItem, { id: milk })
/** The milk takes in the bread; `changes` is what becomes of it. */
const merge =
  (changes: { readonly quantityToPurchase?: number }): Gesture =>
  (o, { milk, bread }) => {
    o.perform(updateItem, { id: milk, takesIn: [bread], ...changes })
    return o.perform(deleteItem, { id: bread })
  }
const move: Gesture = (o, { milk, other }) =>
  o.perform(updateItem, { id: milk, shoppingListId: other })
const add =
  (name: string): Gesture =>
  (o, { list }, fresh) =>
    o.perform(createItem, { id: fresh, shoppingListId: list, name })
const removeList: Gesture = (o, { list }) => o.perform(deleteShoppingList, { id: list })
const renameList =
  (name: string): Gesture =>
  (o, { list }) =>
    o.perform(renameShoppingList, { id: list, name })
const notesOfList: Gesture = (o, { list }) =>
  o.perform(updateShoppingList, { id: list, notes: 'x' })
const reset: Gesture = (o, { list }) => o.perform(resetShoppingList, { id: list })
const milkLast: Gesture = (o, { milk, eggs }) =>
  o.perform(moveItem, { id: milk, afterItemId: eggs })
const eggsFirst: Gesture = (o, { eggs }) => o.perform(moveItem, { id: eggs, afterItemId: null })
const reversed: Gesture = (o, { list, milk, bread, eggs }) =>
  o.perform(updateItemsOrder, { shoppingListId: list, itemIds: [eggs, bread, milk] })
const breadMilk: Gesture = (o, { list, milk, bread }) =>
  o.perform(updateItemsOrder, { shoppingListId: list, itemIds: [bread, milk] })
const tag =
  (name: string): Gesture =>
  (o, { milk }) =>
    withTagsBefore(o).perform(updateItem, { id: milk, itemTags: [{ name }] })
const renameTag =
  (name: string): Gesture =>
  (o, { list, baked }) =>
    withTagsBefore(o).perform(updateShoppingList, { id: list, itemTags: [{ id: baked, name }] })
const newList: Gesture = (o, _ids, fresh) =>
  o.perform(createShoppingList, { id: fresh, name: 'Party' })
const copy: Gesture = (o, { list }, fresh) =>
  o.perform(copyShoppingList, { id: list, name: 'Party', newId: fresh })

interface Result {
  /** Names of the items of the list, ticked ones with a trailing x, in their order; undefined: no list. */
  readonly items?: readonly string[]
  readonly milk?: object
  readonly list?: object
  readonly lists?: readonly string[]
  /** Codes in the tray of who came second. */
  readonly tray?: readonly string[]
}

/** First arrival, second arrival, and what stands then. */
const table: Readonly<Record<string, readonly (readonly [Gesture, Gesture, Result])[]>> = {
  'different fields: both stand': [
    [rename('Oat milk'), quantity, { milk: { name: 'Oat milk', quantityToPurchase: 3 } }],
    [quantity, rename('Oat milk'), { milk: { name: 'Oat milk', quantityToPurchase: 3 } }],
    [note, quantity, { milk: { notes: 'cold', quantityToPurchase: 3 } }],
    [renameList('Monthly'), notesOfList, { list: { name: 'Monthly', notes: 'x' } }],
    [notesOfList, renameList('Monthly'), { list: { name: 'Monthly', notes: 'x' } }],
  ],
  'the same field: the later arrival stands': [
    [rename('A'), rename('B'), { milk: { name: 'B' } }],
    [rename('B'), rename('A'), { milk: { name: 'A' } }],
    [tick, untick, { milk: { purchased: false } }],
    [untick, tick, { milk: { purchased: true } }],
    [renameList('A'), renameList('B'), { list: { name: 'B' } }],
  ],
  'tick against edit: both stand': [
    [tick, rename('Oat milk'), { milk: { purchased: true, name: 'Oat milk' } }],
    [rename('Oat milk'), tick, { milk: { purchased: true, name: 'Oat milk' } }],
    [quantity, tick, { milk: { purchased: true, quantityToPurchase: 3 } }],
    [tick, note, { milk: { purchased: true, notes: 'cold' } }],
  ],
  'delete against edit or tick: delete stands, the edit goes to the tray': [
    [remove, tick, { items: ['Bread', 'Eggs x'], tray: ['NOT_FOUND DELETED'] }],
    [remove, rename('A'), { items: ['Bread', 'Eggs x'], tray: ['NOT_FOUND DELETED'] }],
    [tick, remove, { items: ['Bread', 'Eggs x'], tray: [] }],
    [rename('A'), remove, { items: ['Bread', 'Eggs x'], tray: [] }],
    [remove, remove, { items: ['Bread', 'Eggs x'], tray: [] }],
    [remove, move, { items: ['Bread', 'Eggs x'], tray: ['NOT_FOUND DELETED'] }],
    [move, remove, { items: ['Bread', 'Eggs x'], tray: [] }],
  ],
  'delete against a merge: the other row stays, the merge goes to the tray': [
    [remove, merge({}), { items: ['Bread', 'Eggs x'], tray: ['NOT_FOUND DELETED'] }],
    [
      remove,
      merge({ quantityToPurchase: 3 }),
      { items: ['Bread', 'Eggs x'], tray: ['NOT_FOUND DELETED'] },
    ],
    [merge({}), remove, { items: ['Eggs x'], tray: [] }],
    [tick, merge({}), { items: ['Milk x', 'Eggs x'], tray: [] }],
    [rename('A'), merge({}), { items: ['A', 'Eggs x'], tray: [] }],
  ],
  'an item added to a list that was deleted: tray': [
    [removeList, add('Butter'), { tray: ['NOT_FOUND LIST_DELETED'] }],
    [add('Butter'), removeList, { tray: [] }],
    [removeList, tick, { tray: ['NOT_FOUND LIST_DELETED'] }],
    [removeList, renameList('A'), { tray: ['NOT_FOUND LIST_DELETED'] }],
    [removeList, reset, { tray: ['NOT_FOUND LIST_DELETED'] }],
    [removeList, removeList, { tray: [] }],
  ],
  'reset against add: what the server has when it arrives': [
    [add('Butter'), reset, { items: ['Milk', 'Bread', 'Eggs', 'Butter'] }],
    [reset, add('Butter'), { items: ['Milk', 'Bread', 'Eggs', 'Butter'] }],
    [reset, tick, { items: ['Milk x', 'Bread', 'Eggs'] }],
    [tick, reset, { items: ['Milk', 'Bread', 'Eggs'] }],
  ],
  'two moves of different rows: both stand': [
    [milkLast, eggsFirst, { items: ['Eggs x', 'Bread', 'Milk'] }],
    [eggsFirst, milkLast, { items: ['Eggs x', 'Milk', 'Bread'] }],
  ],
  'two whole reorders: the later arrival, unknown ones behind': [
    [reversed, breadMilk, { items: ['Bread', 'Milk', 'Eggs x'] }],
    [breadMilk, reversed, { items: ['Eggs x', 'Bread', 'Milk'] }],
    [add('Butter'), reversed, { items: ['Eggs x', 'Bread', 'Milk', 'Butter'] }],
    [reversed, add('Butter'), { items: ['Eggs x', 'Bread', 'Milk', 'Butter'] }],
  ],
  'tags changed by two: both stand': [
    // The later wish in its order, and behind it what had joined unknown to it.
    [tag('Cold'), tag('White'), { milk: { itemTags: ['White', 'Cold'] } }],
    [tag('White'), tag('Cold'), { milk: { itemTags: ['Cold', 'White'] } }],
  ],
  'a tag renamed to the name of a new one: the earlier stands': [
    [
      tag('White'),
      renameTag('White'),
      {
        items: ['Milk', 'Bread', 'Eggs x'],
        milk: { itemTags: ['White'] },
        tray: ['BAD_INPUT undefined'],
      },
    ],
    [renameTag('White'), tag('White'), { milk: { itemTags: ['White'] } }],
  ],
  'the same item name from two phones: both rows stay': [
    [add('Butter'), add('Butter'), { items: ['Milk', 'Bread', 'Eggs x', 'Butter', 'Butter'] }],
  ],
  'a list or copy with a name that exists: the next free number': [
    [newList, newList, { lists: ['Weekly', 'Other', 'Party', 'Party1'] }],
    [copy, newList, { lists: ['Weekly', 'Other', 'Party', 'Party1'] }],
    [newList, copy, { lists: ['Weekly', 'Other', 'Party', 'Party1'] }],
    [newList, renameList('Party'), { lists: ['Party1', 'Other', 'Party'] }],
    [renameList('Party'), newList, { lists: ['Party', 'Other', 'Party1'] }],
  ],
}

for (const [row, pairs] of Object.entries(table)) {
  describe(row, () => {
    test.each(pairs.map((pair, index) => [index + 1, ...pair] as const))(
      'pair %i, whoever did it first',
      async (_index, first, second, result) => {
        // The device clocks tell opposite stories: what counts is who arrives first.
        await meet(first, second, result, 'the first arrival acts first')
        await meet(first, second, result, 'the second arrival acts first')
      },
    )
  })
}

async function meet(
  first: Gesture,
  second: Gesture,
  result: Result,
  story: 'the first arrival acts first' | 'the second arrival acts first',
): Promise<void> {
  const user = await server.buildUser()
  const [early, late] = [0, 1].map(() => createDevice({ userId: user.id, client: user }))
  if (!early || !late) throw new Error('Two devices are needed.')
  const ids = await begin(early)
  await late.openPage()
  await late.rest()
  for (const device of [early, late]) device.setConnected(false)
  const acts = [
    () => first(early.page.offline, ids, newId()).durable,
    () => second(late.page.offline, ids, newId()).durable,
  ]
  for (const act of story === 'the first arrival acts first' ? acts : acts.toReversed()) {
    await act()
    for (const device of [early, late]) device.clock.advance(60_000)
  }
  for (const device of [early, late]) {
    device.setConnected(true)
    await device.rest()
  }
  for (const device of [early, late]) {
    void device.page.offline.refresh()
    await device.rest()
  }
  expect(visibleState(late.page.offline)).toEqual(visibleState(early.page.offline))
  check(early.page.offline, ids, result)
  expect(early.page.offline.tray.get()).toEqual([])
  const tray = late.page.offline.tray
    .get()
    .map(({ refusal }) => `${refusal.code} ${refusal.reason}`)
  expect(tray).toEqual(result.tray ?? [])
  for (const device of [early, late]) device.kill()
}

async function begin(device: Device): Promise<Ids> {
  const { offline } = await device.openPage()
  const ids: Ids = {
    list: newId(),
    other: newId(),
    milk: newId(),
    bread: newId(),
    eggs: newId(),
    baked: newId(),
  }
  offline.perform(createShoppingList, { id: ids.list, name: 'Weekly' })
  offline.perform(createShoppingList, { id: ids.other, name: 'Other' })
  const shoppingListId = ids.list
  offline.perform(createItem, { id: ids.milk, shoppingListId, name: 'Milk' })
  const itemTags = [{ id: ids.baked, name: 'Baked' }]
  offline.perform(createItem, { id: ids.bread, shoppingListId, name: 'Bread', itemTags })
  offline.perform(createItem, { id: ids.eggs, shoppingListId, name: 'Eggs', purchased: true })
  await device.rest()
  return ids
}

function check(offline: Offline, { list, milk }: Ids, result: Result): void {
  const lists = visibleState(offline) as { id: string; name: string; items: ShownItem[] }[]
  const shown = lists.find(one => one.id === list)
  if (result.items) {
    expect(shown?.items.map(item => item.name + (item.purchased ? ' x' : ''))).toEqual(result.items)
  }
  if (result.milk) {
    const item = shown?.items.find(one => one.id === milk)
    expect({ ...item, itemTags: item?.itemTags.map(one => one.name) }).toMatchObject(result.milk)
  }
  if (result.list) expect(shown).toMatchObject(result.list)
  if (result.lists) expect(lists.map(one => one.name)).toEqual(result.lists)
  if (result.tray && !result.items) expect(shown).toBeUndefined()
}

interface ShownItem {
  readonly id: string
  readonly name: string
  readonly purchased: boolean
  readonly itemTags: readonly { readonly name: string }[]
}
