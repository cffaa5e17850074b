/** Undo between two devices and the real server: what was taken back is taken back everywhere. */
import { describe, expect, test } from 'vitest'
import { updateItems } from '../../src/cache/edits/item-batch-edits.ts'
import {
  createItem,
  deleteItem,
  deleteItems,
  tickItem,
  updateItem,
} from '../../src/cache/edits/item-edits.ts'
import { restoreShoppingList } from '../../src/cache/edits/restore-list-edit.ts'
import {
  createShoppingList,
  deleteShoppingList,
  renameShoppingList,
  updateShoppingList,
} from '../../src/cache/edits/shopping-list-edits.ts'
import {
  copyShoppingList,
  resetShoppingList,
  swapShoppingListItems,
} from '../../src/cache/edits/whole-list-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { seenRecords } from '../../src/cache/records/reader.ts'
import { performTogether } from '../../src/cache/undo/undo.ts'
import { type ActivityRecord, recordOfActivity } from '../../src/cache/undo/undo-elsewhere.ts'
import { befriend, shareWith } from '../support/friends.ts'
import { createMemoryUndoStorage } from '../support/memory-undo-storage.ts'
import { done } from '../support/server/api.ts'
import { startTestServer } from '../support/server/server.ts'
import { createDevice, visibleContent } from '../support/simulation/device.ts'
import { openUndoable } from '../support/simulation/open-undoable.ts'

async function openTwo() {
  const server = await startTestServer()
  const user = await server.buildUser()
  const [phone, laptop] = [0, 1].map(() => createDevice({ userId: user.id, client: user }))
  if (!phone || !laptop) throw new Error('There are no devices.')
  const storage = createMemoryUndoStorage()
  const mine = await openUndoable(phone, storage)
  const other = await openUndoable(laptop)
  const [shop, pantry] = [newId(), newId()]
  mine.perform(createShoppingList, { id: shop, name: 'Shop' })
  mine.perform(createShoppingList, { id: pantry, name: 'Pantry' })
  const ids = new Map<string, string>()
  for (const name of ['Apples', 'Bread', 'Cheese']) {
    const id = newId()
    ids.set(name, id)
    mine.perform(createItem, {
      id,
      shoppingListId: shop,
      name,
      quantityToPurchase: 2,
      itemTags: [{ name: `${name} aisle` }],
    })
  }
  const rest = async () => {
    await phone.rest()
    await other.refresh()
    await laptop.rest()
    expect(mine.tray.get()).toEqual([])
  }
  await rest()
  return {
    storage,
    user,
    mine,
    phone,
    other,
    shop,
    pantry,
    rest,
    id: (name: string) => ids.get(name) ?? '',
    /** What is seen on both devices, without what tells one id or moment from another. */
    seen: () => {
      const states = [mine, other].map(offline => JSON.stringify(visibleContent(offline)))
      expect(states[1]).toBe(states[0])
      return states[0]
    },
    async [Symbol.asyncDispose]() {
      phone.kill()
      laptop.kill()
      await server.close()
    },
  }
}

