import type { CallState } from '../../../offline/sync/call-states.ts'
import { useReadable } from '../use-readable.ts'
import { useOffline } from './use-offline.tsx'

/** How calls of this name stand: of an edit ("tickItem") or a query ("changes"). */
export function useCallState(name: string): CallState {
  const state = useOffline().callState(name)
  return useReadable(state)
}
