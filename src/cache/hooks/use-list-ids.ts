import { useCallback, useSyncExternalStore } from 'react'
import { useListViews } from './use-offline.tsx'

/** Ids of all lists in the person's order. */
export function useListIds(): readonly string[] {
  const views = useListViews()
  const subscribe = useCallback(
    (listener: () => void) => views.subscribe(undefined, listener),
    [views],
  )
  return useSyncExternalStore(subscribe, () => views.listIds())
}
