/** A session that ended where this server did not see it: whatever comes with it is nobody's, and leaves no trace. */
import { expect, test } from 'vitest'
import { done, newId, operationOf } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestEngine,
  type TestServer,
} from '../../support/server/server.ts'

async function start(engine: TestEngine) {
  const server = await startTestServer(engine)
  // Who comes first is the administrator.
  await server.buildUser()
  const ana = await server.buildUser()
  const list = await done(ana, 'createShoppingList', { name: 'Week' })
  const { id } = await done(ana, 'createItem', { shoppingListId: list.id, name: 'Milk' })
  return {
    server,
    ana,
    listId: String(list.id),
    id: String(id),
    [Symbol.asyncDispose]: server.close,
  }
}

/** All that a change would leave behind. */
async function traces({ db }: TestServer): Promise<string> {
  const tables = ['item', 'shopping_list', 'activity', 'request', 'job', 'user'] as const
  const rows = await Promise.all(
    tables.map(table => db.query.selectFrom(table).selectAll().execute()),
  )
  return JSON.stringify(rows.map(table => table.map(row => JSON.stringify(row)).sort()))
}

const tick = operationOf('updateItem', ['id', 'purchased'], 'id')
const field = 'updateItem(id: $id, purchased: $purchased) { id }'
const twoTicks = `mutation ($id: ID!, $purchased: Boolean) { one: ${field} two: ${field} }`

type Ending = (server: TestServer) => Promise<unknown>

const endings: readonly (readonly [string, Ending])[] = [
  ['is gone', ({ db }) => db.query.deleteFrom('session').execute()],
  [
    'has run out',
    ({ db, clock }) =>
      db.query.updateTable('session').set({ expires_at: clock.now().toISOString() }).execute(),
  ],
]

describeEachEngine('A session that ended elsewhere', engine => {
  test.each(endings)('and %s', async (_, end) => {
    await using house = await start(engine)
    const { server, ana, id, listId } = house
    const stream = { accept: 'text/event-stream' }
    const ticked = { query: tick, variables: { id, purchased: true } }
    const requests: readonly (readonly [string, unknown, Record<string, string>?])[] = [
      ['a tick', ticked],
      ['a tick that is refused', { query: tick, variables: { id: newId(), purchased: true } }],
      ['a tick without a token', ticked, { 'request-token': '' }],
      ['a tick as a stream', ticked, stream],
      ['two ticks', { ...ticked, query: twoTicks }],
      ['words for a number', { query: tick, variables: { id, purchased: 'no' } }],
      ['no document', { query: '{' }],
      ['no JSON', '{'],
      ['a question', { query: '{ getAllItem { id } }' }],
      ['a stream', { query: 'subscription { changed { id } }' }, stream],
      ['a batch', [ticked, ticked]],
      [
        'an account to delete',
        {
          query: operationOf('deleteUser', ['password']),
          variables: { password: ana.password },
        },
      ],
      [
        'an item to add',
        {
          query: operationOf('createItem', ['shoppingListId', 'name'], 'id'),
          variables: { shoppingListId: listId, name: 'Bread' },
        },
      ],
    ]
    for (const [what, body, headers] of requests) {
      const sessions = await server.db.query.selectFrom('session').selectAll().execute()
      // Known to this server, as in the middle of an evening.
      await done(ana, 'getAllItem')
      await end(server)
      const before = await traces(server)
      const answer = await ana.post('/graphql', body, { 'request-token': newId(), ...headers })
      expect.soft(answer.status, `${what}: ${answer.text}`).toBe(401)
      expect.soft(answer.text, what).toContain('Sign in first.')
      expect.soft(await traces(server), what).toBe(before)
      await server.db.query.deleteFrom('session').execute()
      await server.db.query.insertInto('session').values(sessions).execute()
    }
    expect((await done(ana, 'updateItem', { id, purchased: true })).purchased).toBe(true)
  })

  test('and came back to life is as good as before', async () => {
    await using house = await start(engine)
    const { server, ana, id } = house
    const sessions = await server.db.query.selectFrom('session').selectAll().execute()
    await server.db.query.deleteFrom('session').execute()
    const ticked = { query: tick, variables: { id, purchased: true } }
    expect((await ana.post('/graphql', ticked)).status).toBe(401)
    expect((await ana.post('/graphql', ticked)).status).toBe(401)
    await server.db.query.insertInto('session').values(sessions).execute()
    expect((await ana.post('/graphql', ticked)).status).toBe(200)
  })
})
