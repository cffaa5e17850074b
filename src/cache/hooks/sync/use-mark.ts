import { useCallback, useSyncExternalStore } from 'react'
import type { Mark } from '../../../offline/offline.ts'
import { useOffline } from './use-offline.tsx'

/** The quiet mark of a row, by its cache id: "Item:…" or "ShoppingList:…". */
export function useMark(cacheId: string): Mark | undefined {
  const offline = useOffline()
  const subscribe = useCallback(
    (listener: () => void) =>
      offline.onMarked(marked => {
        if (marked.has(cacheId)) listener()
      }),
    [offline, cacheId],
  )
  const read = () => offline.mark(cacheId)
  return useSyncExternalStore(subscribe, read, read)
}
