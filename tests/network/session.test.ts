import { delay } from 'msw'
import { HttpResponse, http } from 'msw/http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UpdateItemDocument } from '../../src/generated/operations.ts'
import {
  csrfSentence,
  lostCookiesSentence,
  noAnswerSentence,
  noCookiesSentence,
} from '../../src/network/errors.ts'
import {
  createStorage,
  holdTime,
  neverAnswer,
  note,
  openTab,
  origin,
  startServer,
} from './stage.ts'

const server = startServer()

const anna = {
  id: 7,
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@example.org',
  phone: null,
  role: 'SILVER',
  createdAt: '2026-11-21T09:00:00.000Z',
  inviteId: 'invite-7',
}

function answer(path: string, make: () => Response | Promise<Response>): void {
  server.use(http.all(`${origin}/auth/${path}`, make))
}

describe('sign-in', () => {
  test('goes through LOADING to LOGGED_IN, and is remembered without the password', async () => {
    answer('login', () => HttpResponse.json({ success: true, user: anna }))
    const tab = openTab()
    const seen: string[] = []
    tab.session.state.subscribe(() => seen.push(tab.session.state.get().status))
    expect(await tab.session.signIn(' anna@example.org ', 'correct horse')).toEqual({
      kind: 'success',
      message: undefined,
    })
    expect(seen).toEqual(['LOADING', 'LOGGED_IN'])
    expect(tab.session.state.get().user).toEqual(anna)
    const stored = JSON.stringify(
      [...Array(tab.local.length).keys()].map(index =>
        tab.local.getItem(tab.local.key(index) ?? ''),
      ),
    )
    expect(stored).toContain('anna@example.org')
    expect(stored).not.toContain('correct horse')
    expect(openTab({ local: tab.local }).session.state.get()).toMatchObject({
      status: 'NOT_KNOWN',
      user: anna,
    })
  })

  const page = () => new HttpResponse('<p>Welcome to our Wi-Fi</p>')
  const withStatus = (status: number) => () => new HttpResponse('', { status })

  test.each([
    ['a portal', page, /^Something between here and the server answered/],
    ['a server that asks for patience', withStatus(429), /^The server asked to slow down/],
    ['a server in trouble', withStatus(500), /^The server had trouble/],
    ['a proxy without its server', withStatus(502), /^The server could not be reached/],
  ])('what %s answers before it is told in words', async (_who, make, sentence) => {
    server.use(http.get(`${origin}/csrftoken`, make))
    const outcome = await openTab().session.signIn('anna@example.org', 'correct horse')
    expect(outcome).toMatchObject({
      kind: 'no-answer',
      message: expect.stringMatching(sentence),
    })
  })

  test.each([
    [
      'the sentence of the server',
      { success: false, message: 'Wrong e-mail or password.' },
      'Wrong e-mail or password.',
    ],
    ['the default note', { success: false }, 'Error while login user'],
  ])('a refusal keeps %s', async (_name, body, note) => {
    answer('login', () => HttpResponse.json(body))
    const { session } = openTab()
    expect(await session.signIn('anna@example.org', 'wrong')).toEqual({
      kind: 'refused',
      message: note,
    })
    expect(session.state.get()).toEqual({ status: 'FAILED', user: undefined, note })
    session.clearStatus()
    expect(session.state.get()).toEqual({ status: 'NOT_KNOWN', user: undefined, note: undefined })
  })

  test('too many tries are refused with the sentence of the server', async () => {
    answer('login', () =>
      HttpResponse.json({ success: false, message: 'Wait a minute.' }, { status: 429 }),
    )
    const { session } = openTab()
    expect(await session.signIn('anna@example.org', 'x')).toEqual({
      kind: 'refused',
      message: 'Wait a minute.',
    })
  })

  test.each([
    ['no connection', () => HttpResponse.error()],
    ['a captive portal', () => HttpResponse.html('<p>Welcome to the hotel')],
    ['a proxy with nobody behind it', () => HttpResponse.html('<p>Bad gateway', { status: 502 })],
    ['silence', () => delay('infinite').then(() => new Response())],
  ])('%s is no answer', async (_name, make) => {
    answer('login', make)
    const { session } = openTab({ authTimeoutMs: 50 })
    expect(await session.signIn('anna@example.org', 'x')).toEqual({
      kind: 'no-answer',
      message: noAnswerSentence,
    })
    expect(session.state.get().status).toBe('FAILED')
  })

  test('silence is waited for ten seconds, and no longer', async () => {
    const { session } = openTab({
      fetch: async (input, init) =>
        input.endsWith('/csrftoken') ? new Response('token-number-1') : neverAnswer(init.signal),
    })
    holdTime()
    const ended = vi.fn()
    void session.signIn('anna@example.org', 'x').then(ended)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalledWith({ kind: 'no-answer', message: noAnswerSentence })
  })

  test('a browser that keeps no cookies hears so, and not that the next try would do', async () => {
    answer('login', () =>
      HttpResponse.json({ message: 'ForbiddenError: invalid csrf token' }, { status: 403 }),
    )
    const { session } = openTab({ keepsCookies: false })
    expect(await session.signIn('anna@example.org', 'x')).toEqual({
      kind: 'refused',
      message: noCookiesSentence,
    })
  })

  test('a refused token is renewed and said', async () => {
    answer('login', () =>
      HttpResponse.json({ message: 'ForbiddenError: invalid csrf token' }, { status: 403 }),
    )
    const { session, tabStorage } = openTab()
    expect(await session.signIn('anna@example.org', 'x')).toEqual({
      kind: 'refused',
      message: csrfSentence,
    })
    expect(tabStorage.getItem('aisle.csrf-token')).toBeNull()
  })

  test('where the new token is refused, too, the next try is not said to do better', async () => {
    let refuses = true
    answer('login', () =>
      refuses
        ? HttpResponse.json({ message: 'ForbiddenError: invalid csrf token' }, { status: 403 })
        : HttpResponse.json({ success: false, message: note }),
    )
    const { session } = openTab()
    const signIn = async () => Object(await session.signIn('anna@example.org', 'x')).message
    // Both had the token of before.
    expect(await Promise.all([signIn(), signIn()])).toEqual([csrfSentence, csrfSentence])
    expect([await signIn(), await signIn()]).toEqual([lostCookiesSentence, lostCookiesSentence])
    refuses = false
    expect(await signIn()).toBe(note)
    refuses = true
    expect(await signIn()).toBe(csrfSentence)
  })

  test('whoever left before, without the server’s hearing of it, reads the same', async () => {
    const refuse = () =>
      HttpResponse.json({ message: 'ForbiddenError: invalid csrf token' }, { status: 403 })
    answer('logout', refuse)
    answer('login', refuse)
    const { session } = openTab()
    await session.signOut()
    expect(await session.signIn('anna@example.org', 'x')).toEqual({
      kind: 'refused',
      message: lostCookiesSentence,
    })
  })

  test('a token that runs out long after another one did is renewed and said like that one', async () => {
    let refuses = true
    answer('login', () =>
      refuses
        ? HttpResponse.json({ message: 'ForbiddenError: invalid csrf token' }, { status: 403 })
        : HttpResponse.json({ success: false, message: note }),
    )
    answer('status', () => HttpResponse.json({ success: false }))
    const { session } = openTab()
    const signIn = async () => Object(await session.signIn('anna@example.org', 'x')).message
    expect(await signIn()).toBe(csrfSentence)
    // The next one is fetched for something else, and works for hours.
    await session.checkStatus()
    expect(await signIn()).toBe(csrfSentence)
    refuses = false
    expect(await signIn()).toBe(note)
  })

  test('the token of the session before is not used after it', async () => {
    answer('login', () => HttpResponse.json({ success: true, user: anna }))
    const { session, tabStorage } = openTab()
    await session.signIn('anna@example.org', 'x')
    expect(tabStorage.getItem('aisle.csrf-token')).toBeNull()
  })
})

