import { useCallback, useSyncExternalStore } from 'react'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { seenRecords } from '../cache/records/reader.ts'
import { useMomentTitle } from '../ui/use-moment-title.ts'

/** While all is well the server is asked every 30 s: three times in vain, and the list is not as it seems. */
const staleMs = 90_000

/** As of when a list is, where that is longer ago than the person would think. */
export function LastUpdated({ listId }: { readonly listId: string }) {
  const offline = useOffline()
  const since = useMomentTitle(useStaleSince())
  // A list that the server never told of is this device's own.
  if (since === undefined || seenRecords(offline).revision(listId) === undefined) return null
  return (
    <p
      data-momentary="words"
      className="-mt-2 -mb-2 min-h-4 min-w-0 truncate pl-4 text-xs leading-4 text-quiet"
      title="Others may have changed something since"
    >
      Last updated {since}
    </p>
  )
}

/** When all was last told, in ms since 1970, where that is too long ago; draws again only when that changes. */
function useStaleSince(): number | undefined {
  const { sync } = useOffline()
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      function follow() {
        clearTimeout(timer)
        const { caughtUpAt } = sync.get()
        if (caughtUpAt !== undefined && !isStale(caughtUpAt)) {
          timer = setTimeout(follow, caughtUpAt + staleMs - Date.now() + 1)
        }
        listener()
      }
      const stop = sync.subscribe(follow)
      follow()
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
    [sync],
  )
  function read() {
    const { caughtUpAt } = sync.get()
    return caughtUpAt !== undefined && isStale(caughtUpAt) ? caughtUpAt : undefined
  }
  return useSyncExternalStore(subscribe, read, read)
}

/** Or so far ahead that the device's clock was set back since: nobody knows then how long ago it was. */
function isStale(caughtUpAt: number): boolean {
  return Math.abs(Date.now() - caughtUpAt) >= staleMs
}
