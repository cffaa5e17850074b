/** Lets through who is known on this device, network or not; sends everybody else to the sign-in. */
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { OfflineProvider } from '../../cache/hooks/sync/use-offline.tsx'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import type { Offline } from '../../offline/offline.ts'
import { Button } from '../../ui/form/button.tsx'
import { LoadingScreen } from '../../ui/loading/loading-screen.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useApp } from '../app.tsx'
import { Redirect } from '../redirect.tsx'

export function ProductGate({ children }: { readonly children: ReactNode }) {
  const offline = useOpenAccount()
  const { href } = useLocation()
  const [wasOpen, setWasOpen] = useState(false)
  if (typeof offline === 'object' && !wasOpen) setWasOpen(true)
  // Who left takes along where they were: whoever signs in next may not have that list.
  if (offline === 'nobody') return <Redirect to="/login" search={wasOpen ? {} : { next: href }} />
  if (offline === 'waiting') return <LoadingScreen />
  if (offline === 'failed') return <StoresFailed />
  return (
    <OfflineProvider key={offline.userId} offline={offline}>
      {children}
    </OfflineProvider>
  )
}

/** The open stores; `waiting` while they open or while only the server can say who this is. */
export function useOpenAccount(): Offline | 'waiting' | 'nobody' | 'failed' {
  const { account, session } = useApp()
  const { offline, checked, failed } = useReadable(account.state)
  const { user } = useReadable(session.state)
  if (offline !== undefined) return offline
  if (failed) return 'failed'
  return user === undefined && checked ? 'nobody' : 'waiting'
}

function StoresFailed() {
  const { reload } = useApp()
  return (
    <main className="flex min-h-dvh">
      <h1 className="sr-only">Your lists</h1>
      <Notice
        title="Your lists could not be opened"
        actions={
          <Button look="primary" onClick={reload}>
            Try again
          </Button>
        }
      >
        This browser did not open the storage of this device. What the server has is safe. Close
        other windows of Aisle, then try again.
      </Notice>
    </main>
  )
}
