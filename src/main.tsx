/**
 * Joins the parts, in this order: restore, derive, render, drain. Where somebody is known on this device,
 * nothing on the way to the first paint waits for the network.
 */
import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, startTransition, useInsertionEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { v4 } from 'uuid'
import { createBrowserApp } from './browser-app.ts'
import { boxKey } from './features/quick-add/use-kept-box.ts'
import { createKeptOnDevice } from './kept-on-device.ts'
import { asksNotToBeTracked } from './network/analytics.ts'
import { withAnswersAtHand } from './network/at-hand.ts'
import { createKeyValue } from './network/key-value.ts'
import { createAuthenticator } from './network/session/authenticator.ts'
import type { Offline } from './offline/offline.ts'
import { createLateWorkbox } from './offline/worker/late-workbox.ts'
import { createPageReload } from './offline/worker/page-reload.ts'
import { createPushBrowser, noPush } from './offline/worker/push-browser.ts'
import { createUpdates } from './offline/worker/update.ts'
import {
  reloadAfterChunkFailure,
  reportChunkFailure,
  takeReloadError,
} from './offline/worker/update-after-chunk-failure.ts'
import { createScriptLoader } from './parts/account/captcha.ts'
import { createDeviceLog, logUncaught } from './parts/device-log.ts'
import { preloadList, preloadPage } from './routes/late-screens.tsx'
import { createSettings } from './settings.ts'
import { AppProvider } from './shell/app.tsx'
import { CrashBoundary } from './shell/crash-screen.tsx'
import { watchKeyboard } from './shell/frame/keyboard-inset.ts'
import { readOpeningList } from './shell/frame/opening-list.ts'
import { giveWay } from './shell/painted-screen.ts'
import { startPainting } from './shell/painting.ts'
import { stubScope } from './stub/stub-scope.ts'
import { createHistorySteps } from './ui/dialog/history-steps.ts'
import { afterFrame } from './ui/loading/after-frame.ts'
import { loadChunk } from './ui/loading/load-chunk.ts'
import { whenIdle } from './ui/loading/when-idle.ts'

const root = document.documentElement
const patienceMs = 10_000
const now = () => Date.now()
const page = createPageReload(location, window)
const { reload } = page
/** Browsers have no `crypto.randomUUID` without https. */
const randomId = () => v4()

// What this browser remembers.
const ofBrowser = createKeyValue(() => localStorage, window)
const askServer = withAnswersAtHand((input, init) => fetch(input, init), document)
const settings = createSettings({
  fetch: askServer,
  headers: signal => httpClient.headers(signal),
  persistent: ofBrowser,
})
// A demo keeps apart what it remembers, so that it never meets a real account.
const scope = stubScope(location.pathname, settings.get().stubbed)
const apart = scope === undefined ? '' : 'demo.'
const persistent = createKeyValue(() => localStorage, window, apart)
const perTab = createKeyValue(() => sessionStorage, undefined, apart)

// What goes wrong is told to whoever has the console open, and kept for whoever asks later.
const log = createDeviceLog({
  memory: persistent,
  now,
  // biome-ignore lint/suspicious/noConsole: the one place that writes there.
  print: (where, thrown) => console.error(`Aisle, ${where}:`, thrown),
})
logUncaught(log, window)

