/** What a thief keeps under way while the owner takes the account back: it counts as what comes after. */
import { verify } from '@node-rs/argon2'
import {
  type VerifyRegistrationResponseOpts,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../support/browser/authenticator.ts'
import {
  ana,
  byAna,
  type MailStage,
  openMailStage,
  origin,
  tokenIn,
} from '../../support/mail-stage.ts'
import { call, done, newId } from '../../support/server/api.ts'
import { holdRequest } from '../../support/server/held-request.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import { takeTurns } from '../../support/server/large-answers.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

vi.mock('@node-rs/argon2', async original => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})
vi.mock('@simplewebauthn/server', async original => {
  const real = await original<typeof import('@simplewebauthn/server')>()
  return { ...real, verifyRegistrationResponse: vi.fn(real.verifyRegistrationResponse) }
})

async function resetPassword(
  { server, sink, post }: MailStage,
  newPassword = 'six green paper boats',
): Promise<void> {
  await post('/auth/forgot-password', { email: ana.email })
  const token = tokenIn(sink.newest(ana.email))
  const answer = await post('/auth/reset-password', { token, newPassword })
  expect(answer).toMatchObject({ success: true })
  await server.app.jobs.drain()
}

const list = { query: 'mutation { createShoppingList(name: "Held") { id } }' }

const heldCalls: readonly (readonly [string, object])[] = [
  ['/auth/change-email', { email: 'thief@example.org' }],
  ['/auth/second-step', { required: true }],
  ['/auth/second-step', { required: false }],
  ['/auth/passkey/register', { response: {}, name: 'Key' }],
  ['/auth/passkey/remove', { id: 'x' }],
  ['/auth/provider/unlink', {}],
  ['/auth/confirm', { password: ana.password }],
  ['/auth/sessions/end-others', {}],
  ['/graphql', list],
  ['/graphql', [{ ...list, extensions: { requestToken: 'held' } }]],
]

/** The next password that is looked at is the right one, and `meanwhile` happens before that is said. */
function holdPassword(meanwhile: () => Promise<unknown>): void {
  vi.mocked(verify).mockImplementationOnce(async () => {
    await meanwhile()
    return true
  })
}

