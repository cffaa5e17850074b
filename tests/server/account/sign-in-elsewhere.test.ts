/** Sign-in by OpenID Connect, against a provider on this machine. */
import { expect, test } from 'vitest'
import { lockOpenings } from '../../../server/changes/changes.ts'
import { origin as mailOrigin, openMailStage, tokenIn } from '../../support/mail-stage.ts'
import { describeOnPostgres } from '../../support/server/engines.ts'
import { holdRows, untilSomebodyWaits } from '../../support/server/held-rows.ts'
import {
  type LocalProvider,
  type OidcPerson,
  startOidcProvider,
} from '../../support/server/oidc.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
  type TestEngine,
} from '../../support/server/server.ts'

const origin = 'http://aisle.test'
const ana: OidcPerson = {
  sub: 'person-7',
  email: 'ana@example.org',
  email_verified: true,
  given_name: 'Ana',
  family_name: 'Sol',
}

async function open(engine: TestEngine, more: object = {}) {
  const provider = await startOidcProvider(`${origin}/auth/oauth/callback`)
  const server = await startTestServer(engine, {
    settings: { publicUrl: origin, oidc: provider.settings, ...more },
  })
  return {
    provider,
    server,
    async [Symbol.asyncDispose]() {
      await server.close()
      await provider[Symbol.asyncDispose]()
    },
  }
}

/** Where a browser stands after its way through the provider. */
async function wayBack(
  browser: TestClient,
  provider: LocalProvider,
  person: OidcPerson | undefined,
  next = '',
): Promise<URL> {
  const begun = await browser.fetch(`/auth/oauth${next}`, { redirect: 'manual' })
  const back = await provider.walk(begun.headers.get('location') ?? '', person)
  const { pathname, search } = new URL(back)
  const answer = await browser.fetch(`${pathname}${search}`, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '', origin)
}

const fragment = ({ hash }: URL) => Object.fromEntries(new URLSearchParams(hash.slice(1)))

async function enter(browser: TestClient, url: URL) {
  const token = fragment(url)['oauth-token'] ?? ''
  return (await browser.get('/auth/oauthUser', { 'oauth-token': token })).body
}

