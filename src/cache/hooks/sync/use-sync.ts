import { useSyncExternalStore } from 'react'
import type { SyncState } from '../../../offline/offline.ts'
import { useOffline } from './use-offline.tsx'

/**
 * What the connection line says. With `select` (of a plain value, not an object) it draws again only where that
 * value changed: every answer of the server moves the time of the last contact.
 */
export function useSync(): SyncState
export function useSync<T extends SyncValue>(select: (state: SyncState) => T): T
export function useSync(
  select: (state: SyncState) => SyncState | SyncValue = all,
): SyncState | SyncValue {
  const { sync } = useOffline()
  const read = () => select(sync.get())
  return useSyncExternalStore(sync.subscribe, read, read)
}

type SyncValue = string | number | boolean | undefined

function all(state: SyncState): SyncState {
  return state
}
