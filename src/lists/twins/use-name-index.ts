import { useEffect, useEffectEvent, useMemo } from 'react'
import { useListView } from '../../cache/use-list-view.ts'
import { useOffline } from '../../cache/use-offline.tsx'
import { createNameIndex, type NameIndex } from './name-index.ts'
import { readNamedItem } from './read-item.ts'

/** One for the whole screen of a list: the add box and the twins share it. */
export function useNameIndex(listId: string): NameIndex {
  const offline = useOffline()
  const { openIds, doneIds } = useListView(listId)
  const count = openIds.length + doneIds.length
  const index = useMemo(
    () => createNameIndex({ listId, readItem: id => readNamedItem(offline, id), later }),
    [offline, listId],
  )
  useEffect(() => {
    const stop = offline.onChanged(cacheIds => index.changed(cacheIds))
    return () => {
      stop()
      index.close()
    }
  }, [offline, index])
  const load = useEffectEvent((_count: number) => index.load([...openIds, ...doneIds]))
  // A tick leaves the count alone, and so costs nothing here.
  useEffect(() => load(count), [count])
  return index
}

/** When the browser has nothing better to do. */
function later(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(() => work(), { timeout: 1_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 50)
  return () => clearTimeout(timer)
}
