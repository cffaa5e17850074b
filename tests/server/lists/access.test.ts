import { expect, test } from 'vitest'
import { call, done, newId, revoke, share } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
  type TestUser,
} from '../../support/server/server.ts'

type Level = 'owner' | 'ADMIN' | 'EDIT' | 'VIEW' | 'stranger'
const levels: readonly Level[] = ['owner', 'ADMIN', 'EDIT', 'VIEW', 'stranger']

interface House {
  readonly users: Readonly<Record<Level, TestUser>>
  /** Fresh for every try, shared with all levels but the stranger. */
  buildList(): Promise<{
    readonly id: string
    readonly userId: number
    readonly itemIds: readonly string[]
  }>
}

/** What is tried on a list or its items, and the lowest level that may do it. */
const trials: readonly (readonly [
  name: string,
  lowest: Level,
  args: (list: { readonly id: string; readonly itemIds: readonly string[] }) => object,
])[] = [
  ['getByIdShoppingList', 'VIEW', ({ id }) => ({ id })],
  ['getByIdItem', 'VIEW', ({ itemIds }) => ({ id: itemIds[0] })],
  ['copyShoppingList', 'VIEW', ({ id }) => ({ id, name: 'Copy' })],
  ['updateShoppingList', 'VIEW', ({ id }) => ({ id, favourite: true })],
  ['moveShoppingList', 'VIEW', ({ id }) => ({ id, afterShoppingListId: null })],
  [
    'createItem',
    'EDIT',
    ({ id }) => ({ shoppingListId: id, name: 'Tea', itemTags: [{ name: 'New' }] }),
  ],
  ['updateItem', 'EDIT', ({ itemIds }) => ({ id: itemIds[0], purchased: true })],
  ['moveItem', 'EDIT', ({ itemIds }) => ({ id: itemIds[1], afterItemId: null })],
  ['updateItemsOrder', 'EDIT', ({ id, itemIds }) => ({ shoppingListId: id, itemIds })],
  ['resetShoppingList', 'EDIT', ({ id }) => ({ id })],
  ['deleteByIdItem', 'EDIT', ({ itemIds }) => ({ id: itemIds[0] })],
  ['updateShoppingList', 'ADMIN', ({ id }) => ({ id, name: 'Renamed' })],
  ['updateShoppingList', 'ADMIN', ({ id }) => ({ id, notes: 'note' })],
  ['updateShoppingList', 'ADMIN', ({ id }) => ({ id, listType: 'STOCK' })],
  ['updateShoppingList', 'ADMIN', ({ id }) => ({ id, itemTags: [] })],
  ['deleteByIdShoppingList', 'owner', ({ id }) => ({ id })],
]

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const users = {
    owner: await server.buildUser(),
    ADMIN: await server.buildUser(),
    EDIT: await server.buildUser(),
    VIEW: await server.buildUser(),
    stranger: await server.buildUser(),
  }
  const buildList: House['buildList'] = async () => {
    const { id, userId } = await done(users.owner, 'createShoppingList', { name: 'Weekend' })
    for (const level of ['ADMIN', 'EDIT', 'VIEW'] as const) {
      await share(server, { id, userId }, users[level], level)
    }
    const itemIds = []
    for (const name of ['Milk', 'Bread']) {
      itemIds.push((await done(users.owner, 'createItem', { shoppingListId: id, name })).id)
    }
    return { id, userId, itemIds }
  }
  return { server, users, buildList, [Symbol.asyncDispose]: server.close }
}

