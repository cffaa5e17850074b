import { useCallback, useSyncExternalStore } from 'react'
import type { Offline } from '../../../offline/offline.ts'

/** How many waiting edits are not safe on this device, yet or at all. */
export function useUnpersisted(offline: Offline): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [
        offline.onMarked(listener),
        offline.waiting.subscribe(listener),
        offline.sync.subscribe(listener),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    [offline],
  )
  return useSyncExternalStore(subscribe, () => lostWithPage(offline))
}

export function lostWithPage({ sync, waiting, unpersisted }: Offline): number {
  // A page that keeps nothing beyond its own life has taken them in, and that is all.
  return sync.get().storage === 'memory-only' ? waiting.get().length : unpersisted()
}
