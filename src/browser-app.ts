/**
 * The app of one page: everything that is made once and knows the others, out of what the browser has. `main.tsx`
 * hands in the browser's own, a test what it holds in its hands.
 */
import type { RouterHistory } from '@tanstack/react-router'
import type { KeptOnDevice } from './kept-on-device.ts'
import { type AnalyticsParts, createAnalytics } from './network/analytics.ts'
import type { DataNetworkParts } from './network/data/data-network.ts'
import { createHttpClient, type Fetch } from './network/http-client.ts'
import type { KeyValue } from './network/key-value.ts'
import { lateCalls } from './network/late-calls.ts'
import { createAuthApi } from './network/session/auth-api.ts'
import type { Authenticator } from './network/session/authenticator.ts'
import { createIdentity } from './network/session/identity.ts'
import type { Passkeys } from './network/session/passkeys.ts'
import { createSession } from './network/session/session.ts'
import type { WaysIn } from './network/session/ways-in.ts'
import { createCallStates } from './offline/sync/call-states.ts'
import type { Network } from './offline/sync/network.ts'
import type { Tabs } from './offline/tabs/tabs.ts'
import type { PageReload } from './offline/worker/page-reload.ts'
import type { PushBrowser } from './offline/worker/push-browser.ts'
import type { Updates } from './offline/worker/update.ts'
import { type CaptchaParts, createCaptcha } from './parts/account/captcha.ts'
import { inviteIdOf } from './parts/account/invite-path.ts'
import type { DeviceLog } from './parts/device-log.ts'
import { createOperationLog } from './parts/operation-log.ts'
import { createAppRouter } from './routes.tsx'
import type { SettingsStore } from './settings.ts'
import { createAccount } from './shell/account/account.ts'
import { createDurableEdits } from './shell/account/durable-edits.ts'
import type { App } from './shell/app.tsx'
import { createTyped } from './shell/typed.ts'
import { paintBars } from './ui/browser-bars.ts'
import { createDeviceChoice, keysChoices, themeChoices } from './ui/device-choice.ts'
import { createLayers, type Steps } from './ui/dialog/layers.tsx'
import { createToasts } from './ui/toasts/toasts.tsx'

