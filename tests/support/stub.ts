/** Stub mode for tests: the household of a page, asked as the app and as a script ask it. */
import { getResponse } from 'msw'
import { createHttpClient, type Fetch } from '../../src/network/http-client.ts'
import { createRestNetwork } from '../../src/network/rest-network.ts'
import { withBearer } from '../../src/stub/bearer.ts'
import { demoEmail } from '../../src/stub/demo-household.ts'
import { createMemoryHousehold, type HouseholdStore } from '../../src/stub/household-store.ts'
import { createStubHandlers } from '../../src/stub/stub-handlers.ts'
import { createStubServer } from '../../src/stub/stub-server.ts'
import { createMemoryKeyValue } from './memory-key-value.ts'

const origin = 'http://aisle.test'

export function openStub(store: HouseholdStore = createMemoryHousehold()) {
  let now = Date.parse('2026-11-21T09:30:00.000Z')
  const server = createStubServer({
    store,
    now: () => now,
    newId: () => crypto.randomUUID(),
  })
  const handlers = createStubHandlers(server, origin)
  const perTab = createMemoryKeyValue()
  const plain: Fetch = async (input, init) => {
    const answer = await getResponse(handlers, new Request(new URL(input, origin), init))
    if (answer === undefined) throw new Error(`Nobody answers ${input}.`)
    return answer
  }
  const fetch = withBearer(plain, perTab)

  /** As a script would: status and JSON. */
  async function ask(method: string, path: string, body?: unknown, headers = {}) {
    const init =
      body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await fetch(path, { method, headers, ...init })
    return { status: response.status, body: await response.json() }
  }

  let signedOut = 0
  const httpClient = createHttpClient({
    fetch,
    apiEnv: () => origin,
    identity: {
      userToken: 'u',
      browserId: 'b',
      tabId: 't',
      knownUserId: () => undefined,
      rememberUserId() {},
    },
    perTab,
    persistent: createMemoryKeyValue(),
  })
  return {
    ask,
    wait(days: number) {
      now += days * 86_400_000
    },
    handlers,
    /** Of a page that signs in by itself. */
    fetch: plain,
    perTab,
    signIn: () => ask('POST', '/auth/login', { username: demoEmail, password: 'anything' }),
    network: createRestNetwork({
      httpClient,
      reportSignedOut: () => void signedOut++,
      now: Date.now,
    }),
    signedOut: () => signedOut,
  }
}
