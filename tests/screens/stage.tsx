/** The whole app as main.tsx joins it, on a device and against a server that a test holds in its hands. */
import { createMemoryHistory, type NavigateOptions, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach } from 'vitest'
import { allEdits } from '../../src/cache/edits/all-edits.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { withUndo } from '../../src/cache/undo/undo.ts'
import { createLookedAt } from '../../src/features/news/looked-at.ts'
import { watchOwnChanges } from '../../src/features/news/own-changes.ts'
import { ChangedDocument } from '../../src/generated/operations.ts'
import { createSendContact } from '../../src/network/contact.ts'
import { createDataNetwork } from '../../src/network/data/data-network.ts'
import { createHttpClient } from '../../src/network/http-client.ts'
import type { KeyValue } from '../../src/network/key-value.ts'
import { createRestNetwork } from '../../src/network/rest-network.ts'
import { createAuthApi } from '../../src/network/session/auth-api.ts'
import type { Authenticator } from '../../src/network/session/authenticator.ts'
import { createDevices } from '../../src/network/session/devices.ts'
import { createIdentity } from '../../src/network/session/identity.ts'
import { createInvitations } from '../../src/network/session/invitations.ts'
import { createPasskeys } from '../../src/network/session/passkeys.ts'
import { createSession } from '../../src/network/session/session.ts'
import { createWaysIn } from '../../src/network/session/ways-in.ts'
import { createReadable } from '../../src/offline/readable.ts'
import { wipeBrowserStorage } from '../../src/offline/storage/browser-storage.ts'
import { createCallStates } from '../../src/offline/sync/call-states.ts'
import { createLoneTabs } from '../../src/offline/tabs/lone-tabs.ts'
import { noPush, type PushBrowser } from '../../src/offline/worker/push-browser.ts'
import { createCaptcha } from '../../src/parts/account/captcha.ts'
import { createAppRouter } from '../../src/routes.tsx'
import { createSettings } from '../../src/settings.ts'
import { createAccount } from '../../src/shell/account/account.ts'
import { openAccount } from '../../src/shell/account/open-account.ts'
import { AppProvider } from '../../src/shell/app.tsx'
import { createLastList } from '../../src/shell/frame/last-list.ts'
import { withBearer } from '../../src/stub/bearer.ts'
import { createLayers } from '../../src/ui/dialog/layers.tsx'
import { createTheme } from '../../src/ui/theme.ts'
import { createToasts, type ToastMessage } from '../../src/ui/toasts/toasts.tsx'
// Loaded beforehand: what comes lazily in a browser must not cost a test its patience on a busy machine.
import '../../src/list/list-screen.tsx'
import '../../src/ui/dialog/dialog-popup.tsx'
import '../../src/ui/menu/menu-popup.tsx'
import '../../src/ui/toasts/toaster.tsx'
import { createMemoryKeyValue } from '../support/memory-key-value.ts'
import { createMemoryUndoStorage } from '../support/memory-undo-storage.ts'
import { createPlayedServer, listenTo, origin, type PlayedServer } from './played-server.ts'
import { createMemorySteps } from './shell/memory-steps.ts'

interface StageOptions {
  readonly path: string
  /** The household that answers, in stub mode. */
  readonly stub?: { readonly handlers: PlayedServer['handlers'] }
  /** Somebody signed in on this device before. */
  readonly signedIn?: boolean
  /** Names of the lists that the account has; ids are list-1, list-2, … */
  readonly lists?: readonly string[]
  /** Names of the items of the first list. */
  readonly itemNames?: readonly string[]
  /** In the place of a captcha's script. */
  readonly loadScript?: (src: string) => Promise<void>
  /** Goes on with the server and the device of an earlier page. */
  readonly server?: PlayedServer
  readonly local?: KeyValue
  readonly device?: PlayedDevice
  /** What the browser can do about notices; nothing where it is absent. */
  readonly push?: PushBrowser
  /** What keeps passkeys; the browser knows none where it is absent. */
  readonly authenticator?: Authenticator
  /** What went wrong before. */
  readonly log?: readonly string[]
}

export interface PlayedDevice {
  /** The storage does not open. */
  locked?: boolean
  /** The storage does not let go of what it keeps. */
  holdsOn?: boolean
}

const noPasskey = async () => ({ kind: 'failed', message: 'No passkeys here.' }) as const
const withoutPasskeys: Authenticator = { works: false, make: noPasskey, sign: noPasskey }

Element.prototype.scrollTo = () => {}
Element.prototype.setPointerCapture = () => {}

const open = new Set<() => Promise<void>>()

afterEach(async () => {
  for (const end of [...open]) await end()
})

