/** The second step: required by its owner, a passkey signs in and nothing else does. */
import { expect, test } from 'vitest'
import { purges } from '../../../server/purges.ts'
import { createAuthenticator, type SoftAuthenticator } from '../../support/browser/authenticator.ts'
import { ana, byAna, openMailStage, origin, tokenIn } from '../../support/mail-stage.ts'
import { purgeAll } from '../../support/server/purge.ts'
import { describeEachEngine, type TestClient } from '../../support/server/server.ts'
import { userCommand } from '../../support/server/user-command.ts'

const optionsOf = async (browser: TestClient, call: string) =>
  (await browser.post(`/auth/passkey/${call}`, {})).body.options

async function addPasskey(browser: TestClient): Promise<SoftAuthenticator> {
  const key = createAuthenticator(origin)
  const response = key.register(await optionsOf(browser, 'register-options'))
  await browser.post('/auth/passkey/register', { response, name: 'Phone' })
  return key
}

async function sign(browser: TestClient, key: SoftAuthenticator, path = '/auth/passkey/sign-in') {
  const response = key.signIn(await optionsOf(browser, 'options'))
  return (await browser.post(path, { response })).body
}

const needed = {
  success: false,
  reason: 'SECOND_STEP',
  message: 'One more step: your account asks for a passkey.',
}

