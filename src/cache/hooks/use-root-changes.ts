import { useCallback } from 'react'
import { rootCacheId } from '../records/cache-ids.ts'
import { useOffline } from './sync/use-offline.tsx'

/** What to subscribe to for what hangs at the root. `type` is what it answers with: "Unit"; nothing else is looked at. */
export function useRootChanges(type: string): (listener: () => void) => () => void {
  const offline = useOffline()
  return useCallback(
    listener =>
      offline.onChanged(changed => {
        for (const cacheId of changed) {
          if (cacheId === rootCacheId || cacheId.startsWith(`${type}:`)) return listener()
        }
      }),
    [offline, type],
  )
}
