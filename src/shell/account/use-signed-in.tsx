import { type ReactNode, useSyncExternalStore } from 'react'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import { neverChanges } from '../../ui/never-changes.ts'
import { useApp } from '../app.tsx'
import { Redirect } from '../redirect.tsx'

/**
 * For screens that make no sense to somebody who is signed in: the way on, as soon as the server has said
 * yes. Whose session has ended meanwhile stays, to sign in again.
 */
export function useSignedIn(next: string | undefined): ReactNode | undefined {
  const { session, account } = useApp()
  const { status } = useReadable(session.state)
  const { offline } = useReadable(account.state)
  const ended = useSyncExternalStore(
    offline?.sync.subscribe ?? neverChanges,
    () => offline?.sync.get().signedOut ?? false,
  )
  return status === 'LOGGED_IN' && !ended ? <Redirect href={next ?? '/product'} /> : undefined
}