const listsCame = Promise.withResolvers<void>()
const stub = scope === undefined ? undefined : openStub(scope)
const push = stub === undefined ? createPushBrowser(window) : noPush
const device = createKeptOnDevice({ persistent, perTab, log, push })
const { app, router, httpClient, analytics, mayReload, wouldBeLost } = createBrowserApp({
  persistent,
  perTab,
  settings,
  log,
  device,
  fetch: async (input, init) => (stub === undefined ? askServer : (await stub).fetch)(input, init),
  apiEnv: () => (stub === undefined ? settings.get().apiEnv : ''),
  ...(stub && { openNetwork: async parts => (await stub).network(parts) }),
  analytics: {
    address: () => {
      const { sendAnalytics, analyticsUrl } = settings.get()
      // What is done in a demo is never sent anywhere.
      if (stub !== undefined || !sendAnalytics || asksNotToBeTracked(navigator)) return undefined
      return analyticsUrl
    },
    fetch: (input, init) => fetch(input, init),
    host: location.host,
    later: work => setTimeout(work, 5_000),
  },
  // biome-ignore lint/suspicious/noConsole: whoever runs the server asked for it.
  printOperation: line => console.info(`Aisle, data: ${line}`),
  captcha: {
    loadScript: createScriptLoader(document),
    global: name => Reflect.get(globalThis, name),
  },
  authenticator: createAuthenticator(location.hostname),
  push,
  createUpdates: beforeReload =>
    createUpdates({
      workbox:
        // msw's worker holds the scope of a demo.
        import.meta.env.PROD && stub === undefined && 'serviceWorker' in navigator
          ? createLateWorkbox(listsCame.promise)
          : undefined,
      document,
      reload,
      beforeReload,
      now,
    }),
  page,
  steps: createHistorySteps(window),
  window,
  isOnline: () => navigator.onLine,
  scope,
  demo: stub && { leaveTo: scope === '/demo/' ? '/' : undefined },
  essential,
  randomId,
  now,
})
const { account, session, layers, toasts, lastList } = app

// Whether anything is counted is known when the server has said so, or could not.
const settled = Promise.withResolvers<void>()
void settled.promise.then(analytics.visit)
router.subscribe('onResolved', ({ toLocation: { pathname }, pathChanged, hashChanged }) => {
  // What follows "#" is a part of the same page, or what it brought along and is rid of.
  if (pathChanged || !hashChanged) void settled.promise.then(() => analytics.pageView(pathname))
})
// The browser asks whoever closes the page.
addEventListener('beforeunload', event => wouldBeLost() && event.preventDefault())
reloadAfterChunkFailure({ events: window, persistent, perTab, mayReload, reload, now })
watchKeyboard(root, window.visualViewport)
history.scrollRestoration = 'manual'

const reloadError = takeReloadError(persistent)
if (reloadError !== undefined) toasts.show({ text: reloadError })

// Nothing is awaited on this level: code that loads late lies beside this module, and would wait for its end.
void start()

/** Restore and derive; then render; sending and asking begin by themselves. */
async function start(): Promise<void> {
  let place = document.getElementById('root') ?? document.body
  if (scope === '/demo/') await (await stub)?.enter(session)
  const painted = window.paintedScreen
  // A page that came as HTML stays until the app can draw the same.
  const isThere = place.childElementCount > 0
  const code = painted ? preloadList() : isThere && preloadPage(location.pathname)
  const follow = () => account.check().then(untilCaughtUp)
  // Of a first look the data are in the page, and on their way to the device.
  const first = painted?.isFirst ? follow() : undefined
  // The route is found while code and data are on their way.
  await Promise.all([account.open(), code, first, painted && router.load()])
  // What follows from such data, the units above all, is drawn with them, and what is pressed is heard in between.
  if (first) await new Promise(resolve => setTimeout(resolve))
  if (painted) {
    // What is on the device is drawn in one go. A first look is drawn bit by bit: fingers are heard in between.
    const drawing = painted.isFirst ? startTransition : flushSync
    place = await giveWay({
      place,
      painted,
      draw: (real, whole) => drawing(() => draw(real, whole)),
      tick: tickUnseen,
      shown(work) {
        const { offline } = account.state.get()
        if (offline) offline.shown(work)
        else work()
      },
      keep(listId, words) {
        const key = boxKey(listId)
        const before = app.typed().get(key)
        app.typed().set(key, before === undefined ? words : `${before}, ${words}`)
      },
    })
  } else draw(place)
  // The worker of a demo has no pages to serve.
  if (stub === undefined) leavePictures(place, painted?.isFirst === false)
  onceDrawn(() => {
    // Of a page with a picture.
    document.querySelector('link[data-rel]')?.setAttribute('rel', 'manifest')
    void settings.load().then(settled.resolve).then(followFlag)
    void (first ?? follow()).then(() => onceDrawn(() => whenIdle(listsCame.resolve)))
  })
  if (import.meta.env.DEV) {
    const { startDevTools } = await import('./shell/dev-tools.ts')
    startDevTools({
      account: account.state,
      network: app.network,
      newId: randomId,
    })
  }
}

