import { expect, test } from 'vitest'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows } from '../../support/server/held-rows.ts'
import { describeEachEngine, startTestServer } from '../../support/server/server.ts'

const ana = {
  firstName: 'Ana',
  lastName: 'Lind',
  email: 'Ana@Example.org',
  phone: '+46 70 123 45 67',
  password: 'a purple bicycle',
}
const byAna = { username: ana.email, password: ana.password }
const bo = { ...ana, firstName: 'Bo', email: 'bo@example.org' }

describeEachEngine('accounts', engine => {
  test('sign-up signs in; status, sign-out and sign-in follow the contract', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    expect((await browser.get('/auth/status')).body).toEqual({ success: false })

    const signedUp = await browser.post('/auth/signup', ana)
    const user = {
      id: 1,
      firstName: 'Ana',
      lastName: 'Lind',
      email: 'Ana@Example.org',
      phone: '+46 70 123 45 67',
      role: 'ADMIN',
      createdAt: '2026-11-21T09:00:00.000Z',
      inviteId: expect.stringMatching(/^[\w-]{22}$/),
    }
    // 180 days from the clock of the test.
    const session = { success: true, user, sessionEndsAt: '2027-05-20T09:00:00.000Z' }
    expect(signedUp.body).toEqual({ ...session, message: 'You are signed in.' })
    expect((await browser.get('/auth/status')).body).toEqual(session)

    const left = await browser.get('/auth/logout')
    // Never "storage" or "cookies": what waits to be sent lies there, and neighbours have cookies, too.
    expect(left.headers.get('clear-site-data')).toBe('"cache"')
    expect(left.body).toEqual({
      success: true,
      time: '2026-11-21T09:00:00.000Z',
      message: 'You are signed out.',
    })
    expect((await browser.get('/auth/status')).body).toEqual({ success: false })
    // The other end may not have heard the first answer.
    expect((await browser.get('/auth/logout')).body).toMatchObject({ success: true })

    const signedIn = await browser.post('/auth/login', { ...byAna, recaptcha: '' })
    expect(signedIn.body).toEqual({ ...session, message: 'You are signed in.' })
  })

  test('an account comes with its preferences', async () => {
    await using server = await startTestServer(engine)
    const user = await server.buildUser()
    const configs = await server.db.query.selectFrom('user_config').selectAll().execute()
    expect(configs).toMatchObject([
      { user_id: user.id, shopping_list_confirm_delete: 0, item_confirm_delete: 0 },
    ])
  })

  test('the first account is the administrator, however many arrive at once', async () => {
    await using server = await startTestServer(engine)
    await using twin = await server.startSecond()
    const answers = await Promise.all(
      [server, twin, server, twin].map((side, index) =>
        side.client().post('/auth/signup', { ...ana, email: `ana${index}@example.org` }),
      ),
    )
    const roles = answers.map(({ body }) => Object(body.user).role)
    expect(roles.toSorted()).toEqual(['ADMIN', 'SILVER', 'SILVER', 'SILVER'])
  })

  test('two sign-ups with one address at once make one account', async () => {
    await using server = await startTestServer(engine)
    const answers = await Promise.all(
      ['ana@example.org', 'ANA@example.org'].map(email =>
        server.client().post('/auth/signup', { ...ana, email }),
      ),
    )
    expect(answers.map(({ body }) => Object(body.user).id)).toEqual([1, 1])
    const users = await server.db.query.selectFrom('user').select('email_key').execute()
    expect(users).toEqual([{ email_key: 'ana@example.org' }])
  })

  test('a taken address tells nothing of its owner, and the right password is a sign-in', async () => {
    await using server = await startTestServer(engine)
    await server.client().post('/auth/signup', ana)
    const stranger = server.client()
    const refused = await stranger.post('/auth/signup', {
      ...bo,
      email: ana.email,
      password: 'not hers at all',
    })
    expect(refused.status).toBe(200)
    expect(refused.body).toEqual({
      success: false,
      field: 'email',
      message:
        'There is an account with this email already. Sign in with it, or use another email.',
    })
    expect((await stranger.get('/auth/status')).body).toEqual({ success: false })

    const again = await server.client().post('/auth/signup', { ...ana, firstName: 'Anna' })
    expect(again.body).toMatchObject({ success: true, user: { id: 1, firstName: 'Ana' } })
  })

  test('a wrong password and an unknown address are answered alike', async () => {
    await using server = await startTestServer(engine)
    await server.client().post('/auth/signup', ana)
    const browser = server.client()
    const wrong = await browser.post('/auth/login', { ...byAna, password: 'a purple bicycle!' })
    const unknown = await browser.post('/auth/login', { ...byAna, username: 'no@example.org' })
    expect(wrong.status).toBe(200)
    expect(wrong.text).toBe(unknown.text)
    expect(wrong.body).toEqual({
      success: false,
      message: 'Email or password is wrong. Check both and try again.',
    })
    const names = (answer: typeof wrong) => [...answer.headers.keys()].toSorted()
    expect(names(wrong)).toEqual(names(unknown))
  })

  test('a session is an HttpOnly cookie, and the database has only its hash', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    const { headers } = await browser.post('/auth/signup', ana)
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^aisle-session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      // And that it was signed in to this account before.
      expect.stringMatching(
        /^aisle-browser=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const [session] = await server.db.query.selectFrom('session').selectAll().execute()
    expect(session?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(session)).not.toContain(browser.cookies.get('aisle-session'))
    const [user] = await server.db.query.selectFrom('user').selectAll().execute()
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('a cookie replayed after sign-out is nobody', async () => {
    await using server = await startTestServer(engine)
    const browser = await server.buildUser()
    const stolen = browser.cookies.get('aisle-session') ?? ''
    await browser.get('/auth/logout')
    const thief = server.client()
    thief.cookies.set('aisle-session', stolen)
    expect((await thief.get('/auth/status')).body).toEqual({ success: false })
  })

  test('signing in makes a new session and ends the one that the browser had', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    await browser.post('/auth/signup', ana)
    const first = browser.cookies.get('aisle-session') ?? ''
    await browser.post('/auth/login', byAna)
    expect(browser.cookies.get('aisle-session')).not.toBe(first)

    const replayed = server.client()
    replayed.cookies.set('aisle-session', first)
    expect((await replayed.get('/auth/status')).body).toEqual({ success: false })
  })

  test('a planted session id is never taken over', async () => {
    await using server = await startTestServer(engine)
    await server.client().post('/auth/signup', ana)
    const victim = server.client()
    victim.cookies.set('aisle-session', 'planted-by-somebody-else')
    await victim.post('/auth/login', byAna)
    expect(victim.cookies.get('aisle-session')).not.toBe('planted-by-somebody-else')

    const attacker = server.client()
    attacker.cookies.set('aisle-session', 'planted-by-somebody-else')
    expect((await attacker.get('/auth/status')).body).toEqual({ success: false })
  })

  test('a session slides for 180 days and then ends', async () => {
    await using server = await startTestServer(engine)
    const browser = await server.buildUser()
    server.clock.advance({ days: 179 })
    expect((await browser.get('/auth/status')).body).toMatchObject({ success: true })
    server.clock.advance({ days: 179 })
    const used = await browser.get('/auth/status')
    expect(used.body).toMatchObject({
      success: true,
      sessionEndsAt: new Date(server.clock.now().getTime() + 180 * 86_400_000).toISOString(),
    })
    // The cookie must not run out before the session.
    expect(used.headers.getSetCookie()[0]).toContain('Max-Age=15552000')
    server.clock.advance({ days: 180 })
    expect((await browser.get('/auth/status')).body).toEqual({ success: false })
  })

  test('a session ends after two years, however much it is used', async () => {
    await using server = await startTestServer(engine)
    const browser = await server.buildUser()
    for (let passed = 0; passed < 720; passed += 90) {
      server.clock.advance({ days: 90 })
      expect((await browser.get('/auth/status')).body).toMatchObject({ success: true })
    }
    expect((await browser.get('/auth/status')).body).toMatchObject({
      sessionEndsAt: new Date(server.clock.now().getTime() + 10 * 86_400_000).toISOString(),
    })
    server.clock.advance({ days: 10 })
    expect((await browser.get('/auth/status')).body).toEqual({ success: false })
  })

  test('the eleventh wrong password waits, on every server of the database', async () => {
    await using server = await startTestServer(engine)
    await using twin = await server.startSecond()
    await server.client().post('/auth/signup', ana)
    const wrong = { ...byAna, password: 'not the password' }
    const tries = Array.from({ length: 14 }, (_, index) =>
      (index % 2 ? server : twin).client().post('/auth/login', wrong),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(10)
    expect(statuses.filter(status => status === 429)).toHaveLength(4)

    server.clock.advance({ minutes: 5 })
    const limited = await twin.client().post('/auth/login', byAna)
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('600')
    const message = 'Too many tries. Wait 10 minutes, then try again.'
    expect(limited.body).toEqual({
      success: false,
      message,
      errors: [{ message, extensions: { code: 'RATE_LIMITED' } }],
    })
    // Sign-up is no way around it.
    expect((await server.client().post('/auth/signup', ana)).status).toBe(429)

    server.clock.advance({ minutes: 10 })
    expect((await twin.client().post('/auth/login', byAna)).body).toMatchObject({ success: true })
  })

  test('an unknown address is limited like a known one', async () => {
    await using server = await startTestServer(engine)
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1) {
      statuses.push((await server.client().post('/auth/login', byAna)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  test('signing in forgets the wrong tries before it', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client()
    await browser.post('/auth/signup', ana)
    for (let tries = 0; tries < 25; tries += 1) {
      const password = tries % 9 === 8 ? ana.password : 'not the password'
      expect((await browser.post('/auth/login', { ...byAna, password })).status).toBe(200)
    }
  })

  test('one address cannot try one password on everybody', async () => {
    await using server = await startTestServer(engine)
    const browser = server.client({ address: '198.51.100.7' })
    await browser.get('/auth/status')
    const answers = await Promise.all(
      Array.from({ length: 103 }, (_, index) =>
        browser.post('/auth/login', { username: `p${index}@example.org`, password: 'summer2026!' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    const neighbour = server.client({ address: '198.51.100.8' })
    expect((await neighbour.post('/auth/login', byAna)).status).toBe(200)
  })

  test('no e-mail or network address is readable among the counted tries', async () => {
    await using server = await startTestServer(engine)
    await server.client({ address: '198.51.100.7' }).post('/auth/login', byAna)
    const attempts = await server.db.query.selectFrom('attempt').selectAll().execute()
    // By network address, by account and address, and by account.
    expect(attempts).toHaveLength(3)
    expect(JSON.stringify(attempts)).not.toMatch(/example|198\.51/i)
  })
})

describeOnPostgres('A sign-in', engine => {
  test('waits for nobody who sweeps up tries that count no longer', async () => {
    await using server = await startTestServer(engine)
    await server.client().post('/auth/signup', ana)
    const over = { key: 'over', count: 1, window_ends_at: server.clock.now().toISOString() }
    await server.db.query.insertInto('attempt').values(over).execute()
    const sweeping = await holdRows(server, async tx => {
      await tx.deleteFrom('attempt').where('key', '=', over.key).execute()
    })
    const { status, body } = await server.client().post('/auth/login', byAna)
    expect([status, body.success]).toEqual([200, true])
    await sweeping.release()
  })
})
