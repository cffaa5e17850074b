import { useEffect } from 'react'

const atLatestMs = 4_000

/** Does something once `when` the browser has nothing better to do. `act` must stay the same function. */
export function useIdle(act: () => void, when: boolean): void {
  useEffect(() => {
    if (!when) return
    if (globalThis.requestIdleCallback === undefined) {
      const timer = setTimeout(act, atLatestMs)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(act, { timeout: atLatestMs })
    return () => cancelIdleCallback(handle)
  }, [act, when])
}
