import type { Entry } from '../../../offline/outbox/edit.ts'
import { useReadable } from '../use-readable.ts'
import { useOffline } from './use-offline.tsx'

/** What the server has not answered, oldest first. */
export function useWaiting(): readonly Entry[] {
  const { waiting } = useOffline()
  return useReadable(waiting)
}
