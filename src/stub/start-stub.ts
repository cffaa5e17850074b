/** Stub mode in a page: msw's worker answers what the app asks, out of the household of this browser. */
import { getResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import { v4 } from 'uuid'
import type { Fetch, HttpClient } from '../network/http-client.ts'
import type { KeyValue } from '../network/key-value.ts'
import { createRestNetwork } from '../network/rest-network.ts'
import type { Session } from '../network/session/session.ts'
import type { Network } from '../offline/sync/network.ts'
import { hasBearer, withBearer } from './bearer.ts'
import { demoEmail } from './demo-household.ts'
import { createBrowserHousehold } from './household-store.ts'
import { createStubHandlers } from './stub-handlers.ts'
import { createStubServer } from './stub-server.ts'

export interface Stub {
  /** In the place of the browser's own. */
  readonly fetch: Fetch
  network(parts: {
    httpClient: HttpClient
    reportSignedOut: () => void
    now: () => number
  }): Network
  /** Whoever tries the demo is its person at once. */
  enter(session: Pick<Session, 'signIn'>): Promise<void>
}

interface StubParts {
  /** "/" or "/demo/": the pages that msw's worker answers. */
  readonly scope: string
  readonly container: ServiceWorkerContainer | undefined
  /** sessionStorage. */
  readonly perTab: KeyValue
  readonly onTrouble: (thrown: unknown) => void
  /** Loads the page again: what held it before lets go of it then alone. */
  readonly reload: () => void
}

/** A browser that says nothing of it has done it, or never will. */
const takeOverMs = 3_000

/** Resolves when requests are answered. Where a page gets no worker of ours, they are answered without one. */
export async function startStub(parts: StubParts): Promise<Stub> {
  const server = createStubServer({
    store: createBrowserHousehold(),
    now: () => Date.now(),
    newId: () => v4(),
  })
  const handlers = createStubHandlers(server)
  const { container } = parts
  const isWorking = container !== undefined && (await startWorker(handlers, container, parts))
  const plain: Fetch = isWorking
    ? (input, init) => fetch(input, init)
    : async (input, init) => {
        const request = new Request(new URL(input, location.href), init)
        return (await getResponse(handlers, request)) ?? fetch(input, init)
      }
  return {
    fetch: withBearer(plain, parts.perTab),
    network: createRestNetwork,
    async enter(session) {
      if (!hasBearer(parts.perTab)) await session.signIn(demoEmail, 'demo')
    },
  }
}

async function startWorker(
  handlers: ReturnType<typeof createStubHandlers>,
  container: ServiceWorkerContainer,
  { scope, onTrouble, reload }: Pick<StubParts, 'scope' | 'onTrouble' | 'reload'>,
): Promise<boolean> {
  // msw knows its workers by their address: one for each scope.
  const url = `/mockServiceWorker.js?scope=${scope}`
  const isOfApp = container.controller !== null && !isOurs(container)
  // The app's worker holds this page, and its routes past itself stay in force until the page is left.
  if (isOfApp && scope !== '/') return false
  try {
    await untilControlled(container, await container.register(url, { scope }))
    if (isOfApp) {
      if (!isOurs(container)) return false
      reload()
      return await new Promise<never>(() => {})
    }
    await setupWorker(...handlers).start({
      serviceWorker: { url, options: { scope } },
      onUnhandledFrame: 'bypass',
      quiet: true,
    })
    return true
  } catch (thrown) {
    // A browser that allows no worker here, as in some private windows.
    onTrouble(thrown)
    return false
  }
}

function isOurs({ controller }: ServiceWorkerContainer): boolean {
  return controller?.scriptURL.includes('/mockServiceWorker.js') ?? false
}

/** A worker that is new takes over the page once it runs; msw would load the page again, did it look too early. */
async function untilControlled(
  container: ServiceWorkerContainer,
  { installing }: ServiceWorkerRegistration,
): Promise<void> {
  if (installing === null) return
  await new Promise<void>(resolve => {
    function done() {
      clearTimeout(timer)
      container.removeEventListener('controllerchange', done)
      resolve()
    }
    const timer = setTimeout(done, takeOverMs)
    container.addEventListener('controllerchange', done)
  })
}
