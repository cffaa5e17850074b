import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import type { LookedAt } from './looked-at.ts'
import { type News, newsOf } from './news.ts'

/** For the screen of a list: what is in sight there is no news any more, while it is open and when it closes. */
export function useLooksAt(lookedAt: LookedAt, listId: string): void {
  const offline = useOffline()
  useEffect(() => {
    const look = () => {
      const { latest } = newsOf(listId, {
        since: undefined,
        userId: offline.userId,
        peek: cacheId => offline.peek(cacheId),
        waits: cacheId => offline.mark(cacheId) !== undefined,
      })
      lookedAt.set(listId, latest)
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

/** What of a list is news. Draws again when something was looked at, or `touches` tells of a change. */
export function useNews(lookedAt: LookedAt, listId: string, touches: number): News {
  const offline = useOffline()
  const since = useSyncExternalStore(lookedAt.subscribe, () => lookedAt.get(listId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch may change what is news.
  return useMemo(
    () =>
      newsOf(listId, {
        since,
        userId: offline.userId,
        peek: cacheId => offline.peek(cacheId),
        waits: cacheId => offline.mark(cacheId) !== undefined,
      }),
    [offline, listId, since, touches],
  )
}