describeEachEngine('Sign-in elsewhere', engine => {
  test('makes an account, and finds it again', async () => {
    await using house = await open(engine)
    const browser = house.server.client()
    const back = await wayBack(browser, house.provider, ana, '?next=%2Fproduct%2Fready')
    expect([back.pathname, back.search]).toEqual(['/login', '?next=%2Fproduct%2Fready'])
    const first = await enter(browser, back)
    expect(first).toMatchObject({
      success: true,
      user: { firstName: 'Ana', lastName: 'Sol', email: ana.email, role: 'ADMIN' },
    })
    expect((await browser.get('/auth/status')).body).toMatchObject({ success: true })
    // The token works once.
    expect(await enter(browser, back)).toMatchObject({ success: false })
    const other = house.server.client()
    // The provider knows people by a name that never changes, not by their address.
    const moved = { ...ana, email: 'sol@example.org', email_verified: false }
    const again = await enter(other, await wayBack(other, house.provider, moved))
    expect(Object(again.user).id).toBe(Object(first.user).id)
    const settings = await other.get('/settings.json')
    expect(settings.body).toMatchObject({ signInElsewhere: 'Home' })
  })

  test('leads to no other site afterwards, whatever it was begun with', async () => {
    await using house = await open(engine)
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https://evil.example',
      'evil',
    ]) {
      const begun = `?next=${encodeURIComponent(next)}`
      const back = await wayBack(house.server.client(), house.provider, ana, begun)
      expect([back.pathname, back.search], next).toEqual(['/login', ''])
    }
  })

  test('joins an account only where both sides have verified the address', async () => {
    await using house = await open(engine)
    const { server, provider } = house
    const owner = await server.buildUser({ email: ana.email })
    async function attempt(person: OidcPerson) {
      const browser = server.client()
      const back = await wayBack(browser, provider, person)
      return fragment(back).failure ?? (await enter(browser, back))
    }
    expect(await attempt({ ...ana, email_verified: false })).toBe('no-email')
    expect(await attempt(ana)).toBe('unproven')
    const verified_at = server.clock.now().toISOString()
    await server.db.query
      .updateTable('user')
      .set({ verified_at })
      .where('id', '=', owner.id)
      .execute()
    async function letters() {
      await server.app.jobs.drain()
      const { mails } = (await owner.get('/auth/mail')).body
      return (Array.isArray(mails) ? mails : [])
        .filter(({ subject }) => subject === 'How you sign in has changed')
        .map(({ to }) => to)
    }
    expect(await letters()).toEqual([])
    expect(await attempt(ana)).toMatchObject({ success: true, user: { id: owner.id } })
    expect(await letters()).toEqual([ana.email])
    // Once: it is known from then on.
    expect(await attempt(ana)).toMatchObject({ success: true })
    expect(await letters()).toHaveLength(1)
    // Whom the provider made anew is another sign-in, which joins as the first did.
    const anew = { ...ana, sub: 'person-seven-anew' }
    expect(await attempt(anew)).toMatchObject({ success: true, user: { id: owner.id } })
    expect(await letters()).toHaveLength(2)
  })

  test('leaves nothing to whoever signed up with the address before: no password, and no link', async () => {
    await using provider = await startOidcProvider(`${mailOrigin}/auth/oauth/callback`)
    await using stage = await openMailStage(engine, { oidc: provider.settings })
    const { server, sink, post } = stage
    const eve = { firstName: 'Eve', lastName: 'Lind', email: ana.email, password: 'known to eve' }
    await post('/auth/signup', { ...eve, phone: '' })
    const verifyEmailToken = tokenIn(sink.newest(ana.email))
    const browser = server.client()
    expect(await enter(browser, await wayBack(browser, provider, ana))).toMatchObject({
      success: true,
      user: { firstName: 'Ana', lastName: 'Sol', email: ana.email },
    })
    // Nor to whoever knows what the server compares with where there is no password.
    for (const password of [eve.password, 'the password of nobody']) {
      expect(await post('/auth/login', { username: eve.email, password })).toMatchObject({
        success: false,
        message: expect.stringContaining('password is wrong'),
      })
    }
    expect(await post('/auth/verify-user', { verifyEmailToken })).toMatchObject({
      success: false,
      reason: 'USED',
    })
  })

  test('stays taken away where the provider makes its person anew', async () => {
    await using house = await open(engine)
    const { server, provider } = house
    const owner = await server.buildUser({ email: ana.email })
    const verified_at = server.clock.now().toISOString()
    await server.db.query.updateTable('user').set({ verified_at }).execute()
    const failure = async (person: OidcPerson) =>
      fragment(await wayBack(server.client(), provider, person)).failure
    expect(await failure(ana)).toBeUndefined()
    expect((await owner.post('/auth/provider/unlink', {})).body).toMatchObject({ success: true })
    expect(await failure({ ...ana, sub: 'person-seven-anew' })).toBe('unlinked')
  })

  test('opens nothing to who came back before it was taken away', async () => {
    await using house = await open(engine)
    const { server, provider } = house
    const owner = await server.buildUser({ email: ana.email })
    const verified_at = server.clock.now().toISOString()
    await server.db.query.updateTable('user').set({ verified_at }).execute()
    const thief = server.client()
    const back = await wayBack(thief, provider, ana)
    expect((await owner.post('/auth/provider/unlink', {})).body).toMatchObject({ success: true })
    expect(await enter(thief, back)).toMatchObject({ success: false, reason: 'EXPIRED' })
    expect((await thief.get('/auth/status')).body).toEqual({ success: false })
  })

  test('is begun a hundred times from one address, and then leaves nothing behind', async () => {
    await using house = await open(engine)
    const { server } = house
    const browser = server.client({ address: '198.51.100.7' })
    const begin = async () =>
      new URL(
        (await browser.fetch('/auth/oauth', { redirect: 'manual' })).headers.get('location') ?? '',
        origin,
      )
    const begun = async () =>
      (await server.db.query.selectFrom('single_use_token').select('hash').execute()).length
    expect(fragment(await begin()).failure).toBeUndefined()
    expect(await begun()).toBe(1)
    await server.db.query
      .updateTable('attempt')
      .set({ count: 99 })
      .where('key', 'like', 'elsewhere-address:%')
      .execute()
    expect(fragment(await begin()).failure).toBeUndefined()
    const refused = await begin()
    expect([refused.pathname, fragment(refused).failure]).toEqual(['/login', 'too-many'])
    expect(await begun()).toBe(2)
    server.clock.advance({ minutes: 16 })
    expect(fragment(await begin()).failure).toBeUndefined()
  })

  test('is begun no more often by who is signed in, to link it', async () => {
    await using house = await open(engine)
    const { server } = house
    const { cookies } = await server.buildUser()
    const browser = server.client({ address: '198.51.100.7' })
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    const link = async () => (await browser.post('/auth/provider/link', {})).status
    expect(await link()).toBe(200)
    await server.db.query
      .updateTable('attempt')
      .set({ count: 99 })
      .where('key', 'like', 'elsewhere-address:%')
      .execute()
    expect([await link(), await link()]).toEqual([200, 429])
    const begun = server.db.query.selectFrom('single_use_token').where('purpose', '=', 'sign-in')
    expect(await begun.select('hash').execute()).toHaveLength(2)
  })

  test('makes nobody where sign-up is closed, but who was invited', async () => {
    await using house = await open(engine)
    const host = await house.server.buildUser()
    const { inviteId } = Object((await host.get('/auth/status')).body.user)
    await using server = await startTestServer(engine, {
      address: house.server.address,
      clock: house.server.clock,
      settings: { publicUrl: origin, oidc: house.provider.settings, signUp: 'closed' },
    })
    const browser = server.client()
    const come = (next: string) =>
      wayBack(browser, house.provider, ana, `?next=${encodeURIComponent(next)}`)
    for (const next of ['/product', '/invite?inviteId=x', `/product?inviteId=${inviteId}`]) {
      expect(fragment(await come(next)).failure, next).toBe('closed')
    }
    const invitation = `/invite?inviteId=${inviteId}`
    const back = await come(invitation)
    expect(back.searchParams.get('next')).toBe(invitation)
    expect(await enter(browser, back)).toMatchObject({ success: true, user: { email: ana.email } })
  })

  test('ends where it began: another browser gets nothing', async () => {
    await using house = await open(engine)
    const { server, provider } = house
    const mine = server.client()
    const begun = await mine.fetch('/auth/oauth', { redirect: 'manual' })
    const url = new URL(begun.headers.get('location') ?? '')
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('nonce')).toBeTruthy()
    const { pathname, search } = new URL(await provider.walk(url.href, ana))
    const stranger = server.client()
    const lost = await stranger.fetch(`${pathname}${search}`, { redirect: 'manual' })
    expect(lost.headers.get('location')).toContain('#failure=')
    // The code was not used up by that, and works for its own browser, whose token works nowhere else.
    const found = await mine.fetch(`${pathname}${search}`, { redirect: 'manual' })
    const back = new URL(found.headers.get('location') ?? '', origin)
    await stranger.get('/csrftoken')
    expect(await enter(stranger, back)).toMatchObject({ success: false })
    expect(await enter(mine, back)).toMatchObject({ success: true })
    const replayed = await mine.fetch(`${pathname}${search}`, { redirect: 'manual' })
    expect(replayed.headers.get('location')).toContain('#failure=')
  })

  test('is finished by nobody who has seen the address alone', async () => {
    await using house = await open(engine)
    const { server, provider } = house
    const mine = server.client()
    const begun = await mine.fetch('/auth/oauth', { redirect: 'manual' })
    const { pathname, search, searchParams } = new URL(
      await provider.walk(begun.headers.get('location') ?? '', ana),
    )
    const [kept = ''] = [...mine.cookies.keys()].filter(name => name.endsWith('aisle-elsewhere'))
    const thief = server.client()
    thief.cookies.set(kept, searchParams.get('state') ?? '')
    const seen = await thief.fetch(`${pathname}${search}`, { redirect: 'manual' })
    expect(fragment(new URL(seen.headers.get('location') ?? '', origin)).failure).toBe('too-old')
    const found = await mine.fetch(`${pathname}${search}`, { redirect: 'manual' })
    const back = new URL(found.headers.get('location') ?? '', origin)
    expect(await enter(mine, back)).toMatchObject({ success: true })
  })

  test('takes no name that could not be typed here', async () => {
    await using house = await open(engine)
    const browser = house.server.client()
    const person = { ...ana, given_name: '\u202egnp', family_name: 'Sol\u0007' }
    expect(await enter(browser, await wayBack(browser, house.provider, person))).toMatchObject({
      user: { firstName: 'ana', lastName: '' },
    })
  })

  test('ends nobody’s way who was handed one by another host of the domain', async () => {
    await using house = await open(engine, { publicUrl: 'https://app.example.org', apiEnv: origin })
    const { server, provider } = house
    const thief = server.client()
    const begun = await thief.fetch('/auth/oauth', { redirect: 'manual' })
    const { pathname, search } = new URL(
      await provider.walk(begun.headers.get('location') ?? '', ana),
    )
    const [own = '', token = ''] =
      [...thief.cookies].find(([name]) => name.endsWith('aisle-elsewhere')) ?? []
    async function failure(name: string) {
      const victim = server.client()
      victim.cookies.set(name, token)
      const back = await victim.fetch(`${pathname}${search}`, { redirect: 'manual' })
      return fragment(new URL(back.headers.get('location') ?? '')).failure
    }
    // What such a host can set has another name than what this server set.
    expect(await failure('aisle-elsewhere')).toBe('too-old')
    expect([own, await failure(own)]).toEqual(['__Host-aisle-elsewhere', undefined])
  })

  test('says in words where the provider says no, or nothing', async () => {
    await using house = await open(engine)
    const browser = house.server.client()
    const refused = await wayBack(browser, house.provider, undefined)
    expect([refused.pathname, fragment(refused).failure]).toEqual(['/login', 'refused'])
    // Who is signed in comes back to where they confirm that it is them.
    const again = await wayBack(await house.server.buildUser(), house.provider, undefined)
    expect([again.pathname, fragment(again).failure]).toEqual(['/product/account', 'refused'])
    await house.provider[Symbol.asyncDispose]()
    await using gone = await startTestServer(engine, {
      settings: { publicUrl: origin, oidc: house.provider.settings },
    })
    const answer = await gone.client().fetch('/auth/oauth', { redirect: 'manual' })
    const words = fragment(new URL(answer.headers.get('location') ?? '', origin)).failure
    expect(words).toBe('unreachable')
    const known = await gone.buildUser()
    const told = await known.fetch('/auth/oauth', { redirect: 'manual' })
    expect(told.headers.get('location')).toContain('/product/account#failure=unreachable')
  })

  test('is linked to an account by its person, and taken away while another way in stays', async () => {
    await using house = await open(engine)
    const { server, provider } = house
    const owner = await server.buildUser()
    const post = async (call: string, browser: TestClient = owner) =>
      (await browser.post(`/auth/provider/${call}`, {})).body
    async function link(person: OidcPerson, browser: TestClient = owner) {
      const { url } = await post('link', browser)
      const { pathname, search } = new URL(await provider.walk(String(url), person))
      const answer = await browser.fetch(`${pathname}${search}`, { redirect: 'manual' })
      return answer.headers.get('location')
    }
    const since = async (browser: TestClient = owner) =>
      Object((await browser.get('/auth/ways-in')).body.provider).since
    expect(await since()).toBeNull()
    // Another address than the account's: it is the person's own word that joins them.
    const person = { ...ana, email: 'elsewhere@example.org' }
    expect(await link(person)).toBe('/product/account#linked=yes')
    expect(await since()).toBe(server.clock.now().toISOString())
    expect(await link(person)).toBe('/product/account#linked=yes')
    const browser = server.client()
    expect(await enter(browser, await wayBack(browser, provider, person))).toMatchObject({
      user: { id: owner.id },
    })
    // Nobody else's from now on.
    const other = await server.buildUser()
    expect(await link(person, other)).toBe('/product/account#failure=taken')

    const password_hash = ''
    const keep = server.db.query.updateTable('user').where('id', '=', owner.id)
    const { password_hash: hash } = await server.db.query
      .selectFrom('user')
      .select('password_hash')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    await keep.set({ password_hash }).execute()
    expect(await post('unlink')).toMatchObject({
      success: false,
      message: expect.stringContaining('only way into'),
    })
    await keep.set({ password_hash: hash }).execute()
    expect(await post('unlink')).toMatchObject({ success: true })
    expect(await since()).toBeNull()
    // It signs nobody in, be its address proven on both sides, and makes no second account.
    const gone = await wayBack(server.client(), provider, { ...person, email: owner.email })
    expect(fragment(gone).failure).toBe('unlinked')
    server.clock.advance({ minutes: 5 })
    expect(await link(person)).toBe('/product/account#linked=yes')
    expect(await since()).toBe(server.clock.now().toISOString())
  })

  test('links to nobody but who began it', async () => {
    await using house = await open(engine)
    const { server, provider } = house
    const owner = await server.buildUser()
    const { url } = (await owner.post('/auth/provider/link', {})).body
    const { pathname, search } = new URL(await provider.walk(String(url), ana))
    await owner.get('/auth/logout')
    const eve = { username: 'eve@example.org', password: 'a purple bicycle' }
    await server.buildUser({ email: eve.username })
    await owner.post('/auth/login', eve)
    const answer = await owner.fetch(`${pathname}${search}`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('/product/account#failure=too-old')
    expect(await server.db.query.selectFrom('identity').selectAll().execute()).toEqual([])
  })

  test('asks for the second step of who requires it', async () => {
    await using house = await open(engine)
    const { server, provider } = house
    const browser = server.client()
    await enter(browser, await wayBack(browser, provider, ana))
    await server.db.query.updateTable('user').set({ second_step: 1 }).execute()
    const other = server.client()
    expect(await enter(other, await wayBack(other, provider, ana))).toMatchObject({
      success: false,
      reason: 'SECOND_STEP',
    })
    expect((await other.get('/auth/status')).body).toEqual({ success: false })
  })

  test('leads to the app where another host serves it', async () => {
    await using house = await open(engine, {
      publicUrl: 'https://app.example.org',
      apiEnv: origin,
    })
    const browser = house.server.client()
    const back = await wayBack(browser, house.provider, ana)
    expect(back.href).toMatch(/^https:\/\/app\.example\.org\/login#oauth-token=/)
    expect(await enter(browser, back)).toMatchObject({ success: true })
  })

  test('is not there where it is not configured', async () => {
    await using server = await startTestServer(engine)
    expect((await server.client().get('/auth/oauth')).status).toBe(404)
    const { body } = await server.client().get('/auth/oauthUser', { 'oauth-token': 'x' })
    expect(body).toMatchObject({ success: false })
  })
})