describeEachEngine('The second step', engine => {
  async function open() {
    const stage = await openMailStage(engine)
    const browser = await stage.proven()
    const key = await addPasskey(browser)
    const turnOn = async () => (await browser.post('/auth/second-step', { required: true })).body
    return { ...stage, browser, key, turnOn }
  }

  test('a password alone no longer signs in, the passkey does', async () => {
    const stage = await open()
    await using _ = stage
    const { server, post, browser, key } = stage
    const ways = async () => (await browser.get('/auth/ways-in')).body
    expect(await ways()).toEqual({
      success: true,
      password: true,
      provider: null,
      secondStep: false,
      changingTo: null,
    })
    expect(await post('/auth/login', byAna)).toMatchObject({ success: true })
    expect(await stage.turnOn()).toMatchObject({ success: true })
    expect(await ways()).toMatchObject({ secondStep: true })

    const other = server.client()
    // Nothing is said of it to who does not know the password.
    expect(await post('/auth/login', { ...byAna, password: 'not hers' }, other)).toMatchObject({
      message: expect.stringContaining('password is wrong'),
    })
    expect(await post('/auth/login', byAna, other)).toEqual(needed)
    expect((await other.get('/auth/status')).body).toEqual({ success: false })
    expect(await sign(other, key)).toMatchObject({ success: true, user: { email: ana.email } })

    // Whoever is signed in stays, and turns it off again.
    expect((await browser.get('/auth/status')).body).toMatchObject({ success: true })
    expect((await browser.post('/auth/second-step', { required: false })).body.success).toBe(true)
    expect(await post('/auth/login', byAna)).toMatchObject({ success: true })
  })

  test('needs a passkey, and keeps the last one', async () => {
    await using stage = await openMailStage(engine)
    const browser = await stage.proven()
    const turn = async (required: unknown) =>
      (await browser.post('/auth/second-step', { required })).body
    expect(await turn(true)).toMatchObject({
      success: false,
      message: expect.stringContaining('Add a passkey first'),
    })
    expect(await turn('yes')).toMatchObject({ success: false, field: 'required' })
    await addPasskey(browser)
    expect(await turn(true)).toMatchObject({ success: true })
    const { passkeys } = (await browser.get('/auth/passkeys')).body
    const [{ id }] = Object(passkeys)
    const removed = (await browser.post('/auth/passkey/remove', { id })).body
    expect(removed).toMatchObject({
      success: false,
      message: expect.stringContaining('asks for a passkey'),
    })
    await turn(false)
    expect((await browser.post('/auth/passkey/remove', { id })).body).toMatchObject({
      success: true,
    })
  })

  test('the last wrong recovery code brings the mail that unlocks', async () => {
    const stage = await open()
    await using _ = stage
    const { server, sink } = stage
    await stage.turnOn()
    const stranger = server.client({ address: '198.51.100.7' })
    const wrong = { ...byAna, recoveryCode: 'AAAAA-BBBBB-CCCCC-DDDDD' }
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await stranger.post('/auth/login', wrong)).status).toBe(200)
    }
    expect((await stranger.post('/auth/login', wrong)).body.message).toMatch(/the link in the mail/)
    await server.app.jobs.drain()
    expect(sink.mails.map(({ subject }) => subject)).toContain('Too many wrong passwords')
  })

  test('no mailed link goes around it', async () => {
    const stage = await open()
    await using _ = stage
    const { server, sink, post } = stage
    await stage.turnOn()
    server.clock.advance({ minutes: 61 })
    await post('/auth/forgot-password', { email: ana.email })
    const newPassword = 'six green paper boats'
    const token = tokenIn(sink.newest(ana.email))
    expect(await post('/auth/reset-password', { token, newPassword })).toMatchObject({
      success: true,
    })
    expect(await post('/auth/login', { ...byAna, password: newPassword })).toEqual(needed)
    // An account from before mail was configured proves its address, and is not signed in by that.
    await server.db.query
      .updateTable('user')
      .set({ verified_at: null })
      .where('email', '=', ana.email)
      .execute()
    server.clock.advance({ minutes: 61 })
    await post('/auth/resend-verification-email', { email: ana.email })
    const browser = server.client()
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    expect(await post('/auth/verify-user', { verifyEmailToken }, browser)).toEqual({
      success: true,
      message: 'Email verified.',
    })
    expect((await browser.get('/auth/status')).body).toEqual({ success: false })
  })

  test('the recovery code signs in with the password, once, and turns it off', async () => {
    const stage = await open()
    await using _ = stage
    const { server, post, browser } = stage
    const first = String((await stage.turnOn()).recoveryCode)
    const recoveryCode = String((await stage.turnOn()).recoveryCode)
    expect(recoveryCode).toMatch(/^[A-Z0-9]{5}(-[A-Z0-9]{5}){4}$/)
    const recover = (code: string, more: object = {}) =>
      post('/auth/login', { ...byAna, recoveryCode: code, ...more })
    const wrong = { success: false, field: 'recoveryCode' }
    // The newest alone counts, and none without the password.
    for (const code of [first, 'AAAAA-BBBBB-CCCCC-DDDDD', '-']) {
      expect(await recover(code)).toMatchObject(wrong)
    }
    expect(await recover(recoveryCode, { password: 'not hers' })).not.toHaveProperty('field')
    // Nobody else's account is opened by it.
    const eve = { ...ana, email: 'eve@example.org', password: 'nine quiet harbours' }
    const other = await stage.proven(eve)
    await addPasskey(other)
    await other.post('/auth/second-step', { required: true })
    expect(
      await recover(recoveryCode, { username: eve.email, password: eve.password }),
    ).toMatchObject(wrong)
    const typed = recoveryCode.toLowerCase().replaceAll('-', ' ')
    expect(await recover(typed)).toMatchObject({ success: true, user: { email: ana.email } })
    expect(await post('/auth/login', byAna)).toMatchObject({ success: true })
    expect((await browser.get('/auth/ways-in')).body).toMatchObject({ secondStep: false })
    await stage.turnOn()
    expect(await recover(recoveryCode)).toMatchObject(wrong)
    const rows = await server.db.query.selectFrom('single_use_token').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(recoveryCode.replaceAll('-', ''))
  })

  test('recovery codes that others replaced go in time, and the one that works stays', async () => {
    const stage = await open()
    await using _ = stage
    const { server, post } = stage
    for (const _again of [1, 2, 3]) await stage.turnOn()
    const { recoveryCode } = await stage.turnOn()
    async function codesAfter(days: number) {
      server.clock.advance({ days })
      for (const purge of purges) await purgeAll(purge, server.db, server.clock.now())
      const tokens = server.db.query.selectFrom('single_use_token').select('hash')
      return (await tokens.where('purpose', '=', 'recovery').execute()).length
    }
    expect(await codesAfter(30)).toBe(4)
    expect(await codesAfter(1)).toBe(1)
    expect(await codesAfter(300)).toBe(1)
    expect(await post('/auth/login', { ...byAna, recoveryCode })).toMatchObject({ success: true })
  })

  test('a wrong recovery code counts as a wrong password', async () => {
    const stage = await open()
    await using _ = stage
    await stage.turnOn()
    const browser = stage.server.client({ address: '192.0.2.7' })
    const guess = { ...byAna, recoveryCode: 'AAAAA-AAAAA-AAAAA-AAAAA' }
    const statuses = []
    for (let round = 0; round < 11; round++) {
      statuses.push((await browser.post('/auth/login', guess)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('whoever runs the server turns it off', async () => {
    const stage = await open()
    await using _ = stage
    const { server, sink, post } = stage
    await stage.turnOn()
    await server.app.jobs.drain()
    expect(await userCommand(server, `second-step-off ${ana.email}`)).toMatchObject({ ok: true })
    await server.app.jobs.drain()
    expect(sink.newest(ana.email).text).toContain('whoever runs the server turned that off')
    expect(await post('/auth/login', byAna)).toMatchObject({ success: true })
  })

  test('a passkey confirms, and its person is told of what changes', async () => {
    const stage = await open()
    await using _ = stage
    const { server, sink, browser, key } = stage
    await server.app.jobs.drain()
    expect(sink.newest(ana.email).text).toContain('“Phone” was added')
    server.clock.advance({ minutes: 61 })
    expect(await stage.turnOn()).toMatchObject({ reason: 'CONFIRM' })
    const eve = await stage.proven({ ...ana, email: 'eve@example.org' })
    const hers = await addPasskey(eve)
    expect(await sign(browser, hers, '/auth/confirm')).toMatchObject({ success: false })
    expect(await stage.turnOn()).toMatchObject({ reason: 'CONFIRM' })
    expect(await sign(browser, key, '/auth/confirm')).toMatchObject({ success: true })
    expect(await stage.turnOn()).toMatchObject({ success: true })
    await server.app.jobs.drain()
    expect(sink.newest(ana.email).subject).toBe('How you sign in has changed')
    expect(sink.newest(ana.email).text).toContain('asks for a passkey at sign-in')
    // Whoever has the code of before must learn that it is worth nothing any more.
    expect(await stage.turnOn()).toMatchObject({ success: true })
    await server.app.jobs.drain()
    expect(sink.newest(ana.email).text).toContain('A new recovery code was made')
  })
})
