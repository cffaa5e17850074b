import { useEffect } from 'react'
import { useSync } from '../cache/hooks/use-sync.ts'

const atLatestMs = 4_000

/**
 * Has code loaded before anybody asks for it, when the browser has nothing better to do: on a slow line the lists
 * go first. Draws nothing, and nothing around it anew. `load` must stay the same function.
 */
export function Preload({ load }: { readonly load: () => void }) {
  const listsWentFirst = useSync(({ initialised, reachable }) => initialised || !reachable)
  useEffect(() => {
    if (!listsWentFirst) return
    if (globalThis.requestIdleCallback === undefined) {
      const timer = setTimeout(load, atLatestMs)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(load, { timeout: atLatestMs })
    return () => cancelIdleCallback(handle)
  }, [load, listsWentFirst])
  return null
}
