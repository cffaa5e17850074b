import { useSyncExternalStore } from 'react'
import { momentTitle } from './moment.ts'

/** As `momentTitle` says it now: past midnight it was another day. */
export function useMomentTitle(at: number | undefined): string | undefined {
  const read = () => (at === undefined ? undefined : momentTitle(at, Date.now()))
  return useSyncExternalStore(followDays, read, read)
}

function followDays(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function follow() {
    clearTimeout(timer)
    timer = setTimeout(follow, new Date().setHours(24, 0, 0, 0) - Date.now())
    listener()
  }
  follow()
  // While a device sleeps, no timer runs.
  document.addEventListener('visibilitychange', follow)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', follow)
  }
}
