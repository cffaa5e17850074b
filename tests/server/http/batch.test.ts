/** Several requests in one POST, run in order, each with its own request-token and its own answer. */
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { lockOpenings } from '../../../server/changes/changes.ts'
import { parseSettings } from '../../../server/settings.ts'
import { call, done, newId, share } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

interface Batched {
  readonly query: string
  readonly variables?: object
  readonly extensions?: object
}

async function start(engine: TestEngine, rowsPerDay = 1_000_000) {
  const account = { ...parseSettings({}).account, rowsPerDay }
  const server = await startTestServer(engine, { settings: { account } })
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
  const names = async () => (await done(ana, 'getAllItem')).map(({ name }: Named) => name)
  const stored = async () =>
    (await server.db.query.selectFrom('request').selectAll().execute()).length
  return { server, ana, ben, list, names, stored, [Symbol.asyncDispose]: server.close }
}

interface Answered {
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}

interface Named {
  readonly name: string
}

const add = (
  list: string,
  name: string,
  token?: string,
  dependsOn?: readonly string[],
): Batched => ({
  query:
    'mutation ($id: ID, $list: ID!, $name: String!) { createItem(id: $id, shoppingListId: $list, name: $name) { id name order } }',
  variables: { list, name },
  extensions: { ...(token && { requestToken: token }), ...(dependsOn && { dependsOn }) },
})

/** As many as one may have. */
async function befriendMany({ db, clock }: TestServer, user: TestUser): Promise<void> {
  const at = clock.now().toISOString()
  const stamps = { created_at: at, updated_at: at }
  const people = Array.from({ length: 200 }, (_, n) => ({
    ...{ email: `${n}@example.org`, email_key: `${n}@example.org`, first_name: 'Ben' },
    ...{ last_name: '', password_hash: '', role: 'SILVER', invite_id: newId(), ...stamps },
  }))
  const made = await db.query.insertInto('user').values(people).returning('id').execute()
  const rows = made.map(({ id }) => ({
    ...{ id: newId(), user_id: id, friend_user_id: user.id, is_known: 1, is_told: 1, ...stamps },
    ...{ my_status: 'ACCEPTED' as const, friend_status: 'ACCEPTED' as const },
  }))
  await db.query.insertInto('friend').values(rows).execute()
}

async function send(user: TestUser, batch: unknown) {
  const answer = await user.post('/graphql', batch)
  return { ...answer, answers: JSON.parse(answer.text) }
}

