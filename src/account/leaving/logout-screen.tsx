/** Leaving: at once where nothing waits, else after asking what becomes of the unsent changes. */

import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { counted } from '../../../rules/validation-issue.ts'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import { causeTitle } from '../../cache/sync/cause-title.ts'
import type { Offline } from '../../offline/offline.ts'
import type { Readable } from '../../offline/readable.ts'
import { Button, buttonClass } from '../../ui/form/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { LeftNotice } from './left-notice.tsx'

interface LogoutScreenProps {
  readonly account: Readable<{
    /** The open stores of whoever is signed in. */
    readonly offline: Offline | undefined
    /** Whether it is certain by now who that is. */
    readonly checked: boolean
    /** The stores would not open. */
    readonly failed: boolean
    readonly leftBehind: boolean
  }>
  /** Asks in any case: somebody left by this page before, and who is signed in by now did not ask for it. */
  readonly asks: boolean
  /** The browser itself is the server, and keeps what the server has. */
  readonly isDemo: boolean
  readonly onLeave: () => Promise<void>
  /** Nobody is signed in any more. */
  readonly onLeft: () => void
  /** Tries again to remove what was left behind. */
  readonly onClean: () => Promise<void>
}

export function LogoutScreen({
  account,
  asks,
  isDemo,
  onLeave,
  onLeft,
  onClean,
}: LogoutScreenProps) {
  const { offline, checked, failed, leftBehind } = useReadable(account)
  const [leaving, setLeaving] = useState(false)
  const [left, setLeft] = useState(false)

  async function leave() {
    setLeaving(true)
    await onLeave()
    setLeaving(false)
    setLeft(true)
  }

  const isLeft = !leaving && offline === undefined && (left || (checked && !failed))
  useEffect(() => {
    if (isLeft && !asks) onLeft()
  }, [isLeft, asks, onLeft])

  if (leaving) return <Page>Signing out…</Page>
  if (offline !== undefined) {
    return (
      <Leaving
        key={offline.userId}
        offline={offline}
        asks={asks || left}
        isDemo={isDemo}
        onLeave={leave}
      />
    )
  }
  if (!left && failed) return <LeavingUnseen onLeave={leave} />
  if (!left && !checked) return <Opening />
  return (
    <Page>
      <LeftNotice leftBehind={leftBehind} isDemo={isDemo} onClean={onClean} />
    </Page>
  )
}

type LeavingStep = 'ask' | 'ask-unseen' | 'leave'

interface LeavingProps {
  readonly offline: Offline
  /** Also where nothing waits. */
  readonly asks: boolean
  readonly isDemo: boolean
  readonly onLeave: () => Promise<void>
}

function Leaving({ offline, asks, isDemo, onLeave }: LeavingProps) {
  const { waiting, reachable, signedOut, storage } = useReadable(offline.sync)
  const refused = useReadable(offline.tray).length
  const isUnseen = storage === 'memory-only'
  const [step, setStep] = useState<LeavingStep>()
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<string>()

  // What was ticked just before is a change once it is painted.
  useEffect(() => {
    offline.afterPaint(() =>
      setStep(before => {
        // When the last change has been sent while the question stands, it still wants an answer.
        if (asks || before === 'ask' || offline.sync.get().waiting > 0) return 'ask'
        if (offline.tray.get().length > 0) return 'ask'
        return isUnseen ? 'ask-unseen' : 'leave'
      }),
    )
  }, [offline, asks, isUnseen])

  useEffect(() => {
    if (step === 'leave') onLeave()
  }, [step, onLeave])

  async function handleSend() {
    setSending(true)
    setError(undefined)
    await offline.sendNow()
    setSending(false)
    const now = offline.sync.get()
    const left = now.waiting
    // What the server refused is seen before it goes. Whoever stays meanwhile has left this page, and nothing comes of it.
    if (left === 0 && offline.tray.get().length > 0) return
    if (left === 0) return setStep(now.storage === 'memory-only' ? 'ask-unseen' : 'leave')
    const [first] = offline.waiting.get()
    setError(
      now.signedOut
        ? 'The server wants you to sign in before it takes your changes.'
        : `${counted(left, 'change')} could not be sent: ${causeTitle(first?.lastCause)}. Try again later, or stay.`,
    )
  }

  if (step === undefined) return <Opening />
  if (step === 'leave') return <Page>Signing out…</Page>
  if (step === 'ask-unseen' || (isUnseen && waiting === 0 && refused === 0)) {
    return <LeavingUnseen onLeave={onLeave} />
  }
  return (
    <Page>
      <Notice
        title={
          waiting > 0
            ? `${counted(waiting, 'change')} not sent yet`
            : refused > 0
              ? `${counted(refused, 'change')} could not be saved`
              : asks
                ? 'Sign out?'
                : 'Everything has been sent'
        }
        actions={
          <div className="flex w-full flex-col gap-2">
            <FormError>{error}</FormError>
            {waiting === 0 ? null : signedOut ? (
              <Link
                to="/login"
                search={{ next: '/logout' }}
                replace
                className={buttonClass('primary')}
              >
                Sign in to send {counted(waiting, 'change')}
              </Link>
            ) : (
              <Button look="primary" busy={sending} onClick={handleSend}>
                {sending ? 'Sending…' : `${reachable ? 'Send now' : 'Try to send'} and sign out`}
              </Button>
            )}
            <Button look="danger" busy={sending} onClick={onLeave}>
              {waiting > 0 || refused > 0 ? 'Discard and sign out' : 'Sign out'}
            </Button>
            <Stay />
          </div>
        }
      >
        {waiting > 0 && refused > 0 ? `${counted(refused, 'change')} could not be saved. ` : ''}
        {waiting > 0 && !reachable ? 'The server cannot be reached at the moment. ' : ''}
        {isUnseen ? `${unseen} ` : ''}
        Signing out removes {isDemo ? '' : 'your lists and '}everything unsent from this device.
      </Notice>
    </Page>
  )
}

const unseen =
  'This browser did not open the storage of this device, so changes that wait there cannot be counted or sent.'

/** Nobody knows what waits there. */
function LeavingUnseen({ onLeave }: Pick<LeavingProps, 'onLeave'>) {
  return (
    <Page>
      <Notice
        title="Your lists could not be opened"
        actions={
          <div className="flex w-full flex-col gap-2">
            <Button look="danger" onClick={onLeave}>
              Discard and sign out
            </Button>
            <Stay />
          </div>
        }
      >
        {unseen} Signing out removes them.
      </Notice>
    </Page>
  )
}

function Stay() {
  return (
    // By the way back one would leave after all.
    <Link to="/product" search={{}} replace className={buttonClass('secondary')}>
      Stay
    </Link>
  )
}

function Opening() {
  return (
    <Page>
      <Loading />
    </Page>
  )
}

function Page({ children }: { readonly children: ReactNode }) {
  useTitle('Sign out')
  return (
    <main className="flex min-h-dvh flex-col pb-[30dvh]">
      <h1 className="sr-only">Sign out</h1>
      {typeof children === 'string' ? (
        <p role="status" className="m-auto text-quiet">
          {children}
        </p>
      ) : (
        children
      )}
    </main>
  )
}
