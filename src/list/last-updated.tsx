import { useEffect, useReducer } from 'react'
import { useOffline } from '../cache/hooks/use-offline.tsx'
import { useSync } from '../cache/hooks/use-sync.ts'
import { cursorCacheId } from '../cache/records/local-records.ts'
import { momentTitle } from '../ui/moment.ts'

/** While all is well the server is asked every 30 s: three times in vain, and the list is not as it seems. */
const staleMs = 90_000

/** As of when a list is, where that is longer ago than the person would think. */
export function LastUpdated({ listId }: { readonly listId: string }) {
  const offline = useOffline()
  const { caughtUpAt } = useSync()
  const stale = useIsPast(caughtUpAt === undefined ? undefined : caughtUpAt + staleMs)
  // A list that the server never told of is this device's own.
  if (caughtUpAt === undefined || !stale || !offline.peek(cursorCacheId(listId))) return null
  return (
    <p
      className="-mt-2 -mb-2 flex-none pl-4 text-xs leading-4 text-quiet"
      title="Others may have changed something since"
    >
      Last updated {momentTitle(caughtUpAt, Date.now())}
    </p>
  )
}

/** Whether a moment, in ms since 1970, is over; draws again when it comes. */
function useIsPast(at: number | undefined): boolean {
  const [, drawAgain] = useReducer((drawn: number) => drawn + 1, 0)
  useEffect(() => {
    if (at === undefined || at <= Date.now()) return
    const timer = setTimeout(drawAgain, at - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [at])
  return at !== undefined && at <= Date.now()
}