describe('sign-in elsewhere', () => {
  test('a refusal gives LOGGED_OUT with its sentence', async () => {
    answer('oauthUser', () => HttpResponse.json({ success: false, message: 'It took too long.' }))
    const { session } = openTab()
    const seen: string[] = []
    session.state.subscribe(() => seen.push(session.state.get().status))
    expect(await session.signInElsewhere('spent')).toEqual({
      kind: 'refused',
      message: 'It took too long.',
    })
    expect(seen).toEqual(['LOADING', 'LOGGED_OUT'])
    expect(session.state.get().note).toBe('It took too long.')
  })

  test('no answer does not say that nobody is signed in', async () => {
    answer('oauthUser', () => HttpResponse.error())
    const { session } = openTab()
    await session.signInElsewhere('token')
    expect(session.state.get()).toMatchObject({ status: 'FAILED', note: noAnswerSentence })
  })

  test('a refusal signs nobody out whom the status named meanwhile', async () => {
    answer('status', () => HttpResponse.json({ success: true, user: anna }))
    const { session } = openTab()
    answer('oauthUser', async () => {
      await session.checkStatus()
      return HttpResponse.json({ success: false })
    })
    await session.signInElsewhere('spent')
    expect(session.state.get()).toMatchObject({ status: 'LOGGED_IN', user: anna })
  })
})

