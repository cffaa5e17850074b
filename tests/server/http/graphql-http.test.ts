import { auditServer } from 'graphql-http'
import { expect, test } from 'vitest'
import { call, done } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
} from '../../support/server/server.ts'

/** A fetch that is signed in and brings the CSRF token, so that only GraphQL over HTTP is judged. */
async function signedInFetch(client: TestClient): Promise<typeof fetch> {
  const token = await (await client.fetch('/csrftoken')).text()
  return async (input, init = {}) => {
    const url = new URL(String(input))
    const headers = new Headers(init.headers)
    headers.set('x-csrf-token', token)
    return client.fetch(url.pathname + url.search, { ...init, headers })
  }
}

async function post(
  client: TestClient,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const send = await signedInFetch(client)
  const response = await send('http://aisle.test/graphql', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    errors: text.startsWith('{') ? JSON.parse(text).errors : undefined,
  }
}

const unusable: readonly (readonly [what: string, body: string])[] = [
  ['no JSON', 'hello'],
  ['half of JSON', '{"query": "{ __typename'],
  ['an array', '[]'],
  ['null', 'null'],
  ['nothing', ''],
  ['no query', '{}'],
  ['a query that is a number', '{"query": 7}'],
  ['variables that are a list', '{"query": "{ __typename }", "variables": []}'],
  ['variables that are a text', '{"query": "{ __typename }", "variables": "x"}'],
  ['a document that does not parse', '{"query": "{"}'],
  ['an unknown field', '{"query": "{ nothing }"}'],
  ['an unknown operation', '{"query": "query A { __typename }", "operationName": "B"}'],
  ['two operations without a name', '{"query": "query A { __typename } query B { __typename }"}'],
]

