import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import { inviteIdOf } from '../../parts/account/invite-path.ts'
import { neverChanges } from '../../ui/never-changes.ts'
import { useApp } from '../app.tsx'
import { Redirect } from '../redirect.tsx'

/**
 * For screens that make no sense to somebody who is signed in: the way on, as soon as the server has said
 * yes. Whose session has ended meanwhile stays, to sign in again. Where somebody else signs in instead, `next` is not
 * theirs, and it leads to their own lists; an invitation is for whoever signs in.
 */
export function useSignedIn(next: string | undefined): ReactNode | undefined {
  const { session, account } = useApp()
  const { status, user } = useReadable(session.state)
  const [before] = useState(user?.id)
  const { offline } = useReadable(account.state)
  const ended = useSyncExternalStore(
    offline?.sync.subscribe ?? neverChanges,
    () => offline?.sync.get().signedOut ?? false,
  )
  if (status !== 'LOGGED_IN' || ended) return undefined
  const isTheirs = before === undefined || before === user?.id || inviteIdOf(next) !== undefined
  return <Redirect href={(isTheirs ? next : undefined) ?? '/product'} />
}