describe('the status check', () => {
  test('an answer without a session gives LOGGED_OUT and keeps what is on the device', async () => {
    const local = createStorage()
    local.setItem('aisle.user', JSON.stringify(anna))
    answer('status', () => HttpResponse.json({ success: false }))
    const { session } = openTab({ local })
    await session.checkStatus()
    expect(session.state.get()).toEqual({ status: 'LOGGED_OUT', user: anna, note: undefined })
  })

  test('no answer is not a failure', async () => {
    const local = createStorage()
    local.setItem('aisle.user', JSON.stringify(anna))
    answer('status', () => HttpResponse.error())
    const { session } = openTab({ local })
    await session.checkStatus()
    expect(session.state.get()).toEqual({ status: 'NOT_KNOWN', user: anna, note: undefined })
  })

  test('when the session ends is known without a network, until it has ended', async () => {
    const sessionEndsAt = '2027-05-20T09:00:00.000Z'
    answer('status', () => HttpResponse.json({ success: true, user: anna, sessionEndsAt }))
    const { session, local } = openTab()
    await session.checkStatus()
    expect(session.state.get().endsAt).toBe(Date.parse(sessionEndsAt))
    const later = openTab({ local }).session
    expect(later.state.get().endsAt).toBe(Date.parse(sessionEndsAt))
    answer('status', () => HttpResponse.error())
    await later.checkStatus()
    expect(later.state.get().endsAt).toBe(Date.parse(sessionEndsAt))
    answer('status', () => HttpResponse.json({ success: false }))
    await later.checkStatus()
    expect(later.state.get().endsAt).toBeUndefined()
    expect(openTab({ local }).session.state.get().endsAt).toBeUndefined()
  })

  test('an answer that comes when somebody has signed in meanwhile says nothing of them', async () => {
    const { session } = openTab()
    answer('login', () => HttpResponse.json({ success: true, user: anna }))
    answer('status', async () => {
      await session.signIn('anna@example.org', 'x')
      return HttpResponse.json({ success: false })
    })
    await session.checkStatus()
    expect(session.state.get()).toMatchObject({ status: 'LOGGED_IN', user: anna })
  })

  test('that an account was deleted is told of who was here when it was asked', async () => {
    answer('status', () => HttpResponse.json({ success: false, reason: 'DELETED' }))
    const local = createStorage()
    local.setItem('aisle.user', JSON.stringify(anna))
    const { session, windowEvents } = openTab({ local })
    let told = 0
    session.onDeleted(() => {
      told += 1
    })
    await session.checkDeletion()
    expect(told).toBe(1)
    const asked = session.checkDeletion()
    local.setItem('aisle.user', JSON.stringify({ ...anna, id: 8 }))
    windowEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'aisle.user' }))
    await asked
    expect(told).toBe(1)
  })

  test('whether an account was deleted is asked again where no answer came, of who is still here', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let asked = 0
    let reply = () => HttpResponse.error()
    answer('status', () => {
      asked += 1
      return reply()
    })
    const local = createStorage()
    local.setItem('aisle.user', JSON.stringify(anna))
    const { session, windowEvents } = openTab({ local })
    let told = 0
    session.onDeleted(() => {
      told += 1
    })
    await session.checkDeletion()
    expect([asked, told]).toEqual([1, 0])
    reply = () => HttpResponse.json({ success: false, reason: 'DELETED' })
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(() => expect([asked, told]).toEqual([2, 1]))

    // The record of the same person is read anew meanwhile, and it is asked twice.
    reply = () => HttpResponse.error()
    const both = [session.checkDeletion(), session.checkDeletion()]
    windowEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'aisle.user' }))
    await Promise.all(both)
    expect([asked, told]).toEqual([4, 1])
    reply = () => HttpResponse.json({ success: false, reason: 'DELETED' })
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(() => expect([asked, told]).toEqual([5, 2]))

    reply = () => HttpResponse.error()
    await session.checkDeletion()
    answer('logout', () => HttpResponse.json({ success: true, time: 1 }))
    await session.signOut()
    await vi.advanceTimersByTimeAsync(600_000)
    expect([asked, told]).toEqual([6, 2])
  })

  test('an answer with a session gives LOGGED_IN', async () => {
    answer('status', () => HttpResponse.json({ success: true, user: anna }))
    const { session, identity } = openTab()
    await session.checkStatus()
    expect(session.state.get().status).toBe('LOGGED_IN')
    expect(identity.knownUserId()).toBe(7)
  })
})

