/** An account that goes, by another of its devices or by the desk, while something that it asked for is under way. */
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../support/browser/authenticator.ts'
import { call, done, newId, operationOf, share } from '../../support/server/api.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../support/server/server.ts'

afterEach(() => void vi.restoreAllMocks())

/** The account goes after its session was found, and before the `nth` transaction or the snapshot begins. */
function goesBefore(server: TestServer, { id }: TestUser, nth = 1): void {
  const go = () => server.db.query.deleteFrom('user').where('id', '=', id).execute()
  const { transaction, snapshot } = server.db
  const transactions = vi.spyOn(server.db, 'transaction')
  for (let before = 1; before < nth; before += 1) transactions.mockImplementationOnce(transaction)
  transactions.mockImplementationOnce(async (...parts) => {
    await go()
    return transaction(...parts)
  })
  vi.spyOn(server.db, 'snapshot').mockImplementationOnce(async work => {
    await go()
    return snapshot(work)
  })
}

const asked: readonly (readonly [string, object])[] = [
  ['createShoppingList', { name: 'Week' }],
  ['sampleShoppingList', {}],
  ['createFeedback', { feedback: 'Fine', rating: 5 }],
  ['createApiToken', { name: 'Script', scope: 'READ' }],
  ['createSavedFilter', { kind: 'LISTS', name: 'Mine', filter: '{}' }],
  ['sendFriendRequestByEmail', { email: 'ben@example.org' }],
  ['renewInviteId', {}],
  ['setQuietHours', {}],
  ['noticeSettings', {}],
  ['changes', { known: [] }],
]

describeEachEngine('An account that goes while it asks', engine => {
  test.each(asked)('by %s is answered as nobody, and is no fault', async (name, variables) => {
    await using server = await startTestServer(engine)
    await server.buildUser()
    const query = operationOf(name, Object.keys(variables))
    const stream = { accept: 'text/event-stream' }
    for (const [body, headers] of [
      [{ query, variables }, {}],
      [{ query, variables }, stream],
      [
        [
          { query, variables },
          { query, variables },
        ],
        {},
      ],
    ] as const) {
      const ana = await server.buildUser()
      await ana.get('/auth/status')
      goesBefore(server, ana)
      const answer = await ana.post('/graphql', body, headers)
      vi.restoreAllMocks()
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('Sign in first.')])
    }
    expect(JSON.stringify(server.logged)).not.toContain('failed')
  })

  test('by its own hand is told so, whatever came behind it in the same batch', async () => {
    await using server = await startTestServer(engine)
    await server.buildUser()
    const ana = await server.buildUser()
    const variables = { id: ana.id, password: ana.password }
    const { text } = await ana.post('/graphql', [
      { query: operationOf('deleteUser', Object.keys(variables)), variables },
      { query: operationOf('createShoppingList', ['name']), variables: { name: 'Week' } },
    ])
    expect(JSON.parse(text)).toMatchObject([
      { data: { deleteUser: { id: ana.id } } },
      { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    ])
  })

  test.each([
    ['/auth/confirm', { password: 'a purple bicycle' }, 1],
    ['/auth/change-email', { email: 'new@example.org' }, 2],
  ])('by %s is answered as nobody', async (path, body, nth) => {
    await using server = await startTestServer(engine)
    await server.buildUser()
    const ana = await server.buildUser()
    await ana.get('/auth/status')
    // Its session was found, and its row is looked for.
    const selects = Object.getPrototypeOf(server.db.query.selectFrom('user'))
    const { executeTakeFirst } = selects
    let before = 0
    vi.spyOn(selects, 'executeTakeFirst').mockImplementation(async function (this: unknown) {
      before += 1
      if (before === nth) {
        await server.db.query.deleteFrom('user').where('id', '=', ana.id).execute()
      }
      return Reflect.apply(executeTakeFirst, this, [])
    })
    const { status, text } = await ana.post(path, body)
    expect([status, text]).toEqual([401, expect.stringContaining('Sign in first.')])
  })

  test('by a passkey that it would add is answered as nobody, and is no fault', async () => {
    await using server = await startTestServer(engine)
    await server.buildUser()
    const ana = await server.buildUser()
    await ana.get('/auth/status')
    goesBefore(server, ana)
    const { status, text } = await ana.post('/auth/passkey/register-options', {})
    expect([status, text]).toEqual([401, expect.stringContaining('Sign in first.')])
    expect(JSON.stringify(server.logged)).not.toContain('failed')
  })

  test('by a passkey that signs in is not signed in', async () => {
    const origin = 'http://aisle.test'
    await using server = await startTestServer(engine)
    await server.buildUser()
    const ana = await server.buildUser()
    const key = createAuthenticator(origin)
    const { options } = (await ana.post('/auth/passkey/register-options', {})).body
    const added = { response: key.register(options), name: 'Phone' }
    expect((await ana.post('/auth/passkey/register', added)).body).toMatchObject({ success: true })
    const browser = server.client()
    const asked = (await browser.post('/auth/passkey/options', {})).body.options
    // The first uses up what was signed.
    goesBefore(server, ana, 2)
    const { status, body } = await browser.post('/auth/passkey/sign-in', {
      response: key.signIn(asked),
    })
    expect([status, body]).toEqual([
      200,
      { success: false, message: expect.stringContaining('no account here') },
    ])
  })
})

