import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApp } from './app.tsx'
import { useReadable } from './use-readable.ts'

/** For screens that make no sense to somebody who is signed in: the way on, as soon as the server has said yes. */
export function useSignedIn(next: string | undefined): ReactNode | undefined {
  const { session } = useApp()
  const { status } = useReadable(session.state)
  return status === 'LOGGED_IN' ? <Navigate to={next ?? '/product'} replace /> : undefined
}