describeOnPostgres('Sign-in elsewhere', engine => {
  test('joins the account whose address is proven in that moment, and leaves its password', async () => {
    const provider = await startOidcProvider(`${mailOrigin}/auth/oauth/callback`)
    await using _provider = provider
    await using stage = await openMailStage(engine, { oidc: provider.settings })
    const { server, post } = stage
    const known = { firstName: 'Ana', lastName: 'Sol', phone: '', password: 'a purple bicycle' }
    await post('/auth/signup', { ...known, email: ana.email })
    const verified_at = server.clock.now().toISOString()
    // As a mailed link does it.
    const proving = await holdRows(server, async tx => {
      await lockOpenings(tx)
      await tx.updateTable('user').set({ verified_at }).where('email', '=', ana.email).execute()
    })
    const browser = server.client()
    const back = wayBack(browser, provider, ana)
    await untilSomebodyWaits(server)
    await proving.release()
    expect(await enter(browser, await back)).toMatchObject({ success: true })
    const byPassword = { username: ana.email, password: known.password }
    expect(await post('/auth/login', byPassword)).toMatchObject({ success: true })
  })

  test('opens nothing where it is taken away in that moment', async () => {
    const provider = await startOidcProvider(`${mailOrigin}/auth/oauth/callback`)
    await using _provider = provider
    await using stage = await openMailStage(engine, { oidc: provider.settings })
    const { server } = stage
    const browser = server.client()
    await enter(browser, await wayBack(browser, provider, ana))
    const ended_at = server.clock.now().toISOString()
    // As its person does it, in another browser.
    const ending = await holdRows(server, async tx => {
      await tx.selectFrom('user').select('id').forUpdate().execute()
      await tx.updateTable('identity').set({ ended_at }).execute()
    })
    const back = wayBack(server.client(), provider, ana)
    await untilSomebodyWaits(server)
    await ending.release()
    expect(fragment(await back).failure).toBe('unlinked')
  })
})
