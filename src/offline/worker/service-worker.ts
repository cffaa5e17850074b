/**
 * The app on the device: the shell is stored when this worker installs, and every page of the app is served
 * from it, deep links too. The API is never cached, and a new version waits until the person agrees.
 * Why it is as it is: docs/decisions/008-service-worker.md.
 */
import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { forgetOldShells } from './kept-shells.ts'
import { createNoticedPerson } from './noticed-person.ts'
import { type AppWindow, createNotices } from './notices.ts'
import { pageOfServer } from './page-of-server.ts'
import { createPaintedPages, paintInto } from './painted-page.ts'
import { renewSubscription, type SubscriptionChange } from './renew-subscription.ts'
import { isOurs } from './shell-file.ts'
import { createShellKeeper } from './shell-keeper.ts'

/** What this file uses of the worker's global scope; TypeScript's own typings clash with those of pages. */
interface WorkerScope {
  readonly __WB_MANIFEST: Parameters<PrecacheController['addToCacheList']>[0]
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly AppWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
    readonly pushManager: PushManager
    /** A version that is just being stored, and one that waits. */
    readonly installing: object | null
    readonly waiting: object | null
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
  addEventListener(type: 'activate', listener: (event: LifetimeEvent) => void): void
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent & Pick<LifetimeEvent, 'waitUntil'>) => void,
  ): void
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: ChangedEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickedEvent) => void): void
}

interface LifetimeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface PushedEvent extends LifetimeEvent {
  readonly data: { text(): string } | null
}

interface ChangedEvent extends LifetimeEvent, SubscriptionChange {}

interface ClickedEvent extends LifetimeEvent {
  readonly notification: Pick<Notification, 'data' | 'close'>
}

interface InstallEvent extends LifetimeEvent {
  /** Absent in browsers that do not know static routes. */
  addRoutes?(
    routes: readonly {
      readonly condition: { readonly urlPattern: { readonly pathname: string } }
      readonly source: 'network'
    }[],
  ): Promise<void>
}

declare const self: WorkerScope

const neverCached = [
  /^\/auth(\/|$)/,
  /^\/graphql/,
  /^\/csrftoken/,
  /^\/v1\//,
  /^\/settings\.json/,
  /^\/healthz/,
  /^\/metrics/,
  /^\/\.well-known\//,
  /\.(txt|xml|png)$/,
  // Where proxies that ask who one is have their own pages.
  /^\/(oauth2|cdn-cgi)\//,
  // The demo has a worker of its own.
  /^\/demo(\/|$)/,
]

/** The same for `addRoutes`: a browser that knows it asks the network without waking this worker. */
const straightToNetwork = ['/auth/*', '/graphql', '/csrftoken', '/v1/*']

const shell = new PrecacheController({
  cacheName: 'aisle-shell',
  plugins: [
    {
      // A captive portal answers everything with its own page and 200: such a file must not become the app. Nor must the
      // page of another version, from a second server or a cache before it: the installation fails, and is tried again.
      cacheWillUpdate: async ({ request, response }) =>
        (await isOurs(new URL(request.url).pathname, response)) &&
        (await keeper.isOfThisVersion(response))
          ? response
          : null,
      // Where it is no installation, what was stored is gone: the browser found its caches damaged, or cleared them alone.
      fetchDidSucceed: async ({ event, response }) => {
        if (event?.type === 'fetch') event.waitUntil(keeper.complete().catch(() => {}))
        return response
      },
    },
  ],
})
shell.addToCacheList(self.__WB_MANIFEST)

const keeper = createShellKeeper({
  openCache: () => caches.open(shell.strategy.cacheName),
  files: shell.getURLsToCacheKeys(),
  fetch: (url, init) => fetch(url, init),
})

const answerWithShell = shell.createHandlerBoundToURL('/index.html')
const paintedPages = createPaintedPages()

const noticed = createNoticedPerson()
const notices = createNotices({
  // Where that cannot be read, it is said as before.
  isLeft: () =>
    noticed.get().then(
      person => person === 'left',
      () => false,
    ),
  show: (title, options) => self.registration.showNotification(title, options),
  clients: self.clients,
})

registerRoute(new PrecacheRoute(shell, { cleanURLs: false }))
registerRoute(new NavigationRoute(answerNavigation, { denylist: neverCached }))
// Tabs that still run a version before this one find their lazy chunks where they were stored.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
)

// No skipWaiting here: open tabs would ask for chunks that are gone.
self.addEventListener('install', event => {
  event.waitUntil(shell.install(event))
  const routes = straightToNetwork.map(pathname => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }))
  // Without them the worker is merely asked about requests that it leaves alone.
  void event.addRoutes?.(routes).catch(() => {})
})

self.addEventListener('activate', event => event.waitUntil(takeOver()))

self.addEventListener('message', event => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting()
  const answer = keeper.answer(event.data?.type)
  if (answer) {
    const tell = (isComplete: boolean) => event.ports[0]?.postMessage(isComplete)
    event.waitUntil(answer.then(tell, () => tell(false)))
  }
})

self.addEventListener('push', event => event.waitUntil(notices.show(event.data?.text())))

self.addEventListener('pushsubscriptionchange', event => {
  const parts = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    subscribe: (options: PushSubscriptionOptionsInit) =>
      self.registration.pushManager.subscribe(options),
    newId: () => crypto.randomUUID(),
    noticed: noticed.get,
  }
  event.waitUntil(renewSubscription(parts, event))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(notices.open(event.notification.data))
})

/** The stored shell, with the picture of the last screen where it was one of this address. */
async function answerNavigation(
  navigation: Parameters<typeof answerWithShell>[0] & { readonly url: URL },
): Promise<Response> {
  const theirs = await pageOfServer({ fetch: (url, init) => fetch(url, init) }, navigation.url)
  if (theirs) return theirs
  const [response, page] = await Promise.all([
    answerWithShell(navigation),
    // Without it the code draws the screen, as on the first visit.
    paintedPages.get().catch(() => undefined),
  ])
  const { pathname, search } = navigation.url
  if (!page?.paths.includes(pathname + search)) return response
  const { status, headers } = response
  const text = await response.text()
  const plain = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) plain.delete(name)
  return new Response(paintInto(text, page) ?? text, { status, headers: plain })
}

async function takeOver(): Promise<void> {
  const cache = await caches.open(shell.strategy.cacheName)
  const ownKeys = [...shell.getURLsToCacheKeys().values()]
  const { registration } = self
  const isFollowed = () => Boolean(registration.installing ?? registration.waiting)
  const isSuccessor = await forgetOldShells({ cache, ownKeys, isFollowed })
  // The page that installed the first version may lose the network before it is loaded again.
  if (!isSuccessor) await self.clients.claim()
}
