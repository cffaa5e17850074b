import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import {
  once,
  purgeRequests,
  type TokenedRequest,
  type TracedAnswer,
} from '../../../server/changes/once.ts'
import type { Database } from '../../../server/db/open.ts'
import type { Schema } from '../../../server/db/schema.ts'
import { call, done, newId, operationOf } from '../../support/server/api.ts'
import { purgeAll } from '../../support/server/purge.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
} from '../../support/server/server.ts'

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
  const items = async () => (await done(ana, 'getAllItem')).length
  const stored = async () =>
    (await server.db.query.selectFrom('request').selectAll().execute()).length
  return { server, ana, ben, list, items, stored, [Symbol.asyncDispose]: server.close }
}

/** In a transaction of its own, with an answer that stands for good. */
function inTransaction(
  db: Database,
  request: TokenedRequest,
  effect: (tx: Kysely<Schema>) => Promise<string>,
): Promise<string> {
  async function keepAll(tx: Kysely<Schema>): Promise<TracedAnswer> {
    const text = await effect(tx)
    return { text, answer: text, trace: null, listId: null }
  }
  return db.transaction(tx => once(tx, request, keepAll, keepAll))
}

describeEachEngine('One request-token', engine => {
  test('fifty twins at once: one effect, one answer to the byte', async () => {
    await using house = await start(engine)
    const { ana, list, items } = house
    const args = { shoppingListId: list.id, name: 'Milk' }
    const twins = await Promise.all(
      Array.from({ length: 50 }, () => call(ana, 'createItem', args, { requestToken: 'twin' })),
    )
    expect(new Set(twins.map(twin => twin.text)).size).toBe(1)
    expect(twins[0]?.result.name).toBe('Milk')
    expect(await items()).toBe(1)
  })

  test('twins at two servers on one database: one effect, one answer', async () => {
    await using house = await start(engine)
    const { server, ana, list, items } = house
    await using twin = await server.startSecond()
    const other = twin.client()
    await other.post('/auth/login', { username: ana.email, password: ana.password })
    const args = { shoppingListId: list.id, name: 'Milk' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(index % 2 ? ana : other, 'createItem', args, { requestToken: 'twin' }),
      ),
    )
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
    expect(await items()).toBe(1)
  })

  test('a repetition gets the first answer though the world moved on', async () => {
    await using house = await start(engine)
    const { ana, list } = house
    const add = () =>
      call(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' }, { requestToken: 'add' })
    const first = await add()
    await done(ana, 'updateItem', { id: first.result.id, name: 'Oat milk' })
    expect((await add()).text).toBe(first.text)
    expect(await done(ana, 'getAllItem')).toMatchObject([{ name: 'Oat milk' }])
  })

  test.each([
    ['BAD_INPUT', (house: House) => ['createShoppingList', { name: '' }, house.ana] as const],
    ['NOT_FOUND', () => ['updateItem', { id: newId(), purchased: true }] as const],
    ['FORBIDDEN', () => ['createUnit', { name: 'x' }] as const],
    [
      'CONFLICT',
      (house: House) =>
        ['copyShoppingList', { id: house.list.id, name: 'x', newId: house.dead }] as const,
    ],
  ])('%s is final: it stays the answer, and costs nothing else', async (code, make) => {
    await using house = await start(engine)
    const dead = newId()
    await done(house.ben, 'createShoppingList', { id: dead, name: 'Ben’s' })
    const [name, args] = make({ ...house, dead })
    const before = await house.stored()
    const first = await call(house.ana, name, args, { requestToken: 'no' })
    const second = await call(house.ana, name, args, { requestToken: 'no' })
    expect([first.code, second.text]).toEqual([code, first.text])
    expect(await house.stored()).toBe(before + 1)
  })

  test('what could be mended meanwhile stays refused under its token, and works under a new one', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const id = newId()
    const add = (requestToken: string) =>
      call(ana, 'createItem', { shoppingListId: id, name: 'Milk' }, { requestToken })
    expect((await add('one')).code).toBe('NOT_FOUND')
    await done(ana, 'createShoppingList', { id, name: 'Late' })
    expect((await add('one')).code).toBe('NOT_FOUND')
    expect((await add('two')).result.name).toBe('Milk')
    expect((await call(ben, 'getAllItem')).result).toEqual([])
  })

  test('another operation under a used token is refused and changes nothing', async () => {
    await using house = await start(engine)
    const { ana, list, items } = house
    const args = { shoppingListId: list.id, name: 'Milk' }
    const first = await call(ana, 'createItem', args, { requestToken: 'used' })
    const other = await call(ana, 'createItem', { ...args, name: 'Tea' }, { requestToken: 'used' })
    expect([other.code, other.data]).toEqual(['CONFLICT', null])
    expect((await call(ana, 'createItem', args, { requestToken: 'used' })).text).toBe(first.text)
    expect(await items()).toBe(1)
  })

  test('the same thing asked for in other words is the same request', async () => {
    await using house = await start(engine)
    const { ana, list, items } = house
    const args = { shoppingListId: list.id, name: 'Milk' }
    const first = await call(ana, 'createItem', args, { requestToken: 'same', select: 'id' })
    const literal = await ana.graphql(
      `mutation Newer { createItem(name: "Milk", shoppingListId: "${list.id}") { id name } }`,
      {},
      { requestToken: 'same' },
    )
    expect(literal.text).toBe(first.text)
    expect(await items()).toBe(1)
  })

  test('tokens are each person’s own', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const make = (user: typeof ana) =>
      done(user, 'createShoppingList', { name: 'Milk' }, { requestToken: 'shared' })
    expect((await make(ana)).userId).toBe(ana.id)
    expect((await make(ben)).userId).toBe(ben.id)
  })

  test('without a token every request has its effect', async () => {
    await using house = await start(engine)
    const { ana, list, items, stored } = house
    for (const name of ['Milk', 'Milk']) {
      await done(ana, 'createItem', { shoppingListId: list.id, name })
    }
    expect([await items(), await stored()]).toEqual([2, 0])
  })

  test('several fields: what is refused leaves nothing, the rest stands, all of it is one answer', async () => {
    await using house = await start(engine)
    const { ana, list, items } = house
    const both = () =>
      ana.graphql(
        `mutation ($list: ID!) {
          good: createItem(shoppingListId: $list, name: "Milk") { name }
          bad: deleteByIdItem(id: "x") { status }
          worse: createItem(shoppingListId: $list, name: "Tea", itemTags: [{ name: "New" }], quantityInStock: 1, unitId: "none") { name }
        }`,
        { list: list.id },
        { requestToken: 'both' },
      )
    const first = await both()
    expect(first.data).toBeNull()
    expect(first.errors?.map(error => error.extensions?.code)).toEqual(['BAD_INPUT'])
    expect(await items()).toBe(1)
    expect((await both()).text).toBe(first.text)
    expect(await items()).toBe(1)
  })

  test('what fails unexpectedly is masked, undone and forgotten: the next try works', async () => {
    await using house = await start(engine)
    const { server, ana, list, items, stored } = house
    const add = () =>
      call(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' }, { requestToken: 'try' })
    await server.db.query.schema.alterTable('item').renameColumn('notes', 'hidden').execute()
    const failed = await add()
    expect([failed.code, failed.data, failed.status]).toEqual(['INTERNAL', null, 200])
    expect(failed.text).not.toMatch(/notes|column|sql/i)
    expect(JSON.stringify(server.logged)).toContain('an operation failed')
    expect(await stored()).toBe(0)
    await server.db.query.schema.alterTable('item').renameColumn('hidden', 'notes').execute()
    expect((await add()).result.name).toBe('Milk')
    expect(await items()).toBe(1)
  })

  test('an effect and its token are stored together or not at all', async () => {
    await using house = await start(engine)
    const { server, ana, stored } = house
    const request = {
      userId: ana.id,
      token: 'half',
      operation: 'x',
      now: server.clock.now().toISOString(),
    }
    await expect(
      inTransaction(server.db, request, async db => {
        await db
          .updateTable('user')
          .set({ first_name: 'Changed' })
          .where('id', '=', ana.id)
          .execute()
        throw new Error('The power went.')
      }),
    ).rejects.toThrow('power')
    expect(await stored()).toBe(0)
    const { first_name } = await server.db.query
      .selectFrom('user')
      .select('first_name')
      .where('id', '=', ana.id)
      .executeTakeFirstOrThrow()
    expect(first_name).toBe('Ana')
  })

  test('a server that dies after the commit has stored the answer with the effect', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    let commits = 0
    const dying: Database = {
      ...server.db,
      async transaction(work) {
        commits += 1
        if (commits > 1) throw new Error('The server is gone.')
        return server.db.transaction(work)
      },
    }
    let effects = 0
    async function effect() {
      effects += 1
      return 'done'
    }
    const now = server.clock.now().toISOString()
    const request = { userId: ana.id, token: 'one', operation: 'x', now }
    await inTransaction(dying, request, effect).catch(() => {})
    expect(await inTransaction(server.db, request, effect)).toBe('done')
    expect(effects).toBe(1)
  })

  test('a token is a short text without blanks', async () => {
    await using house = await start(engine)
    const text = operationOf('createShoppingList', ['name'])
    for (const token of ['', ' ', 'x'.repeat(101), 'two words']) {
      const headers = { 'request-token': token }
      const { errors } = await house.ana.graphql(text, { name: 'x' }, { headers })
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', field: 'request-token' })
    }
  })

  test('answers are kept for ninety days', async () => {
    await using house = await start(engine)
    const { server, ana, list, items } = house
    const add = () =>
      call(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' }, { requestToken: 'old' })
    await add()
    server.clock.advance({ days: 89 })
    expect(await purgeAll(purgeRequests, server.db, server.clock.now())).toBe(0)
    await add()
    expect(await items()).toBe(1)
    server.clock.advance({ days: 2 })
    expect(await purgeAll(purgeRequests, server.db, server.clock.now())).toBe(1)
    await add()
    expect(await items()).toBe(2)
  })
})

type House = Awaited<ReturnType<typeof start>> & { readonly dead: string }