export async function openApp(options: StageOptions) {
  const server = options.server ?? createPlayedServer()
  const device = options.device ?? {}
  options.lists?.forEach((name, at) => {
    server.addList(name, at === 0 ? options.itemNames : [])
  })
  // In stub mode no played server is asked.
  const listening = listenTo(options.stub ?? server)
  const local = options.local ?? createMemoryKeyValue()
  if (options.signedIn === true) {
    server.signedIn = true
    local.set('aisle.user', JSON.stringify(server.person))
  }

  const perTab = createMemoryKeyValue()
  const identity = createIdentity({ persistent: local, perTab, randomId: newId })
  const httpClient = createHttpClient({
    fetch: options.stub ? withBearer(fetch, perTab) : fetch,
    apiEnv: () => origin,
    identity,
    perTab,
    persistent: local,
  })
  const settings = createSettings({
    fetch: (input, init) => fetch(input, init),
    headers: async () => ({}),
    persistent: local,
  })
  const captcha = createCaptcha({
    setup: settings,
    loadScript: options.loadScript ?? (async () => {}),
    global: name => Reflect.get(globalThis, name),
  })
  const api = createAuthApi({ httpClient, calls: createCallStates(), takeCaptcha: captcha.take })
  const authenticator = options.authenticator ?? withoutPasskeys
  const session = createSession({
    api,
    authenticator,
    httpClient,
    identity,
    persistent: local,
  })
  const { reportSignedOut } = session
  const network = options.stub
    ? createRestNetwork({ httpClient, reportSignedOut, now: Date.now })
    : createDataNetwork({ httpClient, changed: ChangedDocument, reportSignedOut, now: Date.now })
  const lastList = createLastList(local)
  const account = createAccount({
    session,
    openOffline: async userId => {
      if (device.locked) throw new Error('The storage does not open.')
      const plain = await openAccount({
        userId,
        network,
        tabs: createLoneTabs(),
        onTrouble: () => {},
      })
      watchOwnChanges(plain, createLookedAt(local, userId))
      const opened = withUndo(plain, {
        storage: createMemoryUndoStorage(),
        edits: new Map(allEdits.map(edit => [edit.name, edit])),
        newId,
        now: Date.now,
      })
      const wipe = async () => {
        if (!device.holdsOn) return opened.wipe()
        await opened.close()
        throw new Error('The storage does not let go.')
      }
      return { ...opened, wipe }
    },
    wipe: async userId => {
      lastList.forget(userId)
      if (device.holdsOn) throw new Error('The storage does not let go.')
      await wipeBrowserStorage(userId)
    },
    memory: local,
  })
  const toasts = createToasts()
  const updateReady = createReadable(false)
  let accepted = false
  const steps = createMemorySteps()
  const layers = createLayers(steps, window)
  const router = createAppRouter(layers, createMemoryHistory({ initialEntries: [options.path] }))
  session.onSignedOut(() => router.navigate({ to: '/errorlogout' }))
  session.onDeleted(async () => {
    await account.leave()
    await router.navigate({ to: '/logout' })
  })

  await account.open()
  const app = {
    session,
    account,
    toasts,
    layers,
    theme: createTheme(local, document.documentElement),
    lastList,
    network,
    devices: createDevices(api),
    passkeys: createPasskeys(api, authenticator),
    waysIn: createWaysIn(api, authenticator),
    invitations: createInvitations(api),
    accountCalls: api,
    memory: local,
    log: { read: () => options.log ?? [] },
    operations: { read: () => [] },
    identity,
    push: options.push ?? noPush,
    settings,
    captcha,
    contact: createSendContact(api),
    updates: {
      updateReady,
      async applyUpdate() {
        accepted = true
      },
      close() {},
    },
  }
  const view = render(
    <AppProvider app={app}>
      <RouterProvider router={router} />
    </AppProvider>,
  )
  await act(() => account.check())

  /** What is on the device stays there until the test ends. */
  async function close() {
    view.unmount()
    layers.close()
    await account.state.get().offline?.close()
    listening.close()
    open.delete(end)
  }
  async function end() {
    device.holdsOn = false
    act(() => void toast.dismiss())
    view.unmount()
    layers.close()
    await account.state.get().offline?.wipe()
    listening.close()
    open.delete(end)
    delete document.documentElement.dataset.theme
  }
  open.add(end)

  return {
    user: userEvent.setup(),
    server,
    local,
    account,
    /** Leads to another page. */
    go: (to: NavigateOptions) => act(() => router.navigate(to)),
    /** Shows a message. */
    say: (message: ToastMessage) => act(() => toasts.show(message)),
    updates: { ready: () => act(() => updateReady.set(true)), accepted: () => accepted },
    /** As by the button or the gesture. */
    back: () =>
      act(() => {
        if (!steps.back()) router.history.back()
      }),
    /** The steps of history that stand for layers. */
    steps: () => steps.count(),
    path: () => router.state.location.pathname,
    href: () => router.state.location.href,
    close,
  }
}