describeEachEngine('Permission', engine => {
  test('each operation by each level', async () => {
    await using house = await start(engine)
    const combinations = trials.flatMap(trial => levels.map(level => [...trial, level] as const))
    for (const [name, lowest, args, level] of combinations) {
      const list = await house.buildList()
      const { code, result, errors } = await call(house.users[level], name, { ...args(list) })
      const isAllowed = levels.indexOf(level) <= levels.indexOf(lowest)
      const what = `${name} by ${level}`
      if (name.startsWith('getBy')) {
        expect(result === null, what).toBe(!isAllowed)
      } else if (name.startsWith('deleteBy')) {
        // To a stranger it is gone, as it would be if it never was.
        const isDone = isAllowed || level === 'stranger'
        expect(result[0].status, what).toBe(isDone ? 'PASS' : 'FAIL')
        const record = name === 'deleteByIdItem' ? 'getByIdItem' : 'getByIdShoppingList'
        const id = name === 'deleteByIdItem' ? list.itemIds[0] : list.id
        expect((await call(house.users.owner, record, { id })).result === null, what).toBe(
          isAllowed,
        )
      } else if (isAllowed) {
        expect(errors, what).toBeUndefined()
      } else {
        expect(code, what).toBe(level === 'stranger' ? 'NOT_FOUND' : 'FORBIDDEN')
      }
    }
  })

  test('a swap needs EDIT on both lists', async () => {
    await using house = await start(engine)
    for (const level of levels) {
      const [one, other] = [await house.buildList(), await house.buildList()]
      const { code } = await call(house.users[level], 'swapShoppingListItems', {
        firstShoppingListId: one.id,
        secondShoppingListId: other.id,
        firstItemIds: one.itemIds,
        secondItemIds: [],
      })
      const expected = { VIEW: 'FORBIDDEN', stranger: 'NOT_FOUND' }[level as string]
      expect(code, level).toBe(expected)
    }
  })

  test('permission is computed for the person who asks', async () => {
    await using house = await start(engine)
    const { id, itemIds } = await house.buildList()
    for (const level of ['ADMIN', 'EDIT', 'VIEW'] as const) {
      const list = await done(house.users[level], 'getByIdShoppingList', { id })
      expect([list.permission, list.sharedByName]).toEqual([level, 'Ana Tester 1'])
      expect((await done(house.users[level], 'getByIdItem', { id: itemIds[0] })).permission).toBe(
        level,
      )
    }
    expect((await done(house.users.owner, 'getByIdShoppingList', { id })).permission).toBe('ADMIN')
  })

  test('who could see a record before is told why it is gone; others hear what they hear of nothing', async () => {
    await using house = await start(engine)
    const { server, users, buildList } = house
    const list = await buildList()
    const [milk, bread] = list.itemIds
    const tick = (user: TestUser, id: string | undefined) =>
      call(user, 'updateItem', { id, purchased: true })
    const nothing = (await tick(users.stranger, newId())).text

    expect((await tick(users.stranger, milk)).text).toBe(nothing)
    await done(users.owner, 'deleteByIdItem', { id: milk })
    expect((await tick(users.EDIT, milk)).refusal).toEqual({ code: 'NOT_FOUND', reason: 'DELETED' })
    expect((await tick(users.VIEW, milk)).refusal.reason).toBe('DELETED')
    expect((await tick(users.stranger, milk)).text).toBe(nothing)

    await revoke(server, list.id, users.EDIT)
    expect((await tick(users.EDIT, bread)).refusal.reason).toBe('REVOKED')
    expect((await tick(users.EDIT, milk)).refusal.reason).toBe('REVOKED')
    const add = (user: TestUser) => call(user, 'createItem', { shoppingListId: list.id, name: 'x' })
    expect((await add(users.EDIT)).refusal.reason).toBe('REVOKED')
    server.clock.advance({ minutes: 1 })
    const late = await done(users.owner, 'createItem', { shoppingListId: list.id, name: 'Late' })
    expect((await tick(users.EDIT, late.id)).text).toBe(nothing)

    await done(users.owner, 'deleteByIdShoppingList', { id: list.id })
    expect((await tick(users.ADMIN, bread)).refusal.reason).toBe('LIST_DELETED')
    expect((await add(users.ADMIN)).refusal.reason).toBe('LIST_DELETED')
    expect((await add(users.owner)).refusal.reason).toBe('LIST_DELETED')
    expect((await add(users.EDIT)).refusal.reason).toBe('REVOKED')
    expect((await tick(users.stranger, bread)).text).toBe(nothing)
    expect((await add(users.stranger)).text).toBe(
      (await call(users.stranger, 'createItem', { shoppingListId: newId(), name: 'x' })).text,
    )
  })

  test('an item that moved where it cannot be seen is no longer theirs', async () => {
    await using house = await start(engine)
    const { users, buildList } = house
    const list = await buildList()
    const secret = await done(users.owner, 'createShoppingList', { name: 'Secret' })
    await done(users.owner, 'updateItem', { id: list.itemIds[0], shoppingListId: secret.id })
    const tick = (user: TestUser) =>
      call(user, 'updateItem', { id: list.itemIds[0], purchased: true })
    expect((await tick(users.EDIT)).refusal).toEqual({ code: 'NOT_FOUND', reason: 'REVOKED' })
    expect((await tick(users.stranger)).refusal).toEqual({ code: 'NOT_FOUND' })
  })

  test('a deletion of many says of each item what one of it alone does, in whatever order', async () => {
    await using house = await start(engine)
    const { server, users, buildList } = house
    const list = await buildList()
    const [moved, there] = list.itemIds
    const secret = await done(users.owner, 'createShoppingList', { name: 'Secret' })
    await done(users.owner, 'updateItem', { id: moved, shoppingListId: secret.id })
    await revoke(server, list.id, users.EDIT)
    server.clock.advance({ minutes: 1 })
    const late = await done(users.owner, 'createItem', { shoppingListId: list.id, name: 'Late' })
    const hidden = await done(users.owner, 'createItem', { shoppingListId: secret.id, name: 'x' })
    const known = [moved, there]
    const ids = [...known, late.id, hidden.id]
    for (const some of [ids, ids.toReversed(), ...ids.map(id => [id])]) {
      const answer = await done(users.EDIT, 'deleteByIdsItem', { ids: some }, { select: 'status' })
      expect(answer).toEqual(some.map(id => ({ status: known.includes(id) ? 'FAIL' : 'PASS' })))
    }
    const left = (await done(users.owner, 'getAllItem')).map(({ id }: { id: string }) => id)
    expect(left).toEqual(expect.arrayContaining(ids))
  })

  test('people see only what is theirs or shared with them', async () => {
    await using house = await start(engine)
    const { users, buildList } = house
    await buildList()
    await done(users.stranger, 'createShoppingList', { name: 'Own' })
    const own = await done(users.stranger, 'getAllShoppingList')
    expect(own.map((list: { name: string }) => list.name)).toEqual(['Own'])
    expect(await done(users.stranger, 'getAllItem')).toEqual([])
    const filters = { userId: users.owner.id }
    expect(await done(users.stranger, 'getByFilterShoppingList', { filters })).toEqual([])
    const { lists } = await done(users.stranger, 'changes', { known: [] })
    expect(lists).toHaveLength(1)
    expect(await done(users.VIEW, 'getAllItem')).toHaveLength(2)
  })
})
