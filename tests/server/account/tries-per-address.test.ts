/** How often one network address may ask for something, whichever call it takes for it. */
import { expect, test } from 'vitest'
import { allowances } from '../../../server/gates/attempts.ts'
import { ana, openMailStage } from '../../support/mail-stage.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts'

type Counted = Readonly<Record<string, object>>

/** By the name of what is counted, the calls that count as one, each with what it takes. */
const counted: readonly (readonly [keyof typeof allowances, Counted])[] = [
  ['signUpPerAddress', { signup: { ...ana, email: 'bo@example.org' } }],
  [
    'askForMailPerAddress',
    {
      'forgot-password': { email: ana.email },
      'resend-verification-email': { email: ana.email },
      'change-email': { email: 'new@example.org' },
      'second-step': { required: true },
    },
  ],
  [
    'tokenPerAddress',
    {
      'verify-user': { verifyEmailToken: 'x' },
      'reset-password': { token: 'x', newPassword: 'six green paper boats' },
      'unlock-account': { token: 'x', otp: '123456' },
      'verify-new-email': { token: 'x' },
    },
  ],
  ['passkeyPerAddress', { 'passkey/options': {}, 'passkey/register-options': {} }],
]

/** As after so many tries of everybody who was counted. */
async function countTo(server: TestServer, name: string, count: number): Promise<void> {
  const { numUpdatedRows } = await server.db.query
    .updateTable('attempt')
    .set({ count })
    .where('key', 'like', `${name}:%`)
    .executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
}

describeEachEngine('One network address', engine => {
  test.each(counted)(
    '%s: the last try is made, the next one waits, others go on',
    async (of, calls) => {
      await using stage = await openMailStage(engine)
      const { server } = stage
      const { name, tries } = allowances[of]
      const { cookies } = await stage.proven()
      function from(address: string) {
        const browser = server.client({ address })
        for (const [key, value] of cookies) browser.cookies.set(key, value)
        return browser
      }
      for (const [call, body] of Object.entries(calls)) {
        await server.db.query.deleteFrom('attempt').execute()
        const browser = from('198.51.100.7')
        const ask = async () => (await browser.post(`/auth/${call}`, body)).status
        expect(await ask(), call).toBe(200)
        await countTo(server, name, tries - 1)
        expect([await ask(), await ask()], call).toEqual([200, 429])
        expect((await from('198.51.100.8').post(`/auth/${call}`, body)).status, call).toBe(200)
      }
    },
  )

  test('whoever signs up with one email again and again hears the same, and brings five mails', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const texts = new Set<string>()
    for (let count = 0; count < 7; count += 1)
      texts.add(JSON.stringify(await post('/auth/signup', ana)))
    expect(texts.size).toBe(1)
    const waiting = await server.db.query.selectFrom('job').select('kind').execute()
    expect(sink.mails.length + waiting.length).toBe(5)
  })

  test('with a thousand others fills the desk no further than two hundred messages a day', async () => {
    await using server = await startTestServer(engine)
    const message = { name: 'Ana', email: ana.email, feedback: 'How do I host it?' }
    const post = (address: string) => server.client({ address }).post('/auth/contact', message)
    const send = async (address: string) => (await post(address)).status
    expect(await send('198.51.100.7')).toBe(200)
    await countTo(server, allowances.contactOverall.name, 199)
    expect([await send('198.51.100.8'), await send('198.51.100.9')]).toEqual([200, 429])
    expect((await post('198.51.100.9')).text).toContain('Wait 24 hours, then try again.')
    server.clock.advance({ days: 1 })
    expect(await send('198.51.100.9')).toBe(200)
  })

  test('who signs in on one device after the other uses up no try that all have together', async () => {
    await using server = await startTestServer(engine)
    const ana = await server.buildUser()
    async function login(host: number, password = ana.password) {
      const browser = server.client({ address: `198.51.100.${host}` })
      const { status, body } = await browser.post('/auth/login', { username: ana.email, password })
      return status === 200 ? body.success : status
    }
    expect(await login(1, 'not the password')).toBe(false)
    await server.db.query
      .updateTable('attempt')
      .set({ count: 99 })
      .where('key', 'like', 'sign-in-overall:%')
      .execute()
    for (const host of [2, 3, 4]) expect(await login(host)).toBe(true)
    // The last one that is left.
    expect(await login(5, 'not the password')).toBe(false)
    expect(await login(6)).toBe(429)
  })
})