describe('undo reaches the server and the other device', () => {
  test.each([
    ['a deletion', ({ mine, id }: Two) => void mine.perform(deleteItem, { id: id('Bread') })],
    [
      'the deletion of several',
      ({ mine, id }: Two) => void mine.perform(deleteItems, { ids: [id('Apples'), id('Cheese')] }),
    ],
    [
      'an update',
      ({ mine, id }: Two) =>
        void mine.perform(updateItem, {
          id: id('Bread'),
          name: 'Rye',
          notes: 'dark',
          itemTags: [],
        }),
    ],
    [
      'a reset',
      ({ mine, id, shop }: Two) => {
        mine.perform(tickItem, { id: id('Bread'), purchased: true })
        mine.history.undoLast(shop)
        void mine.perform(resetShoppingList, { id: shop })
      },
    ],
    [
      'a move to another list',
      ({ mine, id, shop, pantry }: Two) =>
        void mine.perform(swapShoppingListItems, {
          firstShoppingListId: shop,
          secondShoppingListId: pantry,
          firstItemIds: [id('Apples'), id('Cheese')],
          secondItemIds: [],
        }),
    ],
    [
      'the deletion of a list',
      ({ mine, shop }: Two) => void mine.perform(deleteShoppingList, { id: shop }),
    ],
  ])('%s', async (name, act) => {
    await using two = await openTwo()
    const before = two.seen()
    act(two)
    await two.rest()
    const after = two.seen()
    expect(after).not.toBe(before)
    expect(two.mine.history.undoLast()).toMatchObject({ kind: 'undone' })
    const predicted = JSON.stringify(visibleContent(two.mine))
    await two.rest()
    // The tags of items that moved away and back stay with the list they went to.
    const settled = name.startsWith('a move') ? withoutTags(two.seen()) : two.seen()
    expect(settled).toBe(name.startsWith('a move') ? withoutTags(before) : before)
    if (!name.includes('of a list')) expect(predicted).toBe(two.seen())
  })

  test('also where nothing was sent yet, in one go', async () => {
    await using two = await openTwo()
    const before = two.seen()
    two.mine.perform(deleteShoppingList, { id: two.shop })
    two.mine.history.undoLast()
    expect(JSON.stringify(visibleContent(two.mine))).toBe(before)
    await two.rest()
    expect(two.seen()).toBe(before)
  })

  test.each([
    ['a reset', ({ mine, shop }: Two) => void mine.perform(resetShoppingList, { id: shop })],
    ['a deletion', ({ mine, id }: Two) => void mine.perform(deleteItem, { id: id('Bread') })],
    [
      'the deletion of several',
      ({ mine, id }: Two) => void mine.perform(deleteItems, { ids: [id('Apples'), id('Cheese')] }),
    ],
    [
      'the deletion of a list',
      ({ mine, shop }: Two) => void mine.perform(deleteShoppingList, { id: shop }),
    ],
  ])(
    '%s that never left the device leaves alone what the other did meanwhile',
    async (_name, act) => {
      await using two = await openTwo()
      const { mine, other, phone, shop, id } = two
      phone.setConnected(false)
      act(two)
      expect(mine.history.undoLast()).toMatchObject({ kind: 'undone' })
      await phone.rest()
      expect(phone.disk.entries.size).toBe(0)
      other.perform(tickItem, { id: id('Bread'), purchased: true })
      other.perform(updateItem, { id: id('Apples'), notes: 'red', quantityToPurchase: 7 })
      other.perform(updateItem, { id: id('Cheese'), name: 'Gouda' })
      const eggs = { id: newId(), shoppingListId: shop, name: 'Eggs', quantityToPurchase: 6 }
      other.perform(createItem, eggs)
      await two.rest()
      const done = JSON.stringify(visibleContent(other))
      phone.setConnected(true)
      await two.rest()
      await mine.refresh()
      await two.rest()
      expect(two.seen()).toBe(done)
      expect(seenRecords(other).list(shop)).toBeDefined()
      expect(other.tray.get()).toEqual([])
    },
  )

  const bread = {
    name: 'Bread',
    purchased: true,
    quantityToPurchase: 2,
    quantityInStock: 5,
    itemTags: [{ name: 'Bread aisle' }],
  }
  const [apples, cheese] = [{ name: 'Apples' }, { name: 'Cheese' }]

  test.each<[string, (two: Two) => unknown, readonly object[][]]>([
    [
      'the list was reset',
      ({ mine, shop }) => mine.perform(resetShoppingList, { id: shop }),
      [[apples, bread, cheese], []],
    ],
    [
      'the list was copied',
      ({ mine, shop }) =>
        mine.perform(copyShoppingList, { id: shop, name: 'Copy', newId: newId() }),
      [[apples, bread, cheese], [], [apples, cheese]],
    ],
    [
      'the list lost its tags',
      ({ mine, shop }) => mine.perform(updateShoppingList, { id: shop, itemTags: [] }),
      [[apples, bread, cheese], []],
    ],
  ])(
    'a deletion that never left the device, and %s behind it: it comes back as it was',
    async (_name, act, lists) => {
      await using two = await openTwo()
      const { mine, phone, id } = two
      mine.perform(updateItem, { id: id('Bread'), purchased: true, quantityInStock: 5 })
      await two.rest()
      phone.setConnected(false)
      const deleted = mine.perform(deleteItem, { id: id('Bread') })
      act(two)
      expect(mine.history.undo(deleted.id)).toMatchObject({ kind: 'undone' })
      const expected = lists.map(items => ({ items }))
      expect(visibleContent(mine)).toMatchObject(expected)
      phone.setConnected(true)
      await phone.rest(30_000)
      await two.rest()
      two.seen()
      expect(visibleContent(mine)).toMatchObject(expected)
    },
  )

  test('a list’s new name to which the server gave a number', async () => {
    await using two = await openTwo()
    const { mine, phone, other, shop } = two
    phone.setConnected(false)
    mine.perform(renameShoppingList, { id: shop, name: 'Party' })
    await done(two.user, 'createShoppingList', { id: newId(), name: 'Party' })
    phone.setConnected(true)
    await two.rest()
    expect(seenRecords(mine).list(shop)?.name).toBe('Party1')
    expect(mine.history.undoLast(shop)).toMatchObject({ kind: 'undone' })
    await two.rest()
    expect(seenRecords(other).list(shop)?.name).toBe('Shop')
  })

  test.each<[string, (two: Two) => unknown, string]>([
    [
      'none, since the other list gave the name up',
      ({ other, pantry }) => other.perform(renameShoppingList, { id: pantry, name: 'Larder' }),
      'Pantry',
    ],
    [
      'another one than was shown',
      ({ user }) => done(user, 'createShoppingList', { id: newId(), name: 'Pantry1' }),
      'Pantry2',
    ],
  ])('also where it gave %s', async (_, meanwhile, name) => {
    await using two = await openTwo()
    const { mine, phone, shop } = two
    phone.setConnected(false)
    mine.perform(renameShoppingList, { id: shop, name: 'Pantry' })
    expect(seenRecords(mine).list(shop)?.name).toBe('Pantry1')
    await meanwhile(two)
    await two.rest()
    phone.setConnected(true)
    await two.rest()
    await mine.refresh()
    await two.rest()
    expect(seenRecords(mine).list(shop)?.name).toBe(name)
    expect(mine.history.undoLast(shop)).toMatchObject({ kind: 'undone' })
    await two.rest()
    expect(seenRecords(mine).list(shop)?.name).toBe('Shop')
  })

  test.each(['Party2027', 'Party01'])('but not %s, which somebody else made of it', async name => {
    await using two = await openTwo()
    const { mine, other, shop } = two
    mine.perform(renameShoppingList, { id: shop, name: 'Party' })
    await two.rest()
    other.perform(renameShoppingList, { id: shop, name })
    await two.rest()
    await mine.refresh()
    await two.rest()
    expect(mine.history.undoLast(shop)).toMatchObject({ kind: 'nothing' })
    expect(seenRecords(mine).list(shop)?.name).toBe(name)
  })

  test('what the other device changed since stays there', async () => {
    await using two = await openTwo()
    two.mine.perform(updateItem, { id: two.id('Bread'), name: 'Rye', notes: 'dark' })
    await two.rest()
    two.other.perform(updateItem, { id: two.id('Bread'), name: 'Spelt' })
    await two.rest()
    await two.mine.refresh()
    await two.rest()
    expect(two.mine.history.undoLast(two.shop)).toMatchObject({
      kind: 'partly',
      sentence: 'Undone: Rename Bread to Rye. “Spelt” was changed since: the name stays as it is.',
    })
    await two.rest()
    expect(two.seen()).toContain('"name":"Spelt"')
    expect(two.seen()).not.toContain('dark')
  })
})

