/** A browser's side of the network, and a server played by msw: what each test of this folder starts from. */
import { graphql } from 'msw/graphql'
import { HttpResponse, http } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, onTestFinished, vi } from 'vitest'
import { ChangedDocument } from '../../src/generated/operations.ts'
import { createDataNetwork } from '../../src/network/data/data-network.ts'
import { createHttpClient } from '../../src/network/http-client.ts'
import { createKeyValue } from '../../src/network/key-value.ts'
import { createAuthApi } from '../../src/network/session/auth-api.ts'
import { createIdentity } from '../../src/network/session/identity.ts'
import { createSession, type Session } from '../../src/network/session/session.ts'
import { createCallStates } from '../../src/offline/sync/call-states.ts'

export const origin = 'http://aisle.test'
export const api = graphql.link(`${origin}/graphql`)

/** The default note of the calls of these tests. */
export const note = 'Error while updating Item record(s)'

/** Starts the server of one test file; requests that no handler expects fail their test. */
export function startServer() {
  const tokens = { count: 0 }
  const server = setupServer(
    http.get(`${origin}/csrftoken`, () => {
      tokens.count += 1
      return new HttpResponse(`token-number-${tokens.count}`, {
        headers: { 'content-type': 'text/plain' },
      })
    }),
  )
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    tokens.count = 0
  })
  afterAll(() => server.close())
  return server
}

/** jsdom's Storage without jsdom. */
export function createStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: key => values.get(key) ?? null,
    key: index => [...values.keys()][index] ?? null,
    removeItem: key => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}

/** From now on the test says how time goes by, for `AbortSignal.timeout` too, which no fake clock reaches. */
export function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(new DOMException('It took too long.', 'TimeoutError')), ms)
    return ending.signal
  })
  onTestFinished(() => {
    timeout.mockRestore()
    vi.useRealTimers()
  })
}

/** What a server that never answers makes of a request. */
export function neverAnswer(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

interface StageOptions {
  readonly local?: Storage
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>
  readonly silenceMs?: number
  readonly maxBytes?: number
  readonly authTimeoutMs?: number
  readonly keepsCookies?: boolean
  readonly now?: number
}

/** A tab: its storages, its session and its data network, joined as the app joins them. */
export function openTab(options: StageOptions = {}) {
  const local = options.local ?? createStorage()
  const tabStorage = createStorage()
  const windowEvents = new EventTarget()
  const persistent = createKeyValue(() => local, windowEvents)
  const perTab = createKeyValue(() => tabStorage)
  const ids = { count: 0 }
  const identity = createIdentity({
    persistent,
    perTab,
    randomId() {
      ids.count += 1
      return `random-${ids.count}`
    },
  })
  const httpClient = createHttpClient({
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    apiEnv: () => origin,
    identity,
    perTab,
    persistent,
  })
  const calls = createCallStates()
  const api = createAuthApi({
    httpClient,
    calls,
    onSignedOut: () => session.reportSignedOut(),
    ...(options.authTimeoutMs !== undefined && { timeoutMs: options.authTimeoutMs }),
    canSignIn: () => options.keepsCookies ?? true,
  })
  const session: Session = createSession({
    api,
    httpClient,
    identity,
    persistent,
  })
  const network = createDataNetwork({
    httpClient,
    changed: ChangedDocument,
    reportSignedOut: session.reportSignedOut,
    now: () => options.now ?? Date.parse('2026-11-21T10:00:00Z'),
    timeouts: { silenceMs: options.silenceMs ?? 5_000, maxBytes: options.maxBytes ?? 1_000_000 },
  })
  return {
    local,
    tabStorage,
    windowEvents,
    persistent,
    perTab,
    identity,
    httpClient,
    calls,
    api,
    session,
    network,
  }
}
