import { useCallback, useSyncExternalStore } from 'react'
import { useListViews } from './use-offline.tsx'

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
  return useSyncExternalStore(subscribe, () => (listId === undefined ? 0 : views.touches(listId)))
}
