/** A captcha before what programs like to try, against a verifier on this machine. */
import { expect, test } from 'vitest'
import { parseSettings } from '../../../server/settings.ts'
import { createAuthenticator } from '../../support/browser/authenticator.ts'
import { startCaptchaVerifier } from '../../support/server/captcha-verifier.ts'
import { startTestServer } from '../../support/server/server.ts'

const origin = 'https://aisle.example.org'
const captcha = { provider: 'turnstile', siteKey: 'public-key', secret: 'private-key' } as const
const ana = {
  firstName: 'Ana',
  lastName: 'Sol',
  email: 'ana@example.org',
  phone: '',
  password: 'a purple bicycle',
}

test('is asked before sign-up and sign-in, once for each', async () => {
  await using verifier = await startCaptchaVerifier()
  await using server = await startTestServer(undefined, {
    settings: { captcha: { ...captcha, verifyUrl: verifier.verifyUrl } },
  })
  const browser = server.client({ address: '203.0.113.7' })
  const without = await browser.post('/auth/signup', ana)
  expect(without.body).toMatchObject({ success: false, field: 'recaptcha' })
  expect(verifier.asked).toEqual([])
  const robot = await browser.post('/auth/signup', { ...ana, recaptcha: 'a robot' })
  expect(robot.body).toMatchObject({ success: false, field: 'recaptcha' })
  const person = await browser.post('/auth/signup', { ...ana, recaptcha: 'a person 1' })
  expect(person.body).toMatchObject({ success: true })
  expect(Object.fromEntries(verifier.asked.at(-1) ?? [])).toEqual({
    secret: 'private-key',
    response: 'a person 1',
    remoteip: '203.0.113.7',
  })
  const login = { username: ana.email, password: ana.password }
  const again = await server.client().post('/auth/login', { ...login, recaptcha: 'a person 1' })
  expect(again.body).toMatchObject({ success: false, field: 'recaptcha' })
  const fresh = await server.client().post('/auth/login', { ...login, recaptcha: 'a person 2' })
  expect(fresh.body).toMatchObject({ success: true })
})

test('is told no address of who comes by IPv6, of whom the server knows the network alone', async () => {
  await using verifier = await startCaptchaVerifier()
  await using server = await startTestServer(undefined, {
    settings: { captcha: { ...captcha, verifyUrl: verifier.verifyUrl } },
  })
  const browser = server.client({ address: '2001:db8:1:2::5' })
  const person = await browser.post('/auth/signup', { ...ana, recaptcha: 'a person 1' })
  expect(person.body).toMatchObject({ success: true })
  expect(Object.fromEntries(verifier.asked.at(-1) ?? [])).toEqual({
    secret: 'private-key',
    response: 'a person 1',
  })
})

test('is asked before the recovery code is, which no robot uses up', async () => {
  await using verifier = await startCaptchaVerifier()
  await using server = await startTestServer(undefined, {
    settings: {
      publicUrl: origin,
      captcha: { ...captcha, verifyUrl: verifier.verifyUrl },
    },
  })
  const browser = server.client()
  await browser.post('/auth/signup', { ...ana, recaptcha: 'a person 1' })
  const { options } = (await browser.post('/auth/passkey/register-options', {})).body
  const response = createAuthenticator(origin).register(options)
  await browser.post('/auth/passkey/register', { response, name: 'Phone' })
  const { recoveryCode } = (await browser.post('/auth/second-step', { required: true })).body
  const lost = server.client()
  async function signIn(recaptcha: string, code = recoveryCode) {
    const fields = { username: ana.email, password: ana.password, recoveryCode: code, recaptcha }
    return (await lost.post('/auth/login', fields)).body
  }
  // The first proof goes with the password, which asks for the second step.
  expect(await signIn('a person 2', '')).toMatchObject({ reason: 'SECOND_STEP' })
  for (const spent of ['', 'a robot', 'a person 2']) {
    expect(await signIn(spent)).toMatchObject({ success: false, field: 'recaptcha' })
  }
  expect(await signIn('a person 3', 'AAAAA-AAAAA-AAAAA-AAAAA')).toMatchObject({
    field: 'recoveryCode',
  })
  expect(await signIn('a person 4')).toMatchObject({ success: true, user: { email: ana.email } })
})

test('is asked before a message to the desk, before its tries are counted', async () => {
  await using verifier = await startCaptchaVerifier()
  await using server = await startTestServer(undefined, {
    settings: { captcha: { ...captcha, verifyUrl: verifier.verifyUrl } },
  })
  const stranger = server.client({ address: '192.0.2.7' })
  const message = { name: 'Ana', email: 'ana@example.org', feedback: 'How do I host it?' }
  for (const recaptcha of ['', 'a robot', 'a robot', 'a robot', 'a robot', 'a robot']) {
    const { status, body } = await stranger.post('/auth/contact', { ...message, recaptcha })
    expect([status, Object(body).field]).toEqual([200, 'recaptcha'])
  }
  for (let sent = 1; sent <= 5; sent += 1) {
    const answer = await stranger.post('/auth/contact', {
      ...message,
      feedback: `${message.feedback} ${sent}`,
      recaptcha: `a person ${sent}`,
    })
    expect(answer.body).toMatchObject({ success: true })
  }
  const more = await stranger.post('/auth/contact', { ...message, recaptcha: 'a person 6' })
  expect(more.status).toBe(429)
  expect(await server.db.query.selectFrom('feedback').select('id').execute()).toHaveLength(5)
})

test('that does not answer lets nobody in, and is named', async () => {
  await using server = await startTestServer(undefined, {
    settings: { captcha: { ...captcha, verifyUrl: 'http://127.0.0.1:9/verify' } },
  })
  const { body } = await server.client().post('/auth/signup', { ...ana, recaptcha: 'a person' })
  expect(body.message).toContain('Turnstile does not answer')
})

test('opens the policy for its own provider alone', async () => {
  async function policyOf(settings: object) {
    await using server = await startTestServer(undefined, { settings })
    const answer = await server.client().fetch('/settings.json')
    return {
      policy: answer.headers.get('content-security-policy') ?? '',
      settings: await answer.json(),
    }
  }
  const plain = await policyOf({})
  expect(plain.policy).not.toMatch(/frame-src|https:/)
  const opened = await policyOf({ captcha: { ...captcha, verifyUrl: 'https://example.org' } })
  expect(opened.policy).toMatch(/script-src [^;]*https:\/\/challenges\.cloudflare\.com/)
  expect(opened.policy).toContain('frame-src https://challenges.cloudflare.com')
  expect(opened.policy).not.toMatch(/google|hcaptcha/)
  expect(opened.settings).toMatchObject({
    captchaProvider: 'turnstile',
    captchaSiteKey: 'public-key',
  })
  expect(JSON.stringify(opened.settings)).not.toContain('private-key')
})

test('is set up by three settings, and knows where each provider verifies', () => {
  const set = (environment: Record<string, string>) =>
    parseSettings({ CAPTCHA_SITE_KEY: 'a', CAPTCHA_SECRET: 'b', ...environment }).captcha
  expect(set({ CAPTCHA_PROVIDER: 'hcaptcha' })?.verifyUrl).toContain('hcaptcha.com')
  expect(() => set({ CAPTCHA_PROVIDER: 'other' })).toThrow('CAPTCHA_PROVIDER must be one of')
  expect(() => set({})).toThrow('CAPTCHA_PROVIDER is not')
})