describe('sign-out', () => {
  test('leaves nothing of the person but the known user id', async () => {
    answer('login', () => HttpResponse.json({ success: true, user: anna }))
    answer('logout', () => HttpResponse.json({ success: true, time: 1 }))
    const { session, local } = openTab()
    await session.signIn('anna@example.org', 'x')
    await session.signOut()
    expect(session.state.get()).toEqual({ status: 'LOGGED_OUT', user: undefined, note: undefined })
    expect(session.appDetails.get()).toEqual({})
    const keys = [...Array(local.length).keys()].map(index => local.key(index))
    expect(keys.sort()).toEqual(['aisle.browser-id', 'aisle.known-user-id', 'aisle.user-token'])
  })

  test('without a network ends the session first at the next contact', async () => {
    const asked: string[] = []
    answer('logout', () => HttpResponse.error())
    const tab = openTab()
    await tab.session.signOut()
    expect(tab.session.state.get().status).toBe('LOGGED_OUT')

    server.resetHandlers()
    answer('logout', () => {
      asked.push('logout')
      return HttpResponse.json({ success: true })
    })
    answer('login', () => {
      asked.push('login')
      return HttpResponse.json({ success: true, user: anna })
    })
    answer('status', () => HttpResponse.json({ success: true, user: anna }))
    const later = openTab({ local: tab.local })
    await later.session.signIn('anna@example.org', 'x')
    await later.session.checkStatus()
    expect(asked).toEqual(['logout', 'login'])
  })

  test('ends the session also where the token of the tab is refused', async () => {
    const tokens: (string | null)[] = []
    server.use(
      http.get(`${origin}/auth/logout`, ({ request }) => {
        tokens.push(request.headers.get('x-csrf-token'))
        if (tokens.length > 1) return HttpResponse.json({ success: true })
        return HttpResponse.json({ message: 'ForbiddenError: invalid csrf token' }, { status: 403 })
      }),
    )
    const { session, local } = openTab()
    await session.signOut()
    expect(tokens).toEqual(['token-number-1', 'token-number-2'])
    expect(local.getItem('aisle.end-session')).toBeNull()
  })

  test('nothing is asked while the session that was left cannot be ended', async () => {
    answer('logout', () => HttpResponse.error())
    const asked: string[] = []
    server.use(
      http.post(`${origin}/graphql`, () => {
        asked.push('data')
        return HttpResponse.json({ data: {} })
      }),
    )
    const { session, network } = openTab()
    await session.signOut()
    const outcome = await network.send(
      UpdateItemDocument,
      { id: 'milk' },
      { note, requestToken: '1' },
    )
    expect(outcome).toEqual({ kind: 'outage', cause: 'unreachable' })
    expect(asked).toEqual([])
  })

  test('shows in the other tabs', async () => {
    const local = createStorage()
    local.setItem('aisle.user', JSON.stringify(anna))
    const other = openTab({ local })
    expect(other.session.state.get().user).toEqual(anna)
    other.perTab.set('aisle.csrf-token', 'token-of-anna')
    const tell = () =>
      other.windowEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'aisle.user' }))
    // The same person, written once more.
    tell()
    expect(other.session.state.get().status).toBe('NOT_KNOWN')
    expect(other.perTab.get('aisle.csrf-token')).toBe('token-of-anna')
    // And once they are called otherwise.
    const renamed = { ...anna, firstName: 'Ann', email: 'ann@example.org' }
    local.setItem('aisle.user', JSON.stringify(renamed))
    tell()
    expect(other.session.state.get()).toMatchObject({ status: 'NOT_KNOWN', user: renamed })
    local.removeItem('aisle.user')
    tell()
    expect(other.session.state.get()).toMatchObject({ status: 'LOGGED_OUT', user: undefined })
    expect(other.perTab.get('aisle.csrf-token')).toBeUndefined()
  })
})

