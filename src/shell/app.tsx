/** The parts of the page that main.tsx joined, for the shell and for src/routes. */
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react'
import { useReadable } from '../cache/hooks/use-readable.ts'
import type { SendContact } from '../network/contact.ts'
import type { KeyValue } from '../network/key-value.ts'
import type { AuthApi } from '../network/session/auth-api.ts'
import type { Devices } from '../network/session/devices.ts'
import type { Identity } from '../network/session/identity.ts'
import type { Invitations } from '../network/session/invitations.ts'
import type { Passkeys } from '../network/session/passkeys.ts'
import type { Session } from '../network/session/session.ts'
import type { WaysIn } from '../network/session/ways-in.ts'
import type { Offline } from '../offline/offline.ts'
import type { Readable } from '../offline/readable.ts'
import type { Network } from '../offline/sync/network.ts'
import type { PushBrowser } from '../offline/worker/push-browser.ts'
import type { Updates } from '../offline/worker/update.ts'
import type { Captcha } from '../parts/account/captcha.ts'
import { CaptchaContext } from '../parts/account/captcha-context.ts'
import type { DeviceLog } from '../parts/device-log.ts'
import type { OperationLog } from '../parts/operation-log.ts'
import type { Settings } from '../settings.ts'
import type { DeviceChoice, KeysChoice, ThemeChoice } from '../ui/device-choice.ts'
import { type Layers, LayersProvider } from '../ui/dialog/layers.tsx'
import { BackOnline, type OnBackOnline, onOnline } from '../ui/loading/back-online.ts'
import { type Toasts, ToastsProvider } from '../ui/toasts/toasts.tsx'
import type { Account } from './account/account.ts'
import type { LastList } from './frame/last-list.ts'

export interface App {
  readonly session: Session
  readonly account: Account
  readonly toasts: Toasts
  readonly layers: Layers
  readonly theme: DeviceChoice<ThemeChoice>
  /** Whether a key alone does something, where nobody types. */
  readonly keys: DeviceChoice<KeysChoice>
  readonly lastList: LastList
  readonly updates: Updates
  /** What this browser can do about notices. */
  readonly push: PushBrowser
  /** What went wrong on this device: /inspect shows it, feedback may take it along. */
  readonly log: Pick<DeviceLog, 'read'>
  /** The data calls of this page, where the server asks for them. */
  readonly operations: Pick<OperationLog, 'read'>
  readonly identity: Identity
  /** Flags of this installation. */
  readonly settings: Readable<Settings>
  /** Where one is configured: what shows that a person asks. */
  readonly captcha: Captcha
  /** A message to whoever runs this server, from anybody. */
  readonly contact: SendContact
  /** For what only the server knows and nothing on the device keeps. */
  readonly network: Pick<Network, 'send'>
  /** Where the person is signed in. */
  readonly devices: Devices
  readonly passkeys: Passkeys
  /** By what the person gets in. */
  readonly waysIn: WaysIn
  /** Who invites by a link. */
  readonly invitations: Invitations
  /** The calls of /auth that one room alone makes. */
  readonly accountCalls: Pick<AuthApi, 'get' | 'post'>
  /** What this browser remembers. */
  readonly memory: Pick<KeyValue, 'get' | 'set' | 'remove'>
  /** What this person has typed and not sent yet. */
  readonly typed: () => Map<string, string>
  /** Loads the page again; the next one has what was typed on it. */
  readonly reload: () => void
  /** To another site, which leads back to what was typed. */
  readonly leaveTo: (url: string) => void
  /** The browser itself answers; `leaveTo` is the real app, where it lies beside. */
  readonly demo?: { readonly leaveTo: string | undefined } | undefined
}

const AppContext = createContext<App | undefined>(undefined)

export function AppProvider({
  app,
  children,
}: {
  readonly app: App
  readonly children: ReactNode
}) {
  const { account, toasts } = app
  const { offline } = useReadable(account.state)
  // What is told of one person's lists ends with them: nobody else reads it, nor presses an “Undo” that undoes nothing.
  useEffect(() => offline && (() => toasts.end()), [offline, toasts])
  const onBackOnline = useMemo(() => backOnlineOf(offline), [offline])
  return (
    <AppContext value={app}>
      <LayersProvider layers={app.layers}>
        <CaptchaContext value={app.captcha}>
          <BackOnline value={onBackOnline}>
            <ToastsProvider toasts={app.toasts}>{children}</ToastsProvider>
          </BackOnline>
        </CaptchaContext>
      </LayersProvider>
    </AppContext>
  )
}

/** Besides what the browser tells, the first answer of the server after none. */
function backOnlineOf(offline: Offline | undefined): OnBackOnline {
  if (offline === undefined) return onOnline
  const { sync } = offline
  return listener => {
    let was = sync.get().reachable
    const ends = [
      onOnline(listener),
      sync.subscribe(() => {
        const { reachable } = sync.get()
        if (reachable && !was) listener()
        was = reachable
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }
}

export function useApp(): App {
  const app = use(AppContext)
  if (app === undefined) throw new Error('useApp needs an AppProvider')
  return app
}
