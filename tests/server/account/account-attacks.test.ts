/** What somebody tries who wants into an account of somebody else. */
import { hash, verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { ana, byAna, type MailStage, openMailStage, tokenIn } from '../../support/mail-stage.ts'
import { done } from '../../support/server/api.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
} from '../../support/server/server.ts'

vi.mock('@node-rs/argon2', async original => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

interface MailedToken {
  /** Brings the mail, and answers what the call that follows its link takes. */
  readonly ask: (stage: MailStage, browser: TestClient) => Promise<Readonly<Record<string, string>>>
  readonly path: string
  readonly field: string
  /** How the sentence about a link that does not work goes on. */
  readonly next: string
  /** The same of one that was used. */
  readonly afterUse: string
  /** How long it lives. */
  readonly minutes: number
}

const mailedTokens: Readonly<Record<string, MailedToken>> = {
  'of a sign-up': {
    async ask({ post, sink }) {
      await post('/auth/signup', { ...ana, email: 'bo@example.org' })
      return { verifyEmailToken: tokenIn(sink.newest('bo@example.org')) }
    },
    path: '/auth/verify-user',
    field: 'verifyEmailToken',
    next: 'If you cannot sign in, let us send a new link, or sign up again if you did so more than a week ago.',
    afterUse: 'If you cannot sign in, let us send a new link.',
    minutes: 7 * 24 * 60,
  },
  'of a forgotten password': {
    async ask({ post, sink }) {
      await post('/auth/forgot-password', { email: ana.email })
      return { token: tokenIn(sink.newest(ana.email)), newPassword: 'six green paper boats' }
    },
    path: '/auth/reset-password',
    field: 'token',
    next: 'Ask for a new link with "Forgot password?".',
    afterUse: 'Sign in with your new password, or ask for a new link with "Forgot password?".',
    minutes: 60,
  },
  'of a lock-out': {
    async ask({ server, sink }) {
      const stranger = server.client({ address: '198.51.100.9' })
      for (let tries = 0; tries < 10; tries += 1) {
        await stranger.post('/auth/login', { ...byAna, password: `guess ${tries}` })
      }
      await server.app.jobs.drain()
      const mail = sink.newest(ana.email)
      const otp = /Code: (\d{6})/.exec(mail.text)?.[1] ?? ''
      return { token: tokenIn(mail), otp }
    },
    path: '/auth/unlock-account',
    field: 'token',
    next: 'Wait until you may try again, or set a new password with "Forgot password?".',
    afterUse: 'Sign in; if you still cannot, set a new password with "Forgot password?".',
    minutes: 60,
  },
  'of a new address': {
    async ask({ post, sink }, browser) {
      await post('/auth/change-email', { email: 'new@example.org' }, browser)
      return { token: tokenIn(sink.newest('new@example.org')) }
    },
    path: '/auth/verify-new-email',
    field: 'token',
    next: 'Ask for a new one in your account settings.',
    afterUse:
      'Sign in with the new email, or ask for a new link in your account settings if they still show the old one.',
    minutes: 24 * 60,
  },
}

describeEachEngine('attacks on accounts', engine => {
  test.each(Object.entries(mailedTokens))(
    'the token %s works once, be it eight times at once, for its purpose, until it expires',
    async (_, token) => {
      await using stage = await openMailStage(engine)
      const { server } = stage
      const browser = await stage.proven()
      const follow = async (body: object) => (await server.client().post(token.path, body)).body
      const body = await token.ask(stage, browser)
      const code = body[token.field] ?? ''
      for (const mangled of ['', 'x', code.slice(1), `${code}x`, code.toLowerCase()]) {
        const refused = await follow({ ...body, [token.field]: mangled })
        expect(refused, mangled).toMatchObject({ success: false, reason: 'UNKNOWN' })
        expect(refused.message).toContain(token.next)
      }
      for (const other of Object.values(mailedTokens)) {
        if (other === token) continue
        const fields = { otp: '123456', newPassword: 'six green paper boats', [other.field]: code }
        const foreign = (await server.client().post(other.path, fields)).body
        expect(foreign).toMatchObject({ success: false, reason: 'UNKNOWN' })
      }
      const answers = await Promise.all(Array.from({ length: 8 }, () => follow(body)))
      expect(answers.filter(({ success }) => success === true)).toHaveLength(1)
      expect(await follow(body)).toEqual({
        success: false,
        reason: 'USED',
        message: `This link was used already. ${token.afterUse}`,
      })
    },
  )

  test.each(Object.entries(mailedTokens))('the token %s expires', async (_, token) => {
    await using stage = await openMailStage(engine)
    const body = await token.ask(stage, await stage.proven())
    stage.server.clock.advance({ minutes: token.minutes })
    expect((await stage.server.client().post(token.path, body)).body).toEqual({
      success: false,
      reason: 'EXPIRED',
      message: `This link is too old. ${token.next}`,
    })
  })

  test('the same work is done whether there is an account, so that no time tells', async () => {
    await using stage = await openMailStage(engine)
    const { server } = stage
    await stage.proven()
    await stage.post('/auth/signup', { ...ana, email: 'bo@example.org' })
    // What stands in for a password where there is none is made once, by the first sign-in.
    await server.client().post('/auth/login', { ...byAna, password: 'not the password' })
    const jobs = async () => (await server.db.query.selectFrom('job').select('id').execute()).length
    async function work(path: string, body: object) {
      const before = [vi.mocked(hash).mock.calls.length, vi.mocked(verify).mock.calls.length]
      const waiting = await jobs()
      await server.client().post(path, body)
      const after = [vi.mocked(hash).mock.calls.length, vi.mocked(verify).mock.calls.length]
      const added = (await jobs()) - waiting
      await server.app.jobs.drain()
      return [...after.map((count, at) => count - (before[at] ?? 0)), added]
    }
    const calls: readonly (readonly [string, (email: string) => object, number[]])[] = [
      ['/auth/login', username => ({ username, password: 'not the password' }), [0, 1, 0]],
      ['/auth/signup', email => ({ ...ana, email }), [1, 0, 1]],
      ['/auth/forgot-password', email => ({ email }), [0, 0, 1]],
      ['/auth/resend-verification-email', email => ({ email }), [0, 0, 1]],
    ]
    for (const [path, body, expected] of calls) {
      // Known and proven, known and unproven, and nobody's.
      for (const email of [ana.email, 'bo@example.org', `${path.slice(6)}@example.org`]) {
        expect([path, email, await work(path, body(email))]).toEqual([path, email, expected])
      }
    }
  })

  test('a new password is hashed for who gave the old one, and for nobody else', async () => {
    await using server = await startTestServer(engine)
    const eve = await server.buildUser()
    // Past the ten minutes in which who has no password sets one.
    server.clock.advance({ minutes: 11 })
    const set =
      'mutation ($id: Int!, $current: String!, $new: String!) { updateUserPassword(id: $id, currentPassword: $current, newPassword: $new) { id } }'
    async function hashed(current: string, count: number) {
      const before = vi.mocked(hash).mock.calls.length
      const answer = await eve.post(
        '/graphql',
        Array.from({ length: count }, (_, at) => ({
          query: set,
          variables: { id: eve.id, current, new: `a green tricycle ${at}` },
        })),
      )
      return [
        answer.text.match(/"currentPassword"/g)?.length,
        vi.mocked(hash).mock.calls.length - before,
      ]
    }
    expect(await hashed('', 50)).toEqual([50, 0])
    // What stands in for a password where there is none is made once, by the first look at one.
    await hashed('not the password', 1)
    expect(await hashed('not the password', 1)).toEqual([1, 0])
    expect(await hashed(eve.password, 1)).toEqual([undefined, 1])
  })

  test('whoever claims other addresses gets no more guesses at passwords, codes and tokens', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink } = stage
    await stage.proven()
    const attacker = server.client({ address: '198.51.100.9' })
    let claims = 0
    async function guess(path: string, body: object) {
      claims += 1
      const forged = { 'x-forwarded-for': `203.0.113.${claims % 250}, 10.0.0.${claims % 250}` }
      return attacker.post(path, body, forged)
    }
    const statuses = []
    for (let tries = 0; tries < 12; tries += 1) {
      statuses.push((await guess('/auth/login', { ...byAna, password: `guess ${tries}` })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    await server.app.jobs.drain()
    const mail = sink.newest(ana.email)
    const right = /Code: (\d{6})/.exec(mail.text)?.[1] ?? ''
    const token = tokenIn(mail)
    const reasons = []
    for (let tries = 1; tries <= 6; tries += 1) {
      const otp = String((Number(right) + tries) % 1_000_000).padStart(6, '0')
      reasons.push((await guess('/auth/unlock-account', { token, otp })).body.reason)
    }
    expect(reasons).toEqual([...Array.from({ length: 4 }, () => 'WRONG_CODE'), 'USED', 'USED'])
    expect((await guess('/auth/unlock-account', { token, otp: right })).body.reason).toBe('USED')
    // Seven of the sixty that one address has in an hour are gone.
    let refusedAt = 0
    for (let tries = 8; tries <= 62 && refusedAt === 0; tries += 1) {
      const body = { token: crypto.randomUUID(), newPassword: 'six green paper boats' }
      if ((await guess('/auth/reset-password', body)).status === 429) refusedAt = tries
    }
    expect(refusedAt).toBe(61)
  })

  test('no cookie opens anything after sign-out, a new password, a reset, or the end of the account', async () => {
    await using stage = await openMailStage(engine)
    const { server, sink, post } = stage
    const browser = await stage.proven()
    let password = ana.password
    const endings: Readonly<Record<string, (other: TestClient) => Promise<unknown>>> = {
      'sign-out': other => other.get('/auth/logout'),
      'its end among the devices': () => browser.post('/auth/sessions/end-others', {}),
      async 'a new password'() {
        const mutation =
          'mutation ($id: Int!, $old: String!, $new: String!) { updateUserPassword(id: $id, currentPassword: $old, newPassword: $new) { id } }'
        const { body } = await browser.get('/auth/status')
        const fresh = 'nine quiet harbours'
        const variables = { id: Object(body.user).id, old: password, new: fresh }
        expect((await browser.graphql(mutation, variables)).errors).toBeUndefined()
        password = fresh
      },
      async 'a reset'() {
        await post('/auth/forgot-password', { email: ana.email })
        const letter = sink.mails.findLast(({ text }) => text.includes('/reset-password?'))
        const token = tokenIn(letter ?? sink.newest(ana.email))
        password = 'six green paper boats'
        await post('/auth/reset-password', { token, newPassword: password })
      },
      async 'the end of the account'() {
        await browser.post('/auth/login', { username: ana.email, password })
        const { body } = await browser.get('/auth/status')
        await done(browser, 'deleteUser', { id: Object(body.user).id, password })
      },
    }
    for (const [ending, end] of Object.entries(endings)) {
      server.clock.advance({ minutes: 61 })
      const other = server.client()
      const { body } = await other.post('/auth/login', { username: ana.email, password })
      expect(body.success, ending).toBe(true)
      const cookies = [...other.cookies]
      await end(other)
      // As it was copied before.
      const thief = server.client()
      for (const [name, value] of cookies) thief.cookies.set(name, value)
      expect((await thief.get('/auth/status')).body, ending).toMatchObject({ success: false })
      expect((await thief.graphql('query { getAllUnit { id } }')).status, ending).toBe(401)
    }
  })

  test('no password, token, code or address reaches the log', async () => {
    for (const token of Object.values(mailedTokens)) {
      await using stage = await openMailStage(engine)
      const { server, sink, post } = stage
      const browser = await stage.proven()
      await post('/auth/confirm', { password: ana.password }, browser)
      const body = await token.ask(stage, browser)
      // Where a link stands in an address, the page that it opens is all that the log names.
      await server.client().fetch(`${token.path}?token=${body[token.field]}`)
      await post(token.path, body)
      const log = JSON.stringify(server.logged)
      expect(log).toContain(token.path)
      expect(log).not.toMatch(/example\.org|bicycle|paper boats|Lind/)
      const secrets = sink.mails.flatMap(mail => /token=([\w-]{43})/.exec(mail.text)?.[1] ?? [])
      expect(secrets.length).toBeGreaterThan(0)
      for (const secret of [...secrets, ...browser.cookies.values()]) {
        expect(log).not.toContain(secret)
      }
    }
  })

  test('what an address may not be: tricks of display names and headers', async () => {
    await using server = await startTestServer(engine)
    const tricks = [
      '"Ana" <ana@example.org>',
      'Ana <ana@example.org>',
      'ana@example.org,eve@example.org',
      'ana@example.org;eve@example.org',
      'ana@example.org\nBcc: eve@example.org',
      'ana(comment)@example.org',
      'ana@example.org ',
      'ana@@example.org',
      'ana@example..org',
      'mailto:ana@example.org',
    ]
    const verdicts = []
    for (const [at, email] of tricks.entries()) {
      const password = 'p'.repeat(at === 6 ? 128 : 8) + at
      const { body } = await server.client().post('/auth/signup', { ...ana, email, password })
      verdicts.push([email, body.success, body.field])
    }
    expect(verdicts.filter(([, success]) => success === true)).toEqual([])
    for (const password of ['violet 8', `${'violet '.repeat(18)}12`]) {
      const email = `${password.length}+shop@Example.org`
      const { body } = await server.client().post('/auth/signup', { ...ana, email, password })
      expect([password.length, body.success]).toEqual([password.length, true])
    }
  })
})