test('the same person signs in again in another tab: here, too', () => {
  const local = createStorage()
  local.setItem('aisle.user', JSON.stringify(anna))
  const { session, windowEvents } = openTab({ local })
  session.reportSignedOut()
  expect(session.state.get()).toMatchObject({ status: 'LOGGED_OUT', user: anna })
  local.setItem('aisle.session-ends-at', '2027-05-30T10:00:00.000Z')
  const tell = () =>
    windowEvents.dispatchEvent(
      Object.assign(new Event('storage'), { key: 'aisle.session-ends-at' }),
    )
  local.setItem('aisle.user', JSON.stringify({ ...anna, id: 4711 }))
  tell()
  expect(session.state.get(), 'somebody else').toMatchObject({ status: 'LOGGED_OUT', user: anna })
  local.setItem('aisle.user', JSON.stringify(anna))
  tell()
  expect(session.state.get()).toMatchObject({ status: 'LOGGED_IN', user: anna })
})

test('a page that comes back as it was left asks who is signed in by now', () => {
  const local = createStorage()
  local.setItem('aisle.user', JSON.stringify(anna))
  const { session, windowEvents } = openTab({ local })
  local.removeItem('aisle.user')
  const comeBack = (persisted: boolean) =>
    windowEvents.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  comeBack(false)
  expect(session.state.get().user).toEqual(anna)
  comeBack(true)
  expect(session.state.get()).toMatchObject({ status: 'LOGGED_OUT', user: undefined })
})

