/** The history of a list: who did what, when, as the server saw it. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { purgeActivity } from '../../../server/graphql/lists/activity.ts'
import { done, newId, run, share } from '../../support/server/api.ts'
import { purgeAll } from '../../support/server/purge.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

const historyQuery = `query ($list: ID!, $before: ID, $limit: Int) {
  history(shoppingListId: $list, before: $before, limit: $limit) {
    id kind userId userName requestToken listName itemNames itemCount fields at undo
  }
}`

describeEachEngine('History', engine => {
  let server: TestServer
  let ana: TestUser
  beforeEach(async () => {
    server = await startTestServer(engine)
    ana = await server.buildUser({ firstName: 'Ana', lastName: 'Kovač' })
  })
  afterEach(() => server.close())

  const makeList = async (user: TestUser, name = 'Weekly shop'): Promise<string> =>
    (await done(user, 'createShoppingList', { name })).id
  const add = async (list: string, name: string): Promise<string> =>
    (await done(ana, 'createItem', { shoppingListId: list, name })).id
  const history = async (user: TestUser, list: string, page: object = {}) =>
    (await run(user, historyQuery, { list, ...page })).history

  test('tells who did what, the newest first, with names as they were', async () => {
    const list = await makeList(ana)
    const milk = await add(list, 'Milk')
    await run(ana, 'mutation ($id: ID!) { updateItem(id: $id, purchased: true) { id } }', {
      id: milk,
    })
    await run(ana, 'mutation ($id: ID!) { updateItem(id: $id, purchased: false) { id } }', {
      id: milk,
    })
    await run(
      ana,
      'mutation ($id: ID!) { updateItem(id: $id, name: "Oat milk", notes: "cold") { id } }',
      {
        id: milk,
      },
    )
    await run(ana, 'mutation ($id: ID!) { updateShoppingList(id: $id, name: "Saturday") { id } }', {
      id: list,
    })
    await run(ana, 'mutation ($id: ID!) { resetShoppingList(id: $id) { id } }', { id: list })
    await run(ana, 'mutation ($id: ID!) { deleteByIdItem(id: $id) { id } }', { id: milk })
    const told = await history(ana, list)
    expect(told.map((entry: { kind: string }) => entry.kind)).toEqual([
      'ITEM_DELETED',
      'LIST_RESET',
      'LIST_CHANGED',
      'ITEM_CHANGED',
      'ITEM_UNTICKED',
      'ITEM_TICKED',
      'ITEM_ADDED',
      'LIST_CREATED',
    ])
    expect(told[0]).toMatchObject({
      userId: ana.id,
      userName: 'Ana Kovač',
      itemNames: ['Oat milk'],
    })
    expect(told[2]).toMatchObject({ listName: 'Saturday', fields: ['name'], itemCount: 0 })
    expect(told[3]).toMatchObject({ itemNames: ['Oat milk'], fields: ['name', 'notes'] })
    expect(told[6]).toMatchObject({ itemNames: ['Milk'], itemCount: 1, listName: 'Weekly shop' })
  })

  test('a repeated request is told once, a refused one never', async () => {
    const list = await makeList(ana)
    const query = 'mutation ($list: ID!) { createItem(shoppingListId: $list, name: "Milk") { id } }'
    await run(ana, query, { list }, 'token-1')
    await run(ana, query, { list }, 'token-1')
    const refused = await ana.graphql(
      'mutation ($list: ID!) { createItem(shoppingListId: $list, name: " ") { id } }',
      { list },
    )
    expect(refused.errors).toHaveLength(1)
    const told = await history(ana, list)
    expect(told).toHaveLength(2)
    expect(told[0].requestToken).toBe('token-1')
  })

  test('items that move are told on both lists', async () => {
    const shop = await makeList(ana)
    const pantry = await makeList(ana, 'Pantry')
    const milk = await add(shop, 'Milk')
    const rice = await add(pantry, 'Rice')
    await run(
      ana,
      'mutation ($id: ID!, $to: ID!) { updateItem(id: $id, shoppingListId: $to) { id } }',
      {
        id: milk,
        to: pantry,
      },
    )
    expect((await history(ana, shop))[0]).toMatchObject({
      kind: 'ITEM_MOVED_OUT',
      itemNames: ['Milk'],
    })
    expect((await history(ana, pantry))[0]).toMatchObject({
      kind: 'ITEM_MOVED_IN',
      itemNames: ['Milk'],
    })
    await run(
      ana,
      `mutation ($a: ID!, $b: ID!, $as: [ID!]!, $bs: [ID!]!) {
        swapShoppingListItems(firstShoppingListId: $a, secondShoppingListId: $b, firstItemIds: $as, secondItemIds: $bs) { id }
      }`,
      { a: shop, b: pantry, as: [], bs: [milk, rice] },
    )
    expect((await history(ana, shop))[0]).toMatchObject({
      kind: 'ITEM_MOVED_IN',
      itemNames: ['Milk', 'Rice'],
      itemCount: 2,
    })
  })

  test('is read page by page', async () => {
    const list = await makeList(ana)
    for (const name of ['A', 'B', 'C', 'D']) await add(list, name)
    const first = await history(ana, list, { limit: 2 })
    const second = await history(ana, list, { limit: 2, before: first[1].id })
    const third = await history(ana, list, { limit: 2, before: second[1].id })
    expect([...first, ...second, ...third].map(entry => entry.itemNames[0])).toEqual([
      'D',
      'C',
      'B',
      'A',
      undefined,
    ])
    expect(await history(ana, list, { before: 'never was' })).toEqual([])
    const { errors } = await ana.graphql(historyQuery, { list, limit: 101 })
    expect(errors?.[0]).toMatchObject({
      message: 'Limit must be a whole number from 1 to 100.',
      extensions: { code: 'BAD_INPUT', field: 'limit', limit: 100 },
    })
  })

  test('is there for whoever may see the list, and for nobody else', async () => {
    const list = await makeList(ana)
    const ben = await server.buildUser({ firstName: 'Ben', lastName: 'Ito' })
    const { errors } = await ben.graphql(historyQuery, { list })
    expect(errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' })
    await server.db.query
      .insertInto('membership')
      .values({
        id: crypto.randomUUID(),
        list_id: list,
        user_id: ben.id,
        permission: 'VIEW',
        ord: 0,
        favourite: 0,
        shared_by_user_id: ana.id,
        ended_at: null,
      })
      .execute()
    await run(
      ana,
      'mutation ($id: ID!) { resetShoppingList(id: $id) { id } }',
      { id: list },
      'secret',
    )
    expect(await history(ben, list)).toMatchObject([{ requestToken: null }, { requestToken: null }])
    await run(ben, 'mutation ($id: ID!) { leaveShoppingList(id: $id) { id } }', { id: list })
    expect((await history(ana, list))[0]).toMatchObject({ kind: 'LIST_LEFT', userName: 'Ben Ito' })
  })

  test('keeps the values before and after for who did it, so that another device can undo it', async () => {
    const list = await makeList(ana)
    const milk = await add(list, 'Milk')
    const change = (name: string, args: object) => done(ana, name, { id: milk, ...args })
    await change('updateItem', { purchased: true })
    await change('updateItem', { notes: 'cold', itemTags: [{ name: 'Dairy', color: '#123456' }] })
    await change('updateItem', { itemTags: [] })
    await done(ana, 'updateItems', { items: [{ id: milk, quantityToPurchase: 2 }] })
    await done(ana, 'resetShoppingList', { id: list })
    await done(ana, 'updateShoppingList', { id: list, name: 'Saturday', notes: 'soon' })
    await done(ana, 'updateShoppingList', { id: list, name: 'Saturday' })
    const told: readonly { kind: string; undo: string | null }[] = await history(ana, list)
    const kept = told.map(({ undo }) => (undo === null ? null : JSON.parse(undo)))
    const dairy = [{ id: expect.any(String), name: 'Dairy', color: '#123456' }]
    const item = (before: object | null, after: object) => ({
      items: [{ id: milk, before, after }],
    })
    const added = {
      name: 'Milk',
      purchased: false,
      notes: null,
      unitId: null,
      quantityInStock: 0,
      quantityToPurchase: null,
      itemTags: [],
    }
    expect(kept.slice(-8).toReversed()).toEqual([
      null,
      item(null, added),
      item({ purchased: false }, { purchased: true }),
      item({ notes: null, itemTags: [] }, { notes: 'cold', itemTags: dairy }),
      item({ itemTags: dairy }, { itemTags: [] }),
      item({ quantityToPurchase: null }, { quantityToPurchase: 2 }),
      item({ purchased: true, quantityToPurchase: 2 }, { purchased: false, quantityToPurchase: 0 }),
      {
        list: {
          before: { name: 'Weekly shop', notes: null },
          after: { name: 'Saturday', notes: 'soon' },
        },
      },
    ])
  })

  test('what one person did another cannot undo, and deletions and orders keep no values', async () => {
    const list = await makeList(ana)
    const ben = await server.buildUser()
    await share(server, { id: list, userId: ana.id }, ben, 'EDIT')
    const [milk, eggs] = [await add(list, 'Milk'), await add(list, 'Eggs')]
    await done(ben, 'updateItem', { id: milk, purchased: true })
    await done(ana, 'moveItem', { id: eggs, afterItemId: null })
    await done(ana, 'deleteByIdItem', { id: eggs })
    const kinds = async (user: TestUser) =>
      (await history(user, list)).map((told: { kind: string; undo: string | null }) =>
        told.undo === null ? told.kind : `${told.kind} to undo`,
      )
    const others = ['ITEM_DELETED', 'ITEMS_ORDERED']
    expect(await kinds(ana)).toEqual([
      ...others,
      'ITEM_TICKED',
      'ITEM_ADDED to undo',
      'ITEM_ADDED to undo',
      'LIST_CREATED',
    ])
    expect(await kinds(ben)).toEqual([
      ...others,
      'ITEM_TICKED to undo',
      'ITEM_ADDED',
      'ITEM_ADDED',
      'LIST_CREATED',
    ])
  })

  test('keeps no more values than a history can carry', async () => {
    const list = await makeList(ana)
    const items = (count: number, more: object = {}) =>
      Array.from({ length: count }, (_, n) => ({ name: `Thing ${n}`, ...more }))
    const undoOf = async () => (await history(ana, list))[0].undo
    await done(ana, 'createItems', { shoppingListId: list, items: items(50) })
    expect(JSON.parse(await undoOf()).items).toHaveLength(50)
    await done(ana, 'createItems', { shoppingListId: list, items: items(201) })
    expect(await undoOf()).toBeNull()
    await done(ana, 'resetShoppingList', { id: list })
    expect(await undoOf()).toBeNull()
    const notes = 'x'.repeat(4_000)
    await done(ana, 'createItems', { shoppingListId: list, items: items(10, { notes }) })
    expect(await undoOf()).toBeNull()
  })

  test('keeps 90 days', async () => {
    const list = await makeList(ana)
    server.clock.advance({ days: 91 })
    await add(list, 'Milk')
    await purgeAll(purgeActivity, server.db, server.clock.now())
    expect(await history(ana, list)).toMatchObject([{ kind: 'ITEM_ADDED' }])
  })

  async function fillHistories() {
    const rows = await server.db.query.selectFrom('activity').selectAll().execute()
    const older = rows
      .filter(({ kind }) => kind === 'LIST_CREATED')
      .flatMap(row =>
        Array.from({ length: 560 }, (_, n) => ({ ...row, id: newId(), revision: -n })),
      )
    await server.db.query.insertInto('activity').values(older).execute()
  }

  async function kept() {
    const query = server.db.query.selectFrom('activity').select(['list_id', 'revision'])
    return Map.groupBy(await query.execute(), row => row.list_id)
  }

  test('also of one that items only move to, from a list of more changes', async () => {
    const [from, to] = [await makeList(ana), await makeList(ana, 'Sorted')]
    await fillHistories()
    for (let n = 0; n < 35; n += 1) {
      await done(ana, 'updateItem', { id: await add(from, `Item ${n}`), shoppingListId: to })
    }
    expect((await kept()).get(to)?.length).toBeLessThan(564)
  })

  test('keeps 500 of each list, and what came since it was last trimmed', async () => {
    const [list, quiet] = [await makeList(ana), await makeList(ana, 'Quiet')]
    const milk = await add(list, 'Milk')
    await fillHistories()

    for (let n = 0; n < 70; n += 1) {
      await done(ana, 'updateItem', { id: milk, purchased: n % 2 === 0 })
    }
    const left = await kept()
    const ofList = (left.get(list) ?? []).map(({ revision }) => revision)
    // 72 edits, the last trim with the 64th; the oldest went.
    expect(ofList).toHaveLength(508)
    expect([Math.max(...ofList), Math.min(...ofList)]).toEqual([72, -435])
    expect(left.get(quiet)).toHaveLength(561)
  })
})
