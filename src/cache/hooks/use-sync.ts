import { useSyncExternalStore } from 'react'
import type { SyncState } from '../../offline/offline.ts'
import { useOffline } from './use-offline.tsx'

/** What the connection line says. */
export function useSync(): SyncState {
  const { sync } = useOffline()
  return useSyncExternalStore(sync.subscribe, sync.get)
}
