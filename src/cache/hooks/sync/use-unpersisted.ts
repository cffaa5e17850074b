import { useCallback, useSyncExternalStore } from 'react'
import type { Offline } from '../../../offline/offline.ts'

/** How many waiting edits are not safe on this device, yet or at all. */
export function useUnpersisted(offline: Offline): number {
  return useCount(offline, waitingWithPage)
}

/** The same with what was refused. */
export function useLostWithPage(offline: Offline): number {
  return useCount(offline, lostWithPage)
}

/** How many edits, waiting or refused, are on no disk. */
export function lostWithPage(offline: Offline): number {
  const { sync, tray, unkeptInTray } = offline
  const refused = sync.get().storage === 'memory-only' ? tray.get().length : unkeptInTray()
  return waitingWithPage(offline) + refused
}

function waitingWithPage({ sync, waiting, unpersisted }: Offline): number {
  // A page that keeps nothing beyond its own life has taken them in, and that is all.
  return sync.get().storage === 'memory-only' ? waiting.get().length : unpersisted()
}

function useCount(offline: Offline, count: (offline: Offline) => number): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [
        offline.onMarked(listener),
        offline.waiting.subscribe(listener),
        offline.tray.subscribe(listener),
        offline.sync.subscribe(listener),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    [offline],
  )
  return useSyncExternalStore(subscribe, () => count(offline))
}
