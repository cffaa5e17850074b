/** The whole app as main.tsx joins it, on a device and against a server that a test holds in its hands. */

import { createMemoryHistory, type NavigateOptions, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, vi } from 'vitest'
import { createBrowserApp } from '../../src/browser-app.ts'
import { newId } from '../../src/cache/records/new-id.ts'
import { createKeptOnDevice } from '../../src/kept-on-device.ts'
import type { Fetch } from '../../src/network/http-client.ts'
import type { KeyValue } from '../../src/network/key-value.ts'
import { createRestNetwork } from '../../src/network/rest-network.ts'
import type { Authenticator } from '../../src/network/session/authenticator.ts'
import type { AccountStorage } from '../../src/offline/environment.ts'
import { createReadable } from '../../src/offline/readable.ts'
import { wipeBrowserStorage } from '../../src/offline/storage/browser-storage.ts'
import { createLoneTabs } from '../../src/offline/tabs/lone-tabs.ts'
import { createPageReload } from '../../src/offline/worker/page-reload.ts'
import { noPush, type PushBrowser } from '../../src/offline/worker/push-browser.ts'
import type { UpdateState } from '../../src/offline/worker/update.ts'
import { createSettings } from '../../src/settings.ts'
import { AppProvider } from '../../src/shell/app.tsx'
import { withBearer } from '../../src/stub/bearer.ts'
import type { ToastMessage } from '../../src/ui/toasts/toasts.tsx'
// Loaded beforehand: what comes lazily in a browser must not cost a test its patience on a busy machine.
import '../../src/account/account-screen.tsx'
import '../../src/account/own-account.tsx'
import '../../src/cache/edits/all-edits.ts'
import '../../src/cache/undo/undo.ts'
import '../../src/list/list-screen.tsx'
import '../../src/network/data/data-network.ts'
import '../../src/network/online-hint.ts'
import '../../src/network/data/watch-calls.ts'
import '../../src/offline/sync/track-calls.ts'
import '../../src/preferences/notices.tsx'
import '../../src/preferences/preferences.tsx'
import '../../src/shell/account/open-account.ts'
import '../../src/ui/dialog/dialog-popup.tsx'
import '../../src/ui/menu/menu-popup.tsx'
import '../../src/ui/toasts/toaster.tsx'
import { createMemoryKeyValue } from '../support/memory-key-value.ts'
import { createMemoryUndoStorage } from '../support/memory-undo-storage.ts'
import { noRoom } from '../support/simulation/sim-disk.ts'
import { createMemorySteps } from './shell/memory-steps.ts'
import { openServer, origin, type StageServer } from './stage-server.ts'

interface StageOptions {
  readonly path: string
  /** The household that answers, in stub mode. */
  readonly stub?: { readonly fetch: Fetch }
  /** "/demo/": the path beneath which all of it lies. */
  readonly scope?: string
  /** Somebody signed in on this device before. */
  readonly signedIn?: boolean
  /** Names of the lists that the account has; their ids follow from them, see `idOf`. */
  readonly lists?: readonly string[]
  /** Names of the items of the first list. */
  readonly itemNames?: readonly string[]
  /** In the place of a captcha's script. */
  readonly loadScript?: (src: string) => Promise<void>
  /** Goes on with the server and the device of an earlier page. */
  readonly server?: StageServer
  readonly local?: KeyValue
  readonly device?: PlayedDevice
  readonly perTab?: KeyValue
  /** What the browser can do about notices; nothing where it is absent. */
  readonly push?: PushBrowser
  /** What keeps passkeys; the browser knows none where it is absent. */
  readonly authenticator?: Authenticator
  /** False: the server is not asked who is signed in until the test does it, by `account.check()`. */
  readonly checks?: boolean
  /** What went wrong before. */
  readonly log?: readonly string[]
}

export interface PlayedDevice {
  /** The storage does not open. */
  locked?: boolean
  /** What waits there cannot be read, since its database does not open. */
  unread?: boolean
  /** It opens only then. */
  opens?: Promise<void>
  /** The storage does not let go of what it keeps. */
  holdsOn?: boolean
  /** What the server told is written there only then. */
  writes?: Promise<void>
  /** It takes nothing more. */
  full?: boolean
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
  const server = options.server ?? (await openServer())
  const device = options.device ?? {}
  for (const [at, name] of (options.lists ?? []).entries()) {
    await server.addList(name, at === 0 ? options.itemNames : [])
  }
  const local = options.local ?? createMemoryKeyValue()
  if (options.signedIn === true) {
    server.signIn()
    local.set('aisle.user', JSON.stringify(server.person))
  }

