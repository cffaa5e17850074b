/** Sign-in by OpenID Connect, against a provider on this machine. */
import { expect, test } from 'vitest'
import { type LocalProvider, type OidcPerson, startOidcProvider } from '../support/oidc.ts'
import {
  describeEachEngine,
  startTestServer,
  type TestClient,
  type TestEngine,
} from '../support/server.ts'

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

  test('joins an account only where both sides have verified the address', async () => {
    await using house = await open(engine)
    const { server, provider } = house
    const owner = await server.buildUser({ email: ana.email })
    const attempt = async (person: OidcPerson) => {
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
    expect(await attempt(ana)).toMatchObject({ success: true, user: { id: owner.id } })
  })

  test('makes nobody where sign-up is closed', async () => {
    await using house = await open(engine, { signUp: 'closed' })
    const back = await wayBack(house.server.client(), house.provider, ana)
    expect(fragment(back).failure).toBe('closed')
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

  test('says in words where the provider says no, or nothing', async () => {
    await using house = await open(engine)
    const browser = house.server.client()
    const refused = await wayBack(browser, house.provider, undefined)
    expect(fragment(refused).failure).toBe('refused')
    await house.provider[Symbol.asyncDispose]()
    await using gone = await startTestServer(engine, {
      settings: { publicUrl: origin, oidc: house.provider.settings },
    })
    const answer = await gone.client().fetch('/auth/oauth', { redirect: 'manual' })
    const words = fragment(new URL(answer.headers.get('location') ?? '', origin)).failure
    expect(words).toBe('unreachable')
  })

  test('is not there where it is not configured', async () => {
    await using server = await startTestServer(engine)
    expect((await server.client().get('/auth/oauth')).status).toBe(404)
    const { body } = await server.client().get('/auth/oauthUser', { 'oauth-token': 'x' })
    expect(body).toMatchObject({ success: false })
  })
})
