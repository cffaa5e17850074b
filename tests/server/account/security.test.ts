import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  describeEachEngine,
  startTestServer,
  type TestServer,
} from '../../support/server/server.ts'

const csrfRefusal = 'ForbiddenError: invalid csrf token'
const ana = {
  firstName: 'Ana',
  lastName: 'Lind',
  email: 'ana@example.org',
  phone: '',
  password: 'a purple bicycle',
}
const byAna = { username: ana.email, password: ana.password }

describeEachEngine('cross-site requests', engine => {
  test('a token is one short word, for this browser, kept by nobody', async () => {
    await using server = await startTestServer(engine)
    const answer = await server.client().fetch('/csrftoken')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toMatch(/^[\w-]{22}\.[\w-]{43}$/)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^aisle-visitor=[\w-]{22}; .*HttpOnly; SameSite=Lax$/),
    ])
  })

  test('whatever changes something needs a token of this browser', async () => {
    await using server = await startTestServer(engine)
    const user = await server.buildUser()
    const other = await server.buildUser()
    const foreign = await (await other.fetch('/csrftoken')).text()
    const own = await (await user.fetch('/csrftoken')).text()
    const [nonce, signature = ''] = own.split('.')
    const wrong = ['', 'x', foreign, `${nonce}.${signature.slice(1)}`, `.${signature}`, `${own}.x`]
    for (const token of wrong) {
      const headers = { 'x-csrf-token': token }
      const answers = [
        await user.post('/auth/login', byAna, headers),
        await user.post('/auth/signup', ana, headers),
        await user.post('/graphql', { query: '{ __typename }' }, headers),
        await user.get('/auth/logout', headers),
      ]
      for (const { status, body } of answers) {
        expect(status).toBe(403)
        expect(body).toMatchObject({ message: csrfRefusal, errors: [{ message: csrfRefusal }] })
      }
    }
    expect((await user.get('/auth/status', { 'x-csrf-token': '' })).body).toMatchObject({
      success: true,
    })
  })

  test('the refusal for a data call is spelled as the contract says', async () => {
    await using server = await startTestServer(engine)
    const { text } = await server.client().post('/graphql', {}, { 'x-csrf-token': 'x' })
    expect(text).toBe(JSON.stringify({ message: csrfRefusal, errors: [{ message: csrfRefusal }] }))
  })

  test('a token from before sign-in, sign-out or another sign-in is old', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    const fetchToken = async () => (await browser.fetch('/csrftoken')).text()
    const beforeSignUp = await fetchToken()
    await browser.post('/auth/signup', ana)
    const before = { 'x-csrf-token': beforeSignUp }
    expect((await browser.post('/auth/login', byAna, before)).status).toBe(403)

    const signedIn = { 'x-csrf-token': await fetchToken() }
    await browser.post('/auth/login', byAna)
    expect((await browser.get('/auth/logout', signedIn)).status).toBe(403)

    const last = { 'x-csrf-token': await fetchToken() }
    expect((await browser.get('/auth/logout', last)).status).toBe(200)
    expect((await browser.post('/auth/login', byAna, last)).status).toBe(403)
  })

  test('every server of a database takes the tokens of the others', async () => {
    await using server = await startTestServer(engine)
    await using twin = await server.startSecond()
    const browser = server.client()
    const token = await (await browser.fetch('/csrftoken')).text()
    const there = twin.client()
    there.cookies.set('aisle-visitor', browser.cookies.get('aisle-visitor') ?? '')
    const answer = await there.post('/auth/signup', ana, { 'x-csrf-token': token })
    expect(answer.body).toMatchObject({ success: true })
    // By a key that is nothing else: other settings are told to browsers.
    const settings = server.db.query.selectFrom('setting').select('value')
    const kept = await settings.where('key', '=', 'secret').execute()
    expect(kept).toEqual([{ value: expect.stringMatching(/^[\w-]{43}$/) }])
  })

  test('an ended session is told so, not that its token is wrong', async () => {
    await using server = await startTestServer(engine)
    const user = await server.buildUser()
    await user.get('/auth/status')
    server.clock.advance({ days: 181 })
    expect((await user.post('/graphql', { query: '{ getAllUnit { id } }' })).status).toBe(401)
  })
})

describeEachEngine('what goes wrong', engine => {
  test('an internal error is masked, and the log has no word of the person', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client({ address: '198.51.100.7' })
    await browser.post('/auth/signup', ana)
    await sql`drop table push_subscription`.execute(server.db.query)
    await sql`drop table session`.execute(server.db.query)
    const answer = await browser.post('/auth/login', byAna)
    expect(answer.status).toBe(500)
    const message = 'Something went wrong on the server. Try again later.'
    expect(answer.body).toEqual({
      success: false,
      message,
      errors: [{ message, extensions: { code: 'INTERNAL' } }],
    })
    const log = JSON.stringify(server.logged)
    expect(log).toContain('"failed"')
    expect(log).toContain('"route":"/auth/login"')
    const secrets = ['ana', 'lind', 'bicycle', '198.51', ...browser.cookies.values()]
    for (const secret of secrets) expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
  })

  test('a server whose database is gone is not healthy', async () => {
    const server = await startTestServer(engine)
    expect(await (await server.client().fetch('/healthz')).text()).toBe('ok')
    await server.db.close()
    expect((await server.client().fetch('/healthz')).status).toBe(500)
    await server.close().catch(() => {})
  })
})

