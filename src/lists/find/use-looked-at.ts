import { useEffect, useSyncExternalStore } from 'react'
import { useOffline } from '../../cache/use-offline.tsx'
import type { LookedAt } from './looked-at.ts'
import { newsOf } from './news.ts'

/** For the screen of a list: what is in sight there is no news any more, while it is open and when it closes. */
export function useLooksAt(lookedAt: LookedAt, listId: string): void {
  const offline = useOffline()
  useEffect(() => {
    const look = () => {
      const isOwn = (cacheId: string) => offline.mark(cacheId) !== undefined
      const peek = (cacheId: string) => offline.peek(cacheId)
      lookedAt.set(listId, newsOf(listId, undefined, peek, isOwn).latest)
    }
    look()
    // Once when it closes, not with every change: the whole list is walked.
    window.addEventListener('pagehide', look)
    return () => {
      window.removeEventListener('pagehide', look)
      look()
    }
  }, [offline, lookedAt, listId])
}

/** Draws again when something was looked at. */
export function useLookedAt(lookedAt: LookedAt, listId: string): string | undefined {
  return useSyncExternalStore(lookedAt.version.subscribe, () => lookedAt.get(listId))
}
