import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useListViews, useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useTouches } from '../../cache/hooks/use-list-views.ts'
import { itemCacheId, listCacheId } from '../../cache/records/cache-ids.ts'
import { whenIdle } from '../../ui/loading/when-idle.ts'
import type { LookedAt } from './looked-at.ts'
import { type News, newsOf } from './news.ts'

/** For the screen of a list: what is in sight there is no news any more, while it is open and when it closes. */
export function useLooksAt(lookedAt: LookedAt, listId: string): void {
  const read = useReadNews(listId)
  useEffect(() => {
    const look = () => lookedAt.set(listId, read(undefined).latest)
    // The whole list is walked: not before it can be ticked, and then once when it closes, not with every change.
    const cancel = whenIdle(look)
    window.addEventListener('pagehide', look)
    return () => {
      cancel()
      window.removeEventListener('pagehide', look)
      look()
    }
  }, [read, lookedAt, listId])
}

/** What of a list is news. Draws again when it was looked at, or when something on it changed. */
export function useListNews(lookedAt: LookedAt, listId: string): News {
  const read = useReadNews(listId)
  const touches = useTouches(listId)
  const readSince = () => lookedAt.get(listId)
  const since = useSyncExternalStore(lookedAt.subscribe, readSince, readSince)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch may change what is news.
  return useMemo(() => read(since), [read, since, touches])
}

function useReadNews(listId: string): (since: string | undefined) => News {
  const offline = useOffline()
  const views = useListViews()
  return useCallback(
    since => {
      const waits = (id: string) =>
        offline.mark(id === listId ? listCacheId(id) : itemCacheId(id)) !== undefined
      return newsOf(listId, { since, userId: offline.userId, views, waits })
    },
    [offline, views, listId],
  )
}
