import { useEffect } from 'react'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'

interface Follower {
  changed(itemIds: readonly string[]): void
  close(): void
}

/** Tells `follower` which items change, and closes it with the screen. */
export function useTouchedItems(follower: Follower): void {
  const views = useListViews()
  useEffect(() => {
    const stop = views.onTouched(({ itemIds }) => follower.changed(itemIds))
    return () => {
      stop()
      follower.close()
    }
  }, [views, follower])
}
