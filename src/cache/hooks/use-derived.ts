import { useMemo, useSyncExternalStore } from 'react'
import type { Offline } from '../../offline/offline.ts'
import { steady } from './steady.ts'
import { useOffline } from './sync/use-offline.tsx'

/**
 * What `derive`, a function of a module, makes of all that is known: looked up after each change, so for screens that
 * are seldom open. Plain JSON; draws again only where it says something else.
 */
export function useDerived<T, Of>(derive: (offline: Offline, of: Of) => T, of: Of): T {
  const offline = useOffline()
  const read = useMemo(() => steady(() => derive(offline, of)), [offline, derive, of])
  return useSyncExternalStore(offline.onChanged, read, read)
}
