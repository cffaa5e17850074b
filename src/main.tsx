/**
 * Joins the parts, in this order: restore, derive, render, drain. Where somebody is known on this device,
 * nothing on the way to the first paint waits for the network.
 */
import './styles.css'
import { RouterProvider } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Workbox } from 'workbox-window'
import { createKeptOnDevice } from './kept-on-device.ts'
import { asksNotToBeTracked, createAnalytics } from './network/analytics.ts'
import { createSendContact } from './network/contact.ts'
import { createHttpClient } from './network/http-client.ts'
import { createKeyValue } from './network/key-value.ts'
import { createAuthApi } from './network/session/auth-api.ts'
import { createAuthenticator } from './network/session/authenticator.ts'
import { createDevices } from './network/session/devices.ts'
import { createIdentity } from './network/session/identity.ts'
import { createInvitations } from './network/session/invitations.ts'
import { createPasskeys } from './network/session/passkeys.ts'
import { createSession } from './network/session/session.ts'
import { createWaysIn } from './network/session/ways-in.ts'
import type { Offline } from './offline/offline.ts'
import { createCallStates } from './offline/sync/call-states.ts'
import type { Network } from './offline/sync/network.ts'
import { createPushBrowser, noPush } from './offline/worker/push-browser.ts'
import { createUpdates } from './offline/worker/update.ts'
import {
  reloadAfterChunkFailure,
  reportChunkFailure,
  takeReloadError,
} from './offline/worker/update-after-chunk-failure.ts'
import { createCaptcha, createScriptLoader } from './parts/account/captcha.ts'
import { createDeviceLog, logUncaught } from './parts/device-log.ts'
import { createOperationLog } from './parts/operation-log.ts'
import { createAppRouter, preloadList, preloadPage } from './routes.tsx'
import { createSettings } from './settings.ts'
import { createAccount } from './shell/account/account.ts'
import { createDurableEdits } from './shell/account/durable-edits.ts'
import { AppProvider } from './shell/app.tsx'
import { CrashBoundary } from './shell/crash-screen.tsx'
import { watchKeyboard } from './shell/frame/keyboard-inset.ts'
import { giveWay } from './shell/painted-screen.ts'
import { startPainting } from './shell/painting.ts'
import { stubScope } from './stub/stub-scope.ts'
import { createHistorySteps } from './ui/dialog/history-steps.ts'
import { createLayers } from './ui/dialog/layers.tsx'
import { loadChunk } from './ui/loading/load-chunk.ts'
import { createTheme } from './ui/theme.ts'
import { createToasts } from './ui/toasts/toasts.tsx'

const root = document.documentElement
const now = () => Date.now()
const reload = () => location.reload()

// What this browser remembers.
const ofBrowser = createKeyValue(() => localStorage, window)
const settings = createSettings({
  fetch: (input, init) => fetch(input, init),
  headers: signal => httpClient.headers(signal),
  persistent: ofBrowser,
})
// A demo keeps apart what it remembers, so that it never meets a real account.
const scope = stubScope(location.pathname, settings.get().stubbed)
const apart = scope === undefined ? '' : 'demo.'
const persistent = createKeyValue(() => localStorage, window, apart)
const perTab = createKeyValue(() => sessionStorage, undefined, apart)
const identity = createIdentity({ persistent, perTab, randomId: () => crypto.randomUUID() })
const theme = createTheme(persistent, root)

// What goes wrong is told to whoever has the console open, and kept for whoever asks later.
const log = createDeviceLog({
  memory: persistent,
  now,
  // biome-ignore lint/suspicious/noConsole: the one place that writes there.
  print: (where, thrown) => console.error(`Aisle, ${where}:`, thrown),
})
logUncaught(log, window)
const device = createKeptOnDevice({ persistent, log })
const { lastList } = device

// The way to the server.
const stub = scope === undefined ? undefined : openStub(scope)
const httpClient = createHttpClient({
  fetch: async (input, init) => (stub === undefined ? fetch : (await stub).fetch)(input, init),
  apiEnv: () => (stub === undefined ? settings.get().apiEnv : ''),
  identity,
  perTab,
  persistent,
})
const calls = createCallStates()
const captcha = createCaptcha({
  setup: settings,
  loadScript: createScriptLoader(document),
  global: name => Reflect.get(globalThis, name),
})
const api = createAuthApi({ httpClient, calls, takeCaptcha: captcha.take })
const analytics = createAnalytics({
  address: () => {
    const { sendAnalytics, analyticsUrl } = settings.get()
    return sendAnalytics && !asksNotToBeTracked(navigator) ? analyticsUrl : undefined
  },
  fetch: (input, init) => fetch(input, init),
  identity,
  persistent,
  host: location.host,
  now,
  randomId: () => crypto.randomUUID(),
  later: work => setTimeout(work, 5_000),
})
const operations = createOperationLog({
  isOn: () => settings.get().debugGraphql,
  now,
  // biome-ignore lint/suspicious/noConsole: whoever runs the server asked for it.
  print: line => console.info(`Aisle, data: ${line}`),
})
const invitations = createInvitations(api)
const devices = createDevices(api)
const authenticator = createAuthenticator(location.hostname)
const passkeys = createPasskeys(api, authenticator)
const waysIn = createWaysIn(api, authenticator)
const session = createSession({
  authenticator,
  api,
  httpClient,
  identity,
  persistent,
})
const openNetwork = createLateNetwork()
const network: Pick<Network, 'send'> = {
  async send(document, variables, options) {
    const account = session.state.get().user?.id
    const { tracked } = await openNetwork()
    return tracked.send(document, variables, { ...options, ...(account && { account }) })
  },
}

// Whose lists these are.
const edits = createDurableEdits()
const account = createAccount({
  session,
  openOffline: openLists,
  wipe: device.wipe,
  memory: persistent,
})