describe('401', () => {
  const signInFirst = {
    errors: [{ message: 'Sign in first.', extensions: { code: 'UNAUTHENTICATED' } }],
  }

  async function sendUnauthorised(waitedFor: boolean): Promise<{ told: number; user: unknown }> {
    server.use(
      http.post(`${origin}/graphql`, () => HttpResponse.json(signInFirst, { status: 401 })),
    )
    const local = createStorage()
    local.setItem('aisle.user', JSON.stringify(anna))
    const { network, session } = openTab({ local })
    let told = 0
    session.onSignedOut(() => {
      told += 1
    })
    await network.send(UpdateItemDocument, { id: 'milk' }, { note, requestToken: '1', waitedFor })
    return { told, user: session.state.get().user }
  }

  test('of a request that a person waits for is told, and wipes nothing', async () => {
    expect(await sendUnauthorised(true)).toEqual({ told: 1, user: anna })
  })

  test('of a call of the account is told once, and wipes nothing', async () => {
    answer('ways-in', () => HttpResponse.json({ success: false, ...signInFirst }, { status: 401 }))
    answer('logout', () => HttpResponse.json({ success: false, ...signInFirst }, { status: 401 }))
    const local = createStorage()
    local.setItem('aisle.user', JSON.stringify(anna))
    const { api, session } = openTab({ local })
    let told = 0
    session.onSignedOut(() => {
      told += 1
    })
    expect(await api.get('/auth/ways-in', note)).toMatchObject({ kind: 'signed-out' })
    expect([told, session.state.get().user]).toEqual([1, anna])
    // Whoever leaves meets no 401: that is what was asked for.
    await session.signOut()
    expect(told).toBe(1)
  })

  test('of a proxy in front is no word of ours, and is asked for once', async () => {
    let asked = 0
    answer('status', () => {
      asked += 1
      return HttpResponse.json({}, { status: 401 })
    })
    const local = createStorage()
    local.setItem('aisle.user', JSON.stringify(anna))
    const { session } = openTab({ local })
    session.onSignedOut(() => session.checkStatus())
    await session.checkStatus()
    expect([asked, session.state.get().user]).toEqual([1, anna])
  })

  test('of the background sender is told to nobody', async () => {
    expect(await sendUnauthorised(false)).toEqual({ told: 0, user: anna })
  })
})

test('a 401 of the session before does not end the one that begins', async () => {
  const login = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  let asked = 0
  server.use(
    http.post(`${origin}/graphql`, async () => {
      asked += 1
      if (asked > 1) return HttpResponse.json({ data: { updateItem: null } })
      login.resolve()
      await late.promise
      return new Response(null, { status: 401 })
    }),
  )
  answer('login', () => HttpResponse.json({ success: true, user: anna }))
  const { session, network } = openTab()
  let told = 0
  session.onSignedOut(() => {
    told += 1
  })
  const send = (requestToken: string) =>
    network.send(UpdateItemDocument, { id: 'milk' }, { note, requestToken, waitedFor: true })
  const before = send('1')
  await login.promise
  await session.signIn('anna@example.org', 'x')
  late.resolve()
  expect(await before).toEqual({
    kind: 'outage',
    cause: 'unreachable',
    message: 'Somebody signed in or out here meanwhile. Try again.',
  })
  expect(await send('2')).toMatchObject({ kind: 'answer' })
  expect(told).toBe(0)
  expect(session.state.get().status).toBe('LOGGED_IN')
})

test('while somebody signs in data calls wait, and the 401 of another call says nothing', async () => {
  const left: string[] = []
  const [begun, login, late] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  answer('login', async () => {
    begun?.resolve()
    await login?.promise
    return HttpResponse.json({ success: true, user: anna })
  })
  answer('ways-in', async () => {
    await late?.promise
    return HttpResponse.json({ success: false }, { status: 401 })
  })
  server.use(http.post(`${origin}/graphql`, () => HttpResponse.json({ data: {} })))
  const { session, network, api } = openTab({
    async fetch(input, init) {
      left.push(input.slice(origin.length))
      return fetch(input, init)
    },
  })
  let told = 0
  session.onSignedOut(() => {
    told += 1
  })
  const signedIn = session.signIn('anna@example.org', 'x')
  await begun?.promise
  const sent = network.send(UpdateItemDocument, { id: 'milk' }, { note, requestToken: '1' })
  const waysIn = api.get('/auth/ways-in', note)
  left.push('signed in')
  login?.resolve()
  await signedIn
  late?.resolve()
  await Promise.all([waysIn, sent])
  expect(left.filter(path => path !== '/csrftoken')).toEqual([
    '/auth/login',
    '/auth/ways-in',
    'signed in',
    '/graphql',
  ])
  expect(told).toBe(0)
})