describeEachEngine('GraphQL over HTTP', engine => {
  test('a change by GET is refused, and costs no try at the password in it', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const newPassword = 'six green paper boats'
    const query = `mutation { updateUserPassword(id: ${ana.id}, currentPassword: "wrong", newPassword: "${newPassword}") { id } }`
    for (let tries = 0; tries < 11; tries += 1) {
      expect((await ana.fetch(`/graphql?${new URLSearchParams({ query })}`)).status).toBe(405)
    }
    const change = { id: ana.id, currentPassword: ana.password, newPassword }
    await done(ana, 'updateUserPassword', change)
  })

  test('the official audits: no error, no warning', async () => {
    await using server = await startTestServer(engine)
    const fetchFn = await signedInFetch(await server.buildUser())
    const results = await auditServer({ url: 'http://aisle.test/graphql', fetchFn })
    expect(results.length).toBeGreaterThan(50)
    const bad = results.filter(result => result.status !== 'ok' && result.status !== 'notice')
    expect(bad.map(({ id, name }) => `${id} ${name}`)).toEqual([])
  })

  test('nobody is answered 401, in the media type that was asked for', async () => {
    await using server = await startTestServer(engine)
    const { status, code, headers } = await call(server.client(), 'getAllShoppingList')
    expect([status, code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(headers.get('content-type')).toContain('application/graphql-response+json')
    const plain = await server.client().get('/graphql?query={__typename}')
    expect([plain.status, plain.headers.get('content-type')]).toEqual([
      401,
      expect.stringContaining('application/json'),
    ])
  })

  test('nobody speaks for another: who names an account that is not the session’s is answered 401', async () => {
    await using server = await startTestServer(engine)
    const [ana, ben] = [await server.buildUser(), await server.buildUser()]
    const make = (headers: Readonly<Record<string, string>>) =>
      call(ben, 'createShoppingList', { name: 'x' }, { headers, requestToken: 'one' })
    for (const account of [String(ana.id), '', 'me', `${ben.id}.0`]) {
      const { status, code } = await make({ 'x-account': account })
      expect([account, status, code]).toEqual([account, 401, 'UNAUTHENTICATED'])
    }
    const stream = await post(ben, JSON.stringify({ query: 'subscription { changed { id } }' }), {
      accept: 'text/event-stream',
      'x-account': String(ana.id),
    })
    expect([stream.status, stream.errors?.[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(await done(ben, 'getAllShoppingList')).toEqual([])
    expect(
      (await make({ 'x-account': String(ben.id) })).result.name,
      'refused, not remembered',
    ).toBe('x')
  })

  test('the contract can be read from the server', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const { data } = await ana.graphql('{ __type(name: "Item") { fields { name description } } }')
    expect(data.__type.fields.length).toBeGreaterThan(10)
    for (const field of data.__type.fields) expect(field.description).toBeTruthy()
  })

  test('a body that cannot be run is refused in words', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    for (const [what, body] of unusable) {
      const answer = await post(ana, body, { accept: 'application/graphql-response+json' })
      expect([what, answer.status, answer.errors?.[0]?.extensions.code]).toEqual([
        what,
        400,
        'BAD_INPUT',
      ])
      expect(answer.text).not.toMatch(/node_modules|\.ts:|at .*\(/)
    }
  })

  test.each([
    ['no JSON', '{', 'body'],
    ['no object', 'null', 'body'],
    ['no query', '{}', 'query'],
    ['variables that are a list', '{"query":"{ __typename }","variables":[]}', 'variables'],
    ['an operation’s name that is no text', '{"query":"{ a }","operationName":1}', 'operationName'],
    [
      'a request-token that is no text',
      '{"query":"{ __typename }","extensions":{"requestToken":1}}',
      'requestToken',
    ],
    ['a subscription, as JSON', '{"query":"subscription { changed { id } }"}', 'accept'],
    ['a batch, as a stream', '[{"query":"{ __typename }"}]', 'accept', 'text/event-stream'],
  ])('%s: the answer names what is wrong', async (_, body, field, accept = '*/*') => {
    await using server = await startTestServer(engine)
    const { errors } = await post(await server.buildUser(), body, { accept })
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_INPUT', field })
  })

  test('a request that cannot be taken is told which part of it, and how large it may be', async () => {
    await using server = await startTestServer(engine)
    const send = await signedInFetch(await server.buildUser())
    const body = '{"query":"{ __typename }"}'
    const json = { 'content-type': 'application/json' }
    const large = 'x'.repeat(1_100_000)
    for (const [path, init, status, extensions] of [
      ['graphql', { method: 'PUT', headers: json, body }, 405, { field: 'method' }],
      ['graphql', { headers: { ...json, accept: 'text/html' }, body }, 406, { field: 'accept' }],
      [
        'graphql',
        { headers: { 'content-type': 'text/plain' }, body },
        415,
        { field: 'content-type' },
      ],
      ['graphql', { headers: json, body: large }, 413, { field: 'body', limit: 1_048_576 }],
      ['auth/login', { headers: json, body: large }, 413, { field: 'body', limit: 65_536 }],
      ['auth/login', { headers: json, body: '[]' }, 400, { field: 'body' }],
    ] as const) {
      const answer = await send(`http://aisle.test/${path}`, { method: 'POST', ...init })
      const { errors } = await answer.json()
      const told = { code: 'BAD_INPUT', ...extensions }
      expect([answer.status, errors[0].extensions]).toEqual([status, told])
    }
  })

  test('a mutation does not travel by GET, and needs its CSRF token', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const query = encodeURIComponent('mutation { createShoppingList(name: "x") { id } }')
    expect((await ana.get(`/graphql?query=${query}`)).status).toBe(405)
    const forged = await ana.post('/graphql', { query: '{ __typename }' }, { 'x-csrf-token': 'x' })
    expect(forged.status).toBe(403)
    expect(await done(ana, 'getAllShoppingList')).toEqual([])
    const asked = await ana.get(`/graphql?query=${encodeURIComponent('{ getAllUnit { id } }')}`)
    expect(asked.status).toBe(200)
  })
})