describe('tags that are put back while others give some', () => {
  const names = (tags: readonly { readonly name: string }[]) => tags.map(({ name }) => name).sort()

  async function undoWhileOtherTags({
    mine,
    other,
    phone,
    shop,
    id,
    rest,
  }: Awaited<ReturnType<typeof openTwo>>) {
    await rest()
    await mine.refresh()
    await rest()
    phone.setConnected(false)
    other.perform(updateItem, { id: id('Bread'), itemTags: [{ name: 'Organic' }] })
    await rest()
    expect(mine.history.undoLast(shop)).toMatchObject({ kind: 'undone' })
    phone.setConnected(true)
    await rest()
    await mine.refresh()
    await rest()
  }

  test('leave those on the list and on its items', async () => {
    await using two = await openTwo()
    const { mine, shop, id } = two
    const view = seenRecords(mine)
    mine.perform(updateShoppingList, { id: shop, itemTags: [] })
    await undoWhileOtherTags(two)
    two.seen()
    expect(names(view.list(shop)?.itemTags ?? [])).toEqual([
      'Apples aisle',
      'Bread aisle',
      'Cheese aisle',
      'Organic',
    ])
    expect(names(view.item(id('Bread'))?.itemTags ?? [])).toEqual(['Bread aisle', 'Organic'])
  })

  test('leave those that another gave an item', async () => {
    await using two = await openTwo()
    const { mine, id } = two
    mine.perform(updateItem, { id: id('Bread'), itemTags: [] })
    await undoWhileOtherTags(two)
    const tags = seenRecords(mine).item(id('Bread'))?.itemTags ?? []
    expect(names(tags)).toEqual(['Bread aisle', 'Organic'])
  })

  test('do not keep one’s own, sent or not', async () => {
    await using two = await openTwo()
    const { mine, phone, shop, id } = two
    const tags = () => names(seenRecords(mine).item(id('Bread'))?.itemTags ?? [])
    for (const send of [() => phone.rest(0), async () => {}]) {
      mine.perform(updateItem, { id: id('Bread'), itemTags: [{ name: 'Organic' }] })
      await send()
      expect(mine.history.undoLast(shop)).toMatchObject({ kind: 'undone' })
      await two.rest()
      await mine.refresh()
      await two.rest()
      expect(tags()).toEqual(['Bread aisle'])
    }
  })

  test('come back to the items of a list that lost them, answered and not told', async () => {
    await using two = await openTwo()
    const { mine, phone, shop } = two
    const before = two.seen()
    mine.perform(updateShoppingList, { id: shop, itemTags: [] })
    await phone.rest(0)
    phone.setConnected(false)
    expect(mine.waiting.get()).toEqual([])
    expect(mine.history.undoLast(shop)).toMatchObject({ kind: 'undone' })
    phone.setConnected(true)
    await two.rest()
    await mine.refresh()
    await two.rest()
    expect(two.seen()).toBe(before)
  })
})

