import { readdirSync, readFileSync } from 'node:fs'
import {
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  getIntrospectionQuery,
  getOperationAST,
  Kind,
  parse,
} from 'graphql'
import { expect, test } from 'vitest'
import { checkDocumentSize } from '../../../server/graphql/documents/document-limits.ts'
import { createDocuments } from '../../../server/graphql/documents/documents.ts'
import { checkVariables } from '../../../server/graphql/documents/variables.ts'
import { createExecutableSchema } from '../../../server/graphql/engine/executable-schema.ts'
import { parseSettings } from '../../../server/settings.ts'
import { call, done } from '../../support/server/api.ts'
import { sqlite, startTestServer, type TestUser } from '../../support/server/server.ts'

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')

/** Each would be expensive, and must be refused before it runs. */
const abuses: readonly (readonly [string, string])[] = [
  ['tokens', `{ ${many(1_500, () => 'a: __typename')} }`],
  ['aliases', `{ ${many(31, index => `a${index}: __typename`)} }`],
  ['fields', `{ getAllUnit { ${many(601, () => 'id')} } }`],
  ['cost', `{ ${many(11, index => `a${index}: getAllItem { id }`)} }`],
  [
    'cost through fragments',
    `{ ...a } ${many(8, index => `fragment ${'abcdefgh'[index]} on Query { ...${'bcdefghi'[index]} ...${'bcdefghi'[index]} }`)} fragment i on Query { getAllItem { id } }`,
  ],
  ['depth', `{ __schema { types { ${'ofType { '.repeat(20)} name ${'} '.repeat(20)} } } }`],
  [
    'introspection in circles',
    '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
  ],
  [
    'a circle of fragments',
    'query { ...a } fragment a on Query { ...b } fragment b on Query { ...a getAllUnit { id } }',
  ],
  ['mutations', `mutation { ${many(11, index => `m${index}: deleteByIdItem(id: "x") { id }`)} }`],
  [
    'mutations through fragments',
    `mutation { ${many(11, () => '...m')} } fragment m on Mutation { deleteByIdItem(id: "x") { id } }`,
  ],
  ['the same field again and again', `{ ${many(60, () => 'getAllUnit { id }')} }`],
  [
    'the same fields through fragments',
    `{ ...a } ${many(5, n => `fragment ${'abcde'[n]} on Query { ${n < 4 ? `...${'bcdef'[n]} ` : ''}${many(10, () => 'getAllUnit { id }')} }`)}`,
  ],
  ['nesting without end', '{ a '.repeat(5_000)],
  ['a list without end', `query { getByFilterItem(filters: ${'['.repeat(3_000)}) { id } }`],
]

test.each(abuses)('refuses %s', async (_, query) => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  const { status, errors, data } = await ana.graphql(query)
  expect([status, data]).toEqual([400, undefined])
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', field: 'query' })
})

/** Each fragment asks for the next one twice, and the last for `last`. */
const doubled = (type: string, last: string, levels = 100) =>
  `${type.toLowerCase()} { ...f0 } ${many(levels, n => {
    const next = n === levels - 1 ? last : `...f${n + 1}`
    return `fragment f${n} on ${type} { ${next} ${next} }`
  })}`

test.each([
  ['a name that nobody knows', '...nobody', /Unknown fragment/],
  ['a circle', '...f0', /Cannot spread fragment/],
  ['a change', 'deleteByIdItem(id: "x") { id }', /too large/],
])('reads fragments that double each other and end in %s once', async (_, last, refusal) => {
  for (const type of ['Query', 'Mutation']) {
    const query = doubled(type, last)
    const document = parse(query)
    let reads = 0
    for (const node of document.definitions) {
      if (node.kind !== Kind.FRAGMENT_DEFINITION) continue
      const { selectionSet } = node
      Object.defineProperty(node, 'selectionSet', {
        get() {
          reads += 1
          // On the way to 2 to the power of 100 nobody would come back.
          if (reads > 1_000) throw new Error('Read again and again.')
          return selectionSet
        },
      })
    }
    checkDocumentSize(document)
    expect(reads).toBeLessThanOrEqual(100)
    await using server = await startTestServer(sqlite)
    const { status, errors } = await (await server.buildUser()).graphql(query)
    expect([status, errors?.[0]?.message]).toEqual([400, expect.stringMatching(refusal)])
  }
})

