import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nameKey } from '../../../rules/names.ts'
import { jsonKeys } from '../../../server/db/json-rows.ts'
import { parseSettings } from '../../../server/settings.ts'
import { befriend, shareWith } from '../../support/friends.ts'
import { call, done, newId, openStream, share } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
  type TestEngine,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

const usual = parseSettings({}).account

async function start(engine: TestEngine, account: Partial<typeof usual> = {}) {
  const server = await startTestServer(engine, { settings: { account: { ...usual, ...account } } })
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  return { server, ana, ben, [Symbol.asyncDispose]: server.close }
}

const itemsNamed = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ name: `Item ${n}`, ...fields }))

async function fill(client: TestClient, name: string, count: number): Promise<string> {
  const { id } = await done(client, 'createShoppingList', { name, items: itemsNamed(count) })
  return id
}

/** As many lists more as the one with this id, each with its own name. */
async function addLists(
  { db }: TestServer,
  id: string,
  count: number,
  nameOf: (n: number) => string,
): Promise<void> {
  const list = await db.query
    .selectFrom('shopping_list')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const place = await db.query
    .selectFrom('membership')
    .selectAll()
    .where('list_id', '=', id)
    .executeTakeFirstOrThrow()
  for (let n = 0; n < count; n += 1) {
    const name = nameOf(n)
    const added = { ...list, id: newId(), name, name_key: nameKey(name) }
    await db.query.insertInto('shopping_list').values(added).execute()
    const own = { ...place, id: newId(), list_id: added.id, ord: n + 1 }
    await db.query.insertInto('membership').values(own).execute()
  }
}

interface Coded {
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[]
}

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')

const wide =
  'id name notes purchased order permission shoppingListId createdAt updatedAt unitId quantityInStock quantityToPurchase'

