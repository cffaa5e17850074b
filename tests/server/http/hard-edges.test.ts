import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '../../../server/db/postgres.ts'
import { listenToPostgres } from '../../../server/db/postgres-listener.ts'
import { call, done, newId, openStream, share } from '../../support/server/api.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts'

type Taking = (tx: TestServer['db']['query'], userId: number) => Promise<unknown>

const at = new Date().toISOString()
const takings: readonly (readonly [string, string, Taking])[] = [
  [
    'a permission that is taken away',
    'FORBIDDEN',
    (tx, userId) =>
      tx
        .updateTable('membership')
        .set({ permission: 'VIEW' })
        .where('user_id', '=', userId)
        .execute(),
  ],
  [
    'a list that is taken away',
    'NOT_FOUND',
    (tx, userId) =>
      tx.updateTable('membership').set({ ended_at: at }).where('user_id', '=', userId).execute(),
  ],
  [
    'a deletion',
    'NOT_FOUND',
    tx => tx.updateTable('shopping_list').set({ deleted_at: at }).execute(),
  ],
]

describeEachEngine('Hard edges', engine => {
  test('a used token is found out behind fragments, aliases and directives', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const document = (name: string) =>
      `mutation ($no: Boolean!) { ...a } fragment a on Mutation { ... on Mutation { x: createItem(shoppingListId: "${list.id}", name: "${name}") { id } createItem(shoppingListId: "${list.id}", name: "left out") @include(if: $no) { id } } }`
    const options = { requestToken: 'used' }
    const first = await ana.graphql(document('Milk'), { no: false }, options)
    expect(first.errors).toBeUndefined()
    const other = await ana.graphql(document('Tea'), { no: false }, options)
    expect(other.errors?.[0]?.extensions?.code).toBe('CONFLICT')
    const more = await ana.graphql(document('Milk'), { no: true }, options)
    expect(more.errors?.[0]?.extensions?.code).toBe('CONFLICT')
    const plain = `mutation { createItem(shoppingListId: "${list.id}", name: "Milk") { id } }`
    expect((await ana.graphql(plain, {}, options)).text).toBe(first.text)
    expect(await done(ana, 'getAllItem', {}, { select: 'name' })).toEqual([{ name: 'Milk' }])
  })

  test('a variable that a directive asks for has its default', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const query = 'query ($all: Boolean = false) { getAllUnit { id name @include(if: $all) } }'
    const { data } = await ana.graphql(query)
    expect(data.getAllUnit[0]).toEqual({ id: 'unit-bag' })
    const whole = await ana.graphql(query, { all: true })
    expect(whole.data.getAllUnit[0]).toEqual({ id: 'unit-bag', name: 'bag' })
  })

  test('junk that somebody notifies ends no stream and is no error', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const leave = new AbortController()
    const response = await openStream(ana, 'subscription { changed { id revision } }', leave.signal)
    const reader = response.body?.getReader()
    await reader?.read()
    for (const junk of [
      'junk',
      '',
      '{',
      'null',
      '7',
      '{"unit":7}',
      `{"unit":"${list.id}"}`,
      `{"unit":"${list.id}","revision":9,"userIds":"${ana.id}"}`,
      `{"unit":"${list.id}","revision":{},"userIds":[${ana.id}]}`,
      `{"unit":"${list.id}","revision":9,"userIds":[null]}`,
    ]) {
      await server.db.notify(junk)
    }
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    let told = ''
    while (!told.includes('"revision":2')) {
      const { value, done: isOver } = (await reader?.read()) ?? { done: true }
      expect(isOver).toBe(false)
      told += new TextDecoder().decode(value)
    }
    expect(told).not.toContain('"revision":9')
    expect(JSON.stringify(server.logged)).not.toContain('event streams')
    leave.abort()
  })

  test('/healthz waits for no writer', async () => {
    await using server = await startTestServer(engine)
    const held = await holdRows(server, async tx => {
      await tx.updateTable('unit').set({ name: 'held' }).where('id', '=', 'unit-kg').execute()
    })
    const answer = await server.fetch(new Request('http://aisle.test/healthz'))
    expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
    await held.release()
  })

  test.each(takings)('%s while an edit waits for the list counts', async (_, code, take) => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const item = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    const edits: readonly (readonly [string, object])[] = [
      ['updateItem', { id: item.id, name: 'Tea' }],
      ['updateItems', { items: [{ id: item.id, name: 'Tea' }] }],
      ['createItem', { shoppingListId: list.id, name: 'Tea' }],
      ['createItems', { shoppingListId: list.id, items: [{ name: 'Tea' }] }],
      ['moveItem', { id: item.id }],
      ['updateItemsOrder', { shoppingListId: list.id, itemIds: [item.id] }],
      ['resetShoppingList', { id: list.id }],
      ['updateShoppingList', { id: list.id, notes: 'mine' }],
    ]
    for (const [name, args] of edits) {
      await server.db.query.updateTable('shopping_list').set({ deleted_at: null }).execute()
      await server.db.query.deleteFrom('membership').where('user_id', '=', ben.id).execute()
      await share(server, { id: list.id, userId: ana.id }, ben, 'ADMIN')
      const held = await holdRows(server, async tx => {
        await tx
          .updateTable('shopping_list')
          .set({ revision: sql`revision + 1` })
          .where('id', '=', list.id)
          .execute()
        await take(tx, ben.id)
      })
      const edit = call(ben, name, { ...args })
      await untilSomebodyWaits(server)
      await held.release()
      expect([name, (await edit).code]).toEqual([name, code])
    }
    await server.db.query.updateTable('shopping_list').set({ deleted_at: null }).execute()
    expect(await done(ana, 'getAllItem', {}, { select: 'name' })).toEqual([{ name: 'Milk' }])
  })

  test('items that all go while a change of them waits for their list are told to be gone', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const item = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    const held = await holdRows(server, async tx => {
      await tx
        .updateTable('shopping_list')
        .set({ revision: sql`revision + 1` })
        .where('id', '=', list.id)
        .execute()
      await tx.deleteFrom('item').where('id', '=', item.id).execute()
      await tx
        .insertInto('item_gone')
        .values({
          ...{ list_id: list.id, item_id: item.id, revision: 3, content: null },
          ...{ reason: 'DELETED', gone_at: server.clock.now().toISOString() },
        })
        .execute()
    })
    const edit = call(ana, 'updateItems', { items: [{ id: item.id, name: 'Tea' }] })
    await untilSomebodyWaits(server)
    await held.release()
    expect((await edit).refusal).toEqual({ code: 'NOT_FOUND', reason: 'DELETED' })
  })

  test('whoever may not restore a list waits for none of its people', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
    await done(ana, 'deleteByIdShoppingList', { id: list.id })
    const restore = () => call(ben, 'restoreShoppingList', { id: list.id })
    if (server.db.engine === 'sqlite') {
      expect((await restore()).refusal).toEqual({ code: 'NOT_FOUND' })
      return
    }
    const held = await holdRows(server, async tx => {
      await tx.updateTable('user').set({ phone: null }).where('id', '=', ana.id).execute()
    })
    expect((await restore()).refusal).toEqual({ code: 'NOT_FOUND' })
    await held.release()
  })

  test('more ids than a list can hold are refused, wherever they are named', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const one = await done(ana, 'createShoppingList', { name: 'One' })
    const two = await done(ana, 'createShoppingList', { name: 'Two' })
    const ids = Array.from({ length: 40_000 }, (_, n) => `x${n}`)
    const swap = { firstShoppingListId: one.id, secondShoppingListId: two.id }
    for (const [name, args] of [
      ['swapShoppingListItems', { ...swap, firstItemIds: ids, secondItemIds: [] }],
      ['swapShoppingListItems', { ...swap, firstItemIds: [], secondItemIds: ids }],
      ['updateItemsOrder', { shoppingListId: one.id, itemIds: ids }],
      ['updateShoppingListsOrder', { shoppingListIds: ids }],
      ['deleteByIdsItem', { ids }],
      ['deleteByIdsShoppingList', { ids }],
    ] as const) {
      expect([name, (await call(ana, name, args)).code]).toEqual([name, 'BAD_INPUT'])
    }
    const few = ids.slice(0, 9_000)
    const answer = await call(ana, 'swapShoppingListItems', {
      ...swap,
      firstItemIds: few,
      secondItemIds: few,
    })
    expect(answer.code).toBeUndefined()
  })

  test('what is too long, or too many, is refused under the name that it was sent by', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const [id, one, many] = ['x'.repeat(101), ['x'], Array(10_001).fill('x')]
    const lists = { firstShoppingListId: 'x', secondShoppingListId: 'y' }
    for (const [name, args, field, limit] of [
      ['deleteByIdItem', { id }, 'id', 100],
      ['deleteByIdShoppingList', { id }, 'id', 100],
      ['leaveShoppingList', { id }, 'id', 100],
      ['deleteByIdSavedFilter', { id }, 'id', 100],
      ['deleteByIdFriend', { id }, 'id', 100],
      ['deleteByIdFeedback', { id }, 'id', 100],
      ['deleteByIdApiToken', { id }, 'id', 100],
      ['deleteByIdsItem', { ids: [id] }, 'ids', 100],
      [
        'swapShoppingListItems',
        { ...lists, firstItemIds: many, secondItemIds: one },
        'firstItemIds',
        10_000,
      ],
      [
        'swapShoppingListItems',
        { ...lists, firstItemIds: one, secondItemIds: many },
        'secondItemIds',
        10_000,
      ],
    ] as const) {
      const { refusal } = await call(ana, name, args)
      expect([name, refusal]).toEqual([name, { code: 'BAD_INPUT', field, limit }])
    }
  })

  test('NUL is bad input wherever it stands', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekly' })
    for (const [name, args, field] of [
      ['getByIdShoppingList', { id: 'a\0b' }, 'id'],
      ['getByFilterItem', { filters: { shoppingListId: '\0' } }, 'filters'],
      ['getByFilterShoppingList', { filters: { name: '\0' } }, 'filters'],
      ['changes', { known: [{ id: '\0', revision: 1 }] }, 'known'],
      ['history', { shoppingListId: list.id, before: '\0' }, 'before'],
      ['moveItem', { id: newId(), afterItemId: '\0' }, 'afterItemId'],
      ['deleteByIdsItem', { ids: ['\0'] }, 'ids'],
      ['restoreShoppingList', { id: '\0' }, 'id'],
      ['updateItemsOrder', { shoppingListId: list.id, itemIds: ['\0'] }, 'itemIds'],
      ['createItems', { shoppingListId: list.id, items: [{ name: 'a\0' }] }, 'items'],
    ] as const) {
      const { refusal } = await call(ana, name, args)
      expect([name, refusal]).toEqual([name, { code: 'BAD_INPUT', field }])
    }
    for (const query of [
      '{ getByIdItem(id: "\\u0000") { id } }',
      `mutation { createShoppingList(name: "a\\u0000") { id } }`,
    ]) {
      expect((await ana.graphql(query)).errors?.[0]?.extensions?.code).toBe('BAD_INPUT')
    }
  })
})

