import type { CallState } from '../../offline/sync/call-states.ts'
import { useOffline } from './use-offline.tsx'
import { useReadable } from './use-readable.ts'

/** How calls of this name stand: of an edit ("tickItem") or a query ("changes"). */
export function useCallState(name: string): CallState {
  const state = useOffline().callState(name)
  return useReadable(state)
}
