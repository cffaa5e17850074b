/** What the service of list views tells of the lists, each drawn again only when that changed. */
import { useCallback, useSyncExternalStore } from 'react'
import type { ListCounts, ListView, ListViews } from '../sync/list-views.ts'
import { useListViews } from './sync/use-offline.tsx'

/** Ids of a list's open and done items, each in the list's order. */
export function useListView(listId: string): ListView {
  return useViewed(listId, views => views.view(listId))
}

/** How many items of a list are open and done. */
export function useListCounts(listId: string): ListCounts {
  return useViewed(listId, views => views.counts(listId))
}

/** Ids of all lists in the person's order. */
export function useListIds(): readonly string[] {
  return useViewed(undefined, views => views.listIds())
}

/** How many of these items are still to be bought. */
export function useOpenCount(ids: readonly string[]): number {
  const views = useListViews()
  const read = () => ids.filter(id => views.item(id)?.purchased === false).length
  return useSyncExternalStore(views.onTouched, read, read)
}

function useViewed<T>(listId: string | undefined, read: (views: ListViews) => T): T {
  const views = useListViews()
  const subscribe = useCallback(
    (listener: () => void) => views.subscribe(listId, listener),
    [views, listId],
  )
  const readNow = () => read(views)
  return useSyncExternalStore(subscribe, readNow, readNow)
}

/** Grows whenever a list, or something on it, changed; never for `undefined`. */
export function useTouches(listId: string | undefined): number {
  const views = useListViews()
  const subscribe = useCallback(
    (listener: () => void) => {
      if (listId === undefined) return () => {}
      return views.onTouched(({ listIds }) => listIds.has(listId) && listener())
    },
    [views, listId],
  )
  const read = () => (listId === undefined ? 0 : views.touches(listId))
  return useSyncExternalStore(subscribe, read, read)
}