/** Until the lists are those of the server, or cannot be; a server in trouble is not waited for. */
async function untilCaughtUp(): Promise<void> {
  const sync = account.state.get().offline?.sync
  if (sync === undefined) return
  await new Promise<void>(resolve => {
    const look = () => {
      const { initialised, reachable } = sync.get()
      if (!initialised && reachable) return
      end()
      resolve()
    }
    const end = sync.subscribe(look)
    setTimeout(resolve, patienceMs)
    look()
  })
}

/** The first frame draws the screen, the next one its rows; of a page that nobody sees nothing is drawn. */
function onceDrawn(work: () => void): void {
  if (document.hidden) work()
  else afterFrame(() => afterFrame(work))
}

function draw(place: HTMLElement, whole = () => {}): void {
  createRoot(place, {
    onCaughtError: error => log.note('screen', error),
  }).render(
    <Whole tell={whole}>
      <CrashBoundary rescue={() => ({ offline: account.state.get().offline, log: log.read() })}>
        <AppProvider app={app}>
          <RouterProvider router={router} />
        </AppProvider>
      </CrashBoundary>
    </Whole>,
  )
}

/** Tells when all within it stands in its place, before any of that is measured. */
function Whole({ tell, children }: { readonly tell: () => void; readonly children: ReactNode }) {
  useInsertionEffect(tell, [tell])
  return children
}

/** An item that was ticked before the code was there, far down on a long list. */
function tickUnseen(id: string, purchased: boolean): void {
  const { offline } = account.state.get()
  void import('./cache/edits/item-edits.ts').then(({ tickItem }) =>
    offline?.perform(tickItem, { id, purchased }).durable.catch(() => {}),
  )
}

/** Of whom is signed in, where a worker can answer with them. */
function leavePictures(place: HTMLElement, wasPainted: boolean): void {
  let ends: (() => void) | undefined
  let of: Offline | undefined
  let isFirst = true
  async function follow() {
    const { offline } = account.state.get()
    if (offline === of) return
    ends?.()
    ends = undefined
    of = offline
    if (offline === undefined) return
    const { userId } = offline
    const pages = await device.kept.painted.open(userId)
    if (of !== offline) return
    ends = startPainting({
      place,
      pages,
      memory: persistent,
      offline,
      openingListId: () => readOpeningList(offline, lastList),
      isServed: () => Boolean(navigator.serviceWorker?.controller),
      onServed(call) {
        navigator.serviceWorker?.addEventListener('controllerchange', call)
        return () => navigator.serviceWorker?.removeEventListener('controllerchange', call)
      },
      isCovered: layers.isCovered,
      newMark: randomId,
      wasPainted: wasPainted && isFirst,
      now,
    })
    isFirst = false
  }
  void follow()
  account.state.subscribe(() => void follow())
}

/** What answers in the place of a server. */
async function openStub(ofPages: string) {
  const { startStub } = await essential(() => import('./stub/start-stub.ts'))
  return startStub({
    scope: ofPages,
    container: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
    perTab,
    onTrouble: thrown => log.note('core', thrown),
    reload,
  })
}

/** The server says otherwise than it did when this page was opened: it starts anew, if it would start otherwise. */
function followFlag(): void {
  const isOther = stubScope(location.pathname, settings.get().stubbed) !== scope
  if (isOther && ofBrowser.outlives('aisle.settings')) reload()
}

/** Code without which there are no lists: if it cannot be had, the page may load again once. */
async function essential<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await loadChunk(load)
  } catch (error) {
    reportChunkFailure(window)
    throw error
  }
}