test('the tags of an item go again, though it was somewhere else and its way back was not told yet', async () => {
  await using two = await openTwo()
  const { mine, phone, pantry } = two
  const before = two.seen()
  const id = two.id('Bread')
  mine.perform(updateItem, { id, itemTags: [{ name: 'Bread aisle' }, { name: 'New' }] })
  mine.perform(updateItem, { id, shoppingListId: pantry })
  await two.rest()
  expect(mine.history.undoLast()).toMatchObject({ kind: 'undone' })
  await phone.rest(10)
  expect(mine.waiting.get()).toEqual([])
  expect(mine.history.undoLast()).toMatchObject({ kind: 'undone' })
  await two.rest()
  expect(withoutTags(two.seen())).toBe(withoutTags(before))
  expect(
    seenRecords(mine)
      .item(id)
      ?.itemTags.map(({ name }) => name),
  ).toEqual(['Bread aisle'])
})

describe('a deleted list whose name another one got since', () => {
  const take = {
    new: ({ mine }: Two) => mine.perform(createShoppingList, { id: newId(), name: 'shop' }),
    renamed: ({ mine, pantry }: Two) =>
      mine.perform(renameShoppingList, { id: pantry, name: 'shop' }),
  }

  test.each([
    ['without a network', 'new', false, false],
    ['without a network', 'renamed', false, false],
    ['where the deletion was sent', 'new', true, false],
    ['with a network', 'new', true, true],
  ] as const)(
    'gets a number when it comes back: %s, a %s one',
    async (_when, how, isSent, isUndone) => {
      await using two = await openTwo()
      const { mine, phone, shop } = two
      phone.setConnected(isSent)
      const deleted = mine.perform(deleteShoppingList, { id: shop })
      if (isSent) await phone.rest()
      phone.setConnected(isUndone)
      take[how](two)
      if (isUndone) await phone.rest()
      expect(mine.history.undo(deleted.id)).toEqual({
        kind: 'undone',
        sentence: 'Undone: Delete Shop. The name was taken: it is called “Shop1” now.',
      })
      const names = () =>
        seenRecords(mine)
          .listIds()
          .map(id => seenRecords(mine).list(id)?.name)
      const expected = how === 'new' ? ['Shop1', 'Pantry', 'shop'] : ['Shop1', 'shop']
      expect(names()).toEqual(expected)
      phone.setConnected(true)
      await two.rest()
      expect(names()).toEqual(expected)
      two.seen()
      expect(visibleContent(mine)).toMatchObject([
        { items: [{}, {}, {}] },
        ...expected.slice(1).map(() => ({ items: [] })),
      ])
    },
  )

  test('and one of 200 characters stays as long, says how it is called, and can be taken back', async () => {
    await using two = await openTwo()
    const { mine, phone, shop, pantry } = two
    const long = `a${'👍🏽'.repeat(99)}b`
    const named = `a${'👍🏽'.repeat(99)}1`
    const nameOfShop = () => seenRecords(mine).list(shop)?.name
    mine.perform(renameShoppingList, { id: shop, name: long })
    await phone.rest()
    const away = mine.perform(renameShoppingList, { id: shop, name: 'Shop' })
    mine.perform(renameShoppingList, { id: pantry, name: long })
    await phone.rest()
    expect(mine.history.undo(away.id).sentence).toBe(
      `Undone: Rename ${long} to Shop. The name was taken: it is called “${named}” now.`,
    )
    await phone.rest()
    expect(nameOfShop()).toBe(named)
    mine.perform(renameShoppingList, { id: shop, name: 'Shop' })
    const taken = mine.perform(renameShoppingList, { id: shop, name: long })
    await phone.rest()
    expect(nameOfShop()).toBe(named)
    expect(mine.history.undo(taken.id)).toMatchObject({ kind: 'undone' })
    await phone.rest()
    expect(nameOfShop()).toBe('Shop')
  })

  test('is as if it had never been deleted where the others are called otherwise', async () => {
    await using two = await openTwo()
    const { mine, phone, shop } = two
    phone.setConnected(false)
    const deleted = mine.perform(deleteShoppingList, { id: shop })
    mine.perform(createShoppingList, { id: newId(), name: 'Shop1' })
    mine.history.undo(deleted.id)
    expect(mine.waiting.get().map(({ name }) => name)).toEqual(['createShoppingList'])
    phone.setConnected(true)
    await two.rest()
    two.seen()
    expect(seenRecords(mine).list(shop)?.name).toBe('Shop')
  })
})

