import { useCallback, useSyncExternalStore } from 'react'
import type { ListView } from '../sync/list-views.ts'
import { useListViews } from './use-offline.tsx'

/** Ids of a list's open and done items, each in the list's order. */
export function useListView(listId: string): ListView {
  const views = useListViews()
  const subscribe = useCallback(
    (listener: () => void) => views.subscribe(listId, listener),
    [views, listId],
  )
  return useSyncExternalStore(subscribe, () => views.view(listId))
}
