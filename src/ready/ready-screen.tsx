/** "Ready for the shop": what has to hold before one goes if there is no signal, each with what mends it. */

import { type ReactNode, useState } from 'react'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useSync } from '../cache/hooks/sync/use-sync.ts'
import { useTray } from '../cache/hooks/sync/use-tray.ts'
import { useListIds } from '../cache/hooks/use-list-views.ts'
import { useReadable } from '../cache/hooks/use-readable.ts'
import { isAway } from '../cache/records/is-away.ts'
import { refreshFailure } from '../cache/sync/refresh-failure.ts'
import type { Session } from '../network/session/session.ts'
import { momentTitle } from '../ui/moment.ts'
import { PlainList } from '../ui/plain-list.tsx'
import { createDevice } from './device.ts'
import {
  appReadiness,
  listsReadiness,
  type Readiness,
  sessionReadiness,
  storageReadiness,
  waitingReadiness,
  waitingTitle,
} from './readiness.ts'
import { ReadyLine } from './ready-line.tsx'
import { useAnswer } from './use-answer.ts'

interface ReadyScreenProps {
  readonly session: Session
  readonly isDemo: boolean
  readonly header: ReactNode
  /** Leads to the sign-in and back here. */
  readonly onSignIn: () => void
}

const noSignal = 'The server cannot be reached. Try again where there is a signal.'

export function ReadyScreen({ session, isDemo, header, onSignIn }: ReadyScreenProps) {
  const offline = useOffline()
  const sync = useSync()
  const { status, endsAt } = useReadable(session.state)
  const [device] = useState(() => createDevice(navigator, isDemo))
  const [isLasting, askLasting] = useAnswer(device.isLasting)
  const [shell, askShell] = useAnswer(device.shell)
  const now = Date.now()
  const asOf = sync.caughtUpAt === undefined ? '' : momentTitle(sync.caughtUpAt, now)

  const lacks = useListIds().some(id => isAway(offline, id))
  const lists = listsReadiness({ ...sync, isCut: lacks || sync.isCut }, asOf, now)
  const waiting = waitingReadiness(sync, useTray().length)
  const signedIn = sessionReadiness(sync.signedOut || status === 'LOGGED_OUT', endsAt, now)
  const storage = storageReadiness(sync, isLasting)
  const app = appReadiness(shell)
  const all = [lists, waiting, signedIn, storage, app]

  async function refresh() {
    if (offline.sync.get().signedOut) return signIn()
    const answered = await offline.refresh({ waitedFor: true })
    return answered ? undefined : (refreshFailure(offline) ?? noSignal)
  }

  async function send() {
    if (offline.sync.get().signedOut) return signIn()
    await offline.sendNow()
    const { waiting, reachable } = offline.sync.get()
    return waiting > 0 && !reachable ? noSignal : undefined
  }

  /** Using a session prolongs it; only if there is none any more must the person sign in. */
  async function signIn() {
    await session.checkStatus()
    if (session.state.get().status === 'LOGGED_OUT') {
      onSignIn()
      return
    }
    offline.resume()
    const answered = await offline.refresh()
    return answered ? undefined : (refreshFailure(offline) ?? noSignal)
  }

  async function keep() {
    const kept = await askLasting(device.makeLasting)
    return kept
      ? undefined
      : 'It did not agree. Browsers agree for apps that are installed: add Aisle to the home screen.'
  }

  async function loadApp() {
    const loaded = await askShell(device.completeShell)
    if (loaded === 'unsupported') return 'Use another browser, or leave the private window.'
    if (loaded === 'insecure') return 'Ask whoever runs this server for an address with https.'
    if (loaded === 'complete') return undefined
    const isThere = await offline.refresh({ waitedFor: true })
    return isThere
      ? 'Not all of it could be loaded. Make room on this device, and load the page again: there may be a newer version.'
      : (refreshFailure(offline) ?? noSignal)
  }

  return (
    <>
      {header}
      <div data-scroller className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="beneath-toasts mx-auto w-full max-w-[720px] pt-3">
          <p role="status" aria-label="Readiness" className="px-4 pb-2 text-quiet">
            {summary(all)}
          </p>
          <PlainList aria-label="Ready for the shop">
            <ReadyLine title="Your lists" readiness={lists} mend="Refresh" onMend={refresh} />
            <ReadyLine
              title={waitingTitle(sync)}
              readiness={waiting}
              mend="Send now"
              onMend={send}
            />
            <ReadyLine
              title="Signed in"
              readiness={signedIn}
              mend={sync.signedOut || status === 'LOGGED_OUT' ? 'Sign in' : 'Stay signed in'}
              onMend={signIn}
            />
            <ReadyLine
              title="Kept on this device"
              readiness={storage}
              mend="Keep my lists"
              onMend={keep}
            />
            <ReadyLine
              title="The app on this device"
              readiness={app}
              mend={isDemo ? undefined : 'Load the app'}
              onMend={loadApp}
            />
          </PlainList>
        </div>
      </div>
    </>
  )
}

function summary(all: readonly Readiness[]): string {
  const open = all.filter(({ ready }) => ready === false).length
  if (open === 1) return 'One thing to mend before you go.'
  if (open > 1) return `${open} things to mend before you go.`
  return all.some(({ ready }) => ready === undefined)
    ? 'Looking…'
    : 'All is ready: you can shop without a signal.'
}