test('a deleted list that is brought back stands in its place at once', async () => {
  await using two = await openTwo()
  const { mine, phone } = two
  const placeOfOther = () => seenRecords(mine).listIds().indexOf(two.pantry)
  const before = placeOfOther()
  mine.perform(deleteShoppingList, { id: two.shop })
  await two.rest()
  mine.history.undoLast()
  for (const ms of [0, 10, 100, 1_000]) {
    await phone.rest(ms)
    expect(placeOfOther()).toBe(before)
  }
})

describe('what one device did, the other takes back', () => {
  test.each([
    [
      'a tick',
      ({ mine, id }: Two) => void mine.perform(tickItem, { id: id('Bread'), purchased: true }),
    ],
    [
      'an update, tags included',
      ({ mine, id }: Two) =>
        void mine.perform(updateItem, {
          id: id('Bread'),
          name: 'Rye',
          notes: 'dark',
          itemTags: [],
        }),
    ],
    ['a reset', ({ mine, shop }: Two) => void mine.perform(resetShoppingList, { id: shop })],
    [
      'an addition',
      ({ mine, shop }: Two) =>
        void mine.perform(createItem, { id: newId(), shoppingListId: shop, name: 'Dill' }),
    ],
    [
      'a change of the list',
      ({ mine, shop }: Two) => void mine.perform(renameShoppingList, { id: shop, name: 'Market' }),
    ],
  ])('%s', async (_name, act) => {
    await using two = await openTwo()
    const { user, mine, other, shop } = two
    const before = two.seen()
    act(two)
    await two.rest()
    expect(two.seen()).not.toBe(before)
    const told = await tellHistory(user, other, shop)
    expect(other.history.undo(told[0]?.requestToken ?? '')).toMatchObject({ kind: 'undone' })
    await two.rest()
    await mine.refresh()
    await two.rest()
    expect(two.seen()).toBe(before)
  })
})

