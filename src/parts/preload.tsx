import { useEffect } from 'react'
import { useSync } from '../cache/hooks/sync/use-sync.ts'
import { whenIdle } from '../ui/loading/when-idle.ts'

/**
 * Has code loaded before anybody asks for it, when the browser has nothing better to do: on a slow line the lists
 * go first. Draws nothing, and nothing around it anew. `load` must stay the same function.
 */
export function Preload({ load }: { readonly load: () => void }) {
  const listsWentFirst = useSync(({ initialised, reachable }) => initialised || !reachable)
  useEffect(() => {
    if (listsWentFirst) return whenIdle(load, { atLatestMs: 4_000, otherwiseMs: 4_000 })
  }, [load, listsWentFirst])
  return null
}