describeEachEngine('A request that is held back', engine => {
  test('until the owner has reset the password does nothing', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink } = stage
    const thief = await stage.proven()
    const held = []
    for (const [path, fields] of heldCalls) held.push(await holdRequest(thief, path, fields))
    await resetPassword(stage)
    const statuses = []
    for (const one of held) statuses.push(await one.finish())
    expect(statuses).toEqual(held.map(() => 401))
    await server.app.jobs.drain()
    expect(sink.mails.filter(({ to }) => to.includes('thief@example.org'))).toEqual([])
    const { query } = server.db
    expect(await query.selectFrom('job').select('kind').execute()).toEqual([])
    expect(await query.selectFrom('shopping_list').select('id').execute()).toEqual([])
  })

  test('by answers that are taken slowly ends with its session, too', async () => {
    await using stage = await openMailStage(engine)
    const { server } = stage
    const thief = await stage.proven()
    const turns = await takeTurns(server, thief)
    const { answer } = await turns.queue(list.query)
    await resetPassword(stage)
    turns.letGo()
    expect((await answer).status).toBe(401)
    const names = await server.db.query.selectFrom('shopping_list').select('name').execute()
    expect(names).toEqual([{ name: 'Large' }])
  })

  test('until an administrator’s sessions have ended gives nobody a role', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const other = await server.buildUser()
    const held = await holdRequest(admin, `/auth/users/${other.id}/role`, { role: 'ADMIN' })
    await server.db.query.deleteFrom('session').where('user_id', '=', admin.id).execute()
    expect(await held.finish()).toBe(401)
    expect((await other.get('/auth/status')).body).toMatchObject({ user: { role: 'SILVER' } })
  })

  test('by what is looked at, as a passkey that is added, does nothing either', async () => {
    await using stage = await openMailStage(engine)
    const thief = await stage.proven()
    const key = createAuthenticator(origin)
    const { options } = (await thief.post('/auth/passkey/register-options', {})).body
    const response = key.register(options)
    const real = vi.mocked(verifyRegistrationResponse).getMockImplementation()
    vi.mocked(verifyRegistrationResponse).mockImplementationOnce(
      async (given: VerifyRegistrationResponseOpts) => {
        await resetPassword(stage)
        if (!real) throw new Error('Nothing is mocked.')
        return real(given)
      },
    )
    const { status } = await thief.post('/auth/passkey/register', { response, name: 'Key' })
    expect(status).toBe(401)
    expect(await stage.server.db.query.selectFrom('passkey').select('id').execute()).toEqual([])
  })

  test('by a password that is being looked at ends with that password', async () => {
    await using stage = await openMailStage(engine)
    const { server, post } = stage
    const thief = await stage.proven()
    const { id } = Object((await thief.get('/auth/status')).body.user)
    const sessions = () => server.db.query.selectFrom('session').select('hash').execute()
    holdPassword(() => resetPassword(stage))
    expect(await post('/auth/login', byAna)).toMatchObject({
      success: false,
      message: expect.stringContaining('password is wrong'),
    })
    expect(await sessions()).toEqual([])

    const newPassword = 'six green paper boats'
    await post('/auth/login', { ...byAna, password: newPassword }, thief)
    server.clock.advance({ minutes: 61 })
    holdPassword(() => resetPassword(stage, 'seven red balloons'))
    const mutation =
      'mutation ($id: Int!, $old: String!) { updateUserPassword(id: $id, currentPassword: $old, newPassword: "nine quiet harbours") { id } }'
    const { errors } = await thief.graphql(mutation, { id, old: newPassword })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', field: 'currentPassword' })
    expect(await sessions()).toEqual([])
    const login = { ...byAna, password: 'seven red balloons' }
    expect(await post('/auth/login', login)).toMatchObject({ success: true })
  })

  test('by a password deletes no account whose password is another by then', async () => {
    await using stage = await openMailStage(engine)
    const { server, post } = stage
    const thief = await stage.proven()
    const { id } = Object((await thief.get('/auth/status')).body.user)
    server.clock.advance({ minutes: 61 })
    holdPassword(() => resetPassword(stage))
    const mutation =
      'mutation ($id: Int!, $old: String!) { deleteUser(id: $id, password: $old) { id } }'
    const { errors } = await thief.graphql(mutation, { id, old: ana.password })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', field: 'password' })
    const login = { ...byAna, password: 'six green paper boats' }
    expect(await post('/auth/login', login)).toMatchObject({ success: true, user: { id } })
  })

  test('by a password deletes nobody for who is no ADMIN any more', async () => {
    await using server = await startTestServer(engine)
    const [admin, other] = [await server.buildUser(), await server.buildUser()]
    await admin.post(`/auth/users/${other.id}/role`, { role: 'ADMIN' })
    holdPassword(() => admin.post(`/auth/users/${other.id}/role`, { role: 'SILVER' }))
    const mutation =
      'mutation ($id: Int!, $own: String!) { deleteUser(id: $id, password: $own) { id } }'
    const { errors } = await other.graphql(mutation, { id: admin.id, own: other.password })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' })
    expect((await admin.get('/auth/status')).body).toMatchObject({ user: { role: 'ADMIN' } })
  })

  test.each([
    ['updateFeedback', { id: 'ofOther', reply: 'Late' }],
    ['updateFeedback', { id: 'ofStranger', reply: 'Late' }],
    ['updateFeedbackStatus', { ids: ['ofOther'], status: 'FIXED' }],
    ['deleteByIdsFeedback', { ids: ['ofOther'] }],
    ['deleteByIdFeedback', { id: 'ofStranger' }],
  ])('by %s of the desk does nothing for who is no staff any more: %o', async (name, args) => {
    await using server = await startTestServer(engine)
    const [admin, other, anna] = [
      await server.buildUser(),
      await server.buildUser(),
      await server.buildUser(),
    ]
    await admin.post(`/auth/users/${other.id}/role`, { role: 'ADMIN' })
    const ids = { ofOther: newId(), ofStranger: newId() }
    for (const id of Object.values(ids)) {
      await done(anna, 'createFeedback', { id, feedback: 'Empty', rating: 3 })
    }
    const { query } = server.db
    const stranger = { user_id: null, sender_name: 'Eve', sender_email: 'eve@example.org' }
    await query.updateTable('feedback').set(stranger).where('id', '=', ids.ofStranger).execute()
    await server.app.jobs.drain()
    const feedback = await query.selectFrom('feedback').selectAll().execute()
    const rest = await holdRows(server, async tx => {
      await tx.updateTable('user').set({ role: 'SILVER' }).where('id', '=', other.id).execute()
    })
    const named = JSON.parse(JSON.stringify(args), (_, value) => Reflect.get(ids, value) ?? value)
    const begun = vi.spyOn(server.db, 'transaction')
    const waiting = call(other, name, named)
    await expect.poll(() => begun.mock.calls).toHaveLength(1)
    await untilSomebodyWaits(server)
    await rest.release()
    const { code, result } = await waiting
    expect(code ?? result[0].status).toMatch(/^(FORBIDDEN|NOT_FOUND|FAIL)$/)
    expect(await query.selectFrom('feedback').selectAll().execute()).toEqual(feedback)
    expect(await query.selectFrom('job').select('kind').execute()).toEqual([])
    expect(await done(admin, 'auditLog')).toHaveLength(1)
  })

  test('by a password asks for the second step that was turned on meanwhile', async () => {
    await using stage = await openMailStage(engine)
    const { server, post } = stage
    const browser = await stage.proven()
    const key = createAuthenticator(origin)
    const { options } = (await browser.post('/auth/passkey/register-options', {})).body
    const added = { response: key.register(options), name: 'Phone' }
    expect(await post('/auth/passkey/register', added, browser)).toMatchObject({ success: true })
    holdPassword(() => post('/auth/second-step', { required: true }, browser))
    const thief = server.client()
    expect(await post('/auth/login', byAna, thief)).toMatchObject({ reason: 'SECOND_STEP' })
    expect((await thief.get('/auth/status')).body).toMatchObject({ success: false })
  })
})