describeEachEngine('A batch', engine => {
  test('waits for no other that changes the same lists in another order', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    const other = await done(ana, 'createShoppingList', { name: 'Week' })
    for (const one of [list, other]) await share(server, { ...one, userId: ana.id }, ben, 'EDIT')
    const items = await Promise.all(
      [list, other].map(({ id }) => done(ana, 'createItem', { shoppingListId: id, name: 'Milk' })),
    )
    const tick = ({ id }: { id: string }) => ({
      query: 'mutation ($id: ID!) { updateItem(id: $id, purchased: true) { id } }',
      variables: { id },
    })
    for (let round = 0; round < 5; round += 1) {
      const there = [...items.map(tick), add(list.id, 'Tea'), add(other.id, 'Tea')]
      const answered = await Promise.all([
        ...[1, 2, 3].map(() => send(ana, there)),
        ...[1, 2, 3].map(() => send(ben, there.toReversed())),
      ])
      for (const { answers } of answered) {
        expect(answers.some(({ errors }: Answered) => errors)).toBe(false)
      }
    }
    // Begun anew, or run one by one, where they had.
    expect(server.logged.filter(line => JSON.stringify(line).includes('batch failed'))).toEqual([])
  })

  test('runs in order and answers in order, each under its own token', async () => {
    await using house = await start(engine)
    const { ana, list, names, stored } = house
    const before = await stored()
    const batch = [
      add(list.id, 'Milk', 'one'),
      { query: '{ getAllItem { name } }' },
      add(list.id, 'Bread', 'two'),
      {
        query: 'query Q($id: ID!) { getByIdShoppingList(id: $id) { revision } }',
        variables: { id: list.id },
        operationName: 'Q',
      },
    ]
    const { status, answers } = await send(ana, batch)
    expect(status).toBe(200)
    expect(answers).toMatchObject([
      { data: { createItem: { name: 'Milk', order: 0 } } },
      { data: { getAllItem: [{ name: 'Milk' }] } },
      { data: { createItem: { name: 'Bread', order: 1 } } },
      { data: { getByIdShoppingList: { revision: list.revision + 2 } } },
    ])
    expect(await names()).toEqual(['Milk', 'Bread'])
    expect((await stored()) - before).toBe(2)
  })

  test('what was in it is done once, also where it is sent again singly, with its token here or there', async () => {
    await using house = await start(engine)
    const { ana, list, names } = house
    const milk = add(list.id, 'Milk', 'one')
    const { extensions: _, ...bare } = milk
    await send(ana, [milk])
    const answers = [
      await ana.post('/graphql', milk),
      await ana.post('/graphql', bare, { 'request-token': 'one' }),
    ]
    for (const { text } of answers) {
      expect(JSON.parse(text)).toMatchObject({ data: { createItem: { name: 'Milk' } } })
    }
    expect(await names()).toEqual(['Milk'])
  })

  test('has no token of its own: with one in the header nothing is done', async () => {
    await using house = await start(engine)
    const { ana, list, names } = house
    const { text } = await ana.post('/graphql', [add(list.id, 'Milk')], { 'request-token': 'one' })
    expect(JSON.parse(text).errors[0].extensions).toEqual({
      code: 'BAD_INPUT',
      field: 'request-token',
    })
    expect(await names()).toEqual([])
  })

  test('asks while somebody else writes, and waits for them only to write', async () => {
    await using house = await start(engine)
    const { server, ana, list, names } = house
    const [holds, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = server.db.transaction(async tx => {
      await tx.updateTable('user').set({ revision: sql`revision` }).execute()
      await tx.updateTable('shopping_list').set({ revision: sql`revision` }).execute()
      holds.resolve()
      await letGo.promise
    })
    await holds.promise
    const question = { query: '{ getAllItem { name } }' }
    const asked = await send(ana, [question, { query: '{ nothing }' }, question])
    expect(asked.answers).toMatchObject([
      { data: { getAllItem: [] } },
      { errors: [{ extensions: { code: 'BAD_INPUT' } }] },
      { data: { getAllItem: [] } },
    ])
    const mixed = send(ana, [question, add(list.id, 'Milk', 'milk'), question])
    expect(await names()).toEqual([])
    letGo.resolve()
    await writing
    expect((await mixed).answers).toMatchObject([
      { data: { getAllItem: [] } },
      { data: { createItem: { name: 'Milk' } } },
      { data: { getAllItem: [{ name: 'Milk' }] } },
    ])
  })

  test('a refusal, and what is not now, counts across its questions', async () => {
    await using house = await start(engine)
    const { ana, list, names } = house
    const { answers } = await send(ana, [
      add(list.id, '', 'nameless'),
      { query: '{ getAllUnit { id } }' },
      add(list.id, 'Depends', 'depends', ['nameless']),
      { query: '{ getByFilterUnit(filters: {}) { id } }', extensions: { requestToken: 'units' } },
      add(list.id, 'On that', 'on that', ['units']),
      add(list.id, 'Bread', 'bread'),
    ])
    const codes = answers.map((answer: Answered) => answer.errors?.[0]?.extensions.code)
    expect(codes).toEqual(['BAD_INPUT', undefined, 'CONFLICT', 'FORBIDDEN', 'CONFLICT', undefined])
    expect(await names()).toEqual(['Bread'])
  })

  test('repeated as a whole, in parts and singly: one effect, the same answers', async () => {
    await using house = await start(engine)
    const { ana, list, names } = house
    const batch = ['one', 'two', 'three'].map(token => add(list.id, token, token))
    const [first, twin] = await Promise.all([send(ana, batch), send(ana, batch)])
    expect(twin.text).toBe(first.text)
    const [, ...rest] = batch
    expect((await send(ana, [...rest, add(list.id, 'four', 'four')])).answers.slice(0, 2)).toEqual(
      first.answers.slice(1),
    )
    const single = await ana.graphql(batch[0]?.query ?? '', batch[0]?.variables, {
      requestToken: 'one',
    })
    expect(JSON.parse(single.text)).toEqual(first.answers[0])
    expect(await names()).toEqual(['one', 'two', 'three', 'four'])
  })

  test('a token in the same batch twice has one effect', async () => {
    await using house = await start(engine)
    const { ana, list, names } = house
    const { answers } = await send(ana, [
      add(list.id, 'Milk', 'same'),
      add(list.id, 'Milk', 'same'),
    ])
    expect(answers[1]).toEqual(answers[0])
    expect(await names()).toEqual(['Milk'])
  })

  test('a refusal stops what depends on it, and nothing else', async () => {
    await using house = await start(engine)
    const { ana, ben, list, names, stored } = house
    const foreign = await done(ben, 'createShoppingList', { name: 'Private' })
    const before = await stored()
    const batch = [
      add(list.id, 'Milk', 'milk'),
      add(foreign.id, 'Refused', 'refused'),
      add(list.id, 'Depends', 'depends', ['refused']),
      add(list.id, 'Depends on that', 'on-that', ['milk', 'depends']),
      add(list.id, 'Bread', 'bread', ['milk']),
      add(list.id, '', 'nameless'),
      add(list.id, 'Used again', 'milk'),
      { query: '{ nothing }' },
      { query: 'subscription { changed { id } }' },
      { variables: {} },
      'no request',
      add(list.id, 'Eggs', 'with blanks'),
      add(list.id, 'Eggs', 'eggs'),
    ]
    const { answers } = await send(ana, batch)
    const codes = answers.map(
      (answer: {
        readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
      }) => answer.errors?.[0]?.extensions.code,
    )
    expect(codes).toEqual([
      undefined,
      'NOT_FOUND',
      'CONFLICT',
      'CONFLICT',
      undefined,
      'BAD_INPUT',
      'CONFLICT',
      'BAD_INPUT',
      'BAD_INPUT',
      'BAD_INPUT',
      'BAD_INPUT',
      'BAD_INPUT',
      undefined,
    ])
    expect(answers[2].errors[0].extensions).toEqual({ code: 'CONFLICT', reason: 'DEPENDENCY' })
    expect(await names()).toEqual(['Milk', 'Bread', 'Eggs'])
    // Refusals are remembered as ever; what was not run is not.
    expect((await stored()) - before).toBe(5)
    expect((await send(ana, batch)).answers).toEqual(answers)
  })

  test('an edit that asks for what the server does not know stops the rest, as it is sent again', async () => {
    await using house = await start(engine)
    const { ana, list, names } = house
    const milk = add(list.id, 'Milk', 'milk')
    const [tea, last] = [add(list.id, 'Tea', 'tea'), add(list.id, 'Last', 'last', ['milk'])]
    const newer = { ...milk, query: milk.query.replace('order', 'order brandNew') }
    const { answers, headers } = await send(ana, [tea, newer, last, add(list.id, 'Eggs', 'eggs')])
    const codes = answers.map((answer: Answered) => answer.errors?.[0]?.extensions.code)
    expect(codes).toEqual([undefined, 'BAD_INPUT', 'RATE_LIMITED', 'RATE_LIMITED'])
    expect(headers.get('retry-after')).toBe('1')
    await send(ana, [milk, last, add(list.id, 'Eggs', 'eggs')])
    expect(await names()).toEqual(['Tea', 'Milk', 'Last', 'Eggs'])
  })

  test('a token that is none harms nothing where its request is refused for its weight', async () => {
    await using house = await start(engine, 1)
    const { ana, list } = house
    await send(ana, [add(list.id, 'Milk', 'milk')])
    const { answers } = await send(ana, [add(list.id, 'Tea', 'a\u0000b')])
    expect(answers).toMatchObject([{ errors: [{ extensions: { code: 'RATE_LIMITED' } }] }])
  })

  test('what fails is no refusal: it stops the rest, and the same may be sent again', async () => {
    await using house = await start(engine)
    const { server, ana, list, names } = house
    await server.db.query.schema.alterTable('item').renameTo('item_elsewhere').execute()
    const batch = [
      {
        query: 'mutation { updateShoppingList(id: "LIST", notes: "first") { notes } }'.replace(
          'LIST',
          list.id,
        ),
        extensions: { requestToken: 'first' },
      },
      add(list.id, 'Milk', 'milk'),
      {
        query: 'mutation { updateShoppingList(id: "LIST", notes: "last") { notes } }'.replace(
          'LIST',
          list.id,
        ),
        extensions: { requestToken: 'last' },
      },
    ]
    const failed = await send(ana, batch)
    expect(failed.answers).toMatchObject([
      { data: { updateShoppingList: { notes: 'first' } } },
      { errors: [{ extensions: { code: 'INTERNAL' } }] },
      { errors: [{ extensions: { code: 'INTERNAL' } }] },
    ])
    await server.db.query.schema.alterTable('item_elsewhere').renameTo('item').execute()
    const { result } = await call(ana, 'getByIdShoppingList', { id: list.id })
    expect(result.notes).toBe('first')
    const again = await send(ana, batch)
    expect(again.answers[0]).toEqual(failed.answers[0])
    expect(again.answers).toMatchObject([
      {},
      { data: {} },
      { data: { updateShoppingList: { notes: 'last' } } },
    ])
    expect(await names()).toEqual(['Milk'])
  })

  test('takes no more than one document may: the rest is not now, and is done when it is sent again', async () => {
    await using house = await start(engine)
    const { ana, list, names } = house
    const items = Array.from({ length: 5_000 }, (_, n) => ({ name: `Item ${n}` }))
    await done(ana, 'createShoppingList', { name: 'Long', items })
    const all = { query: '{ getAllItem { id name } }' }
    const { status, answers, headers } = await send(ana, [
      add(list.id, 'Milk', 'milk'),
      ...Array.from({ length: 98 }, () => all),
      add(list.id, 'Bread', 'bread'),
    ])
    expect([status, headers.get('retry-after')]).toEqual([200, '1'])
    expect(answers[0]).toMatchObject({ data: {} })
    const codes = answers.map((answer: Answered) => answer.errors?.[0]?.extensions.code)
    const first = codes.indexOf('RATE_LIMITED')
    expect(first).toBeGreaterThan(1)
    expect(first).toBeLessThan(20)
    expect(codes.slice(first)).toEqual(Array(100 - first).fill('RATE_LIMITED'))
    const bread = async () => (await names()).filter((name: string) => name === 'Bread').length
    expect(await bread()).toBe(0)
    expect((await send(ana, [add(list.id, 'Bread', 'bread'), all])).answers).toMatchObject([
      { data: {} },
      { data: {} },
    ])
    expect(await bread()).toBe(1)
  })

  test('counts what it writes itself before it is asked for, and refuses none of it for good', async () => {
    await using house = await start(engine)
    const { ana } = house
    const copy = (id: string, newId: string) => ({
      query: `mutation { copyShoppingList(id: "${id}", name: "Copy", newId: "${newId}") { id } }`,
      extensions: { requestToken: newId },
    })
    const ids = Array.from({ length: 8 }, newId)
    const items = Array.from({ length: 10_000 }, (_, n) => ({ name: `${n}` }))
    const made = {
      query:
        'mutation ($id: ID, $items: [NewItemInput!]) { createShoppingList(id: $id, name: "Long", items: $items) { id } }',
      variables: { id: ids[0], items },
    }
    const batch = [made, ...ids.slice(1).map((id, at) => copy(ids[at] ?? '', id))]
    const { answers } = await send(ana, batch)
    const codes = answers.map((answer: Answered) => answer.errors?.[0]?.extensions.code)
    expect(codes[0]).toBeUndefined()
    expect(codes.at(-1)).toBe('RATE_LIMITED')
    expect(new Set(codes)).toEqual(new Set([undefined, 'RATE_LIMITED']))
  })

  test('pays for the friends whom it locks, also where nothing is told to them', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    await befriendMany(server, ana)
    const { firstName } = await done(ana, 'getUserById', { id: ana.id })
    const again = `updateUserBasics(id: ${ana.id}, firstName: "${firstName}") { id }`
    const fields = Array.from({ length: 10 }, (_, n) => `again${n}: ${again}`)
    const query = `mutation { ${fields.join(' ')} }`
    const { answers } = await send(ana, Array(25).fill({ query }))
    const codes = answers.map((answer: Answered) => answer.errors?.[0]?.extensions.code)
    expect([codes[0], codes.at(-1)]).toEqual([undefined, 'RATE_LIMITED'])
  })

  test('that takes long leaves others room to ask while it is under way', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const items = Array.from({ length: 2_000 }, (_, n) => ({ name: `${n}` }))
    const long = await done(ana, 'createShoppingList', { name: 'Long', items }, { select: 'id' })
    const copies = Array.from({ length: 4 }, () => ({
      query: `mutation { copyShoppingList(id: "${long.id}", name: "Copy") { id } }`,
    }))
    let isUnderWay = false
    const { transaction } = server.db
    vi.spyOn(server.db, 'transaction').mockImplementationOnce((work, options) =>
      transaction(async tx => {
        isUnderWay = true
        const done = await work(tx)
        isUnderWay = false
        return done
      }, options),
    )
    let isAnswered = false
    const sent = send(ana, copies).finally(() => {
      isAnswered = true
    })
    let meanwhile = 0
    while (!isAnswered) {
      await new Promise(resolve => setImmediate(resolve))
      if (!isUnderWay) continue
      await done(ben, 'getAllShoppingList')
      if (isUnderWay) meanwhile += 1
    }
    expect((await sent).answers).toEqual(copies.map(() => ({ data: expect.anything() })))
    expect(meanwhile).toBeGreaterThan(0)
  })

  test('stops where its answers are long, which of a catch-up nobody can count before', async () => {
    await using house = await start(engine, 2_000)
    const { ana, list } = house
    const items = Array.from({ length: 180 }, (_, n) => ({
      name: `Item ${n}`,
      notes: 'x'.repeat(5_000),
    }))
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      await done(ana, 'createShoppingList', { name, items }, { select: 'id' })
    }
    const changes = { query: '{ changes(known: []) { lists { items { name notes } } } }' }
    const stopped = await send(ana, [changes, changes, changes, add(list.id, 'Milk', 'milk')])
    const { status, headers, answers } = stopped
    expect([status, headers.get('retry-after')]).toEqual([200, '1'])
    expect(answers.map((answer: Answered) => answer.errors?.[0]?.extensions.code)).toEqual([
      undefined,
      undefined,
      'RATE_LIMITED',
      'RATE_LIMITED',
    ])
    const query =
      'mutation ($list: ID!, $items: [NewItemInput!]!) { createItems(shoppingListId: $list, items: $items) { id } }'
    const added = {
      query,
      variables: { list: list.id, items: items.map(({ name }) => ({ name })) },
    }
    // The last are too many for the day: that is a matter of those alone, once they are reached.
    const beyond = await send(ana, [changes, changes, changes, ...Array(7).fill(added)])
    expect(beyond.answers[0]).toMatchObject({ data: {} })
    expect(beyond.answers[9].errors[0].message).toBe(stopped.answers[2].errors[0].message)
    expect(beyond.headers.get('retry-after')).toBe('1')
    const whole = await send(ana, [changes, add(list.id, 'Milk', 'milk')])
    expect(whole.answers).toMatchObject([{ data: {} }, { data: {} }])
    expect(whole.headers.get('retry-after')).toBeNull()
  })

  test('stops where copies have its account measured again and again, and goes on when it is sent again', async () => {
    await using house = await start(engine)
    const { server, ana, list } = house
    const ids = Array.from({ length: 60 }, newId)
    const copy = (newId: string) => ({
      query: `mutation { copyShoppingList(id: "${list.id}", name: "Copy", newId: "${newId}") { id } }`,
      extensions: { requestToken: newId },
    })
    const { answers } = await send(ana, ids.map(copy))
    const codes = answers.map((answer: Answered) => answer.errors?.[0]?.extensions.code)
    const first = codes.indexOf('RATE_LIMITED')
    expect(first).toBeGreaterThan(1)
    expect(codes.slice(first)).toEqual(Array(60 - first).fill('RATE_LIMITED'))
    const again = await send(ana, ids.slice(first).map(copy))
    expect(again.answers[0]).toMatchObject({ data: {} })
    const made = await server.db.query.selectFrom('shopping_list').select('id').execute()
    expect(made.length).toBeGreaterThan(first + 1)
  })

  test('what is no batch is refused before anything runs', async () => {
    await using house = await start(engine)
    const { ana, list, names } = house
    const many = Array.from({ length: 101 }, (_, n) => add(list.id, `Item ${n}`))
    for (const [body, field, limit] of [
      [[], 'batch', undefined],
      [many, 'batch', 100],
    ] as const) {
      const { body: answer } = await ana.post('/graphql', body)
      expect(answer).toMatchObject({
        errors: [{ extensions: { code: 'BAD_INPUT', field, ...(limit && { limit }) } }],
      })
    }
    expect(await names()).toEqual([])
    expect((await send(ana, many.slice(1))).answers).toHaveLength(100)
    expect(await names()).toHaveLength(100)
  })

  test('nobody is answered 401, whatever the batch asks', async () => {
    await using house = await start(engine)
    const { server, list } = house
    const stranger = await server.client().post('/graphql', [add(list.id, 'Milk', 'one')])
    expect(stranger.status).toBe(401)
    expect(stranger.body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  test('two batches that cross on two lists: both are done, each in its order', async () => {
    await using house = await start(engine)
    const { ana, list, names } = house
    const other = await done(ana, 'createShoppingList', { name: 'Other' })
    const both = await Promise.all([
      send(ana, [add(list.id, 'a1', newId()), add(other.id, 'a2', newId())]),
      send(ana, [add(other.id, 'b1', newId()), add(list.id, 'b2', newId())]),
    ])
    expect(both.flatMap(({ answers }) => answers)).toMatchObject([
      { data: {} },
      { data: {} },
      { data: {} },
      { data: {} },
    ])
    expect((await names()).sort()).toEqual(['a1', 'a2', 'b1', 'b2'])
  })
})

describeOnPostgres('A batch that asks an address', engine => {
  test('locks its account after what accounts are opened under, as a sign-up by its invitation does', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const ask = {
      query: 'mutation { sendFriendRequestByEmail(email: "bo@example.org") { message } }',
      extensions: { requestToken: 'ask' },
    }
    let sent: ReturnType<typeof send> | undefined
    await server.db.transaction(async tx => {
      await lockOpenings(tx)
      sent = send(ana, [ask])
      await untilSomebodyWaits(server)
      await sql`select id from "user" where id = ${ana.id} for no key update nowait`.execute(tx)
    })
    expect((await sent)?.answers).toMatchObject([{ data: {} }])
  })
})
