import { expect, test } from 'vitest'
import { joinList } from '../../../server/access/memberships.ts'
import { createMoved, raiseRevision } from '../../../server/changes/changes.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { call, done, newId, revoke, share } from '../../support/server/api.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
  type TestEngine,
  type TestServer,
} from '../../support/server/server.ts'

interface Hint {
  readonly id: string
  readonly revision: number | null
  readonly changes?: unknown
}

interface OpenStream {
  readonly response: Response
  /** The next hint; undefined when the stream ended. */
  next(): Promise<Hint | undefined>
  leave(): void
}

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  const list = await createAnnounced(server, ana, 'Weekend')
  return { server, ana, ben, list, [Symbol.asyncDispose]: server.close }
}

/** A list of which all has been told: an announcement follows its answer, and a stream opened meanwhile hears it. */
async function createAnnounced({ db }: TestServer, owner: TestClient, name: string) {
  const announced: string[] = []
  const stop = db.listen({
    onNotify: payload => announced.push(JSON.parse(payload).unit),
    onReset() {},
  })
  const list = await done(owner, 'createShoppingList', { name })
  await expect.poll(() => announced).toContain(list.id)
  stop()
  return list
}

/** Listens as a browser does: server-sent events, distinct connections mode. */
async function listen(client: TestClient, more = ''): Promise<OpenStream> {
  const controller = new AbortController()
  const response = await client.fetch('/graphql', {
    method: 'POST',
    signal: controller.signal,
    body: JSON.stringify({ query: `subscription { changed { id revision ${more} } }` }),
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-csrf-token': await (await client.fetch('/csrftoken')).text(),
    },
  })
  const hints = readHints(response)
  return {
    response,
    async next() {
      const { value } = await hints.next()
      return value
    },
    leave: () => controller.abort(),
  }
}

async function* readHints(response: Response): AsyncGenerator<Hint, undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1]
      if (message.includes('event: next') && data) yield JSON.parse(data).data.changed
    }
  }
  return undefined
}

const who = 'shopping { userId firstName }'

