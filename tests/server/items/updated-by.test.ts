/** Who changed an item, or a list itself, last: told to the people of the list, while they have it. */
import { expect, test } from 'vitest'
import { befriend, shareWith } from '../../support/friends.ts'
import { call, done, newId } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
  type TestUser,
} from '../../support/server/server.ts'

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const [ana, ben, eve] = [
    await server.buildUser(),
    await server.buildUser(),
    await server.buildUser(),
  ]
  await befriend(ana, ben)
  const [weekly, cellar] = [newId(), newId()]
  const [milk, bread] = [newId(), newId()]
  for (const id of [weekly, cellar]) {
    await done(ana, 'createShoppingList', { id, name: id, itemTags: [{ name: 'Dairy' }] })
    await shareWith(ana, id, [[ben, 'ADMIN']])
  }
  for (const id of [milk, bread]) {
    const item = { name: id, quantityToPurchase: 2, itemTags: [{ name: 'Dairy' }] }
    await done(ana, 'createItem', { id, shoppingListId: weekly, ...item })
  }
  const of = async (user: TestUser, id = milk) =>
    (await done(user, 'getByIdItem', { id })).updatedBy
  const ofList = async (user: TestUser, id = weekly) =>
    (await done(user, 'getByIdShoppingList', { id })).updatedBy
  const people = { ana, ben, eve }
  return {
    server,
    ...people,
    weekly,
    cellar,
    milk,
    bread,
    of,
    ofList,
    [Symbol.asyncDispose]: server.close,
  }
}

describeEachEngine('updatedBy', engine => {
  test.each<
    [
      string,
      string,
      (
        ids: Record<'weekly' | 'cellar' | 'milk' | 'bread', string>,
      ) => Readonly<Record<string, unknown>>,
    ]
  >([
    ['a tick', 'updateItem', ({ milk: id }) => ({ id, purchased: true })],
    ['a move', 'updateItem', ({ milk: id, cellar }) => ({ id, shoppingListId: cellar })],
    [
      'a change of many',
      'updateItems',
      ({ milk, bread }) => ({
        items: [
          { id: milk, purchased: true },
          { id: bread, notes: 'n' },
        ],
      }),
    ],
    ['a reset', 'resetShoppingList', ({ weekly: id }) => ({ id })],
    ['a tag that goes', 'updateShoppingList', ({ weekly: id }) => ({ id, itemTags: [] })],
    [
      'a swap',
      'swapShoppingListItems',
      ({ weekly, cellar, milk }) => ({
        firstShoppingListId: weekly,
        secondShoppingListId: cellar,
        firstItemIds: [milk],
        secondItemIds: [],
      }),
    ],
  ])('%s is by whoever did it', async (_what, name, args) => {
    await using house = await start(engine)
    const { ana, ben, of } = house
    await done(ana, 'updateItem', { id: house.milk, notes: 'Here.', quantityInStock: 1 })
    expect(await of(ben)).toBe(ana.id)
    await done(ben, name, args(house))
    expect([await of(ana), await of(ben)]).toEqual([ben.id, ben.id])
  })

  test('a new item and a copy are by whoever made them; a new order changes nobody', async () => {
    await using house = await start(engine)
    const { ana, ben, weekly, milk, bread, of } = house
    const [one, two] = [newId(), newId()]
    await done(ben, 'createItem', { id: one, shoppingListId: weekly, name: 'Rice' })
    await done(ben, 'createItems', { shoppingListId: weekly, items: [{ id: two, name: 'Salt' }] })
    expect([await of(ana, one), await of(ana, two)]).toEqual([ben.id, ben.id])
    await done(ben, 'moveItem', { id: bread, afterItemId: null })
    await done(ben, 'updateItemsOrder', { shoppingListId: weekly, itemIds: [milk, bread] })
    expect([await of(ana, milk), await of(ana, bread)]).toEqual([ana.id, ana.id])
    const copy = await done(
      ben,
      'copyShoppingList',
      { id: weekly, name: 'Copy' },
      { select: 'updatedBy items { updatedBy }' },
    )
    expect(new Set([copy, ...copy.items].map(each => each.updatedBy))).toEqual(new Set([ben.id]))
  })

  test('of a list itself: its name, a tag that joins, who has it; not what stands on it', async () => {
    await using house = await start(engine)
    const { ana, ben, weekly, milk, ofList } = house
    expect(await ofList(ben)).toBe(ana.id)
    await done(ben, 'updateItem', { id: milk, purchased: true })
    expect(await ofList(ana)).toBe(ana.id)
    await done(ben, 'updateItem', { id: milk, itemTags: [{ name: 'Cold' }] })
    expect(await ofList(ana)).toBe(ben.id)
    await done(ana, 'updateShoppingList', { id: weekly, name: 'Big' })
    expect(await ofList(ben)).toBe(ana.id)
    await done(ana, 'handOverShoppingList', { id: weekly, userId: ben.id })
    expect(await ofList(ben)).toBe(ana.id)
  })

  test('nobody is named who does not have the list any more, and devices are told', async () => {
    await using house = await start(engine)
    const { ana, ben, eve, weekly, milk, of, ofList } = house
    await done(ben, 'updateItem', { id: milk, name: 'Oat milk' })
    await done(ben, 'updateShoppingList', { id: weekly, name: 'Big' })
    const before = await done(ana, 'getByIdShoppingList', { id: weekly })
    expect([before.updatedBy, await of(ana)]).toEqual([ben.id, ben.id])
    expect((await call(eve, 'getByIdItem', { id: milk })).result).toBeNull()
    await done(ben, 'leaveShoppingList', { id: weekly })
    expect([await ofList(ana), await of(ana)]).toEqual([null, null])
    const known = [{ id: weekly, revision: before.revision }]
    const select = 'lists { id items { id updatedAt updatedBy } }'
    const { lists } = await done(ana, 'changes', { known }, { select })
    const told = lists.find((list: { id: string }) => list.id === weekly)
    expect(told.items).toMatchObject([{ id: milk, updatedBy: null }])
  })

  test('of a deleted account nothing is left, neither on its lists that went to somebody else', async () => {
    await using house = await start(engine)
    const { ana, ben, milk, bread, weekly, of, ofList } = house
    await done(ben, 'updateItem', { id: milk, purchased: true })
    await done(ana, 'deleteUser', { id: ana.id, password: ana.password, handOver: true })
    expect([await of(ben, milk), await of(ben, bread), await ofList(ben, weekly)]).toEqual([
      ben.id,
      null,
      null,
    ])
  })
})