/** One field under `count` names, wherever a list of records is answered. */
function named(count: number): readonly (readonly [string, string])[] {
  const names = (field: string) => many(count, n => `n${n}: ${field}`)
  const id = '00000000-0000-4000-8000-000000000000'
  return [
    ['notes', `{ getAllItem { ${names('notes')} } }`],
    ['notes', `{ getAllShoppingList { ${names('notes')} } }`],
    ['notes', `{ changes(known: []) { lists { items { ${names('notes')} } } } }`],
    ['lists', `{ changes(known: []) { ${names('lists { id }')} } }`],
    [
      'notes',
      `{ changes(known: []) { ...a ...b } } fragment a on Changes { lists { items { ${names('notes')} } } } fragment b on Changes { lists { items { id } } }`,
    ],
    ['savedFilters', `{ changes(known: []) { own { ${names('savedFilters { filter }')} } } }`],
    [
      'friendUser',
      `{ changes(known: []) { own { friends { ${names('friendUser { email }')} } } } }`,
    ],
    ['friends', `{ changes(known: []) { account { ${names('friends { id }')} } } }`],
    ['undo', `{ history(shoppingListId: "${id}", limit: 100) { ${names('undo')} } }`],
    ['notes', `{ deletedItems(shoppingListId: "${id}") { ${names('notes')} } }`],
    ['name', `{ deletedShoppingLists { ${names('name')} } }`],
    ['friendUser', `{ getAllFriend { ${names('friendUser { email }')} } }`],
    [
      'savedFilters',
      `{ getByFilterUserConfig(filters: {}) { ${names('savedFilters { filter }')} } }`,
    ],
    ['deviceLog', `{ getAllFeedback { ${names('deviceLog')} } }`],
    ['detail', `{ auditLog { ${names('detail')} } }`],
    ['weeks', `{ feedbackSummary { ${names('weeks { monday }')} } }`],
    ['silentListIds', `{ noticeSettings { ${names('silentListIds')} } }`],
    ['notes', `mutation { updateItems(items: []) { ${names('notes')} } }`],
    ['notes', `mutation { createItems(shoppingListId: "${id}", items: []) { ${names('notes')} } }`],
    [
      'notes',
      `mutation { acceptInvite(inviteId: "x") { shoppingList { items { ${names('notes')} } } } }`,
    ],
    [
      'notes',
      `mutation { copyShoppingList(id: "${id}", name: "x") { items { ${names('notes')} } } }`,
    ],
    ['notes', `subscription { changed { changes { lists { items { ${names('notes')} } } } } }`],
  ]
}

test('refuses one field under many names, wherever records are answered', async () => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  for (const [field, query] of named(3)) {
    const { status, errors } = await ana.graphql(query)
    expect.soft([query, status, errors?.[0]]).toMatchObject([
      query,
      400,
      {
        message: `This document asks for ${field} under more than 2 names: ask for it once.`,
        extensions: { code: 'BAD_INPUT', field: 'query', limit: 2 },
      },
    ])
  }
  const product = '{ changes(known: []) { a: lists { b: gone c: gone } lists { d: gone } } }'
  expect((await ana.graphql(product)).errors?.[0]?.message).toMatch('asks for gone under')
})

test('one name beside its own is as good as none, and fields that share a name are one', async () => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  for (const [, query] of named(2)) {
    const { errors = [] } = await ana.graphql(query)
    expect.soft([query, errors.filter(({ message }) => /names/.test(message))]).toEqual([query, []])
  }
  const alike = `{ changes(known: []) { ${many(20, () => 'lists { n: gone }')} } }`
  expect((await ana.graphql(alike)).errors).toBeUndefined()
  const apart = `{ ${many(3, n => `a${n}: getAllItem { notes }`)} }`
  expect((await ana.graphql(apart)).errors).toBeUndefined()
})

test('what people ask passes: introspection, and a few things at once', async () => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  expect((await ana.graphql(getIntrospectionQuery())).errors).toBeUndefined()
  const several = `{ ${many(5, index => `a${index}: getAllShoppingList { id items { id } }`)} }`
  expect((await ana.graphql(several)).errors).toBeUndefined()
})

test('a body over a megabyte is refused', async () => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  const { status, text } = await ana.graphql('{ __typename }', { x: 'x'.repeat(1_100_000) })
  expect([status, text]).toEqual([413, expect.stringContaining('BAD_INPUT')])
})

test('variables that nest without end, and more ids than a list can hold, are refused', async () => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  const name = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const query = 'mutation ($name: String!) { createShoppingList(name: $name) { id } }'
  const deep = await ana.post('/graphql', `{"query":"${query}","variables":{"name":${name}}}`)
  expect([deep.status, deep.text]).toEqual([200, expect.stringContaining('this must be a text')])
  const ids = Array.from({ length: 10_001 }, (_, index) => `x${index}`)
  const { refusal } = await call(ana, 'deleteByIdsItem', { ids })
  expect(refusal).toEqual({ code: 'BAD_INPUT', field: 'ids', limit: 10_000 })
})

test.each([
  ['{', 'query'],
  ['{ nothing }', 'query'],
  ['query A { __typename } query B { __typename }', 'operationName'],
])('what is wrong with %s is told of its field', async (query, field) => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  const { errors } = await ana.graphql(query)
  expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_INPUT', field })
  const [one] = JSON.parse((await ana.post('/graphql', [{ query }])).text)
  expect(one.errors[0].extensions).toEqual({ code: 'BAD_INPUT', field })
})

test('a stream is opened whatever nests in variables that its document does not take', async () => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const leave = new AbortController()
  const response = await ana.fetch('/graphql', {
    method: 'POST',
    signal: leave.signal,
    body: `{"query":"subscription { changed { id } }","variables":{"deep":${deep}}}`,
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-csrf-token': await (await ana.fetch('/csrftoken')).text(),
    },
  })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  await reader?.read()
  const { id } = await done(ana, 'createShoppingList', { name: 'Weekly' })
  const { value } = (await reader?.read()) ?? {}
  expect(new TextDecoder().decode(value)).toContain(id)
  leave.abort()
})