test('what travels by the wrong method is told so, with a code', async () => {
  await using server = await startTestServer()
  const ana = await server.buildUser()
  const query = encodeURIComponent('mutation { createShoppingList(name: "x") { id } }')
  const answers = [
    await ana.get(`/graphql?query=${query}`),
    await ana.get(`/graphql?query=${query}`, { accept: 'text/event-stream' }),
  ]
  const token = await (await ana.fetch('/csrftoken')).text()
  const put = await ana.fetch('/graphql', { method: 'PUT', headers: { 'x-csrf-token': token } })
  const told = [...answers.map(({ status, body }) => ({ status, body })), await put.json()]
  for (const { status = put.status, body = told[2] } of told) {
    expect([status, body.errors[0].extensions.code]).toEqual([405, 'BAD_INPUT'])
  }
})

describeEachEngine('A connection that listens', engine => {
  test('and went silent is made again, and what was missed is doubted', async () => {
    const place = await engine.newPlace()
    if (!place.databaseUrl) return place.remove()
    const url = new URL(place.databaseUrl)
    const folder = url.searchParams.get('host') ?? ''
    let isSilent = false
    const sockets = new Set<Socket>()
    const proxy = createServer(client => {
      if (isSilent) {
        // At once, where the first machine would be waited for.
        sockets.add(client)
        client.destroy()
        return
      }
      const server = connect(`${folder}/.s.PGSQL.${url.port || 5432}`)
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        sockets.add(from)
        from.on('error', () => to.destroy())
        from.on('close', () => to.destroy())
        from.on('data', chunk => {
          if (!isSilent) to.write(chunk)
        })
      }
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const config = {
      host: '127.0.0.1',
      port,
      user: url.username,
      database: url.pathname.slice(1),
      connectionTimeoutMillis: 200,
    }
    const pace = { lookAfterMs: 20, answerWithinMs: 100 }
    const listener = await listenToPostgres(config, pace)
    const address = `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`
    const db = await openPostgres(address, 'aisle', pace)
    const ask = () =>
      sql`select 1`.execute(db.query).then(
        () => 'answered',
        () => 'failed',
      )
    expect(await ask()).toBe('answered')
    const { promise: doubted, resolve: onReset } = Promise.withResolvers<void>()
    listener.listen({ onNotify() {}, onReset })
    const { promise: alsoDoubted, resolve: onAlsoReset } = Promise.withResolvers<void>()
    db.listen({ onNotify() {}, onReset: onAlsoReset })
    const deaf = [...sockets]
    isSilent = true
    const asked = ask()
    const before = sockets.size
    await expect.poll(() => sockets.size).toBeGreaterThan(before + 3)
    // Another machine has its name, and what was sent to the first is heard by nobody.
    for (const socket of deaf) socket.removeAllListeners('data')
    isSilent = false
    await Promise.all([doubted, alsoDoubted])
    // Without the connections that hear nothing any more.
    expect(await asked).toBe('failed')
    expect(await ask()).toBe('answered')
    await Promise.all([listener.close(), db.close()])
    for (const socket of sockets) socket.destroy()
    proxy.close()
    place.remove()
  })

  test('statements and locks have an end', async () => {
    await using server = await startTestServer(engine)
    if (server.db.engine === 'sqlite') return
    for (const name of ['statement_timeout', 'lock_timeout']) {
      const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(
        server.db.query,
      )
      expect(rows[0]?.[name]).toMatch(/^\d+s$/)
    }
  })
})

test('a database that lets in and does not let listen, as a standby, is left no connection', async () => {
  const open = new Set<Socket>()
  const ready = Buffer.from('5a0000000549', 'hex')
  const welcome = Buffer.concat([Buffer.from('520000000800000000', 'hex'), ready])
  const refusal = Buffer.from('SERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0')
  const head = Buffer.alloc(5, 'E')
  head.writeUInt32BE(refusal.length + 4, 1)
  const standby = createServer(socket => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    socket.once('data', () => {
      socket.write(welcome)
      socket.once('data', () => socket.write(Buffer.concat([head, refusal, ready])))
    })
  })
  await new Promise<void>(resolve => standby.listen(0, '127.0.0.1', resolve))
  const { port } = standby.address() as AddressInfo
  const config = { host: '127.0.0.1', port, user: 'aisle', database: 'aisle' }
  await expect(listenToPostgres(config)).rejects.toThrow('cannot execute LISTEN')
  await expect.poll(() => open.size).toBe(0)
  standby.close()
})