test('sign-up sends the fields of the specification', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post(`${origin}/auth/signup`, async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ success: true, message: 'Welcome.' })
    }),
  )
  const { session } = openTab()
  const fields = {
    firstName: 'Anna',
    lastName: 'Berg',
    email: 'anna@example.org',
    phone: '',
    password: 'correct horse',
  }
  expect(await session.signUp(fields)).toEqual({
    outcome: { kind: 'success', message: 'Welcome.' },
    isIn: false,
  })
  expect(bodies).toEqual([{ ...fields, recaptcha: '' }])
  // The password in memory alone, for the sign-in that comes after the mailed link.
  expect(session.appDetails.get()).toEqual({
    email: 'anna@example.org',
    password: fields.password,
  })
})

test('sign-up signs in where accounts work at once', async () => {
  answer('signup', () =>
    HttpResponse.json({ success: true, user: anna, message: 'You are signed in.' }),
  )
  const { session, tabStorage } = openTab()
  await session.signUp({ ...anna, phone: '', password: 'correct horse' })
  expect(session.state.get()).toEqual({ status: 'LOGGED_IN', user: anna, note: undefined })
  expect(tabStorage.getItem('aisle.csrf-token')).toBeNull()
})

test('sign-up keeps its default note', async () => {
  answer('signup', () => HttpResponse.json({ success: false }))
  const { session } = openTab()
  const fields = { firstName: '', lastName: '', email: '', phone: '', password: '' }
  expect(await session.signUp(fields)).toEqual({
    outcome: {
      kind: 'refused',
      message: 'Error in user signup, please try again',
    },
    isIn: false,
  })
})

describe('the state of each call', () => {
  const failed = (said: string) => ({ status: 'FAILED', note: said })

  test('goes from IDLE through LOADING to how it ended, each under its own name', async () => {
    const { session, calls } = openTab()
    const seen: string[] = []
    calls.of('login').subscribe(() => seen.push(calls.of('login').get().status))
    answer('login', () => HttpResponse.json({ success: false }))
    await session.signIn('anna@example.org', 'x')
    expect(calls.of('login').get()).toEqual(failed('Error while login user'))
    answer('login', () => HttpResponse.json({ success: true, user: anna }))
    await session.signIn('anna@example.org', 'x')
    expect(seen).toEqual(['LOADING', 'FAILED', 'LOADING', 'COMPLETED'])
    expect(calls.of('status').get()).toEqual({ status: 'IDLE' })
  })

  test.each([
    ['status', () => HttpResponse.json({ success: false }), 'Error while fetching User record(s)'],
    ['status', () => HttpResponse.json({}, { status: 500 }), 'Error while fetching User record(s)'],
    ['status', () => HttpResponse.error(), noAnswerSentence],
    ['logout', () => HttpResponse.error(), noAnswerSentence],
  ] as const)('%s FAILED', async (name, make, said) => {
    answer(name, make)
    const { session, calls } = openTab()
    await (name === 'status' ? session.checkStatus() : session.signOut())
    expect(calls.of(name).get()).toEqual(failed(said))
  })

  test('a sign-out that reached the server is COMPLETED', async () => {
    answer('logout', () => HttpResponse.json({ success: true }))
    const { session, calls } = openTab()
    await session.signOut()
    expect(calls.of('logout').get()).toEqual({ status: 'COMPLETED' })
  })
})