describeEachEngine('The event stream', engine => {
  test('says which list moved and to which revision, to everybody who sees it', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    await share(server, list, ben, 'VIEW')
    const streams = [await listen(ana), await listen(ben)]
    expect(streams[0]?.response.headers.get('content-type')).toContain('text/event-stream')
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    for (const stream of streams) {
      expect(await stream.next()).toEqual({ id: list.id, revision: list.revision + 1 })
    }
  })

  test('tells whoever joined while a change waited for the list', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    const item = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    const stream = await listen(ben)
    const joining = await holdRows(server, async tx => {
      const moved = { db: tx, moved: createMoved(), now: server.clock.now().toISOString() }
      const writer = { ...moved, viewer: { id: ana.id, role: 'SILVER' as const } }
      const revision = await raiseRevision(writer, list.id)
      const one = { id: newId(), listId: list.id, userId: ben.id, permission: 'EDIT' as const }
      await joinList(writer, { ...one, sharedBy: ana.id, byLink: false }, revision)
    })
    const tick = done(ana, 'updateItem', { id: item.id, purchased: true })
    await untilSomebodyWaits(server)
    await joining.release()
    await tick
    expect(await stream.next()).toMatchObject({ id: list.id, revision: list.revision + 3 })
  })

  test('says nothing to others, and nothing of what was refused', async () => {
    await using house = await start(engine)
    const { ana, ben, list } = house
    const stream = await listen(ben)
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    await call(ben, 'createShoppingList', { name: '' })
    const own = await done(ben, 'createShoppingList', { name: 'Ben’s' })
    expect(await stream.next()).toEqual({ id: own.id, revision: own.revision })
  })

  test('brings what changed, where that is little and rare', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    await share(server, list, ben, 'VIEW')
    const parts = 'list { name permission } items { id name } gone snapshot'
    const stream = await listen(ben, `changes { lists { id revision ${parts} } gone more }`)
    const milk = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    const { id, revision } = list
    const first = { id, revision: revision + 1, list: null, gone: [], snapshot: false }
    expect(await stream.next()).toEqual({
      id,
      revision: revision + 1,
      changes: {
        lists: [{ ...first, items: [{ id: milk.id, name: 'Milk' }] }],
        gone: [],
        more: false,
      },
    })
    // One after the other at once: the listener asks once for all.
    await done(ana, 'createItem', { shoppingListId: id, name: 'Eggs' })
    expect(await stream.next()).toEqual({ id, revision: revision + 2, changes: null })
    server.clock.advance({ ms: 1_000 })
    await done(ana, 'updateShoppingList', { id, name: 'Party' })
    expect(await stream.next()).toMatchObject({
      changes: { lists: [{ items: [], list: { name: 'Party', permission: 'VIEW' } }] },
    })
    server.clock.advance({ ms: 1_000 })
    await done(ana, 'deleteByIdItem', { id: milk.id })
    expect(await stream.next()).toMatchObject({
      changes: { lists: [{ items: [], gone: [milk.id] }] },
    })
    server.clock.advance({ ms: 1_000 })
    const many = Array.from({ length: 21 }, (_, n) => ({ name: `Item ${n}` }))
    await done(ana, 'createItems', { shoppingListId: id, items: many })
    expect(await stream.next()).toMatchObject({ id, changes: null })
    server.clock.advance({ ms: 1_000 })
    await done(ben, 'updateShoppingList', { id, favourite: true })
    expect(await stream.next()).toMatchObject({ id: 'account', changes: null })
  })

  test('brings no list whole with its new name, and no long texts: who wants them asks', async () => {
    await using house = await start(engine)
    const { server, ana, list } = house
    const { id } = list
    const whole = await listen(
      ana,
      'changes { lists { list { items { id } again: items { id } } } }',
    )
    const usual = await listen(ana, 'changes { lists { list { name } items { notes } } }')
    const quiet = () => server.clock.advance({ ms: 1_000 })
    await done(ana, 'updateShoppingList', { id, name: 'Party' })
    expect(await whole.next()).toMatchObject({ id, changes: null })
    expect(await usual.next()).toMatchObject({ changes: { lists: [{ list: { name: 'Party' } }] } })
    quiet()
    const milk = await done(ana, 'createItem', { shoppingListId: id, name: 'Milk' })
    // Nothing of the list itself changed, so nothing of it is told.
    expect(await whole.next()).toMatchObject({ changes: { lists: [{ list: null }] } })
    expect(await usual.next()).toMatchObject({ changes: { lists: [{ items: [{ notes: null }] }] } })
    quiet()
    const notes = '\u{1f95b}'.repeat(5_000)
    const three = Array.from({ length: 3 }, (_, n) => ({ name: `Item ${n}`, notes }))
    await done(ana, 'createItems', { shoppingListId: id, items: three }, { select: 'id' })
    expect(await usual.next()).toMatchObject({
      changes: { lists: [{ items: three.map(() => ({ notes })) }] },
    })
    quiet()
    await done(
      ana,
      'createItems',
      { shoppingListId: id, items: [...three, ...three] },
      { select: 'id' },
    )
    expect(await usual.next()).toMatchObject({ id, changes: null })
    quiet()
    const itemTags = Array.from({ length: 90 }, (_, n) => ({
      name: `${n}${'\u{1f95b}'.repeat(190)}`,
    }))
    await done(ana, 'updateItem', { id: milk.id, itemTags })
    expect(await usual.next()).toMatchObject({ id, changes: null })
  })

  test('brings neither long texts of the list itself nor thousands that went: who wants them asks', async () => {
    await using house = await start(engine)
    const { server, ana, list } = house
    const { id } = list
    const stream = await listen(
      ana,
      'changes { lists { list { name notes itemTags { name } } gone } }',
    )
    const quiet = () => server.clock.advance({ ms: 1_000 })
    const items = Array.from({ length: 2_000 }, (_, n) => ({ name: `Item ${n}` }))
    const made = await done(ana, 'createItems', { shoppingListId: id, items }, { select: 'id' })
    expect(await stream.next()).toMatchObject({ id, changes: null })
    quiet()
    const ids = made.map((item: { readonly id: string }) => item.id)
    await done(ana, 'deleteByIdsItem', { ids: ids.slice(0, 1_000) })
    expect(await stream.next()).toMatchObject({
      changes: { lists: [{ gone: { length: 1_000 } }] },
    })
    quiet()
    const itemTags = Array.from({ length: 90 }, (_, n) => ({
      name: `${n}${'\u{1f95b}'.repeat(190)}`,
    }))
    await done(ana, 'updateShoppingList', { id, itemTags }, { select: 'id' })
    expect(await stream.next()).toMatchObject({ id, changes: null })
    quiet()
    await done(ana, 'updateShoppingList', { id, name: 'Party' }, { select: 'id' })
    expect(await stream.next()).toMatchObject({ id, changes: null })
    quiet()
    await done(ana, 'createItems', { shoppingListId: id, items }, { select: 'id' })
    expect(await stream.next()).toMatchObject({ id, changes: null })
    quiet()
    const there = await done(
      ana,
      'getByFilterItem',
      { filters: { shoppingListId: id } },
      { select: 'id' },
    )
    const all = there.map((item: { readonly id: string }) => item.id)
    await done(ana, 'deleteByIdsItem', { ids: all })
    expect(await stream.next()).toMatchObject({ id, changes: null })
  })

  test('brings to each their own view of it, though what reads the same is made once', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    const [cas, dora] = [await server.buildUser(), await server.buildUser()]
    await share(server, list, ben, 'VIEW')
    await share(server, list, cas, 'VIEW')
    await share(server, list, dora, 'EDIT')
    // Without a word, which could come late.
    await server.db.query
      .updateTable('membership')
      .set({ favourite: 1 })
      .where('user_id', '=', cas.id)
      .execute()
    const more = 'changes { lists { list { favourite } items { name permission } } }'
    const streams = await Promise.all([ben, cas, dora].map(client => listen(client, more)))
    async function toldNext() {
      const hints = await Promise.all(streams.map(stream => stream.next()))
      const brought = hints.map(hint => hint?.changes as { lists: readonly unknown[] } | undefined)
      return brought.flatMap(changes => changes?.lists ?? [])
    }
    server.clock.advance({ ms: 1_000 })
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    expect(await toldNext()).toEqual(
      ['VIEW', 'VIEW', 'EDIT'].map(permission => ({
        list: null,
        items: [{ name: 'Milk', permission }],
      })),
    )
    server.clock.advance({ ms: 1_000 })
    const named = await done(ana, 'updateShoppingList', { id: list.id, name: 'Party' })
    const own = [false, true, false].map(favourite => ({ list: { favourite }, items: [] }))
    expect(await toldNext()).toEqual(own)
    server.clock.advance({ ms: 1_000 })
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Eggs' })
    await toldNext()
    // Told late, when the list has moved on: it is still its name that changed.
    server.clock.advance({ ms: 1_000 })
    const userIds = [ben.id, cas.id, dora.id]
    await server.db.notify(JSON.stringify({ unit: list.id, revision: named.revision, userIds }))
    expect(await toldNext()).toMatchObject(own.map(({ list }) => ({ list })))
  })

  test('says that the account moved', async () => {
    await using house = await start(engine)
    const { ana, list } = house
    const stream = await listen(ana)
    await done(ana, 'updateShoppingList', { id: list.id, favourite: true })
    expect(await stream.next()).toEqual({ id: 'account', revision: 1 })
  })

  test('says that a list is gone, whoever made it so', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    const other = await createAnnounced(server, ana, 'Other')
    await share(server, list, ben, 'VIEW')
    await share(server, other, ben, 'VIEW')
    const stream = await listen(ben)
    await done(ana, 'deleteByIdShoppingList', { id: list.id })
    expect(await stream.next()).toEqual({ id: list.id, revision: null })
    await done(ben, 'leaveShoppingList', { id: other.id })
    const hints = [await stream.next(), await stream.next()]
    expect(hints).toContainEqual({ id: other.id, revision: null })
    expect(hints).toContainEqual({ id: 'account', revision: 1 })
  })

  test('says that a list is there to whoever lost it and got it back in one batch', async () => {
    await using house = await start(engine)
    const { ana, ben, list } = house
    await befriend(ana, ben)
    await shareWith(ana, list.id, [[ben, 'VIEW']])
    const stream = await listen(ben)
    const query =
      'mutation ($id: ID!, $people: [ShoppingListFriendInput!]) { updateShoppingList(id: $id, shoppingListFriends: $people) { revision } }'
    const batch = [[], [{ friendId: ben.id, permission: 'EDIT' }]].map(people => ({
      query,
      variables: { id: list.id, people },
    }))
    const [, back] = JSON.parse((await ana.post('/graphql', batch)).text)
    const { revision } = back.data.updateShoppingList
    const own = await done(ben, 'createShoppingList', { name: 'Own' })
    const told: Hint[] = []
    for (let hint = await stream.next(); hint && hint.id !== own.id; hint = await stream.next()) {
      if (hint.id === list.id) told.push(hint)
    }
    expect(told.at(-1)).toEqual({ id: list.id, revision })
  })

  test('a membership that ended without a word is looked at again', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    await share(server, list, ben, 'VIEW')
    const stream = await listen(ben)
    const payload = { unit: list.id, revision: 9, userIds: [ana.id, ben.id] }
    await revoke(server, list.id, ben)
    await server.db.notify(JSON.stringify(payload))
    expect(await stream.next()).toEqual({ id: list.id, revision: null })
  })

  test('says who is in a store with a list to its people, not to the person nor to strangers', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    const stranger = await server.buildUser()
    await share(server, list, ben, 'VIEW')
    const streams = { ana: await listen(ana, who), ben: await listen(ben, who) }
    const outside = await listen(stranger, who)
    const enter = { shoppingListId: list.id, isShopping: true }
    expect(await done(ana, 'setShopping', enter)).toBe(true)
    const { id, revision } = list
    const people = [{ userId: ana.id, firstName: 'Ana' }]
    expect(await streams.ben.next()).toEqual({ id, revision, shopping: people })
    // Said again it is no news; whoever begins to listen is told.
    await done(ana, 'setShopping', enter)
    expect(await (await listen(ben, who)).next()).toEqual({ id, revision, shopping: people })
    expect(await done(ana, 'setShopping', { ...enter, isShopping: false })).toBe(false)
    expect(await streams.ben.next()).toEqual({ id, revision, shopping: [] })
    expect(await call(stranger, 'setShopping', enter)).toMatchObject({ code: 'NOT_FOUND' })
    // What the others hear first is something else.
    await done(ana, 'createItem', { shoppingListId: id, name: 'Milk' })
    const own = await done(stranger, 'createShoppingList', { name: 'Own' })
    expect(await streams.ana.next()).toEqual({ id, revision: revision + 1, shopping: null })
    expect(await outside.next()).toEqual({ id: own.id, revision: own.revision, shopping: null })
  })

  test('says who is in a store with a list to whoever gets it meanwhile', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    const { id, revision } = list
    await befriend(ana, ben)
    const cleo = await server.buildUser()
    await share(server, list, cleo, 'VIEW')
    await done(ana, 'setShopping', { shoppingListId: id, isShopping: true })
    const streams = { ben: await listen(ben, who), cleo: await listen(cleo, who) }
    const people = [{ userId: ana.id, firstName: 'Ana' }]
    expect(await streams.cleo.next()).toEqual({ id, revision, shopping: people })
    await shareWith(ana, id, [
      [ben, 'EDIT'],
      [cleo, 'VIEW'],
    ])
    await expect.poll(() => streams.ben.next()).toMatchObject({ id, shopping: people })
    // A tick says no more than what moved.
    for (const stream of Object.values(streams)) stream.leave()
    const later = await listen(cleo, who)
    expect(await later.next()).toMatchObject({ id, shopping: people })
    for (const name of ['Milk', 'Eggs']) {
      await done(ana, 'createItem', { shoppingListId: id, name })
      expect(await later.next()).toMatchObject({ id, shopping: null })
    }
  })

  test('says who is in a store with a list to whoever gets it in a batch that goes on', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    const { id } = list
    await befriend(ana, ben)
    const cleo = await server.buildUser()
    await share(server, list, cleo, 'VIEW')
    await done(cleo, 'setShopping', { shoppingListId: id, isShopping: true })
    const stream = await listen(ben, who)
    const batch = [
      {
        query:
          'mutation ($id: ID!, $people: [ShoppingListFriendInput!]) { updateShoppingList(id: $id, shoppingListFriends: $people) { id } }',
        variables: {
          id,
          people: [cleo, ben].map(user => ({ friendId: user.id, permission: 'VIEW' })),
        },
        extensions: { requestToken: 'share' },
      },
      {
        query: 'mutation ($id: ID!) { createItem(shoppingListId: $id, name: "Milk") { id } }',
        variables: { id },
        extensions: { requestToken: 'add' },
      },
    ]
    expect((await ana.post('/graphql', batch)).text).not.toContain('errors')
    const shopping = [{ userId: cleo.id, firstName: 'Ana' }]
    await expect.poll(() => stream.next()).toMatchObject({ id, shopping })
  })

  test('says once that somebody came to a store who came, left and came again in one batch', async () => {
    await using house = await start(engine)
    const { server, ana, list } = house
    const told: unknown[] = []
    server.db.listen({
      onNotify: payload => told.push(JSON.parse(payload).isShopping),
      onReset() {},
    })
    const query =
      'mutation ($id: ID!, $on: Boolean!) { setShopping(shoppingListId: $id, isShopping: $on) }'
    const batch = [true, false, true].map(on => ({ query, variables: { id: list.id, on } }))
    expect((await ana.post('/graphql', batch)).text).not.toContain('errors')
    await expect.poll(() => told.length).toBeGreaterThan(0)
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    await expect.poll(() => told.at(-1)).toBeUndefined()
    expect(told.filter(isShopping => isShopping !== undefined)).toEqual([true])
  })

  test('forgets after a while who is in a store, and believes only its own word', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    await share(server, list, ben, 'EDIT')
    const stream = await listen(ana, who)
    await done(ben, 'setShopping', { shoppingListId: list.id, isShopping: true })
    const people = [{ userId: ben.id, firstName: 'Ana' }]
    expect(await stream.next()).toMatchObject({ shopping: people })
    const outsider = await server.buildUser()
    const said = { unit: list.id, revision: 1, userIds: [outsider.id], isShopping: true }
    await server.db.notify(
      JSON.stringify({ ...said, isShopping: 'yes' }),
      JSON.stringify({ ...said, unit: '\u0000' }),
      JSON.stringify(said),
    )
    expect(await stream.next()).toMatchObject({ shopping: people })
    server.clock.advance({ ms: 91_000 })
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    expect(await stream.next()).toMatchObject({ id: list.id, shopping: [] })
  })

  test('believes nobody to be in a store until a moment that a clock which was ahead set', async () => {
    await using house = await start(engine)
    const { server, ana, ben, list } = house
    await share(server, list, ben, 'EDIT')
    const stream = await listen(ana, who)
    await done(ben, 'setShopping', { shoppingListId: list.id, isShopping: true })
    expect(await stream.next()).toMatchObject({ shopping: [{ userId: ben.id }] })
    server.clock.advance({ days: -1 })
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    expect(await stream.next()).toMatchObject({ id: list.id, shopping: [] })
  })

  test('reaches whoever listens at another server on the same database', async () => {
    await using house = await start(engine)
    const { server, ana, list } = house
    // On SQLite the one process is all there is.
    if (engine.name === 'SQLite') return
    await using twin = await server.startSecond()
    const other = twin.client()
    await other.post('/auth/login', { username: ana.email, password: ana.password })
    const stream = await listen(other)
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    expect(await stream.next()).toEqual({ id: list.id, revision: list.revision + 1 })
  })

  test('ends with the session', async () => {
    await using house = await start(engine)
    const { ana } = house
    const stream = await listen(ana)
    await ana.get('/auth/logout')
    expect(await stream.next()).toBeUndefined()
    const late = await listen(ana)
    expect(late.response.status).toBe(401)
  })

  test('ends when the server stops', async () => {
    await using house = await start(engine)
    const stream = await listen(house.ana)
    await house.server.app.close()
    expect(await stream.next()).toBeUndefined()
  })

  test('a fifth stream of one session ends the first', async () => {
    await using house = await start(engine)
    const { ana, list } = house
    const streams = []
    for (let count = 0; count < 5; count += 1) streams.push(await listen(ana))
    expect(await streams[0]?.next()).toBeUndefined()
    await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
    expect(await streams[1]?.next()).toMatchObject({ id: list.id })
    expect(await streams[4]?.next()).toMatchObject({ id: list.id })
  })

  test('is refused in words where the document is wrong', async () => {
    await using house = await start(engine)
    const { ana } = house
    const token = await (await ana.fetch('/csrftoken')).text()
    async function ask(query: string) {
      const response = await ana.fetch('/graphql', {
        method: 'POST',
        body: JSON.stringify({ query }),
        headers: {
          accept: 'text/event-stream',
          'content-type': 'application/json',
          'x-csrf-token': token,
        },
      })
      return { status: response.status, text: await response.text() }
    }
    const wrong = await ask('subscription { nothing { id } }')
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('BAD_INPUT')])
    const query = await ask('{ getAllUnit { id } }')
    expect([query.status, query.text]).toEqual([200, expect.stringContaining('unit-kg')])
    const mutation = await ask('mutation { createShoppingList(name: "") { id } }')
    expect(mutation.text).toContain('BAD_INPUT')
  })
})
