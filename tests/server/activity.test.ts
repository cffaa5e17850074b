/** The history of a list: who did what, when, as the server saw it. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { purgeActivity } from '../../server/graphql/activity.ts'
import { done, run } from '../support/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../support/server.ts'

const historyQuery = `query ($list: ID!, $before: ID, $limit: Int) {
  history(shoppingListId: $list, before: $before, limit: $limit) {
    id kind userId userName requestToken listName itemNames itemCount fields at
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

  test('keeps 90 days, and 500 of each list', async () => {
    const list = await makeList(ana)
    server.clock.advance({ days: 91 })
    await add(list, 'Milk')
    await purgeActivity(server.db, server.clock.now())
    expect(await history(ana, list)).toMatchObject([{ kind: 'ITEM_ADDED' }])

    const [row] = await server.db.query.selectFrom('activity').selectAll().execute()
    if (!row) throw new Error('There is no activity.')
    const more = Array.from({ length: 505 }, (_, n) => ({
      ...row,
      id: crypto.randomUUID(),
      revision: n + 9,
    }))
    await server.db.query.insertInto('activity').values(more).execute()
    await purgeActivity(server.db, server.clock.now())
    const left = await server.db.query
      .selectFrom('activity')
      .select('revision')
      .orderBy('revision')
      .execute()
    expect([left.length, left[0]?.revision]).toEqual([500, 14])
  })
})
