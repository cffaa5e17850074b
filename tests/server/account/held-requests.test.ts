/** What a thief keeps under way while the owner takes the account back: it counts as what comes after. */
import {
  type VerifyRegistrationResponseOpts,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../support/browser/authenticator.ts'
import { ana, type MailStage, openMailStage, origin, tokenIn } from '../../support/mail-stage.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
} from '../../support/server/server.ts'

vi.mock('@simplewebauthn/server', async original => {
  const real = await original<typeof import('@simplewebauthn/server')>()
  return { ...real, verifyRegistrationResponse: vi.fn(real.verifyRegistrationResponse) }
})

/** Sends all but the body, as a request that announced how long it is; answers once the server waits for it. */
async function hold(browser: TestClient, path: string, fields: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(fields))
  const token = (await browser.get('/csrftoken')).text
  const reached = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reached.resolve()
        await letGo.promise
        controller.enqueue(bytes)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    'x-csrf-token': token,
  }
  const init = { method: 'POST', headers, body, duplex: 'half' } as const
  const answer = browser.fetch(path, init)
  // Some answer without a look at it.
  await Promise.race([reached.promise, answer])
  return {
    async finish() {
      letGo.resolve()
      return (await answer).status
    },
  }
}

async function resetPassword({ server, sink, post }: MailStage): Promise<void> {
  await post('/auth/forgot-password', { email: ana.email })
  const token = tokenIn(sink.newest(ana.email))
  const answer = await post('/auth/reset-password', { token, newPassword: 'six green paper boats' })
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

describeEachEngine('A request that is held back', engine => {
  test('until the owner has reset the password does nothing', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink } = stage
    const thief = await stage.proven()
    const held = []
    for (const [path, fields] of heldCalls) held.push(await hold(thief, path, fields))
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

  test('until an administrator’s sessions have ended gives nobody a role', async () => {
    await using server = await startTestServer(engine)
    const admin = await server.buildUser()
    const other = await server.buildUser()
    const held = await hold(admin, `/auth/users/${other.id}/role`, { role: 'ADMIN' })
    await server.db.query.deleteFrom('session').where('user_id', '=', admin.id).execute()
    expect(await held.finish()).toBe(404)
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
})