test('what was done on a list that another device brought back can be taken back there', async () => {
  await using two = await openTwo()
  const { user, mine, other, shop, id } = two
  mine.perform(tickItem, { id: id('Bread'), purchased: true })
  mine.perform(deleteItem, { id: id('Cheese') })
  await two.rest()
  mine.perform(deleteShoppingList, { id: shop })
  await two.rest()
  const back = newId()
  const shown = { name: 'Shop', listType: 'SIMPLE', favourite: false, notes: null } as const
  other.perform(restoreShoppingList, {
    id: shop,
    newId: back,
    shown: { ...shown, itemTags: [], itemIds: [] },
  })
  await two.rest()
  await mine.refresh()
  await two.rest()
  expect(mine.history.of(back)).toEqual([])
  await tellHistory(user, mine, back)
  // The deletion itself is done with, and nothing goes into the tray.
  expect(mine.history.undoLast()).toMatchObject({ sentence: 'Undone: Delete Cheese.' })
  expect(mine.history.undoLast(back)).toMatchObject({ sentence: 'Undone: Tick Bread.' })
  await two.rest()
  const view = seenRecords(other)
  const items = view.itemIds(back).map(itemId => view.item(itemId))
  expect(items.map(item => [item?.name, item?.purchased])).toEqual([
    ['Apples', false],
    ['Bread', false],
    ['Cheese', false],
  ])
})

test('a list that an item was moved to is not taken for a deleted one that came back', async () => {
  await using two = await openTwo()
  const { user, mine, phone, other, shop, pantry, id } = two
  phone.setConnected(false)
  const tick = mine.perform(tickItem, { id: id('Bread'), purchased: true })
  other.perform(updateItem, { id: id('Bread'), shoppingListId: pantry })
  await two.rest()
  phone.setConnected(true)
  await two.rest()
  mine.perform(deleteShoppingList, { id: shop })
  await two.rest()
  const told = await tellHistory(user, mine, pantry)
  expect(told.map(({ requestToken }) => requestToken)).toContain(tick.id)
  expect(mine.history.undoLast()).toMatchObject({ sentence: 'Undone: Delete Shop.' })
  await two.rest()
  expect(seenRecords(other).listIds()).toHaveLength(2)
})

type Two = Awaited<ReturnType<typeof openTwo>>

/** What the server tells of a list, as its history does when it is opened. */
async function tellHistory(
  user: Two['user'],
  { history }: Two['mine'],
  shoppingListId: string,
): Promise<readonly ActivityRecord[]> {
  const told: readonly ActivityRecord[] = await done(user, 'history', { shoppingListId })
  history.adopt(told.flatMap(activity => recordOfActivity(activity) ?? []))
  return told
}

function withoutTags(state: string | undefined): string {
  const lists: readonly object[] = JSON.parse(state ?? '[]')
  return JSON.stringify(lists.map(list => ({ ...list, itemTags: [] })))
}

test('what followed a refused list into the tray is nothing to take back, either', async () => {
  const { mine, phone } = await openTwo()
  const before = mine.history.all()
  const refused = newId()
  mine.perform(createShoppingList, { id: refused, name: '\u0000' })
  mine.perform(createItem, { id: newId(), shoppingListId: refused, name: 'Eggs' })
  expect(mine.history.all()).toHaveLength(before.length + 2)
  await phone.rest()
  expect(mine.tray.get()).toMatchObject([{ entries: [{}, {}] }])
  expect(mine.history.all()).toEqual(before)
  // Nor does it come back from the device.
  await mine.history.reload()
  expect(mine.history.all()).toEqual(before)
})

test('nor is what another tab remembered of it, which is read later', async () => {
  const { mine, phone, storage, shop, id } = await openTwo()
  mine.perform(deleteItem, { id: id('Bread') })
  const [record] = mine.history.all()
  await phone.rest()
  mine.perform(renameShoppingList, { id: shop, name: '\u0000' })
  await phone.rest()
  const [refused] = mine.tray.get()
  if (!record || !refused) throw new Error('Nothing was remembered, or nothing refused.')
  const token = refused.id
  const steps = record.steps.map(step => ({ ...step, token }))
  await storage.put({ ...record, id: token, tokens: [token], steps })
  await mine.history.reload()
  expect(mine.history.all().map(one => one.id)).not.toContain(token)
  expect((await storage.load()).map(one => one.id)).not.toContain(token)
})