export interface BrowserParts {
  /** localStorage and sessionStorage. */
  readonly persistent: KeyValue
  readonly perTab: KeyValue
  readonly settings: SettingsStore
  readonly log: Pick<DeviceLog, 'note' | 'read'>
  readonly device: Pick<KeptOnDevice, 'lastList' | 'wipe'> & {
    readonly kept: Pick<KeptOnDevice['kept'], 'lists' | 'undo'>
  }
  /** Of the app's own calls. */
  readonly fetch: Fetch
  /** Where the API lives; empty for the address that served the app. */
  readonly apiEnv: () => string
  /** In the place of the GraphQL one. */
  readonly openNetwork?: (parts: Omit<DataNetworkParts, 'changed'>) => Promise<Network>
  readonly analytics: Pick<AnalyticsParts, 'address' | 'fetch' | 'host' | 'later'>
  readonly printOperation: (line: string) => void
  readonly captcha: Omit<CaptchaParts, 'setup'>
  readonly authenticator: Authenticator
  readonly push: PushBrowser
  readonly createUpdates: (beforeReload: () => Promise<void>) => Updates
  readonly steps: Steps
  readonly window: Window
  /** Whether the browser believes that there is a network. */
  readonly isOnline: () => boolean
  /** Loads the page again, and knows that it goes for that. */
  readonly page: PageReload
  /** The browser's own where they are absent. */
  readonly history?: RouterHistory
  readonly tabs?: Tabs
  /** Of a demo: the path beneath which all of it lies. */
  readonly scope?: string | undefined
  readonly demo?: App['demo']
  /** Loads code without which there are no lists. */
  readonly essential: <Part>(load: () => Promise<Part>) => Promise<Part>
  readonly randomId: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createBrowserApp(parts: BrowserParts) {
  const { persistent, perTab, settings, log, device, authenticator, essential, now } = parts
  const { randomId, push } = parts
  const identity = createIdentity({ persistent, perTab, randomId })

  // The way to the server.
  const { apiEnv, fetch } = parts
  const httpClient = createHttpClient({ fetch, apiEnv, identity, perTab, persistent })
  const calls = createCallStates()
  const captcha = createCaptcha({ ...parts.captcha, setup: settings })
  const api = createAuthApi({
    ...{ httpClient, calls },
    takeCaptcha: captcha.take,
    onSignedOut: () => session.reportSignedOut(),
  })
  const analytics = createAnalytics({ ...parts.analytics, identity, persistent, now, randomId })
  const operations = createOperationLog({
    isOn: () => settings.get().debugGraphql,
    now,
    print: parts.printOperation,
  })
  const session = createSession({ authenticator, api, httpClient, identity, persistent })
  const openNetwork = createLateNetwork()
  const network: Pick<Network, 'send'> = {
    async send(document, variables, options) {
      const account = session.state.get().user?.id
      const { tracked } = await openNetwork()
      return tracked.send(document, variables, { ...options, ...(account && { account }) })
    },
  }

  // Whose lists these are.
  const edits = createDurableEdits(() => account.state.get().offline)
  const account = createAccount({
    session,
    openOffline: openLists,
    wipe: device.wipe,
    memory: persistent,
  })

  // What a person sees.
  const layers = createLayers(parts.steps, parts.window)
  const root = parts.window.document.documentElement
  const theme = createDeviceChoice(persistent, root, 'theme', themeChoices)
  paintBars(theme, parts.window.document)
  const router = createAppRouter(layers, parts.history, parts.scope)
  push.onOpen(path => router.history.push(path))
  const toasts = createToasts()
  session.onSignedOut(() => {
    const { pathname, href } = router.state.location
    if (pathname !== '/errorlogout') {
      // What wants the sign-in goes on after it, an invitation, too.
      const goesOn = /^\/(product|admin)\b/.test(pathname) || inviteIdOf(href) !== undefined
      void router.navigate({ to: '/errorlogout', search: { next: goesOn ? href : undefined } })
    }
    // Why, the server may know: the account may have been deleted elsewhere.
    void session.checkStatus()
  })
  session.onDeleted(async () => {
    await account.leave()
    toasts.show({ text: 'Your account was deleted.' })
    await router.navigate({ to: '/logout' })
  })

  const updates = parts.createUpdates(edits.settled)
  const app: App = {
    session,
    account,
    toasts,
    layers,
    theme,
    keys: createDeviceChoice(persistent, root, 'keys', keysChoices),
    lastList: device.lastList,
    updates,
    push,
    log,
    operations,
    identity,
    settings,
    captcha,
    contact: async message =>
      (await import('./network/contact.ts')).createSendContact(api)(message),
    network,
    invitations: lateCalls({ look: true }, async () =>
      (await import('./network/session/invitations.ts')).createInvitations(api),
    ),
    devices: lateCalls({ list: true, end: true, endOthers: true }, async () =>
      (await import('./network/session/devices.ts')).createDevices(api),
    ),
    passkeys: {
      works: authenticator.works,
      ...lateCalls<Omit<Passkeys, 'works'>>({ list: true, add: true, remove: true }, async () =>
        (await import('./network/session/passkeys.ts')).createPasskeys(api, authenticator),
      ),
    },
    waysIn: {
      hasPasskeys: authenticator.works,
      ...lateCalls<Omit<WaysIn, 'hasPasskeys'>>(
        {
          read: true,
          confirm: true,
          confirmByPasskey: true,
          changeEmail: true,
          cancelChange: true,
          requireSecondStep: true,
          endSecondStep: true,
          linkProvider: true,
          unlinkProvider: true,
        },
        async () => (await import('./network/session/ways-in.ts')).createWaysIn(api, authenticator),
      ),
    },
    accountCalls: api,
    memory: persistent,
    typed: createTyped({
      session,
      tab: perTab,
      isReloading: parts.page.isReloading,
      window: parts.window,
    }),
    reload: parts.page.reload,
    leaveTo: url => layers.leave(() => parts.page.leaveTo(url)),
    demo: parts.demo,
  }
  const { areSettled, wouldBeLost } = edits
  // Where no server answers, and no worker either, a page that loads again is none.
  const mayReload = () =>
    areSettled() && account.state.get().offline?.sync.get().reachable !== false
  return { app, router, httpClient, analytics, mayReload, wouldBeLost }

  /** Comes apart from the first load: the first page and the sign-in do without lists. */
  async function openLists(userId: number) {
    const [{ openAccount }, { withUndo }, { withTagsBefore }, { editsByName }, { newId }] =
      await essential(() =>
        Promise.all([
          import('./shell/account/open-account.ts'),
          import('./cache/undo/undo.ts'),
          import('./cache/policies/with-tags-before.ts'),
          import('./cache/edits/all-edits.ts'),
          import('./cache/records/new-id.ts'),
        ]),
      )
    const { lists, undo } = device.kept
    const opened = await openAccount({
      userId,
      storage: await lists.open(userId),
      network: (await openNetwork()).plain,
      calls,
      onTrouble: thrown => log.note('core', thrown),
      // A mailed link or an invitation is followed to its end, whoever's session has ended.
      isShown: () => router.state.location.pathname.startsWith('/product'),
      onSignedOut: session.reportSignedOut,
      ...(parts.tabs && { tabs: parts.tabs }),
    })
    let wasSignedOut = false
    opened.sync.subscribe(() => {
      const { signedOut } = opened.sync.get()
      // An open page, met by 401 in the background, stays as it is unless the account was deleted elsewhere.
      if (signedOut && !wasSignedOut) void session.checkDeletion()
      wasSignedOut = signedOut
    })
    return withUndo(withTagsBefore(edits.watch(opened)), {
      storage: await undo.open(userId),
      edits: editsByName,
      newId,
      now,
    })
  }

  /** The way of the lists to the server, made when it is first wanted. */
  function createLateNetwork() {
    let opened: ReturnType<typeof open> | undefined
    async function open() {
      const [data, { heedOnlineHint }, { trackCalls }, { watchCalls }, changed] = await essential(
        () =>
          Promise.all([
            import('./network/data/data-network.ts'),
            import('./network/online-hint.ts'),
            import('./offline/sync/track-calls.ts'),
            import('./network/data/watch-calls.ts'),
            // By its name, so that the build drops the list of all.
            import('./generated/operations.ts').then(({ ChangedDocument }) => ChangedDocument),
          ]),
      )
      const { reportSignedOut } = session
      const way = { httpClient, reportSignedOut, now }
      const all = parts.openNetwork
        ? await parts.openNetwork(way)
        : data.createDataNetwork({ ...way, changed })
      const watched = watchCalls(
        all,
        call => {
          operations.note(call.name, call.outcome, call.ms)
          analytics.actionResult(call)
        },
        () => performance.now(),
      )
      const plain = heedOnlineHint(watched, { isOnline: parts.isOnline, now })
      return { plain, tracked: trackCalls(plain, calls) }
    }
    return () => {
      opened ??= open()
      return opened
    }
  }
}