describeEachEngine('headers', engine => {
  const paths = [
    '/',
    '/healthz',
    '/settings.json',
    '/csrftoken',
    '/auth/status',
    '/auth/no',
    '/no.png',
  ]

  test('every answer carries the strict headers', async () => {
    await using server = await startTestServer(engine)
    for (const path of paths) await expectStrict(await server.client().fetch(path))
    await expectStrict(await server.client().fetch('/graphql', { method: 'POST', body: '{' }))
  })

  test('https gets HSTS and cookies that no other host can set', async () => {
    const publicUrl = 'https://aisle.example.org'
    await using server = await startTestServer(engine, { settings: { publicUrl } })
    const browser = server.client()
    const answer = await browser.post('/auth/signup', ana)
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-aisle-session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^__Host-aisle-browser=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
    expect((await browser.get('/auth/status')).body).toMatchObject({ success: true })
    const left = await browser.get('/auth/logout')
    expect(left.headers.getSetCookie()).toEqual([
      '__Host-aisle-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
  })

  test('a proxy is believed only where it is said to be there', async () => {
    await using alone = await startTestServer(engine)
    await using behind = await startTestServer(engine, { settings: { trustProxy: 1 } })
    async function ask(server: TestServer) {
      const answer = await server.client().fetch('/csrftoken', {
        headers: { 'x-forwarded-proto': 'https' },
      })
      return answer.headers.has('strict-transport-security')
    }
    expect(await ask(alone)).toBe(false)
    expect(await ask(behind)).toBe(true)
  })

  test('nobody escapes a limit by claiming to be somebody else', async () => {
    await using alone = await startTestServer(engine)
    await using behind = await startTestServer(engine, { settings: { trustProxy: 1 } })
    async function keys(server: TestServer) {
      for (const claim of ['203.0.113.1', '203.0.113.2']) {
        await server
          .client({ address: '198.51.100.7' })
          .post('/auth/login', byAna, { 'x-forwarded-for': `${claim}, 192.0.2.9` })
      }
      const rows = await server.db.query.selectFrom('attempt').select(['key', 'count']).execute()
      return rows.filter(row => row.key.includes('address')).map(row => row.count)
    }
    expect(await keys(alone)).toEqual([2])
    expect(await keys(behind)).toEqual([2])
  })

  test('one household counts as one, by IPv4 or by the /64 of IPv6', async () => {
    await using server = await startTestServer(engine)
    const households = [
      ['198.51.100.7', '::ffff:198.51.100.7'],
      ['2001:db8::1', '2001:0DB8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4%eth0'],
      ['2001:db8:0:1::1'],
      ['::1'],
    ]
    for (const address of households.flat()) {
      await server.client({ address }).post('/auth/login', byAna)
    }
    const rows = await server.db.query.selectFrom('attempt').select(['key', 'count']).execute()
    const counts = rows.filter(row => row.key.includes('address')).map(row => row.count)
    expect(counts.toSorted()).toEqual([1, 1, 2, 3])
  })

  test('what was typed cannot break out into headers', async () => {
    await using server = await startTestServer(engine)
    const nasty = '/auth/x%0d%0aSet-Cookie:%20evil=1'
    const answer = await server.client().fetch(nasty)
    expect(answer.status).toBe(404)
    expect(answer.headers.getSetCookie()).toEqual([])
    const browser = server.client()
    const { headers } = await browser.post('/auth/signup', {
      ...ana,
      firstName: 'Ana"; Domain=evil.example',
    })
    expect(headers.getSetCookie().join()).not.toContain('evil')
  })

  test('maintenance answers every call and keeps the app itself there', async () => {
    await using server = await startTestServer(engine, { settings: { downtime: true } })
    const browser = server.client()
    for (const path of ['/auth/status', '/csrftoken', '/graphql']) {
      const answer = await browser.fetch(path)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('60')
      expect(await answer.json()).toMatchObject({
        message: expect.stringContaining('down for maintenance'),
        errors: [{ extensions: { code: 'DOWNTIME' } }],
      })
    }
    expect((await browser.fetch('/healthz')).status).toBe(200)
    expect(await (await browser.fetch('/settings.json')).json()).toMatchObject({ downtime: true })
  })
})

async function expectStrict(answer: Response): Promise<void> {
  await answer.arrayBuffer()
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).not.toMatch(/unsafe|\*/)
  const directives = ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]
  for (const directive of [...directives, "base-uri 'none'", "form-action 'self'"]) {
    expect(policy.split('; ')).toContain(directive)
  }
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  expect(answer.headers.has('strict-transport-security')).toBe(false)
}
