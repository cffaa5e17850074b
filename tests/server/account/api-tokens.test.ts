/** API tokens: what scripts may do by them, and what they may not. */
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { lockAccounts } from '../../../server/changes/changes.ts'
import { openMailStage, ana as person } from '../../support/mail-stage.ts'
import { call, done, newId, operationOf, sampleOf } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
  type TestServer,
} from '../../support/server/server.ts'

const schema = buildSchema(
  readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'),
)

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  const ana = await server.buildUser()
  const list = await done(ana, 'createShoppingList', { name: 'Week', items: [{ name: 'Milk' }] })
  const make = async (scope: 'READ' | 'READ_WRITE', user = ana) =>
    done(user, 'createApiToken', { name: 'Kitchen display', scope })
  return { server, ana, list, make, [Symbol.asyncDispose]: server.close }
}

/** As a script asks: no cookie, no CSRF token. */
async function ask(
  server: TestServer,
  token: string | null,
  query: string,
  { variables = {}, headers = {} }: { variables?: object; headers?: Record<string, string> } = {},
) {
  const response = await server.client().fetch('/graphql', {
    method: 'POST',
    body: JSON.stringify({ query, variables }),
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  const text = await response.text()
  return { status: response.status, text, ...JSON.parse(text) }
}

const tick = 'mutation ($id: ID!) { updateItem(id: $id, purchased: true) { purchased } }'
const items = '{ getAllItem { id name purchased } }'

async function dump({ db }: TestServer): Promise<string> {
  const tables = ['user', 'shopping_list', 'item', 'membership', 'api_token', 'request', 'session']
  const all = []
  for (const table of tables) {
    all.push((await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db.query)).rows)
  }
  return JSON.stringify(all)
}

describeEachEngine('An API token', engine => {
  test('is told of by mail to its person', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink } = stage
    const ana = await stage.proven()
    const make = (scope: string) =>
      done(ana, 'createApiToken', { id: newId(), name: 'Kitchen display', scope })
    for (const [scope, does] of [
      ['READ', 'has it reads your lists'],
      ['READ_WRITE', 'has it reads and changes your lists'],
    ] as const) {
      await make(scope)
      await server.app.jobs.drain()
      const { subject, text } = sink.newest(person.email)
      expect(subject).toBe('A script can reach your lists')
      expect(text.replaceAll(/\s+/g, ' ')).toContain(does)
      expect(text).toContain('“Kitchen display”')
      expect(text).not.toContain('aisle_')
    }
  })

  test('reads, or reads and writes, with nothing but itself', async () => {
    await using house = await start(engine)
    const { server, make } = house
    const [reading, writing] = [await make('READ'), await make('READ_WRITE')]
    expect(reading.token).toMatch(/^aisle_[\w-]{43}$/)
    const { data } = await ask(server, reading.token, items)
    const [{ id }] = data.getAllItem
    const refused = await ask(server, reading.token, tick, { variables: { id } })
    expect([refused.status, refused.data]).toEqual([200, null])
    expect(refused.errors[0]).toMatchObject({
      message: 'This API token may read only. Make one that may write, too.',
      extensions: { code: 'FORBIDDEN' },
    })
    const ticked = await ask(server, writing.token, tick, { variables: { id } })
    expect(ticked.data).toEqual({ updateItem: { purchased: true } })
  })

  test('that reads changes nothing by any mutation, alone or in a batch', async () => {
    await using house = await start(engine)
    const { server, make } = house
    const { token } = await make('READ')
    // Notes its use.
    await ask(server, token, items)
    const before = await dump(server)
    for (const { name, args } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      const variables = Object.fromEntries(args.map(arg => [arg.name, sampleOf(String(arg.type))]))
      const query = operationOf(name, Object.keys(variables))
      const headers = { 'request-token': `try-${name}` }
      const { errors } = await ask(server, token, query, { variables, headers })
      expect([name, errors?.[0]?.extensions.code]).toEqual([name, 'FORBIDDEN'])
    }
    const batch = await server.client().fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify([
        {
          query: 'mutation { createShoppingList(name: "x") { id } }',
          extensions: { requestToken: 'b' },
        },
      ]),
    })
    expect((await batch.json())[0].errors[0].extensions.code).toBe('FORBIDDEN')
    expect(await dump(server)).toBe(before)
  })

  test('that writes cannot take the account over: no tokens, names, passwords, nor its end', async () => {
    await using house = await start(engine)
    const { server, ana, make } = house
    const { token, apiToken } = await make('READ_WRITE')
    const tries: readonly (readonly [string, object])[] = [
      ['createApiToken', { name: 'x', scope: 'READ' }],
      ['deleteByIdApiToken', { id: apiToken.id }],
      ['updateUserBasics', { id: ana.id, firstName: 'X' }],
      ['deleteUser', { id: ana.id, password: ana.password }],
      ['renewInviteId', {}],
    ]
    for (const [name, variables] of tries) {
      const query = operationOf(name, Object.keys(variables))
      const { errors, data } = await ask(server, token, query, { variables })
      expect([name, data, errors?.[0]?.extensions.code]).toEqual([name, null, 'FORBIDDEN'])
    }
    // Nor is it more than its person’s lists, whoever the person is.
    await server.db.query.updateTable('user').set({ role: 'ADMIN' }).execute()
    const other = await server.buildUser()
    const seen = await ask(server, token, `{ getUserById(id: ${other.id}) { email } }`)
    expect(seen.data).toEqual({ getUserById: null })
  })

  test.each(['READ', 'READ_WRITE'] as const)(
    'of %s costs its person no try at their password',
    async scope => {
      await using house = await start(engine)
      const { server, ana, make } = house
      const { token } = await make(scope)
      const names = ['id', 'currentPassword', 'newPassword']
      const query = operationOf('updateUserPassword', names)
      const guess = { id: ana.id, currentPassword: 'x', newPassword: 'six green paper boats' }
      for (let tries = 0; tries < 11; tries += 1) {
        const { errors } = await ask(server, token, query, { variables: guess })
        expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
      }
      await done(ana, 'updateUserPassword', { ...guess, currentPassword: ana.password })
    },
  )

  test('is told once, and lies nowhere', async () => {
    await using house = await start(engine)
    const { server, ana } = house
    const args = { id: newId(), name: 'Script', scope: 'READ' }
    const make = () => call(ana, 'createApiToken', args, { requestToken: 'make' })
    const { token, apiToken } = (await make()).result
    expect((await make()).result).toEqual({ token: null, apiToken })
    expect((await call(ana, 'createApiToken', args)).result).toEqual({ token: null, apiToken })
    expect(await done(ana, 'getAllApiToken')).toEqual([apiToken])
    expect(await dump(server)).not.toContain(token)
    expect(JSON.stringify(server.logged)).not.toContain(token)
  })

  test('shows when it was used, and ends at once with its streams', async () => {
    await using house = await start(engine)
    const { server, ana, make } = house
    const { token, apiToken } = await make('READ')
    expect(apiToken.usedAt).toBeNull()
    const signal = AbortSignal.timeout(10_000)
    const stream = await server.client().fetch('/graphql', {
      method: 'POST',
      signal,
      body: JSON.stringify({ query: 'subscription { changed { id } }' }),
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
      },
    })
    expect(stream.status).toBe(200)
    const [{ usedAt }] = await done(ana, 'getAllApiToken')
    expect(usedAt).toBe(server.clock.now().toISOString())
    await done(ana, 'deleteByIdApiToken', { id: apiToken.id })
    expect(await stream.text()).toContain('event: complete')
    // Sooner than whoever looks for ended sessions now and then would have found it.
    expect(signal.aborted).toBe(false)
    const late = await ask(server, token, items)
    expect([late.status, late.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(await done(ana, 'getAllApiToken')).toEqual([])
  })

  test('shows when it was used to the hour', async () => {
    await using house = await start(engine)
    const { server, ana, make } = house
    const { token } = await make('READ')
    const shown: unknown[] = []
    const moments: string[] = []
    for (const minutes of [0, 59, 1, 59]) {
      server.clock.advance({ minutes })
      moments.push(server.clock.now().toISOString())
      expect((await ask(server, token, items)).status).toBe(200)
      shown.push((await done(ana, 'getAllApiToken'))[0].usedAt)
    }
    const [first, , later] = moments
    expect(shown).toEqual([first, first, later, later])
  })

  test('ends with the account', async () => {
    await using house = await start(engine)
    const { server, ana, make } = house
    const { token } = await make('READ')
    await done(ana, 'deleteUser', { id: ana.id, password: ana.password })
    expect((await ask(server, token, items)).status).toBe(401)
    expect(await server.db.query.selectFrom('api_token').selectAll().execute()).toEqual([])
  })

  test('that is wrong is not helped by a cookie, and opens nothing but /graphql', async () => {
    await using house = await start(engine)
    const { server, ana, make } = house
    const { token } = await make('READ_WRITE')
    const query = 'mutation { createShoppingList(name: "By another site") { id } }'
    for (const authorization of ['Bearer nonsense', `Bearer aisle_${'x'.repeat(43)}`]) {
      const response = await ana.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ query }),
      })
      expect(response.status).toBe(401)
    }
    // Without one, a cookie alone is refused as ever.
    for (const authorization of ['', 'Basic YTpi', 'Bearer']) {
      const response = await ana.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: JSON.stringify({ query }),
      })
      expect(response.status).toBe(403)
    }
    expect(await done(ana, 'getAllShoppingList')).toHaveLength(1)
    const headers = { authorization: `Bearer ${token}` }
    const sessions = await server.client().fetch('/auth/sessions', { headers })
    expect(sessions.status).toBe(401)
    const logout = await server.client().fetch('/auth/logout', { method: 'POST', headers })
    expect(logout.status).toBe(403)
  })

  test('that was ended keeps its id from everybody', async () => {
    await using house = await start(engine)
    const { server, ana, make } = house
    const ben = await server.buildUser()
    const { id } = (await make('READ')).apiToken
    await done(ana, 'deleteByIdApiToken', { id })
    for (const user of [ana, ben]) {
      const again = await call(user, 'createApiToken', { id, name: 'Again', scope: 'READ' })
      expect(again.code).toBe('CONFLICT')
    }
    expect(await done(ana, 'getAllApiToken')).toEqual([])
  })

  test('of one person is unknown to another, and there are at most twenty', async () => {
    await using house = await start(engine)
    const { server, ana, make } = house
    const ben = await server.buildUser()
    const { token, apiToken } = await make('READ')
    expect(await done(ben, 'getAllApiToken')).toEqual([])
    expect(await done(ben, 'deleteByIdApiToken', { id: apiToken.id })).toMatchObject([
      { status: 'PASS' },
    ])
    const same = { id: apiToken.id, name: 'Mine', scope: 'READ' }
    expect((await call(ben, 'createApiToken', same)).code).toBe('CONFLICT')
    expect((await ask(server, token, items)).status).toBe(200)
    for (let n = 1; n < 20; n += 1) await make('READ')
    const { code, refusal } = await call(ana, 'createApiToken', { name: 'x', scope: 'READ' })
    expect([code, refusal.limit]).toEqual(['BAD_INPUT', 20])
  })
})

describeOnPostgres('An API token', engine => {
  test('is made by no session that ends while it waits', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    // As a new password does it.
    const ending = await holdRows(server, async db => {
      await lockAccounts({ db }, [ana.id])
      await db.deleteFrom('session').where('user_id', '=', ana.id).execute()
    })
    const making = call(ana, 'createApiToken', { name: 'Script', scope: 'READ' })
    await untilSomebodyWaits(server)
    await ending.release()
    expect((await making).code).toBe('FORBIDDEN')
    expect(await server.db.query.selectFrom('api_token').selectAll().execute()).toEqual([])
  })
})