  const perTab = options.perTab ?? createMemoryKeyValue()
  const fetch = options.stub ? withBearer(options.stub.fetch, perTab) : server.fetch
  const updateState = createReadable<UpdateState>('none')
  let accepted = false
  let left = ''
  const away = {
    reload() {},
    assign(url: string | URL) {
      left = String(url)
    },
  }
  const page = createPageReload(away, window)
  const steps = createMemorySteps()
  const kept = createKeptOnDevice({ persistent: local, perTab, log: { clear() {} }, push: noPush })
  const { app, router } = createBrowserApp({
    persistent: local,
    perTab,
    settings: createSettings({
      fetch,
      headers: async () => ({}),
      persistent: local,
    }),
    log: { note() {}, read: () => options.log ?? [] },
    device: {
      lastList: kept.lastList,
      kept: {
        lists: { ...kept.kept.lists, open: openLists },
        undo: { ...kept.kept.undo, open: async () => createMemoryUndoStorage() },
      },
      async wipe(userId) {
        kept.lastList.forget(userId)
        if (device.holdsOn) throw new Error('The storage does not let go.')
        await wipeBrowserStorage(userId)
        await options.push?.leave(userId)
      },
    },
    fetch,
    apiEnv: () => origin,
    ...(options.stub && {
      openNetwork: async parts => createRestNetwork(parts),
      demo: { leaveTo: options.scope && '/' },
    }),
    analytics: {
      address: () => undefined,
      fetch,
      host: 'aisle.test',
      later: () => {},
    },
    printOperation: () => {},
    captcha: {
      loadScript: options.loadScript ?? (async () => {}),
      global: name => Reflect.get(globalThis, name),
    },
    authenticator: options.authenticator ?? withoutPasskeys,
    push: options.push ?? noPush,
    createUpdates: () => ({
      state: updateState,
      async applyUpdate() {
        accepted = true
        updateState.set('coming')
        page.reload()
      },
      close() {},
    }),
    page,
    steps,
    window,
    isOnline: () => true,
    history: createMemoryHistory({ initialEntries: [options.path] }),
    scope: options.scope,
    tabs: { ...createLoneTabs(), knowEachOther: true },
    essential: load => load(),
    randomId: newId,
    now: Date.now,
  })
  const { account, layers, toasts } = app

  function takes() {
    if (device.full) throw noRoom()
  }

  async function openLists(userId: number): Promise<AccountStorage> {
    if (device.locked) throw new Error('The storage does not open.')
    const storage = await kept.kept.lists.open(userId)
    return {
      ...storage,
      async openOutbox(onLost) {
        if (device.unread) throw new Error('The database does not open.')
        await device.opens
        const store = await storage.openOutbox(onLost)
        return {
          ...store,
          async write(changes) {
            takes()
            await store.write(changes)
          },
        }
      },
      async openCache() {
        const store = await storage.openCache()
        return {
          ...store,
          async setItem(key, value) {
            await device.writes
            takes()
            return store.setItem(key, value)
          },
        }
      },
      async wipe() {
        if (device.holdsOn) throw new Error('The storage does not let go.')
        await storage.wipe()
      },
    }
  }

  await account.open()
  const view = render(
    <AppProvider app={app}>
      <RouterProvider router={router} />
    </AppProvider>,
  )
  if (options.checks !== false) await act(async () => account.check())

  /** What is on the device stays there until the test ends. */
  async function close() {
    view.unmount()
    layers.close()
    await account.state.get().offline?.close()
    open.delete(end)
  }
  async function end() {
    // Parts of the screen that load lazily may still be on their way.
    await act(() => vi.dynamicImportSettled())
    device.holdsOn = false
    act(() => void toast.dismiss())
    view.unmount()
    layers.close()
    await account.state.get().offline?.wipe()
    open.delete(end)
    delete document.documentElement.dataset.theme
  }
  open.add(end)

  return {
    user: userEvent.setup(),
    server,
    local,
    perTab,
    account,
    /** Leads to another page. */
    go: (to: NavigateOptions) => act(() => router.navigate(to)),
    /** Shows a message. */
    say: (message: ToastMessage) => act(() => toasts.show(message)),
    updates: { ready: () => act(() => updateState.set('ready')), accepted: () => accepted },
    /** As by the button or the gesture. */
    back: () =>
      act(async () => {
        if (!steps.back()) router.history.back()
      }),
    /** The steps of history that stand for layers. */
    steps: () => steps.count(),
    path: () => router.state.location.pathname,
    href: () => router.state.location.href,
    /** Where the page went to when it left the app. */
    leftTo: () => left,
    close,
  }
}
