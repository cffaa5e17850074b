/** The bin: deleted lists and items, for 30 days. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { derivedId } from '../../../rules/derived-id.ts'
import type { Permission } from '../../../rules/people/permissions.ts'
import { purgeGone } from '../../../server/changes/catch-up.ts'
import { purgeBin, purgeEmptiedLists } from '../../../server/graphql/lists/bin-purges.ts'
import { call, done, permit, run } from '../../support/server/api.ts'
import { purgeAll } from '../../support/server/purge.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

const dayMs = 24 * 60 * 60 * 1000
const deletedLists = '{ deletedShoppingLists { id name listType itemCount deletedAt purgedAt } }'
const deletedItems = `query ($list: ID!) {
  deletedItems(shoppingListId: $list) {
    id name quantityInStock quantityToPurchase unitId purchased notes itemTags { name color } deletedByName
  }
}`
const restore = `mutation ($id: ID!, $newId: ID) {
  restoreShoppingList(id: $id, newId: $newId) {
    id name notes favourite order itemTags { name } items { id name purchased itemTags { name } }
  }
}`

describeEachEngine('Bin', engine => {
  let server: TestServer
  let ana: TestUser
  beforeEach(async () => {
    server = await startTestServer(engine)
    ana = await server.buildUser({ firstName: 'Ana', lastName: 'Kovač' })
  })
  afterEach(() => server.close())

  const makeList = async (name = 'Weekly shop'): Promise<string> =>
    (await done(ana, 'createShoppingList', { name, notes: 'soon' })).id
  const add = async (list: string, fields: object): Promise<string> =>
    (await done(ana, 'createItem', { shoppingListId: list, ...fields })).id
  const deleteList = (id: string) =>
    run(ana, 'mutation ($id: ID!) { deleteByIdShoppingList(id: $id) { status } }', { id })
  const share = (list: string, user: TestUser, permission: Permission) =>
    server.db.query
      .insertInto('membership')
      .values({
        id: crypto.randomUUID(),
        list_id: list,
        user_id: user.id,
        permission,
        ord: 7,
        favourite: 1,
        shared_by_user_id: ana.id,
        ended_at: null,
      })
      .execute()

  test('is known to everybody’s memberships: who has a list that came back is asked for no other', async () => {
    const ben = await server.buildUser()
    const list = await makeList()
    await share(list, ben, 'VIEW')
    const inBin = async (id: string) => {
      const rows = server.db.query
        .selectFrom('membership')
        .select('in_bin')
        .where('list_id', '=', id)
      return (await rows.execute()).map(row => row.in_bin)
    }
    await deleteList(list)
    expect(await inBin(list)).toEqual([1, 1])
    expect(await done(ben, 'getAllShoppingList')).toEqual([])
    const { restoreShoppingList: back } = await run(ana, restore, { id: list })
    expect(await inBin(back.id)).toEqual([0, 0])
    for (const person of [ana, ben]) {
      expect(await done(person, 'getAllShoppingList', {}, { select: 'id' })).toEqual([
        { id: back.id },
      ])
    }
  })

  test('deleted items are kept with all that they were', async () => {
    const list = await makeList()
    const milk = await add(list, {
      name: 'Milk',
      notes: 'the cold one',
      quantityToPurchase: 1.5,
      unitId: 'unit-l',
      itemTags: [{ name: 'Dairy', color: '#1c7ed6' }],
    })
    const eggs = await add(list, { name: 'Eggs' })
    await run(ana, 'mutation ($ids: [ID!]!) { deleteByIdsItem(ids: $ids) { status } }', {
      ids: [milk, eggs],
    })
    const found = (await run(ana, deletedItems, { list })).deletedItems
    expect(found).toHaveLength(2)
    expect(found.find((item: { id: string }) => item.id === milk)).toEqual({
      id: milk,
      name: 'Milk',
      quantityInStock: 0,
      quantityToPurchase: 1.5,
      unitId: 'unit-l',
      purchased: false,
      notes: 'the cold one',
      itemTags: [{ name: 'Dairy', color: '#1c7ed6' }],
      deletedByName: 'Ana Kovač',
    })
  })

  test('what is on the list again is not in its bin', async () => {
    const list = await makeList()
    const milk = await add(list, { name: 'Milk' })
    await run(ana, 'mutation ($id: ID!) { deleteByIdItem(id: $id) { status } }', { id: milk })
    await add(list, { name: 'MILK' })
    expect((await run(ana, deletedItems, { list })).deletedItems).toEqual([])
  })

  test('what carried more than what is on the list again stays in its bin', async () => {
    const list = await makeList()
    const noted = await add(list, { name: 'Milk', notes: 'The one with the cow' })
    const many = await add(list, { name: 'Milk', quantityToPurchase: 12 })
    const stocked = await add(list, { name: 'Milk', quantityInStock: 3 })
    const tagged = await add(list, { name: 'Milk', itemTags: [{ name: 'Dairy' }] })
    const plain = await add(list, { name: 'Milk' })
    await run(ana, 'mutation ($ids: [ID!]!) { deleteByIdsItem(ids: $ids) { status } }', {
      ids: [noted, many, stocked, tagged, plain],
    })
    async function leftIds() {
      const left = (await run(ana, deletedItems, { list })).deletedItems
      return new Set(left.map((item: { readonly id: string }) => item.id))
    }
    const milk = await add(list, { name: 'milk' })
    expect(await leftIds()).toEqual(new Set([noted, many, stocked, tagged]))
    await done(ana, 'updateItem', { id: milk, itemTags: [{ name: 'dairy' }] })
    expect(await leftIds()).toEqual(new Set([noted, many, stocked]))
  })

  test('all of a long list that was emptied is in its bin', async () => {
    const list = await makeList()
    const items = Array.from({ length: 300 }, (_, at) => ({ name: `Thing ${at}` }))
    const made = await done(ana, 'createItems', { shoppingListId: list, items })
    await done(ana, 'deleteByIdsItem', {
      ids: made.map((item: { readonly id: string }) => item.id),
    })
    expect((await run(ana, deletedItems, { list })).deletedItems).toHaveLength(300)
  })

  test('a moved item is not deleted', async () => {
    const list = await makeList()
    const other = await makeList('Pantry')
    const milk = await add(list, { name: 'Milk' })
    await run(
      ana,
      'mutation ($id: ID!, $to: ID!) { updateItem(id: $id, shoppingListId: $to) { id } }',
      {
        id: milk,
        to: other,
      },
    )
    expect((await run(ana, deletedItems, { list })).deletedItems).toEqual([])
  })

  test('a deleted list comes back as a new one, with its items, people, place and history', async () => {
    const before = await makeList('Before')
    const list = await makeList()
    await makeList('After')
    const milk = await add(list, { name: 'Milk', itemTags: [{ name: 'Dairy' }] })
    const ben = await server.buildUser({ firstName: 'Ben', lastName: 'Ito' })
    await share(list, ben, 'EDIT')
    await deleteList(list)
    const [binned] = (await run(ana, deletedLists)).deletedShoppingLists
    expect(binned).toMatchObject({
      id: list,
      name: 'Weekly shop',
      listType: 'SIMPLE',
      itemCount: 1,
    })
    expect(Date.parse(binned.purgedAt) - Date.parse(binned.deletedAt)).toBe(30 * dayMs)

    const newId = crypto.randomUUID()
    const back = (await run(ana, restore, { id: list, newId }, 'bring-back')).restoreShoppingList
    expect(back).toMatchObject({
      id: newId,
      name: 'Weekly shop',
      notes: 'soon',
      itemTags: [{ name: 'Dairy' }],
      items: [{ id: derivedId(newId, milk), name: 'Milk', itemTags: [{ name: 'Dairy' }] }],
    })
    expect(
      (await run(ana, restore, { id: list, newId }, 'bring-back')).restoreShoppingList.id,
    ).toBe(newId)
    expect((await run(ana, restore, { id: list, newId })).restoreShoppingList.id).toBe(newId)
    const mine = (await run(ana, '{ getAllShoppingList { id name } }')).getAllShoppingList
    expect(mine.map((found: { name: string }) => found.name)).toEqual([
      'Before',
      'Weekly shop',
      'After',
    ])
    expect(mine[0].id).toBe(before)
    const theirs = (
      await run(ben, '{ getAllShoppingList { id permission favourite sharedByName } }')
    ).getAllShoppingList
    expect(theirs).toEqual([
      { id: newId, permission: 'EDIT', favourite: true, sharedByName: 'Ana Kovač' },
    ])
    expect((await run(ana, deletedLists)).deletedShoppingLists).toEqual([])
    const history = (
      await run(ana, 'query ($id: ID!) { history(shoppingListId: $id) { kind } }', { id: newId })
    ).history
    expect(history.map((entry: { kind: string }) => entry.kind)).toEqual([
      'LIST_RESTORED',
      'LIST_DELETED',
      'ITEM_ADDED',
      'LIST_CREATED',
    ])
  })

  test('what was done on a list before it was deleted can be undone when it is back', async () => {
    const list = await makeList()
    const milk = await add(list, { name: 'Milk' })
    await done(ana, 'updateShoppingList', { id: list, notes: 'later' })
    // More than are renamed at once.
    for (let n = 0; n < 101; n += 1)
      await done(ana, 'updateItem', { id: milk, purchased: n % 2 === 0 })
    await deleteList(list)
    const { id } = await done(ana, 'restoreShoppingList', { id: list })
    async function undosOf(before?: string): Promise<string[]> {
      const variables = { shoppingListId: id, limit: 100, before }
      const page = await done(ana, 'history', variables, { select: 'id undo' })
      const older = page.length < 100 ? [] : await undosOf(page.at(-1).id)
      return [...page.flatMap(({ undo }: { undo: string | null }) => undo ?? []), ...older]
    }
    const undos = (await undosOf()).map(undo => JSON.parse(undo))
    expect(undos).toHaveLength(103)
    const item = { id: derivedId(id, milk) }
    const ticked = { before: { purchased: false }, after: { purchased: true } }
    expect(undos[0]).toEqual({ items: [{ ...item, ...ticked }] })
    expect(undos[101]).toEqual({ list: { before: { notes: 'soon' }, after: { notes: 'later' } } })
    expect(undos[102]).toMatchObject({ items: [{ ...item, before: null }] })
  })

  test('a list that somebody left while it lay in the bin comes back without them', async () => {
    const list = await makeList()
    const [ben, cleo] = [await server.buildUser(), await server.buildUser()]
    await share(list, ben, 'ADMIN')
    await share(list, cleo, 'VIEW')
    await deleteList(list)
    for (const user of [ben, ben, ana]) {
      expect(await done(user, 'leaveShoppingList', { id: list })).toMatchObject([
        { id: list, status: 'PASS' },
      ])
    }
    const back = await done(ana, 'restoreShoppingList', { id: list })
    expect(back.shoppingListFriends).toMatchObject([{ friendId: cleo.id }])
    expect(await done(ben, 'getAllShoppingList')).toEqual([])
    expect(await done(cleo, 'getAllShoppingList')).toHaveLength(1)
  })

  test.each([
    ['once', ['restore']],
    ['twice', ['restore', 'delete', 'restore']],
    ['and went again', ['restore', 'delete']],
  ])('who leaves a list that was deleted and came back %s has left it', async (_, steps) => {
    const list = await makeList()
    const [ben, cleo] = [await server.buildUser(), await server.buildUser()]
    await share(list, ben, 'ADMIN')
    await share(list, cleo, 'VIEW')
    await deleteList(list)
    let id = list
    for (const step of steps) {
      if (step === 'restore') id = (await done(ana, 'restoreShoppingList', { id })).id
      else await deleteList(id)
    }
    for (const _again of [1, 2]) {
      expect(await done(ben, 'leaveShoppingList', { id: list })).toEqual([
        { id: list, status: 'PASS', message: null },
      ])
    }
    if (steps.at(-1) === 'delete') id = (await done(ana, 'restoreShoppingList', { id })).id
    expect(await done(ben, 'getAllShoppingList')).toEqual([])
    expect(await done(ana, 'getByIdShoppingList', { id })).toMatchObject({
      shoppingListFriends: [{ friendId: cleo.id }],
    })
    // To whom it is given anew it stays, whatever still comes of before.
    await permit(server, id, ben, 'VIEW')
    await done(ben, 'leaveShoppingList', { id: list })
    expect(await done(ben, 'getAllShoppingList')).toHaveLength(1)
  })

  test('what lay in the bin of a deleted list lies there again when it is back, as long as it would have', async () => {
    const list = await makeList()
    const milk = await add(list, { name: 'Milk', itemTags: [{ name: 'Dairy' }] })
    await done(ana, 'deleteByIdItem', { id: milk })
    const [before] = await done(ana, 'deletedItems', { shoppingListId: list })
    const ben = await server.buildUser()
    await share(list, ben, 'EDIT')
    let id = list
    for (const days of [10, 19]) {
      server.clock.advance({ days })
      await deleteList(id)
      const back = await done(ana, 'restoreShoppingList', { id })
      const found = await done(ben, 'deletedItems', { shoppingListId: back.id })
      expect(found).toEqual([{ ...before, id: expect.anything(), shoppingListId: back.id }])
      id = back.id
    }
    const content = server.db.query.selectFrom('item_gone').select('list_id')
    expect(await content.where('content', 'is not', null).execute()).toEqual([{ list_id: id }])
    // Whoever still knows the item is told what became of its list.
    const late = await call(ben, 'updateItem', { id: milk, name: 'Oat milk' })
    expect(late.refusal).toEqual({ code: 'NOT_FOUND', reason: 'LIST_DELETED' })
    server.clock.advance({ days: 1 })
    expect(await done(ana, 'deletedItems', { shoppingListId: id })).toEqual([])
  })

  test('links to a deleted list work again when it is back, but for those that were ended', async () => {
    const list = await makeList()
    const make = async () =>
      (await done(ana, 'createShareLink', { shoppingListId: list, permission: 'VIEW' })).inviteId
    const ended = await make()
    await done(ana, 'endShareLinks', { shoppingListId: list })
    const working = await make()
    await deleteList(list)
    const [ben, cleo] = [await server.buildUser(), await server.buildUser()]
    expect((await call(ben, 'acceptInvite', { inviteId: working })).code).toBe('NOT_FOUND')
    const back = await done(ana, 'restoreShoppingList', { id: list })
    const accepted = await done(ben, 'acceptInvite', { inviteId: working })
    expect(accepted.shoppingList).toMatchObject({ id: back.id, permission: 'VIEW' })
    expect((await call(cleo, 'acceptInvite', { inviteId: ended })).code).toBe('NOT_FOUND')
    await done(ana, 'endShareLinks', { shoppingListId: back.id })
    expect((await call(cleo, 'acceptInvite', { inviteId: working })).code).toBe('NOT_FOUND')
  })

  test('a list that comes back opens first for those for whom it did, and they are told', async () => {
    const [list, other] = [await makeList(), await makeList('Pantry')]
    const [ben, cleo] = [await server.buildUser(), await server.buildUser()]
    for (const user of [ben, cleo]) await share(list, user, 'VIEW')
    await share(other, cleo, 'VIEW')
    const chosen = new Map([
      [ana, list],
      [ben, list],
      [cleo, other],
    ])
    const known = new Map<TestUser, unknown>()
    for (const [user, shoppingListId] of chosen) {
      const [{ id }] = await done(user, 'getByFilterUserConfig', { filters: {} })
      await done(user, 'updateUserConfig', { id, shoppingListId })
      const { account } = await done(user, 'changes', { known: [] })
      known.set(user, [{ id: 'account', revision: account.revision }])
    }
    await deleteList(list)
    const back = await done(ana, 'restoreShoppingList', { id: list })
    async function told(user: TestUser) {
      const select = 'own { userConfig { shoppingListId } }'
      return (await done(user, 'changes', { known: known.get(user) }, { select })).own
    }
    for (const user of [ana, ben]) {
      expect(await told(user)).toEqual({ userConfig: { shoppingListId: back.id } })
    }
    expect(await told(cleo)).toEqual({ userConfig: null })
  })

  test('everybody on the list hears that it is back', async () => {
    const list = await makeList()
    const ben = await server.buildUser()
    await share(list, ben, 'VIEW')
    await deleteList(list)
    const known =
      'query ($known: [KnownRevision!]!) { changes(known: $known) { account { revision } lists { id snapshot } gone } }'
    const first = (await run(ben, known, { known: [] })).changes
    const newId = crypto.randomUUID()
    await run(ana, restore, { id: list, newId })
    const then = (
      await run(ben, known, { known: [{ id: 'account', revision: first.account.revision }] })
    ).changes
    expect(then.account.revision).toBeGreaterThan(first.account.revision)
    expect(then.lists).toEqual([{ id: newId, snapshot: true }])
  })

  test('the dead id stays dead, and each list comes back once', async () => {
    const list = await makeList()
    await deleteList(list)
    await run(ana, restore, { id: list })
    const again = await ana.graphql(restore, { id: list })
    expect(again.errors?.[0]).toMatchObject({
      message: 'This list was brought back already.',
      extensions: { code: 'CONFLICT' },
    })
    const alive = await ana.graphql(restore, { id: list, newId: list })
    expect(alive.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' })
    expect(
      (await run(ana, 'query ($id: ID!) { getByIdShoppingList(id: $id) { id } }', { id: list }))
        .getByIdShoppingList,
    ).toBeNull()
  })

  test('a name that is taken meanwhile gets a number', async () => {
    const list = await makeList()
    await deleteList(list)
    await makeList()
    expect((await run(ana, restore, { id: list })).restoreShoppingList.name).toBe('Weekly shop1')
  })

  test('is its owner’s alone', async () => {
    const list = await makeList()
    const ben = await server.buildUser()
    await share(list, ben, 'ADMIN')
    const standing = await ana.graphql(restore, { id: list })
    expect(standing.errors?.[0]).toMatchObject({ message: 'This list was not deleted.' })
    await deleteList(list)
    expect((await run(ben, deletedLists)).deletedShoppingLists).toEqual([])
    const { errors } = await ben.graphql(restore, { id: list })
    expect(errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' })
    const stranger = await server.buildUser()
    expect((await stranger.graphql(deletedItems, { list })).errors?.[0]?.extensions).toEqual({
      code: 'NOT_FOUND',
    })
  })

  test('is emptied after 30 days', async () => {
    const list = await makeList()
    const kept = await makeList('Kept')
    await add(list, { name: 'Milk', itemTags: [{ name: 'Dairy', color: '#1c7ed6' }] })
    const rice = await add(kept, { name: 'Rice' })
    await run(ana, 'mutation ($id: ID!) { deleteByIdItem(id: $id) { status } }', { id: rice })
    await deleteList(list)
    const rowsOf = (table: 'item' | 'item_tag' | 'activity') =>
      server.db.query.selectFrom(table).select('id').where('list_id', '=', list).execute()
    server.clock.advance({ days: 29 })
    await purgeAll(purgeBin, server.db, server.clock.now())
    for (const table of ['item', 'item_tag', 'activity'] as const) {
      expect(await rowsOf(table), table).not.toEqual([])
    }
    expect((await run(ana, deletedLists)).deletedShoppingLists).toHaveLength(1)
    expect((await run(ana, deletedItems, { list: kept })).deletedItems).toHaveLength(1)
    server.clock.advance({ days: 1 })
    expect((await run(ana, deletedLists)).deletedShoppingLists).toEqual([])
    expect((await ana.graphql(restore, { id: list })).errors?.[0]?.extensions).toEqual({
      code: 'NOT_FOUND',
      reason: 'LIST_DELETED',
    })
    await purgeAll(purgeBin, server.db, server.clock.now())
    const row = server.db.query
      .selectFrom('shopping_list')
      .select(['name', 'notes'])
      .where('id', '=', list)
    expect(await row.executeTakeFirst()).toEqual({ name: '', notes: null })
    for (const table of ['item', 'item_tag', 'activity'] as const) {
      expect(await rowsOf(table), table).toEqual([])
    }
    const traces = server.db.query
      .selectFrom('item_gone')
      .select('content')
      .where('item_id', '=', rice)
    expect(await traces.execute()).toEqual([{ content: null }])
    const reused = await ana.graphql(
      'mutation ($id: ID) { createShoppingList(id: $id, name: "New") { id } }',
      { id: list },
    )
    expect(reused.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' })
  })

  test('what was on a list that is emptied leaves its traces for 90 days', async () => {
    const ben = await server.buildUser()
    const list = await makeList()
    await share(list, ben, 'EDIT')
    const other = await makeList('Other')
    const milk = await add(list, { name: 'Milk' })
    // More than go in one slice.
    const many = Array.from({ length: 150 }, (_, n) => ({ name: `Item ${n}` }))
    await done(ana, 'createItems', { shoppingListId: list, items: many })
    await deleteList(list)
    const gone = { code: 'NOT_FOUND', reason: 'LIST_DELETED' }
    const change = (user: TestUser) => call(user, 'updateItem', { id: milk, purchased: true })
    const takeId = () => call(ana, 'createItem', { id: milk, shoppingListId: other, name: 'Mine' })
    for (const days of [29, 2, 58]) {
      server.clock.advance({ days })
      for (const purge of [purgeBin, purgeGone, purgeEmptiedLists]) {
        await purgeAll(purge, server.db, server.clock.now())
      }
      for (const user of [ana, ben]) expect((await change(user)).refusal).toEqual(gone)
      expect((await change(await server.buildUser())).refusal).toEqual({ code: 'NOT_FOUND' })
      expect((await takeId()).code).toBe('CONFLICT')
    }
    const traces = server.db.query.selectFrom('item_gone').select('content')
    expect((await traces.execute()).filter(({ content }) => content === null)).toHaveLength(151)
    server.clock.advance({ days: 2 })
    for (const purge of [purgeBin, purgeGone, purgeEmptiedLists]) {
      await purgeAll(purge, server.db, server.clock.now())
    }
    expect(await traces.execute()).toEqual([])
    expect((await takeId()).result).toMatchObject({ name: 'Mine' })
  })
})
