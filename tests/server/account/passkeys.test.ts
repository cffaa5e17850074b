/** Passkeys: made, removed, and signed in with, by an authenticator in software. */
import { expect, test } from 'vitest'
import { createAuthenticator, type SoftAuthenticator } from '../../support/browser/authenticator.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
} from '../../support/server/server.ts'

const origin = 'http://aisle.test'

const optionsOf = async (browser: TestClient, call: string) =>
  (await browser.post(`/auth/passkey/${call}`, {})).body.options

async function add(browser: TestClient, authenticator: SoftAuthenticator, name = 'Phone') {
  const response = authenticator.register(await optionsOf(browser, 'register-options'))
  return (await browser.post('/auth/passkey/register', { response, name })).body
}

async function signIn(browser: TestClient, authenticator: SoftAuthenticator) {
  const response = authenticator.signIn(await optionsOf(browser, 'options'))
  return (await browser.post('/auth/passkey/sign-in', { response })).body
}

async function passkeysOf(browser: TestClient): Promise<readonly Record<string, string>[]> {
  const { passkeys } = (await browser.get('/auth/passkeys')).body
  return Array.isArray(passkeys) ? passkeys : []
}

describeEachEngine('Passkeys', engine => {
  test('sign in whose they are, on another browser, until they are removed', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const key = createAuthenticator(origin)
    expect(await add(ana, key, ' ')).toMatchObject({ success: false, field: 'name' })
    expect(await add(ana, key, ' My phone ')).toMatchObject({ success: true })
    expect(await passkeysOf(ana)).toMatchObject([{ name: 'My phone', usedAt: null }])
    const other = server.client()
    expect(await signIn(other, key)).toMatchObject({ success: true, user: { id: ana.id } })
    expect((await other.get('/auth/status')).body).toMatchObject({ success: true })
    const [known] = await passkeysOf(other)
    expect(known?.usedAt).toBe(server.clock.now().toISOString())
    expect(known).not.toHaveProperty('public_key')
    const ben = await server.buildUser()
    await ben.post('/auth/passkey/remove', { id: known?.id })
    expect(await passkeysOf(ana)).toHaveLength(1)
    await ana.post('/auth/passkey/remove', { id: known?.id })
    expect(await passkeysOf(ana)).toEqual([])
    expect(await signIn(server.client(), key)).toMatchObject({
      success: false,
      message: expect.stringContaining('no account here'),
    })
  })

  test('sign nobody in who is removed while their signature is looked at', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const key = createAuthenticator(origin)
    await add(ana, key)
    const [known] = await passkeysOf(ana)
    const thief = server.client()
    const response = key.signIn(await optionsOf(thief, 'options'))
    const { transaction } = server.db
    let count = 0
    // The second one of a sign-in begins the session: Ana is faster by a moment.
    Object.assign(server.db, {
      async transaction(...args: Parameters<typeof transaction>) {
        count += 1
        if (count === 2) {
          await ana.post('/auth/passkey/remove', { id: known?.id })
          await ana.post('/auth/sessions/end-others', {})
        }
        return Reflect.apply(transaction, server.db, args)
      },
    })
    const signedIn = await thief.post('/auth/passkey/sign-in', { response })
    expect(signedIn.body).toMatchObject({ success: false })
    expect(await passkeysOf(ana)).toEqual([])
    expect((await thief.get('/auth/status')).body).toMatchObject({ success: false })
  })

  test('what is signed works once, for five minutes, in the browser that asked', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const key = createAuthenticator(origin)
    await add(ana, key)
    const browser = server.client()
    const send = async (client: TestClient, response: object) =>
      (await client.post('/auth/passkey/sign-in', { response })).body
    const first = key.signIn(await optionsOf(browser, 'options'))
    expect(await send(browser, first)).toMatchObject({ success: true })
    const again = { success: false, reason: 'EXPIRED' }
    expect(await send(browser, first)).toMatchObject(again)
    const late = key.signIn(await optionsOf(browser, 'options'))
    server.clock.advance({ minutes: 5 })
    expect(await send(browser, late)).toMatchObject(again)
    const mine = key.signIn(await optionsOf(browser, 'options'))
    expect(await send(server.client(), mine)).toMatchObject(again)
    // Nor is what was asked for to add one a way in.
    const other = key.signIn(await optionsOf(ana, 'register-options'))
    expect(await send(ana, other)).toMatchObject(again)
    for (const response of [null, 'x', {}, { response: { clientDataJSON: 'e30' } }]) {
      const { status, body } = await browser.post('/auth/passkey/sign-in', { response })
      expect([status, body.success]).toEqual([200, false])
    }
  })

  test.each([
    ['what no database takes', '\0'],
    ['what cannot be read as a text', { toString: 'x', valueOf: 'x' }],
    ['a number', 7],
    ['nothing', null],
  ])('a key that is called %s is nobody’s', async (_, id) => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    const signed = createAuthenticator(origin).signIn(await optionsOf(browser, 'options'))
    const { status, body } = await browser.post('/auth/passkey/sign-in', {
      response: { ...signed, id },
    })
    expect([status, body]).toEqual([200, expect.objectContaining({ reason: 'UNKNOWN' })])
  })

  test('another address, a copy, and a key that asks for nobody are refused', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const elsewhere = createAuthenticator('http://evil.test')
    expect(await add(ana, elsewhere)).toMatchObject({ success: false })
    const key = createAuthenticator(origin)
    await add(ana, key)
    const refused = { success: false, message: expect.stringContaining('not accepted') }
    expect(await signIn(server.client(), key)).toMatchObject({ success: true })
    key.counter = 0
    expect(await signIn(server.client(), key)).toMatchObject(refused)
    key.counter = 2 ** 32 - 2
    key.verifies = false
    expect(await signIn(server.client(), key)).toMatchObject(refused)
    key.verifies = true
    key.counter = 2 ** 32 - 2
    expect(await signIn(server.client(), key)).toMatchObject({ success: true })
    // Another key under the name of one that is known.
    expect(await add(ana, key)).toMatchObject({ success: false })
  })

  test('of a key and its copy at once one alone signs in', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const key = createAuthenticator(origin)
    await add(ana, key)
    const signed = []
    const { counter } = key
    for (const browser of [server.client(), server.client(), server.client()]) {
      key.counter = counter
      const response = key.signIn(await optionsOf(browser, 'options'))
      signed.push({ browser, response })
    }
    const answers = await Promise.all(
      signed.map(({ browser, response }) => browser.post('/auth/passkey/sign-in', { response })),
    )
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })

  test('the last way into an account stays', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    const keys = [createAuthenticator(origin), createAuthenticator(origin)]
    for (const key of keys) await add(ana, key)
    await server.db.query
      .updateTable('user')
      .set({ password_hash: '' })
      .where('id', '=', ana.id)
      .execute()
    const ids = (await passkeysOf(ana)).map(({ id }) => id)
    const answers = await Promise.all(ids.map(id => ana.post('/auth/passkey/remove', { id })))
    expect(answers.map(({ body }) => body.success).sort()).toEqual([false, true])
    expect(answers.find(({ body }) => !body.success)?.body.message).toContain('only way into')
    expect(await passkeysOf(ana)).toHaveLength(1)
    // With the account they all go.
    await server.db.query.deleteFrom('user').where('id', '=', ana.id).execute()
    expect(await server.db.query.selectFrom('passkey').selectAll().execute()).toEqual([])
  })

  test('are twenty at most', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    await add(ana, createAuthenticator(origin))
    const row = await server.db.query.selectFrom('passkey').selectAll().executeTakeFirstOrThrow()
    const others = Array.from({ length: 18 }, (_, at) => ({
      ...row,
      id: `${row.id} ${at}`,
      credential_id: Buffer.from(`another ${at}`).toString('base64url'),
    }))
    await server.db.query.insertInto('passkey').values(others).execute()
    expect(await add(ana, createAuthenticator(origin))).toMatchObject({ success: true })
    expect(await add(ana, createAuthenticator(origin))).toMatchObject({
      success: false,
      message: expect.stringContaining('20 passkeys'),
    })
    expect(await passkeysOf(ana)).toHaveLength(20)
  })

  test('strangers see and change nothing', async () => {
    await using server = await startTestServer(engine)
    const stranger = server.client()
    expect((await stranger.get('/auth/passkeys')).status).toBe(401)
    for (const call of ['register-options', 'register', 'remove']) {
      expect((await stranger.post(`/auth/passkey/${call}`, {})).status).toBe(401)
    }
    const forged = { 'x-csrf-token': 'no' }
    for (const call of ['options', 'sign-in']) {
      expect((await stranger.post(`/auth/passkey/${call}`, {}, forged)).status).toBe(403)
    }
  })
})
