import { useCallback, useSyncExternalStore } from 'react'
import type { ListCounts } from '../sync/list-views.ts'
import { useListViews } from './use-offline.tsx'

/** How many items of a list are open and done; renders again only when a number changed. */
export function useListCounts(listId: string): ListCounts {
  const views = useListViews()
  const subscribe = useCallback(
    (listener: () => void) => views.subscribe(listId, listener),
    [views, listId],
  )
  return useSyncExternalStore(subscribe, () => views.counts(listId))
}