describeEachEngine('One account', engine => {
  test('cannot ask for all it has many times in one document', async () => {
    await using house = await start(engine)
    const { ana } = house
    const list = await fill(ana, 'Long', 6_000)
    const fields = `${wide} unit { id name abbreviation } itemTags { id name color }`
    const refused = [
      `{ ${many(8, n => `a${n}: getAllItem { ${fields} }`)} }`,
      `{ ${many(4, n => `a${n}: getAllShoppingList { id a: items { ${fields} } b: items { ${fields} } c: items { ${fields} } }`)} }`,
      `{ getAllShoppingList { ...a ...b } } fragment a on ShoppingList { ${many(5, n => `a${n}: items { ${fields} }`)} } fragment b on ShoppingList { ${many(4, n => `b${n}: items { ${fields} }`)} }`,
      `{ getByIdShoppingList(id: "${list}") { items { ${many(25, n => `a${n}: name b${n}: notes c${n}: id`)} ${many(25, n => `d${n}: itemTags { id name color }`)} } } }`,
    ]
    for (const query of refused) {
      const { errors, data } = await ana.graphql(query)
      expect([data, errors?.[0]?.extensions?.code]).toEqual([undefined, 'BAD_INPUT'])
    }
    expect((await ana.graphql(refused[0] ?? '')).errors?.[0]).toMatchObject({
      message: expect.stringMatching(
        /^This document asks for about [\d,]+ rows: at most 30,000 are answered at once\./,
      ),
      extensions: { field: 'query', limit: 30_000 },
    })
    // In a batch the first is counted: a hundred would take a hundred times as long.
    const twice = [{ query: refused[0] }, { query: refused[0] }]
    const answers = JSON.parse((await ana.post('/graphql', twice)).text)
    expect(answers.map((answer: Coded) => answer.errors?.[0]?.extensions.code)).toEqual([
      'BAD_INPUT',
      'RATE_LIMITED',
    ])
    expect(await done(ana, 'getAllItem', {}, { select: 'id' })).toHaveLength(6_000)
  })

  test('pays for long notes as for many items', async () => {
    await using house = await start(engine)
    const { ana } = house
    const items = itemsNamed(150, { notes: 'x'.repeat(5_000) })
    for (const name of ['A', 'B', 'C']) await done(ana, 'createShoppingList', { name, items })
    const once = '{ getAllItem { id name notes purchased order } }'
    expect((await ana.graphql(once)).errors).toBeUndefined()
    const nine = `{ ${many(9, n => `a${n}: getAllItem { id name notes purchased order createdAt updatedAt unitId permission shoppingListId quantityInStock quantityToPurchase unit { id name abbreviation } itemTags { id name color } }`)} }`
    expect((await ana.graphql(nine)).errors?.[0]?.extensions?.code).toBe('BAD_INPUT')
  })

  test('pays for long notes among more items than may be asked for, and not for those in the bin', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const lists: string[] = []
    for (const name of ['A', 'B', 'C', 'D']) lists.push(await fill(ana, name, 8_000))
    const [first = ''] = lists
    await server.db.query
      .updateTable('item')
      .set({ notes: 'x'.repeat(5_000) })
      .where('list_id', '=', first)
      .where('ord', '<', 3_000)
      .execute()
    const ask = () => ana.graphql('{ getAllItem { notes } }')
    const tooMuch = { code: 'BAD_INPUT', field: 'query', limit: 30_000 }
    expect((await ask()).errors?.[0]?.extensions).toEqual(tooMuch)
    await done(ana, 'deleteByIdShoppingList', { id: first })
    const whole = '{ getAllItem { id name notes purchased order unitId itemTags { id } } }'
    expect((await ana.graphql(whole)).data?.getAllItem).toHaveLength(24_000)
  })

  test('pays for one long field as often as it is asked for', async () => {
    await using house = await start(engine)
    const { ana } = house
    const items = itemsNamed(150, { notes: 'x'.repeat(5_000) })
    for (const name of ['A', 'B', 'C']) await done(ana, 'createShoppingList', { name, items })
    const ask = (count: number) =>
      ana.graphql(`{ getAllItem { ${many(count, n => `n${n}: notes`)} } }`)
    expect((await ask(2)).errors).toBeUndefined()
    expect((await ask(25)).errors?.[0]?.extensions?.code).toBe('BAD_INPUT')
  })

  test('pays for the lists that its changes answer, by whatever they name them', async () => {
    await using house = await start(engine)
    const { ana } = house
    const list = await fill(ana, 'Long', 8_000)
    for (const field of [
      `endShareLinks(shoppingListId: "${list}")`,
      `sampleShoppingList(newId: "${list}")`,
      `moveShoppingList(id: "${list}")`,
      `createShoppingList(id: "${list}", name: "Long")`,
    ]) {
      const ask = (count: number) =>
        ana.graphql(`mutation { ${many(count, n => `a${n}: ${field} { items { id } }`)} }`)
      expect((await ask(1)).errors, field).toBeUndefined()
      const { errors } = await ask(9)
      expect(errors?.[0]?.extensions, field).toMatchObject({ code: 'BAD_INPUT', limit: 30_000 })
    }
    // Which list comes with an invitation is not known before: one at a time.
    const accept = `mutation { ${many(2, n => `a${n}: acceptInvite(inviteId: "x") { shoppingList { id } }`)} }`
    expect((await ana.graphql(accept)).errors?.[0]?.extensions?.code).toBe('BAD_INPUT')
  })

  test('pays for tags that are read, though items tell none of them', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const list = await fill(ana, 'Tagged', 1)
    const rows = Array.from({ length: 70_000 }, (_, ord) => ({
      ...{ id: `tag-${ord}`, list_id: list, name: `${ord}`, color: '#2b8a3e', ord },
      ...{ joined_revision: 1, left_revision: null },
    }))
    for (let at = 0; at < rows.length; at += 1_000) {
      await server.db.query
        .insertInto('item_tag')
        .values(rows.slice(at, at + 1_000))
        .execute()
    }
    for (const [selection, code] of [
      ['getAllShoppingList { id items { id name } }', undefined],
      ['getAllShoppingList { items { itemTags { id } } }', 'BAD_INPUT'],
      ['getAllItem { itemTags { id } }', 'BAD_INPUT'],
      [`getByFilterItem(filters: { shoppingListId: "${list}" }) { itemTags { id } }`, 'BAD_INPUT'],
    ] as const) {
      const { errors } = await ana.graphql(`{ ${selection} }`)
      expect.soft(errors?.[0]?.extensions?.code, selection).toBe(code)
    }
  })

  test('pays for each list that is read, however little of it is asked for', async () => {
    await using house = await start(engine, { burst: 400, perSecond: 1 })
    const { ana } = house
    for (let made = 0; made < 60; made += 1) await done(ana, 'createShoppingList', { name: 'x' })
    const lists = `{ ${many(30, n => `a${n}: getAllShoppingList { __typename }`)} }`
    const codes = []
    for (let asked = 0; asked < 30; asked += 1) {
      codes.push((await ana.graphql(lists)).errors?.[0]?.extensions?.code)
    }
    expect([codes[0], codes.at(-1)]).toEqual([undefined, 'RATE_LIMITED'])
  })

  test('pays for the names of tags as often as items have them', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    for (const name of ['A', 'B', 'C']) {
      const itemTags = Array.from({ length: 100 }, (_, n) => ({
        name: `${n}${'\u{1f95b}'.repeat(190)}`,
      }))
      const { id } = await done(ana, 'createShoppingList', { name, itemTags }, { select: 'id' })
      const { itemTags: tags } = await done(
        ana,
        'getByIdShoppingList',
        { id },
        { select: 'itemTags { id }' },
      )
      const kept = JSON.stringify(
        tags.map((tag: { id: string }) => ({ id: tag.id, joined: 1, left: null })),
      )
      await done(
        ana,
        'createItems',
        { shoppingListId: id, items: itemsNamed(100) },
        { select: 'id' },
      )
      await server.db.query
        .updateTable('item')
        .set({ tags: kept })
        .where('list_id', '=', id)
        .execute()
    }
    const ask = (selection: string) => ana.graphql(`{ getAllItem { ${selection} } }`)
    const tooMuch = { code: 'BAD_INPUT', field: 'query', limit: 30_000 }
    expect((await ask('itemTags { name }')).errors?.[0]?.extensions).toEqual(tooMuch)
    const { data } = await ask('id')
    const change = (count: number) =>
      ana.graphql(
        `mutation ($items: [ItemChangeInput!]!) { ${many(count, n => `a${n}: updateItems(items: $items) { itemTags { name } }`)} }`,
        { items: data?.getAllItem },
      )
    expect((await change(1)).errors?.[0]?.extensions).toEqual(tooMuch)
  })

  test('keeps no list that is told in more than anybody can load, by whatever its tags are called', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const long = (n: number) => `${n}${'\u{1f95b}'.repeat(195)}`
    const tagsNamed = (nameOf: (n: number) => string) =>
      Array.from({ length: 100 }, (_, n) => ({ name: nameOf(n) }))
    async function make(name: string, nameOf: (n: number) => string) {
      const args = { name, itemTags: tagsNamed(nameOf) }
      const list = await done(ana, 'createShoppingList', args, { select: 'id itemTags { id }' })
      const itemTags = list.itemTags.map(({ id }: { id: string }) => ({ id, name: 'x' }))
      const items = itemsNamed(130, { itemTags })
      const add = () =>
        call(ana, 'createItems', { shoppingListId: list.id, items }, { select: 'id' })
      return { ...list, add }
    }
    const limit = { code: 'BAD_INPUT', field: 'items', limit: 20 }
    const one = await make('Long', long)
    expect((await one.add()).code).toBeUndefined()
    expect((await one.add()).refusal).toEqual(limit)
    server.clock.advance({ minutes: 1 })
    const other = await make('Short', String)
    for (const _ of [1, 2, 3]) expect((await other.add()).code).toBeUndefined()
    const renamed = other.itemTags.map(({ id }: { id: string }, n: number) => ({
      id,
      name: long(n),
    }))
    const rename = () =>
      call(ana, 'updateShoppingList', { id: other.id, itemTags: renamed }, { select: 'id' })
    expect((await rename()).refusal).toEqual(limit)
    server.clock.advance({ minutes: 1 })
    const third = await make('Long, too', long)
    expect((await third.add()).code).toBeUndefined()
    const tagged = { filters: { shoppingListId: third.id } }
    const made = await done(ana, 'getByFilterItem', tagged, { select: 'id' })
    const firstItemIds = made.map(({ id }: { id: string }) => id)
    const lists = { firstShoppingListId: third.id, secondShoppingListId: one.id }
    const args = { ...lists, firstItemIds, secondItemIds: [] }
    const move = () => call(ana, 'swapShoppingListItems', args, { select: 'id' })
    expect((await move()).refusal).toEqual(limit)
  })

  test('keeps no list that is told in more than anybody can load, by what is moved to it', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const [target, source] = [await fill(ana, 'Target', 600), await fill(ana, 'Source', 600)]
    // A row is counted with 20,109 bytes: 994 of them fit.
    await server.db.query
      .updateTable('item')
      .set({ notes: 'x'.repeat(20_000) })
      .execute()
    const rows = await server.db.query
      .selectFrom('item')
      .select('id')
      .where('list_id', '=', source)
      .orderBy('ord')
      .execute()
    const ids = rows.map(({ id }) => id)
    const lists = { firstShoppingListId: source, secondShoppingListId: target }
    function swap(firstItemIds: readonly string[]) {
      server.clock.advance({ minutes: 1 })
      return call(
        ana,
        'swapShoppingListItems',
        { ...lists, firstItemIds, secondItemIds: [] },
        { select: 'id' },
      )
    }
    server.clock.advance({ minutes: 10 })
    // From here on it is counted.
    expect((await swap(ids.slice(0, 1))).code).toBeUndefined()
    const limit = { code: 'BAD_INPUT', field: 'items', limit: 20 }
    expect((await swap(ids.slice(1))).refusal).toEqual(limit)
    // Other lists take what is added in the same moment.
    const tea = { shoppingListId: source, name: 'Tea' }
    expect((await call(ana, 'createItem', tea, { select: 'id' })).code).toBeUndefined()
    expect((await swap(ids.slice(1, 394))).code).toBeUndefined()
    server.clock.advance({ minutes: 1 })
    const [id] = ids.slice(394)
    const moved = await call(ana, 'updateItem', { id, shoppingListId: target }, { select: 'id' })
    expect(moved.refusal).toEqual(limit)
    const there = server.db.query.selectFrom('item').select('id').where('list_id', '=', target)
    expect(await there.execute()).toHaveLength(994)
    // One that grew over it before it was looked at so can be made smaller.
    await server.db.query
      .updateTable('item')
      .set({ notes: 'x'.repeat(25_000) })
      .where('list_id', '=', target)
      .execute()
    server.clock.advance({ minutes: 10 })
    const [first] = await there.execute()
    const away = { id: first?.id, shoppingListId: source }
    expect((await call(ana, 'updateItem', away, { select: 'id' })).code).toBeUndefined()
  })

  test('keeps no more than it may by what others move to its lists', async () => {
    await using house = await start(engine, { megabytes: 1 })
    const { server, ana, ben } = house
    const [anas, bens] = [await fill(ana, 'Weekly', 1), await fill(ben, 'Own', 0)]
    await share(server, { id: anas, userId: ana.id }, ben, 'EDIT')
    const items = itemsNamed(140, { notes: 'x'.repeat(5_000) })
    await done(ben, 'createItems', { shoppingListId: bens, items }, { select: 'id' })
    async function moveAll(from: string, to: string) {
      const own = await done(
        ben,
        'getByFilterItem',
        { filters: { shoppingListId: from } },
        { select: 'id' },
      )
      const firstItemIds = own.map(({ id }: { id: string }) => id)
      const args = { firstShoppingListId: from, secondShoppingListId: to, firstItemIds }
      return call(ben, 'swapShoppingListItems', { ...args, secondItemIds: [] }, { select: 'id' })
    }
    // Moved among one's own lists they are no more than they were.
    const others = await fill(ben, 'Other', 0)
    for (let n = 0; n < 4; n += 1) {
      expect((await moveAll(bens, others)).code).toBeUndefined()
      expect((await moveAll(others, bens)).code).toBeUndefined()
    }
    expect((await moveAll(bens, anas)).code).toBeUndefined()
    await done(
      ben,
      'createItems',
      { shoppingListId: bens, items: items.slice(60) },
      { select: 'id' },
    )
    expect((await moveAll(bens, anas)).refusal).toEqual({
      code: 'BAD_INPUT',
      field: 'items',
      limit: 1,
    })
  })

  test('pays for the notes of items that it names, as often as it names them', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const items = itemsNamed(40, { notes: '\u{1f95b}'.repeat(5_000) })
    const { id: list } = await done(ana, 'createShoppingList', { name: 'Noted' })
    for (let made = 0; made < 4; made += 1) {
      await done(ana, 'createItems', { shoppingListId: list, items }, { select: 'id' })
    }
    const all = await done(ana, 'getAllItem', {}, { select: 'id name' })
    const change = (client: TestClient, count: number) =>
      client.graphql(
        `mutation ($items: [ItemChangeInput!]!) { ${many(count, n => `a${n}: updateItems(items: $items) { notes }`)} }`,
        { items: all },
      )
    const make = (count: number) =>
      ana.graphql(
        `mutation ($items: [NewItemInput!]!) { ${many(count, n => `a${n}: createItems(shoppingListId: "${list}", items: $items) { notes }`)} }`,
        { items: all },
      )
    const tooMuch = { code: 'BAD_INPUT', field: 'query', limit: 30_000 }
    expect((await change(ana, 2)).data?.a1).toHaveLength(160)
    expect((await change(ana, 10)).errors?.[0]?.extensions).toEqual(tooMuch)
    expect((await make(2)).data?.a1).toHaveLength(160)
    expect((await make(10)).errors?.[0]?.extensions).toEqual(tooMuch)
    expect((await change(ben, 10)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  test('pays for what a repetition tells of lists whose ids the server made, and has them in fewer fields', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const items = itemsNamed(20)
    const { id } = await done(ana, 'createShoppingList', { name: 'Model', items })
    async function setNotes(ids: readonly string[], notes: string) {
      await server.db.query
        .updateTable('item')
        .set({ notes })
        .where('list_id', 'in', [...ids])
        .execute()
    }
    for (const [field, args] of [
      ['createShoppingList', '(name: "New", items: $items)'],
      ['copyShoppingList', `(id: "${id}", name: "Copy")`],
      ['sampleShoppingList', ''],
    ] as const) {
      const variables = field === 'createShoppingList' ? { items } : {}
      const takes = field === 'createShoppingList' ? '($items: [NewItemInput!])' : ''
      const ask = (select: string) =>
        ana.graphql(
          `mutation ${takes} { ${many(2, n => `a${n}: ${field}${args} { id items { id ${select} } }`)} }`,
          variables,
          { requestToken: `by-${field}` },
        )
      const { data } = await ask('name notes n: notes')
      const made = [data?.a0.id, data?.a1.id]
      await setNotes(made, 'x'.repeat(300_000))
      const again = await ask('name notes n: notes')
      expect.soft([again.status, again.data, again.errors?.[0]]).toMatchObject([
        429,
        undefined,
        {
          message: expect.stringMatching(/^This was done, but /),
          extensions: { code: 'RATE_LIMITED' },
        },
      ])
      expect.soft(again.headers.get('retry-after')).toBe('1')
      const fewer = await ask('name')
      expect([fewer.data?.a0.id, fewer.data?.a1.id, fewer.errors]).toEqual([...made, undefined])
      await setNotes(made, 'some')
      const later = await ask('name notes n: notes')
      expect(later.data?.a1.items[0]).toMatchObject({ notes: 'some', n: 'some' })
    }
  })

  test('pays for what a repetition tells of items whose ids the server made, in a batch, too', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const { id: list } = await done(ana, 'createShoppingList', { name: 'Noted' })
    const query = `mutation ($items: [NewItemInput!]!) { createItems(shoppingListId: "${list}", items: $items) { id name notes n: notes } }`
    const make = { query, variables: { items: itemsNamed(800) } }
    const send = async (...batch: readonly object[]) => {
      const tokened = batch.map((one, n) => ({ ...one, extensions: { requestToken: `make-${n}` } }))
      const { status, headers, text } = await ana.post('/graphql', tokened)
      return { status, answers: JSON.parse(text), retryAfter: headers.get('retry-after') }
    }
    const first = await send(make)
    const ofList = server.db.query.updateTable('item').where('list_id', '=', list)
    await ofList.set({ notes: '\u{1f95b}'.repeat(5_000) }).execute()
    const next = { query: 'mutation { createShoppingList(name: "Next") { id } }' }
    const again = await send(make, next)
    expect([again.status, again.retryAfter]).toEqual([200, '1'])
    expect(again.answers.map((answer: Coded) => answer.errors?.[0]?.extensions.code)).toEqual([
      'RATE_LIMITED',
      'RATE_LIMITED',
    ])
    expect(await done(ana, 'getAllShoppingList')).toHaveLength(1)
    await ofList.set({ notes: null }).execute()
    const later = await send(make, next)
    expect(later.answers[0]).toEqual(first.answers[0])
    expect(later.answers[1].errors).toBeUndefined()
    expect(await done(ana, 'getAllItem', {}, { select: 'id' })).toHaveLength(800)
  })

  test('is told again what it did, though both a list and its copy are there by now', async () => {
    await using house = await start(engine, { rowsPerDay: 20_000 })
    const { server, ana } = house
    const list = await fill(ana, 'Long', 9_000)
    const copyId = newId()
    const copy = (options: object) =>
      call(ana, 'copyShoppingList', { id: list, name: 'Copy', newId: copyId }, options)
    const select = `id items { ${wide} unit { id name abbreviation } itemTags { id name color } }`
    const first = await copy({ select, requestToken: 'copied' })
    expect(first.result.items).toHaveLength(9_000)
    const asNew = await copy({ select, requestToken: 'another' })
    expect(asNew.refusal).toMatchObject({ code: 'BAD_INPUT', field: 'query' })
    const again = await copy({ select, requestToken: 'copied' })
    expect([again.status, again.text === first.text]).toEqual([200, true])
    const query = `mutation { copyShoppingList(id: "${list}", name: "Copy", newId: "${copyId}") { ${select} } }`
    const batch = [{ query, extensions: { requestToken: 'copied' } }]
    expect((await ana.post('/graphql', batch)).text === `[${first.text}]`).toBe(true)
    // So is what the rows of the day are not enough for any more.
    const short = await copy({ select: 'id', requestToken: 'copied' })
    expect([short.status, short.result]).toEqual([200, { id: copyId }])
    expect((await copy({ select: 'id', requestToken: 'a third' })).status).toBe(429)
    await server.db.query
      .updateTable('item')
      .set({ notes: 'x'.repeat(2_000) })
      .where('list_id', '=', copyId)
      .execute()
    const grown = await copy({ select, requestToken: 'copied' })
    expect([grown.status, grown.code]).toEqual([429, 'RATE_LIMITED'])
  })

  test('pays for the feedback that it reads, and for the logs in it', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const log = 'x'.repeat(100_000)
    async function seed(user: TestUser, count: number, deviceLog: string | null) {
      const { id } = await done(user, 'createFeedback', { feedback: 'Slow', rating: 1 })
      const row = await server.db.query
        .selectFrom('feedback')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      for (let made = 1; made < count; made += 1) {
        await server.db.query
          .insertInto('feedback')
          .values({ ...row, id: newId(), device_log: deviceLog })
          .execute()
      }
    }
    await seed(ben, 20, log)
    const ask = (client: TestClient, selection: string) =>
      client.graphql(`{ ${selection} }`).then(({ errors, data }) => {
        const code = errors?.[0]?.extensions?.code
        return code === undefined ? Object.keys(data ?? {}).length : code
      })
    const times = (count: number, field: string) => many(count, n => `a${n}: ${field}`)
    const own = 'changes(known: [{ id: "account", revision: 1 }])'
    for (const [selection, answer] of [
      [times(30, 'getAllFeedback { deviceLog }'), 'BAD_INPUT'],
      [times(30, 'getByFilterFeedback(filters: {}) { id }'), 30],
      [`getAllFeedback { ${times(30, 'deviceLog')} }`, 'BAD_INPUT'],
      [`${own} { ${times(29, 'own { feedback { deviceLog } }')} }`, 'BAD_INPUT'],
      [`${own} { own { ${times(29, 'feedback { deviceLog }')} } }`, 'BAD_INPUT'],
      [`${own} { own { feedback { ${times(29, 'deviceLog')} } } }`, 'BAD_INPUT'],
      [times(3, 'getAllFeedback { deviceLog }'), 3],
      [`${own} { own { feedback { deviceLog } } }`, 1],
      [`getByFilterFeedback(filters: { userId: ${ben.id} }) { feedback deviceLog }`, 1],
    ] as const) {
      expect.soft(await ask(ben, selection), selection.slice(0, 80)).toBe(answer)
    }
    // A catch-up tells all of it however much that is, but for the logs.
    await seed(ben, 300, log)
    for (const [selection, answer] of [
      [`${own} { own { feedback { deviceLog } } }`, 'BAD_INPUT'],
      [`${own} { own { feedback { id } } }`, 1],
      [`getByFilterFeedback(filters: { userId: ${ben.id} }) { id feedback reply }`, 1],
      [`getByFilterFeedback(filters: { userId: ${ben.id} }) { id deviceLog }`, 'BAD_INPUT'],
    ] as const) {
      expect.soft(await ask(ben, selection), selection.slice(0, 80)).toBe(answer)
    }
    // Letters of four bytes make a log four times as long.
    await server.db.query
      .updateTable('feedback')
      .set({ device_log: '\u{1f95b}'.repeat(100_000) })
      .execute()
    for (const [selection, answer] of [
      [times(30, 'getAllFeedback(first: 7) { deviceLog }'), 'BAD_INPUT'],
      [times(10, 'getAllFeedback(first: 7) { deviceLog }'), 10],
    ] as const) {
      expect.soft(await ask(ben, selection), selection.slice(0, 80)).toBe(answer)
    }
    // Ana is of the desk: she reads everybody's, page by page, and those without a log as many as there are.
    await seed(ana, 2, null)
    for (const [selection, answer] of [
      [times(30, 'getAllFeedback { deviceLog }'), 'BAD_INPUT'],
      [times(10, 'getAllFeedback(first: 2) { deviceLog }'), 10],
      [times(20, `getByFilterFeedback(filters: { userId: ${ana.id} }) { deviceLog }`), 20],
    ] as const) {
      expect.soft(await ask(ana, selection), selection.slice(0, 80)).toBe(answer)
    }
    expect((await call(ana, 'getAllFeedback', { first: 0 })).refusal).toMatchObject({
      field: 'first',
    })
    expect((await call(ana, 'getAllFeedback', { after: 'x' })).refusal).toMatchObject({
      field: 'after',
    })
  })

  test('pays for the feedback that a search looks through, however little a page shows', async () => {
    await using house = await start(engine, { burst: 200, perSecond: 1 })
    const { server, ana, ben } = house
    const feedback = '\u{1f95b}'.repeat(10_000)
    for (let sent = 0; sent < 100; sent += 1) {
      await done(ben, 'createFeedback', { feedback, rating: 1 }, { select: 'id' })
      server.clock.advance({ minutes: 1 })
    }
    const search = (count: number, args: string) =>
      `{ ${many(count, n => `a${n}: getByFilterFeedback(${args}, first: 1) { id }`)} }`
    const limit = { code: 'BAD_INPUT', field: 'query', limit: 30_000 }
    async function codes(client: TestClient, query: string) {
      server.clock.advance({ minutes: 5 })
      const all: unknown[] = []
      for (let sent = 0; sent < 12; sent += 1) {
        const { errors } = await client.graphql(query)
        all.push(errors?.[0]?.extensions?.code)
      }
      return [all[0], all.indexOf('RATE_LIMITED')]
    }
    const own = 'filters: { text: "slow" }'
    expect((await ben.graphql(search(8, own))).errors?.[0]?.extensions).toEqual(limit)
    // 4 MB are as much as 4,000 rows, and nothing is searched for where nothing is named.
    expect(await codes(ben, search(1, own))).toEqual([undefined, 3])
    expect(await codes(ben, search(1, 'filters: { text: " " }'))).toEqual([undefined, -1])
    // Ana is of the desk, and searches what everybody sent.
    expect((await ana.graphql(search(30, own))).errors?.[0]?.extensions).toEqual(limit)
    expect(await codes(ana, search(1, own))).toEqual([undefined, 10])
    expect(await codes(ana, search(1, `filters: { text: "slow", userId: ${ben.id} }`))).toEqual([
      ...[undefined, 3],
    ])
    const letters = (count: number) =>
      String.fromCodePoint(...Array.from({ length: count }, (_, n) => 0x430 + n))
    const find = (text: string) => call(ben, 'getByFilterFeedback', { filters: { text } })
    expect((await find(letters(32))).errors).toBeUndefined()
    const tooMany = { code: 'BAD_INPUT', field: 'text', limit: 40 }
    expect((await find(letters(48))).refusal).toEqual(tooMany)
  })

  test('pays for the log of one record of feedback as often as it is answered', async () => {
    await using house = await start(engine, { burst: 200, perSecond: 1 })
    const sent = { feedback: 'Slow', rating: 1, deviceLog: 'x'.repeat(100_000) }
    const { id } = await done(house.ben, 'createFeedback', sent, { select: 'id' })
    const logs = `{ ${many(30, n => `a${n}: getByIdFeedback(id: "${id}") { deviceLog }`)} }`
    expect((await house.ben.graphql(logs)).errors).toBeUndefined()
    expect((await house.ben.graphql(logs)).status).toBe(429)
    // Nobody meets that who reads it once, as the desk does.
    const once = `{ getByIdFeedback(id: "${id}") { feedback deviceLog } }`
    for (let count = 0; count < 10; count += 1) {
      expect((await house.ana.graphql(once)).errors).toBeUndefined()
    }
  })

  test('pays for what lies in the bin, and nobody else learns how much that is', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const items = itemsNamed(150, { notes: 'x'.repeat(5_000) })
    const { id } = await done(ana, 'createShoppingList', { name: 'A', items })
    const ids = (await done(ana, 'getAllItem', {}, { select: 'id' })).map(
      (item: { id: string }) => item.id,
    )
    await done(ana, 'deleteByIdsItem', { ids })
    const ask = (client: TestClient, count: number) =>
      client.graphql(
        `{ ${many(count, n => `a${n}: deletedItems(shoppingListId: "${id}") { name notes }`)} }`,
      )
    expect((await ask(ana, 2)).data?.a1).toHaveLength(150)
    expect((await ask(ana, 30)).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_INPUT',
      limit: 30_000,
    })
    expect((await ask(ben, 30)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  test('pays for what is the account’s own as for what is on its lists', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const list = await fill(ana, 'Long', 10_000)
    const long = '\u{1f95b}'.repeat(5_000)
    for (let made = 0; made < 60; made += 1) {
      await done(ana, 'createShoppingList', { name: 'Noted', notes: long }, { select: 'id' })
    }
    const { query: db } = server.db
    const at = new Date().toISOString()
    const activity = await db.selectFrom('activity').selectAll().executeTakeFirstOrThrow()
    const undo = 'x'.repeat(30_000)
    for (let made = 0; made < 100; made += 1) {
      const row = { ...activity, id: newId(), list_id: list, user_id: ana.id, undo }
      await db.insertInto('activity').values(row).execute()
    }
    for (let start = 10_000; start < 13_000; start += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => ({
        id: newId(),
        user_id: ana.id,
        friend_user_id: start + n,
        is_known: 1,
        is_told: 0,
        my_status: 'BLOCKED' as const,
        friend_status: 'INVITED' as const,
        created_at: at,
        updated_at: at,
      }))
      await db.insertInto('friend').values(rows).execute()
    }
    const times = (count: number, field: string) => `{ ${many(count, n => `a${n}: ${field}`)} }`
    const history = `history(shoppingListId: "${list}", limit: 100) { undo }`
    for (const field of [
      'getAllShoppingList { notes }',
      'getAllFriend { id }',
      `getByFilterFriend(filters: { userId: ${ana.id} }) { id }`,
      history,
    ]) {
      expect((await ana.graphql(times(1, field))).errors, field).toBeUndefined()
      const { errors } = await ana.graphql(times(30, field))
      const expected = { code: 'BAD_INPUT', field: 'query', limit: 30_000 }
      expect(errors?.[0]?.extensions, field).toEqual(expected)
    }
    await done(ana, 'deleteByIdShoppingList', { id: list })
    const other = await fill(ana, 'Short', 1)
    for (const field of [
      'deletedShoppingLists { itemCount }',
      `history(shoppingListId: "${other}", limit: 100) { id }`,
      'feedbackSummary { statuses { count } }',
      'auditLog(first: 100) { id }',
    ]) {
      const batch = Array.from({ length: 40 }, () => ({ query: times(25, field) }))
      const answers = JSON.parse((await ana.post('/graphql', batch)).text)
      const codes = answers.map((answer: Coded) => answer.errors?.[0]?.extensions.code)
      expect(codes[0], field).toBeUndefined()
      expect(codes.at(-1), field).toBe('RATE_LIMITED')
    }
  })

  test('pays for lists that come whole with their changes', async () => {
    await using house = await start(engine)
    const { ana } = house
    const items = itemsNamed(150, { notes: 'x'.repeat(5_000) })
    for (let made = 0; made < 6; made += 1) {
      await done(ana, 'createShoppingList', { name: 'Long', items }, { select: 'id' })
    }
    const ask = (fields: string) =>
      ana.graphql(`{ changes(known: []) { lists { list { items { ${fields} } } } } }`)
    expect((await ask('notes')).errors).toBeUndefined()
    expect((await ask('a: notes b: notes')).errors?.[0]?.extensions).toEqual({
      code: 'BAD_INPUT',
      field: 'query',
      limit: 30_000,
    })
  })

  test('pays for the items that its changes read, however little they tell of them', async () => {
    await using house = await start(engine, { burst: 300, perSecond: 1 })
    const { server, ana } = house
    await fill(ana, 'Long', 9_900)
    const ask = (items: string, revision = 0) => ({
      query: `query ($known: [KnownRevision!]!) { changes(known: $known) { lists { items { ${items} } } } }`,
      variables: { known: [{ id: 'nothing', revision }] },
    })
    server.clock.advance({ minutes: 10 })
    const codes: unknown[] = []
    for (let asked = 0; asked < 12; asked += 1) {
      const { query, variables } = ask('order')
      codes.push((await ana.graphql(query, variables)).errors?.[0]?.extensions?.code)
    }
    expect([codes[0], codes.indexOf('RATE_LIMITED')]).toEqual([undefined, 7])
    server.clock.advance({ minutes: 10 })
    // As many of them as one document may read: the rest of a batch is not now.
    const batch = Array.from({ length: 20 }, () => ask('order'))
    const answers: Coded[] = JSON.parse((await ana.post('/graphql', batch)).text)
    const told = answers.map(({ errors }) => errors?.[0]?.extensions.code)
    expect([told[0], told.indexOf('RATE_LIMITED')]).toEqual([undefined, 16])
  })

  test('cannot learn from it how long the list of somebody else is', async () => {
    await using house = await start(engine)
    const { ana, ben } = house
    const list = await fill(ana, 'Long', 4_000)
    const query = `{ ${many(9, n => `a${n}: getByIdShoppingList(id: "${list}") { items { id name notes purchased order itemTags { id name color } } }`)} }`
    const { data, errors } = await ben.graphql(query)
    expect([errors, data?.a0]).toEqual([undefined, null])
  })

  test('copies, restores and resets at most two lists in one document', async () => {
    await using house = await start(engine)
    const { ana } = house
    const list = await fill(ana, 'Short', 3)
    const copies = (count: number) =>
      `mutation { ${many(count, n => `c${n}: copyShoppingList(id: "${list}", name: "x") { id }`)} }`
    expect((await ana.graphql(copies(2))).errors).toBeUndefined()
    for (const query of [
      copies(3),
      `mutation { ...a resetShoppingList(id: "${list}") { id } } fragment a on Mutation { ...b ...b1 } fragment b on Mutation { c: copyShoppingList(id: "${list}", name: "x") { id } } fragment b1 on Mutation { d: copyShoppingList(id: "${list}", name: "x") { id } }`,
    ]) {
      const { errors } = await ana.graphql(query)
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', limit: 2 })
    }
    expect(await done(ana, 'getAllShoppingList')).toHaveLength(3)
  })

  test('takes tags off no more items in one go than are written at once', async () => {
    await using house = await start(engine)
    const { ana } = house
    const itemTags = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => ({ name }))
    const items = itemsNamed(9_000, { itemTags })
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' }, { select: 'id' })
    for (let at = 0; at < 9_000; at += 3_000) {
      const part = { shoppingListId: id, items: items.slice(at, at + 3_000) }
      await done(ana, 'createItems', part, { select: 'id' })
    }
    const query =
      'mutation ($id: ID!, $itemTags: [ItemTagInput!]) { updateShoppingList(id: $id, itemTags: $itemTags) { id } }'
    const batch = itemTags.map((_, at) => ({
      query,
      variables: { id, itemTags: itemTags.slice(at + 1) },
    }))
    const { text } = await ana.post('/graphql', batch)
    const codes = (JSON.parse(text) as Coded[]).map(({ errors }) => errors?.[0]?.extensions.code)
    expect(codes).toEqual([...Array(2).fill(undefined), ...Array(4).fill('RATE_LIMITED')])
    expect((await ana.graphql(query, batch.at(-1)?.variables)).errors).toBeUndefined()
  })

  test('pays for the places that a move looks at', async () => {
    await using house = await start(engine, { burst: 100, perSecond: 1 })
    const { server, ana } = house
    const id = await fill(ana, 'Weekly', 2_000)
    server.clock.advance({ minutes: 5 })
    const [first, second] = await done(ana, 'getAllItem', {}, { select: 'id' })
    server.clock.advance({ minutes: 5 })
    const codes: unknown[] = []
    for (let moved = 0; moved < 80; moved += 1) {
      const [one, other] = moved % 2 ? [first, second] : [second, first]
      const move = { id: one.id, afterItemId: other.id }
      codes.push((await call(ana, 'moveItem', move, { select: 'id' })).code)
    }
    expect([codes[0], codes.at(-1)]).toEqual([undefined, 'RATE_LIMITED'])
    expect(id).toBeDefined()
  })

  test('pays for the lists whose names it compares, and for those that it moves or raises', {
    // Names that take long to compare, some hundred times.
    timeout: 90_000,
  }, async () => {
    const pace = { burst: 100, perSecond: 1 }
    await using house = await start(engine, pace)
    const { server, ana, ben } = house
    const { id, userId } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const name = 'ΐ'.repeat(200)
    await addLists(server, id, 498, n => (n === 0 ? name : `${name.slice(String(n).length)}${n}`))
    // Until it is told to wait, or thirty times.
    async function times(change: (n: number) => ReturnType<typeof call>) {
      server.clock.advance({ minutes: 5 })
      for (let made = 0; made < 30; made += 1) if ((await change(made)).errors) return made
      return 30
    }
    const other = (n: number) => `Other${n}`
    const renamed = await times(n =>
      call(ana, 'updateShoppingList', { id, name: n % 2 ? other(n) : name }, { select: 'id' }),
    )
    const moved = await times(() => call(ana, 'moveShoppingList', { id }, { select: 'id' }))
    const raised = async () =>
      times(n => call(ana, 'updateUserBasics', { id: userId, firstName: other(n) }))
    const alone = await raised()
    await server.db.query
      .insertInto('membership')
      .columns(['id', 'list_id', 'user_id', 'permission', 'ord', 'favourite'])
      .expression(db =>
        db
          .selectFrom('membership')
          .select([
            sql<string>`id || '-ben'`.as('id'),
            'list_id',
            sql<number>`cast(${ben.id} as integer)`.as('user_id'),
            ...(['permission', 'ord', 'favourite'] as const),
          ])
          .where('user_id', '=', userId),
      )
      .execute()
    const shared = await raised()
    const counts = { renamed, moved, alone, shared }
    expect(counts).toEqual({ renamed: 7, moved: 17, alone: 30, shared: 10 })
    server.clock.advance({ minutes: 5 })
    const query =
      'mutation ($id: ID!, $name: String) { updateShoppingList(id: $id, name: $name) { id } }'
    const batch = Array.from({ length: 100 }, () => ({ query, variables: { id, name } }))
    const answers: Coded[] = JSON.parse((await ana.post('/graphql', batch)).text)
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code)
    expect([codes[0], codes.indexOf('RATE_LIMITED')]).toEqual([undefined, 31])
  })

  test('pays for each list of which a change of many items has some', async () => {
    const pace = { burst: 100, perSecond: 1 }
    await using house = await start(engine, pace)
    const { server, ana } = house
    const items: { readonly id: string }[] = []
    for (let n = 0; n < 60; n += 1) {
      server.clock.advance({ minutes: 1 })
      const item = { id: newId(), name: 'Milk' }
      await done(ana, 'createShoppingList', { name: `List ${n}`, items: [item] }, { select: 'id' })
      items.push({ id: item.id })
    }
    const ids = items.map(({ id }) => id)
    const change = async (n: number) => {
      const wishes = ids.map(id => ({ id, purchased: n % 2 === 0 }))
      return (await call(ana, 'updateItems', { items: wishes }, { select: 'id' })).status
    }
    const remove = async () =>
      (await call(ana, 'deleteByIdsItem', { ids }, { select: 'status' })).status
    for (const last of [change, remove]) {
      server.clock.advance({ minutes: 5 })
      for (let n = 0; n < 6; n += 1) expect(await change(n)).toBe(200)
      expect([await last(6), await change(7)], last.name).toEqual([200, 429])
    }
  })

  test('pays for each change of a document', async () => {
    await using house = await start(engine, { burst: 100, perSecond: 1 })
    const { server, ana } = house
    const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
    const change = (n: number) => `a${n}: updateShoppingList(id: "${id}", favourite: true) { id }`
    for (const [changes, told] of [
      [1, [undefined, undefined]],
      [10, [undefined, 'RATE_LIMITED']],
    ] as const) {
      server.clock.advance({ minutes: 5 })
      const query = `mutation { ${many(changes, change)} }`
      const codes: unknown[] = []
      for (let sent = 0; sent < 50; sent += 1) {
        codes.push((await ana.graphql(query)).errors?.[0]?.extensions?.code)
      }
      expect([codes[0], codes.at(-1)], `${changes}`).toEqual(told)
    }
  })

  test('pays for each question of a document, as for each of a batch', async () => {
    await using house = await start(engine, { burst: 100, perSecond: 1 })
    const { server, ana } = house
    const ask = (n: number) => `a${n}: getByFilterUserConfig(filters: {}) { id }`
    for (const [questions, told] of [
      [1, [undefined, undefined]],
      [30, [undefined, 'RATE_LIMITED']],
    ] as const) {
      server.clock.advance({ minutes: 5 })
      const query = `{ ${many(questions, ask)} }`
      const codes: unknown[] = []
      for (let sent = 0; sent < 50; sent += 1) {
        codes.push((await ana.graphql(query)).errors?.[0]?.extensions?.code)
      }
      expect([codes[0], codes.at(-1)], `${questions}`).toEqual(told)
    }
  })

  test('sends five hundred edits in one go, and is told when it is too much', async () => {
    await using house = await start(engine, { burst: 540, perSecond: 10 })
    const { server, ana, ben } = house
    const list = await fill(ana, 'Weekly', 1)
    const add = () =>
      call(ana, 'createItem', { shoppingListId: list, name: 'Milk' }, { select: 'id' })
    for (let sent = 0; sent < 500; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, add))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    let answer = await add()
    for (let tries = 0; tries < 60 && answer.status === 200; tries += 1) answer = await add()
    expect([answer.status, answer.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await done(ben, 'createShoppingList', { name: 'Others go on' })).name).toBe(
      'Others go on',
    )
    server.clock.advance({ ms: 1_000 * Number(answer.headers.get('retry-after')) })
    expect((await add()).status).toBe(200)
  })

  test('pays for the length of what it sends, though nothing comes of it', async () => {
    await using house = await start(engine, { burst: 60, perSecond: 1 })
    const { ana } = house
    const items = itemsNamed(900, { notes: 'x'.repeat(1_000) })
    const send = () =>
      ana.graphql('query ($list: ID!) { getByIdShoppingList(id: $list) { id } }', { list: items })
    const codes = []
    for (let sent = 0; sent < 6; sent += 1) codes.push((await send()).errors?.[0]?.extensions?.code)
    expect(codes).toEqual([...Array(4).fill('BAD_INPUT'), 'RATE_LIMITED', 'RATE_LIMITED'])
  })

  test('pays for the length of what it is answered, by event stream, too', async () => {
    await using house = await start(engine, { burst: 40, perSecond: 1 })
    const { ana } = house
    const items = itemsNamed(150, { notes: 'x'.repeat(5_000) })
    await done(ana, 'createShoppingList', { name: 'Long', items }, { select: 'id' })
    const statuses: number[] = []
    for (let asked = 0; asked < 4; asked += 1) {
      const question = '{ changes(known: []) { lists { items { notes } } } }'
      const stream = await openStream(ana, question, new AbortController().signal)
      statuses.push(stream.status)
      await stream.body?.cancel()
    }
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(429)
  })

  test('pays for a batch: for each of its requests, and for the length of their answers', async () => {
    await using house = await start(engine, { burst: 40, perSecond: 1 })
    const { server, ana } = house
    const items = itemsNamed(150, { notes: 'x'.repeat(5_000) })
    await done(ana, 'createShoppingList', { name: 'Long', items }, { select: 'id' })
    const short = Array.from({ length: 100 }, () => ({ query: '{ __typename }' }))
    const long = [{ query: '{ changes(known: []) { lists { items { notes } } } }' }]
    for (const [what, batch] of Object.entries({ short, long })) {
      server.clock.advance({ minutes: 5 })
      const statuses: number[] = []
      for (let sent = 0; sent < 5; sent += 1) {
        statuses.push((await ana.post('/graphql', batch)).status)
      }
      expect([statuses[0], statuses.at(-1)], what).toEqual([200, 429])
    }
  })

  test('pays for a document that is refused for what it asks: it was counted all the same', async () => {
    await using house = await start(engine, { burst: 40, perSecond: 1 })
    const { server, ana } = house
    const items = itemsNamed(150, { notes: 'x'.repeat(5_000) })
    const { id } = await done(ana, 'createShoppingList', { name: 'A', items })
    server.clock.advance({ minutes: 5 })
    const all = await done(ana, 'getAllItem', {}, { select: 'id' })
    const ids = all.map((item: { id: string }) => item.id)
    await done(ana, 'deleteByIdsItem', { ids }, { select: 'id' })
    server.clock.advance({ minutes: 5 })
    const query = `{ ${many(30, n => `a${n}: deletedItems(shoppingListId: "${id}") { name notes }`)} }`
    const codes: unknown[] = []
    for (let sent = 0; sent < 5; sent += 1) {
      codes.push((await ana.graphql(query)).errors?.[0]?.extensions?.code)
    }
    expect([codes[0], codes.at(-1)]).toEqual(['BAD_INPUT', 'RATE_LIMITED'])
  })

  test('what was refused for its pace is not remembered: the same token works later', async () => {
    await using house = await start(engine, { burst: 3, perSecond: 1 })
    const { server, ana } = house
    const tokens = Array.from({ length: 5 }, newId)
    const make = (requestToken: string) =>
      call(ana, 'createShoppingList', { name: 'Weekly' }, { requestToken })
    const first = await Promise.all(tokens.map(make))
    expect(first.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    for (const token of tokens) {
      server.clock.advance({ minutes: 1 })
      expect((await make(token)).status).toBe(200)
    }
    server.clock.advance({ minutes: 1 })
    expect(await done(ana, 'getAllShoppingList')).toHaveLength(5)
  })

  test('has a few operations at once, and a long line is told to come back', async () => {
    await using house = await start(engine)
    const { ana } = house
    const answers = await Promise.all(
      Array.from({ length: 260 }, () => call(ana, 'getAllUnit', {}, { select: 'id' })),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    // Four go, two hundred stand in line; a few more come while the first are answered.
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(204)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, code, headers } of refused) {
      expect([status, code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '1'])
    }
  })

  test('writes so many rows a day, and goes on the next day', async () => {
    await using house = await start(engine, { rowsPerDay: 1_000 })
    const { server, ana } = house
    const list = await fill(ana, 'Weekly', 600)
    const again = () => call(ana, 'createItems', { shoppingListId: list, items: itemsNamed(600) })
    const refused = await again()
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED'])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBe(15 * 60 * 60)
    expect(refused.errors?.[0]?.message).toBe(
      'This account wrote as much as it may in one day. Try again in 15 hours.',
    )
    server.clock.advance({ ms: wait * 1_000 })
    expect((await again()).status).toBe(200)
  })

  test('is refused so many edits a day that are kept for their repetitions', async () => {
    await using house = await start(engine, { rowsPerDay: 1_000 })
    const { server, ana } = house
    const gone = { id: newId(), purchased: true }
    const refuse = async (how: { requestToken?: string }) =>
      (await call(ana, 'updateItem', gone, how)).code
    // Without a token nothing is kept, and by the same one nothing more.
    for (const how of [{}, { requestToken: newId() }]) {
      for (let n = 0; n < 30; n += 1) expect(await refuse(how)).toBe('NOT_FOUND')
    }
    const codes: unknown[] = []
    for (let n = 0; n < 100; n += 1) codes.push(await refuse({ requestToken: newId() }))
    const kept = codes.filter(code => code === 'NOT_FOUND').length
    expect(kept).toBeGreaterThan(16)
    expect(kept).toBeLessThan(70)
    expect(codes.at(-1)).toBe('RATE_LIMITED')
    server.clock.advance({ ms: 24 * 60 * 60 * 1_000 })
    expect(await refuse({})).toBe('NOT_FOUND')
  })

  test('pays for what is kept of its answers, by whatever it names them', async () => {
    await using house = await start(engine, { rowsPerDay: 1_000 })
    const { server, ana } = house
    const list = await fill(ana, 'Weekly', 1)
    const nextDay = () => server.clock.advance({ ms: 24 * 60 * 60 * 1_000 })
    nextDay()
    const name = 'a'.repeat(3_900)
    async function send(query: string, requestToken?: string) {
      const { errors } = await ana.graphql(query, {}, requestToken ? { requestToken } : {})
      return errors?.map(({ extensions }) => extensions?.code)
    }
    const change = `mutation { ${name}: updateShoppingList(id: "${list}", favourite: true) { id } }`
    const codes: unknown[] = []
    for (let n = 0; n < 30; n += 1) codes.push((await send(change, newId()))?.[0])
    expect([codes[0], codes.indexOf('RATE_LIMITED')]).toEqual([undefined, 25])
    expect(await send('{ getAllShoppingList { id } }')).toBeUndefined()
    // A refusal says where it stands: it counts, however little is left of the day.
    nextDay()
    const gone = (name: string) =>
      `mutation { ${name}: updateItem(id: "x", purchased: true) { id } }`
    expect(await send(gone('a'.repeat(120_000)), newId())).toEqual(['NOT_FOUND'])
    expect(await send(gone('a'), newId())).toEqual(['RATE_LIMITED'])
    expect(await send('{ getAllShoppingList { id } }')).toBeUndefined()
  })

  test('keeps so many items, those in the bin included, whoever adds them', async () => {
    await using house = await start(engine, { items: 100 })
    const { server, ana, ben } = house
    const list = await fill(ana, 'Weekly', 60)
    const other = await fill(ana, 'Other', 30)
    await share(server, { id: list, userId: ana.id }, ben, 'EDIT')
    const add = (client: TestClient, requestToken = newId()) =>
      call(client, 'createItems', { shoppingListId: list, items: itemsNamed(20) }, { requestToken })
    const own = { code: 'BAD_INPUT', field: 'items', limit: 100 }
    expect((await add(ana)).refusal).toEqual(own)
    expect((await add(ben)).refusal).toEqual(own)
    expect((await call(ana, 'copyShoppingList', { id: list, name: 'Copy' })).refusal).toEqual(own)
    expect((await call(ana, 'sampleShoppingList')).refusal).toEqual(own)
    await done(ana, 'deleteByIdShoppingList', { id: other })
    expect((await add(ana)).refusal, 'the bin counts').toEqual(own)
    expect(await done(ana, 'getAllItem', {}, { select: 'id' })).toHaveLength(60)
    const items = await done(ana, 'getAllItem', {}, { select: 'id' })
    const ids = items.slice(0, 30).map(({ id }: { id: string }) => id)
    await done(ana, 'deleteByIdsItem', { ids })
    expect((await add(ana)).status).toBe(200)
    expect((await done(ben, 'createShoppingList', { name: 'Ben’s' })).name).toBe('Ben’s')
  })

  test('pays for being measured as much as there is to look at', async () => {
    await using house = await start(engine, { burst: 400, perSecond: 1 })
    const { server, ana, ben } = house
    const tokens = jsonKeys(Array.from({ length: 150_000 }, (_, n) => `token-${n}`))
    await sql`
      insert into request (user_id, token, operation_hash, answer, created_at)
      select cast(${ben.id} as integer), done.key, 'x', '{}', ${server.clock.now().toISOString()}
      from json_each(${tokens}) as done where true
    `.execute(server.db.query)
    async function madeBy(client: TestClient) {
      for (let made = 0; ; made += 1) {
        if ((await call(client, 'sampleShoppingList', {}, { select: 'id' })).errors) return made
      }
    }
    const [often, seldom] = [await madeBy(ana), await madeBy(ben)]
    expect(often).toBeGreaterThan(14)
    expect(seldom).toBeLessThan(11)
    // Of the answers that are kept for it not all are looked at.
    expect(seldom).toBeGreaterThan(7)
  })

  test('counts what it hands over for whoever owns it then, who must have room for it', async () => {
    await using house = await start(engine, { items: 100 })
    const { server, ana, ben } = house
    const limit = { code: 'BAD_INPUT', field: 'items', limit: 100 }
    async function give(name: string) {
      const id = await fill(ana, name, 40)
      await share(server, { id, userId: ana.id }, ben, 'ADMIN')
      return () => call(ana, 'handOverShoppingList', { id, userId: ben.id })
    }
    const [first, second] = [await give('First'), await give('Second')]
    const add = (client: TestClient, shoppingListId: string, count: number) =>
      call(client, 'createItems', { shoppingListId, items: itemsNamed(count) })
    const own = await fill(ana, 'Own', 10)
    expect((await add(ana, own, 20)).refusal).toEqual(limit)
    const { id } = (await first()).result
    // What went gives room at once, and what is added to it is no longer its old owner's.
    expect((await add(ana, own, 20)).code).toBeUndefined()
    expect((await add(ana, id, 40)).code).toBeUndefined()
    expect((await add(ana, id, 20)).refusal).toEqual(limit)
    expect((await add(ana, own, 5)).code).toBeUndefined()
    expect((await second()).refusal).toEqual(limit)
    expect(await done(ben, 'getAllItem', {}, { select: 'id' })).toHaveLength(120)
    expect(await done(ben, 'getByIdShoppingList', { id })).toMatchObject({ userId: ben.id })
  })

  test('that goes leaves nobody more of its lists than they may keep', async () => {
    await using house = await start(engine, { items: 100 })
    const { server, ana, ben } = house
    const bens = await fill(ben, 'Own', 20)
    for (const name of ['First', 'Second']) {
      const id = await fill(ana, name, 45)
      await share(server, { id, userId: ana.id }, ben, 'ADMIN')
    }
    await done(ana, 'deleteUser', { id: ana.id, password: ana.password, handOver: true })
    server.clock.advance({ minutes: 11 })
    const lists = await done(ben, 'getAllShoppingList')
    expect(lists.map(({ userId }: { userId: number }) => userId)).toEqual([ben.id, ben.id])
    const renamed = { id: bens, name: 'Mine' }
    expect(await done(ben, 'updateShoppingList', renamed)).toMatchObject(renamed)
  })

  test('that is full keeps nobody on its lists from taking another name, or from going', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const list = await fill(ana, 'Weekly', 20)
    await share(server, { id: list, userId: ana.id }, ben, 'EDIT')
    const { address, clock } = server
    const settings = { account: { ...usual, items: 10 } }
    await using strict = await startTestServer(engine, { address, clock, settings })
    const browser = strict.client()
    await browser.post('/auth/login', { username: ben.email, password: ben.password })
    const more = await call(browser, 'createItem', { shoppingListId: list, name: 'Milk' })
    expect(more.refusal).toEqual({ code: 'BAD_INPUT', field: 'items', limit: 10 })
    const renamed = await done(browser, 'updateUserBasics', { id: ben.id, firstName: 'Benno' })
    expect(renamed).toMatchObject({ firstName: 'Benno' })
    await done(browser, 'deleteUser', { id: ben.id, password: ben.password })
    expect((await done(ana, 'getByIdShoppingList', { id: list })).shoppingListFriends).toEqual([])
  })

  test('that is full keeps nobody from leaving its lists, blocking it, or taking rights on them away', async () => {
    await using house = await start(engine)
    const { server, ana, ben } = house
    const [cleo, dora] = [await server.buildUser(), await server.buildUser()]
    for (const friend of [ben, cleo, dora]) await befriend(ana, friend)
    const list = await fill(ana, 'Weekly', 20)
    const people = [ben, cleo, dora].map(one => [one, 'EDIT'] as const)
    await shareWith(ana, list, people)
    const { address, clock } = server
    const settings = { account: { ...usual, items: 10 } }
    await using strict = await startTestServer(engine, { address, clock, settings })
    async function onStrict(user: TestUser): Promise<TestClient> {
      const browser = strict.client()
      await browser.post('/auth/login', { username: user.email, password: user.password })
      return browser
    }
    const owner = await onStrict(ana)
    const more = await call(owner, 'createItem', { shoppingListId: list, name: 'Milk' })
    expect(more.code).toBe('BAD_INPUT')
    await done(await onStrict(ben), 'leaveShoppingList', { id: list })
    const blocked = { id: String(ana.id), firendStatus: 'BLOCKED' }
    await done(await onStrict(cleo), 'updateFriend', blocked)
    await shareWith(owner, list, [[dora, 'VIEW']])
    const item = { shoppingListId: list, name: 'Tea' }
    expect((await call(dora, 'createItem', item)).code).toBe('FORBIDDEN')
    await shareWith(owner, list, [])
    for (const user of [ben, cleo, dora]) {
      expect(await done(user, 'getByIdShoppingList', { id: list })).toBeNull()
    }
  })

  test('keeps so many bytes, and no list that nobody could load', async () => {
    await using house = await start(engine, { megabytes: 1 })
    const { server, ana } = house
    const list = await fill(ana, 'Weekly', 1)
    const long = itemsNamed(90, { notes: 'x'.repeat(5_000) })
    const add = () => call(ana, 'createItems', { shoppingListId: list, items: long })
    expect((await add()).code).toBeUndefined()
    expect((await add()).code).toBeUndefined()
    expect((await add()).refusal).toEqual({ code: 'BAD_INPUT', field: 'items', limit: 1 })
    const [{ id }] = await done(ana, 'getAllItem', {}, { select: 'id' })
    expect((await call(ana, 'updateItem', { id, purchased: true })).code).toBe('BAD_INPUT')
    await done(ana, 'deleteByIdItem', { id })
    // What an hour brings is counted anew.
    server.clock.advance({ minutes: 60 })
    expect((await add()).code).toBe('BAD_INPUT')
  })
})

test('a document of `changes` asks for them once', async () => {
  await using server = await startTestServer()
  const ana = await server.buildUser()
  const once = 'changes(known: []) { lists { id items { id name } } more }'
  expect((await ana.graphql(`{ ${once} }`)).errors).toBeUndefined()
  for (const query of [
    `{ a: ${once} b: ${once} }`,
    '{ changes(known: []) { lists { a: items { id } b: items { id } c: items { id } d: items { id } } } }',
  ]) {
    expect((await ana.graphql(query)).errors?.[0]?.extensions?.code).toBe('BAD_INPUT')
  }
})