test('a document that is new costs what reading it takes', async () => {
  const account = { ...parseSettings({}).account, burst: 60, perSecond: 1 }
  await using server = await startTestServer(sqlite, { settings: { account } })
  async function send(user: TestUser, name: (index: number) => string) {
    const codes = []
    for (let index = 0; index < 30; index += 1) {
      const alias = `${name(index)}${'x'.repeat(1_400)}`
      const query = `{ ${alias}: getByIdUnit(id: "unit-kg") { id name } }`
      codes.push((await user.graphql(query)).errors?.[0]?.extensions?.code)
    }
    return [codes[0], codes.at(-1)]
  }
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  expect(await send(ana, () => 'same')).toEqual([undefined, undefined])
  expect(await send(ben, index => `other${index}_`)).toEqual([undefined, 'RATE_LIMITED'])
})

/** Asks until an account that may ask twelve times in one go has paid: for what was read before, six times are free. */
async function startKeeping() {
  const account = { ...parseSettings({}).account, burst: 12, perSecond: 1 }
  const server = await startTestServer(sqlite, { settings: { account } })
  const ana = await server.buildUser()
  const documentOf = (name: string) =>
    `query ${name.padEnd(9_000, 'x')} { getByIdUnit(id: "unit-kg") { id } }`
  return {
    async ask(name: string, operationName?: string) {
      server.clock.advance({ minutes: 1 })
      return ana.graphql(documentOf(name), {}, operationName ? { operationName } : {})
    },
    async isKept(name: string) {
      server.clock.advance({ minutes: 1 })
      const statuses = new Set<number>()
      for (let n = 0; n < 6; n += 1) statuses.add((await ana.graphql(documentOf(name))).status)
      return !statuses.has(429)
    },
    [Symbol.asyncDispose]: server.close,
  }
}

test('documents are kept up to a sum of their lengths, the latest used', async () => {
  await using house = await startKeeping()
  const { ask, isKept } = house
  for (let n = 0; n < 34; n += 1) expect((await ask(`a${n}_`)).errors).toBeUndefined()
  expect(await isKept('a33_')).toBe(true)
  expect(await isKept('a0_')).toBe(false)
})

test('a document that is refused before it could run is not kept', async () => {
  await using house = await startKeeping()
  const { ask, isKept } = house
  expect((await ask('refused', 'another')).status).toBe(400)
  expect(await isKept('refused')).toBe(false)
  expect(await isKept('refused')).toBe(true)
})

test('all that released clients send stays kept', () => {
  const folder = new URL('../../contract/recorded/', import.meta.url)
  const texts = readdirSync(folder).flatMap(file => {
    const { sent } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    return (sent as readonly { body: { query: string } }[]).map(({ body }) => body.query)
  })
  const documents = createDocuments(createExecutableSchema())
  for (const text of texts) {
    const read = documents.read(text)
    if ('document' in read) documents.keep(text, read.document)
  }
  expect(texts.filter(text => documents.read(text).isNew)).toEqual([])
  expect(texts.length).toBeGreaterThan(90)
})

test('the same document is read once, however often it comes', async () => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  for (let index = 0; index < 600; index += 1) {
    const { data } = await ana.graphql(`{ u${index}: getByIdUnit(id: "unit-kg") { id } }`)
    expect(data).toEqual({ [`u${index}`]: { id: 'unit-kg' } })
  }
  expect(await done(ana, 'getByIdUnit', { id: 'unit-kg' })).toMatchObject({ name: 'kilogram' })
})

test('of a variable that is wrong in many places the first is told, and no other looked for', async () => {
  let looks = 0
  const odd = new GraphQLScalarType({
    name: 'Odd',
    parseValue() {
      looks += 1
      throw new Error('This is no odd number.')
    },
  })
  const of = { type: new GraphQLList(odd) }
  const sum = { type: GraphQLInt, args: { of } }
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { sum } }),
  })
  const operation = getOperationAST(parse('query($of: [Odd]) { sum(of: $of) }'))
  if (!operation) throw new Error('There is no operation.')
  expect(checkVariables(schema, operation, { of: Array(1_000).fill(2) })).toHaveLength(1)
  expect(looks).toBe(1)
})

test('a name that is looked for is no longer than a name', async () => {
  await using server = await startTestServer(sqlite)
  const ana = await server.buildUser()
  const limit = { code: 'BAD_INPUT', field: 'name', limit: 200 }
  for (const noun of ['Item', 'ShoppingList']) {
    const ask = (name: string) => call(ana, `getByFilter${noun}`, { filters: { name } })
    expect(await ask('a'.repeat(200))).toMatchObject({ data: { [`getByFilter${noun}`]: [] } })
    expect((await ask('a'.repeat(201))).errors?.[0]?.extensions).toEqual(limit)
  }
})
