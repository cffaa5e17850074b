import { useSyncExternalStore } from 'react'
import type { Entry } from '../../offline/outbox/edit.ts'
import { useOffline } from './use-offline.tsx'

/** What the server has not answered, oldest first. */
export function useWaiting(): readonly Entry[] {
  const { waiting } = useOffline()
  return useSyncExternalStore(waiting.subscribe, waiting.get)
}
