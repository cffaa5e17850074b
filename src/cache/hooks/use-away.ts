import { away, isAway } from '../records/is-away.ts'
import { useCallState } from './sync/use-call-state.ts'
import { useOffline } from './sync/use-offline.tsx'
import { useSync } from './sync/use-sync.ts'

export interface Away {
  readonly title: string
  readonly sentence?: string
}

/**
 * What is said in place of items that a full device let go of, undefined where it has them. At a start with a network
 * they are on their way: until the server was asked there is nothing to explain.
 */
export function useAway(listId: string): Away | undefined {
  const offline = useOffline()
  const waits = useSync(sync => sync.reachable && !sync.initialised && !sync.signedOut)
  const { status } = useCallState('changes')
  if (!isAway(offline, listId)) return undefined
  return waits && status !== 'FAILED' ? { title: 'Loading...' } : away
}