test('of several done as one, what was refused alone is nothing to take back', async () => {
  await using two = await openTwo()
  const { mine, phone, shop, id } = two
  const [before] = mine.history.all()
  mine.perform(tickItem, { id: id('Cheese'), purchased: true })
  const merged = performTogether(mine, { kind: 'merge', name: 'Apples' }, perform => {
    perform(updateItem, { id: id('Apples'), name: '\u0000' })
    perform(updateItem, { id: id('Apples'), quantityToPurchase: 5 })
    perform(deleteItem, { id: id('Bread') })
  })
  await phone.rest()
  expect(mine.tray.get()).toHaveLength(1)
  const titles = () =>
    seenRecords(mine)
      .itemIds(shop)
      .map(item => seenRecords(mine).item(item)?.name)
  expect(titles()).toEqual(['Apples', 'Cheese'])
  await mine.history.reload()
  expect(mine.history.undoLast()).toMatchObject({ kind: 'undone' })
  await phone.rest()
  expect(titles()).toEqual(['Apples', 'Bread', 'Cheese'])
  expect(seenRecords(mine).item(id('Apples'))).toMatchObject({ quantityToPurchase: 2 })
  expect(seenRecords(mine).item(id('Cheese'))).toMatchObject({ purchased: true })
  expect(merged.undo?.()).toMatchObject({ kind: 'nothing' })
  expect(mine.tray.get()).toHaveLength(1)
  expect(mine.history.undoLast()).toMatchObject({ kind: 'undone' })
  expect(mine.history.all().find(({ undoneAt }) => undoneAt === undefined)).toEqual(before)
})

test('what was done in part of a change of many can be taken back', async () => {
  await using two = await openTwo()
  const { user, mine, phone, shop, id } = two
  await done(user, 'deleteByIdItem', { id: id('Bread') })
  const ticked = ['Apples', 'Bread', 'Cheese'].map(name => ({ id: id(name), purchased: true }))
  mine.perform(updateItems, { items: ticked })
  await phone.rest()
  const marks = () =>
    seenRecords(mine)
      .itemIds(shop)
      .map(item => seenRecords(mine).item(item)?.purchased)
  expect([marks(), mine.tray.get().length]).toEqual([[true, true], 1])
  expect(mine.history.undoLast()).toEqual({
    kind: 'partly',
    sentence: 'Undone: Tick 3 items. The item is not there any more.',
  })
  await phone.rest()
  expect([marks(), mine.tray.get().length]).toEqual([[false, false], 1])
})

test('nothing of a list that was taken away stays in what can be undone, while its tab is open or after it', async () => {
  await using server = await startTestServer()
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  await befriend(ana, ben)
  const device = createDevice({ userId: ben.id, client: ben })
  const storage = createMemoryUndoStorage()
  const offline = await openUndoable(device, storage)
  const own = newId()
  offline.perform(createShoppingList, { id: own, name: 'Own' })
  offline.perform(createItem, { id: newId(), shoppingListId: own, name: 'Salt' })
  offline.perform(deleteShoppingList, { id: own })
  await device.rest()
  for (const isOpen of [true, false]) {
    const { id: list } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const milk = await done(ana, 'createItem', { shoppingListId: list, name: 'Oat milk' })
    await shareWith(ana, list, [[ben, 'EDIT']])
    await offline.refresh()
    offline.perform(deleteItem, { id: milk.id })
    await device.rest()
    expect(JSON.stringify(await storage.load())).toContain('Oat milk')
    if (!isOpen) device.kill()
    await shareWith(ana, list, [])
    const later = isOpen ? offline : await openUndoable(device, storage)
    await later.refresh()
    await device.rest()
    await later.history.settled()
    expect(JSON.stringify(await storage.load())).not.toContain('Oat milk')
    // What one deleted oneself comes back with what can be undone of it.
    expect(later.history.of(own)).toHaveLength(2)
  }
  device.kill()
})

test('what another tab of the person deleted can be taken back, with all that was done on it', async () => {
  await using server = await startTestServer()
  const user = await server.buildUser()
  const [here, there] = [0, 1].map(() => createDevice({ userId: user.id, client: user }))
  if (!here || !there) throw new Error('There are no devices.')
  // As two tabs, which have one log on the disk.
  const storage = createMemoryUndoStorage()
  const [one, other] = [await openUndoable(here, storage), await openUndoable(there, storage)]
  const list = newId()
  one.perform(createShoppingList, { id: list, name: 'Weekly' })
  one.perform(createItem, { id: newId(), shoppingListId: list, name: 'Milk' })
  await here.rest()
  await other.history.reload()
  await other.refresh()
  await there.rest()
  one.perform(deleteShoppingList, { id: list })
  await here.rest()
  await other.refresh()
  await there.rest()
  await other.history.settled()
  await one.history.reload()
  expect(one.history.of(list)).toHaveLength(2)
  for (const device of [here, there]) device.kill()
})