// What a person sees.
const toasts = createToasts()
const layers = createLayers(createHistorySteps(window), window)
const router = createAppRouter(layers, undefined, scope)
const updates = createUpdates({
  workbox:
    // msw's worker holds the scope of a demo.
    import.meta.env.PROD && stub === undefined && 'serviceWorker' in navigator
      ? new Workbox('/service-worker.js')
      : undefined,
  document,
  reload,
  beforeReload: edits.settled,
  now,
})

// Whether anything is counted is known when the server has said so, or could not.
const settled = Promise.withResolvers<void>()
void settled.promise.then(analytics.visit)
router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
  void settled.promise.then(() => analytics.pageView(pathname))
})
const push = stub === undefined ? createPushBrowser(window) : noPush
push.onOpen(path => router.history.push(path))
session.onSignedOut(() => {
  void router.navigate({ to: '/errorlogout' })
  // Why, the server may know: the account may have been deleted elsewhere.
  void session.checkStatus()
})
session.onDeleted(async () => {
  await account.leave()
  toasts.show({ text: 'Your account was deleted on another device.' })
  await router.navigate({ to: '/logout' })
})
reloadAfterChunkFailure({ events: window, persistent, perTab, reload, now })
watchKeyboard(root, window.visualViewport)
history.scrollRestoration = 'manual'

const reloadError = takeReloadError(persistent)
if (reloadError !== undefined) toasts.show({ text: reloadError })

// Nothing is awaited on this level: code that loads late lies beside this module, and would wait for its end.
void start()

/** Restore and derive; then render; sending and asking begin by themselves. */
async function start(): Promise<void> {
  const place = document.getElementById('root') ?? document.body
  if (scope === '/demo/') await (await stub)?.enter(session)
  const painted = window.paintedScreen
  // A page that came as HTML stays until the app can draw the same.
  const isThere = place.childElementCount > 0
  const code = painted ? preloadList() : isThere && preloadPage(location.pathname)
  await Promise.all([account.open(), code])
  if (painted) {
    await router.load()
    await giveWay({ place, painted, draw: () => flushSync(() => draw(place)), tick: tickUnseen })
  } else draw(place)
  // The worker of a demo has no pages to serve.
  if (stub === undefined) leavePictures(place, painted !== undefined)
  void settings.load().then(settled.resolve).then(followFlag)
  account.check()
}

function draw(place: HTMLElement): void {
  createRoot(place, {
    onCaughtError: error => log.note('screen', error),
  }).render(
    <CrashBoundary rescue={() => ({ offline: account.state.get().offline, log: log.read() })}>
      <AppProvider
        app={{
          session,
          account,
          toasts,
          layers,
          theme,
          lastList,
          updates,
          push,
          log,
          operations,
          identity,
          settings,
          captcha,
          contact: createSendContact(api),
          network,
          invitations,
          devices,
          passkeys,
          waysIn,
          accountCalls: api,
          memory: persistent,
          demo: stub && { leaveTo: scope === '/demo/' ? '/' : undefined },
        }}
      >
        <RouterProvider router={router} />
      </AppProvider>
    </CrashBoundary>,
  )
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
      listId: () => lastList.get(userId),
      isServed: () => Boolean(navigator.serviceWorker?.controller),
      isCovered: layers.isCovered,
      newMark: () => crypto.randomUUID(),
      wasPainted: wasPainted && isFirst,
      now,
    })
    isFirst = false
  }
  void follow()
  account.state.subscribe(() => void follow())
}

/** Comes apart from the first load: the first page and the sign-in do without lists. */
async function openLists(userId: number) {
  const [{ openAccount }, { withUndo }, { allEdits }, { newId }, { watchOwnChanges }] =
    await essential(() =>
      Promise.all([
        import('./shell/account/open-account.ts'),
        import('./cache/undo/undo.ts'),
        import('./cache/edits/all-edits.ts'),
        import('./cache/records/new-id.ts'),
        import('./features/news/own-changes.ts'),
      ]),
    )
  const { lists, undo, lookedAt } = device.kept
  const opened = await openAccount({
    userId,
    storage: await lists.open(userId),
    network: (await openNetwork()).plain,
    calls,
    onTrouble: thrown => log.note('core', thrown),
    onSignedOut: session.reportSignedOut,
  })
  watchOwnChanges(opened, await lookedAt.open(userId))
  return withUndo(edits.watch(opened), {
    storage: await undo.open(userId),
    edits: new Map(allEdits.map(edit => [edit.name, edit])),
    newId,
    now,
  })
}

/** The way of the lists to the server, made when it is first wanted. */
function createLateNetwork() {
  let opened: ReturnType<typeof open> | undefined
  async function open() {
    const [network, { heedOnlineHint }, { trackCalls }, { watchCalls }, { ChangedDocument }] =
      await essential(() =>
        Promise.all([
          import('./network/data/data-network.ts'),
          import('./network/online-hint.ts'),
          import('./offline/sync/track-calls.ts'),
          import('./network/data/watch-calls.ts'),
          import('./generated/operations.ts'),
        ]),
      )
    const { reportSignedOut } = session
    const all =
      stub === undefined
        ? network.createDataNetwork({ httpClient, changed: ChangedDocument, reportSignedOut, now })
        : (await stub).network({ httpClient, reportSignedOut, now })
    const watched = watchCalls(
      all,
      call => {
        operations.note(call.name, call.outcome, call.ms)
        analytics.actionResult(call)
      },
      () => performance.now(),
    )
    const plain = heedOnlineHint(watched, { isOnline: () => navigator.onLine, now })
    return { plain, tracked: trackCalls(plain, calls) }
  }
  return () => {
    opened ??= open()
    return opened
  }
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
