import { away, isAway } from '../records/is-away.ts'
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
  const waits = useSync(
    ({ reachable, signedOut, trouble, initialised }) =>
      reachable && !signedOut && trouble === undefined && !initialised,
  )
  if (!isAway(offline, listId)) return undefined
  return waits ? { title: 'Loading...' } : away
}
