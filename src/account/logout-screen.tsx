/** Leaving: at once where nothing waits, else after asking what becomes of the unsent changes. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { Offline } from '../offline/offline.ts'
import type { Readable } from '../offline/readable.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Loading } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { changesTitle } from './changes-title.ts'

interface LogoutScreenProps {
  /** The open stores of whoever is signed in, and whether it is certain by now who that is. */
  readonly account: Readable<{ readonly offline: Offline | undefined; readonly checked: boolean }>
  readonly onLeave: () => Promise<void>
}

export function LogoutScreen({ account, onLeave }: LogoutScreenProps) {
  const { offline, checked } = useSyncExternalStore(account.subscribe, account.get)
  const [leaving, setLeaving] = useState(false)
  const [left, setLeft] = useState(false)

  async function leave() {
    setLeaving(true)
    await onLeave()
    setLeaving(false)
    setLeft(true)
  }

  if (left) return <Left />
  if (leaving) return <Page>Signing out…</Page>
  if (offline !== undefined)
    return <Leaving key={offline.userId} offline={offline} onLeave={leave} />
  return checked ? <Left /> : <Loading />
}

function Leaving({
  offline,
  onLeave,
}: {
  readonly offline: Offline
  readonly onLeave: () => Promise<void>
}) {
  const { waiting } = useSyncExternalStore(offline.sync.subscribe, offline.sync.get)
  const refused = useSyncExternalStore(offline.tray.subscribe, offline.tray.get).length
  // Decided once: when the last change has been sent while the question stands, it still wants an answer.
  const [asks] = useState(waiting > 0 || refused > 0)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<string>()

  useEffect(() => {
    if (!asks) onLeave()
  }, [asks, onLeave])

  async function handleSend() {
    setSending(true)
    setError(undefined)
    await offline.sendNow()
    setSending(false)
    const { waiting: left, signedOut } = offline.sync.get()
    if (left === 0) return onLeave()
    setError(
      signedOut
        ? 'The server wants you to sign in before it takes your changes.'
        : `${changesTitle(left)} could not be sent: the server cannot be reached. Try again later, or stay.`,
    )
  }

  if (!asks) return <Page>Signing out…</Page>
  return (
    <Page>
      <Notice
        title={
          waiting > 0
            ? `${changesTitle(waiting)} not sent yet`
            : refused > 0
              ? `${changesTitle(refused)} could not be saved`
              : 'Everything has been sent'
        }
        actions={
          <div className="flex w-full flex-col gap-2">
            <FormError>{error}</FormError>
            {waiting > 0 ? (
              <Button look="primary" disabled={sending} onClick={handleSend}>
                {sending ? 'Sending…' : 'Send now and sign out'}
              </Button>
            ) : null}
            <Button look="danger" disabled={sending} onClick={onLeave}>
              {waiting > 0 || refused > 0 ? 'Discard and sign out' : 'Sign out'}
            </Button>
            <Link to="/product" search={{}} className={buttonClass('secondary')}>
              Stay
            </Link>
          </div>
        }
      >
        Signing out removes your lists and everything unsent from this device.
      </Notice>
    </Page>
  )
}

function Left() {
  return (
    <Page>
      <Notice
        title="You are signed out"
        actions={
          <>
            <Link to="/login" search={{}} className={buttonClass('primary')}>
              Sign in
            </Link>
            <Link to="/" className={buttonClass('secondary')}>
              Start page
            </Link>
          </>
        }
      >
        Nothing of your lists is left on this device.
      </Notice>
    </Page>
  )
}

function Page({ children }: { readonly children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col">
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