describeOnPostgres('An account that goes while somebody writes', engine => {
  test('is gone for the same request that came twice, and its password was not wrong', async () => {
    await using server = await startTestServer(engine)
    await server.buildUser()
    const ana = await server.buildUser()
    const held = await holdRows(server, async tx => {
      await tx.updateTable('user').set({ phone: '1' }).where('id', '=', ana.id).execute()
    })
    const variables = { id: ana.id, password: ana.password }
    const query = operationOf('deleteUser', Object.keys(variables))
    const send = () => ana.post('/graphql', { query, variables }, { 'request-token': 'once' })
    const both = [send(), send()]
    await untilSomebodyWaits(server, 2)
    await held.release()
    const answers = (await Promise.all(both)).sort((a, b) => a.status - b.status)
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, expect.stringContaining(`"id":${ana.id}`)],
      [401, expect.stringContaining('Sign in first.')],
    ])
    expect(JSON.stringify(server.logged)).not.toContain('failed')
  })

  test('is deleted once, and written down once, by two who do it', async () => {
    await using server = await startTestServer(engine)
    const [admin, other, ana] = [
      await server.buildUser(),
      await server.buildUser(),
      await server.buildUser(),
    ]
    await admin.post(`/auth/users/${other.id}/role`, { role: 'ADMIN' })
    const held = await holdRows(server, async tx => {
      await tx.updateTable('user').set({ phone: '1' }).where('id', '=', ana.id).execute()
    })
    const both = [admin, other].map(({ password, ...client }) =>
      call(client, 'deleteUser', { id: ana.id, password }),
    )
    await untilSomebodyWaits(server, 2)
    await held.release()
    const codes = (await Promise.all(both)).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['NOT_FOUND', undefined])
    const log: readonly { action: string }[] = await done(admin, 'auditLog')
    expect(log.filter(({ action }) => action === 'deleteUser')).toHaveLength(1)
  })

  test('leaves nobody the invitation that it renewed at that moment', async () => {
    await using server = await startTestServer(engine)
    const [ben, ana] = [await server.buildUser(), await server.buildUser()]
    const inviteId = 'an-invitation-that-is-sent-around'
    const renewing = await holdRows(server, async tx => {
      await tx.updateTable('user').set({ invite_id: inviteId }).where('id', '=', ana.id).execute()
    })
    const going = done(ana, 'deleteUser', { id: ana.id, password: ana.password })
    await untilSomebodyWaits(server)
    await renewing.release()
    await going
    const { id } = await done(ben, 'createShoppingList', { name: 'Mine' })
    const link = { shoppingListId: id, permission: 'VIEW', inviteId }
    expect((await call(ben, 'createShareLink', link)).code).toBe('CONFLICT')
  })
})

describeOnPostgres('The locks of an account that goes', engine => {
  test('are taken as a batch takes them: of its lists by their ids, before it leaves any', async () => {
    await using server = await startTestServer(engine)
    const [ben, ana] = [await server.buildUser(), await server.buildUser()]
    const [own, other] = [newId(), newId()].sort()
    await done(ana, 'createShoppingList', { id: own, name: 'Own' })
    await done(ben, 'createShoppingList', { id: other, name: 'Other' })
    await share(server, { id: String(other), userId: ben.id }, ana, 'EDIT')
    let gone: ReturnType<typeof call> | undefined
    await server.db.transaction(async tx => {
      const lock = (id: unknown) =>
        sql`select id from shopping_list where id = ${id} for no key update nowait`.execute(tx)
      await lock(own)
      gone = call(ana, 'deleteUser', { id: ana.id, password: ana.password })
      await untilSomebodyWaits(server)
      await lock(other)
    })
    expect((await gone)?.result).toMatchObject({ id: ana.id })
  })

  test('wait for nobody who signs up by its invitation, and was asked by it before', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const email = 'ben@example.org'
    await done(ana, 'sendFriendRequestByEmail', { email })
    const { inviteId } = Object((await ana.get('/auth/status')).body.user)
    const person = { firstName: 'Ben', lastName: 'Tester', phone: '', password: 'a purple bicycle' }
    let signedUp: ReturnType<typeof ana.post> | undefined
    await server.db.transaction(async tx => {
      await sql`update "user" set revision = revision where id = ${ana.id}`.execute(tx)
      const fields = { ...person, email, inviteId, addFriend: true }
      signedUp = server.client().post('/auth/signup', fields)
      await untilSomebodyWaits(server)
      await sql`select id from friend where user_id = ${ana.id} for update nowait`.execute(tx)
    })
    expect((await signedUp)?.body).toMatchObject({ success: true })
    const friends = await done(ana, 'getAllFriend')
    expect(friends).toMatchObject([{ myStatus: 'ACCEPTED', firendStatus: 'ACCEPTED' }])
  })
})
