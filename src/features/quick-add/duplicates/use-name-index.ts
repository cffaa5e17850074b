import { useEffect, useMemo } from 'react'
import { useListViews, useOffline } from '../../../cache/hooks/use-offline.tsx'
import { readNamedItem } from '../../../cache/records/shown-item.ts'
import { whenIdle } from '../../../ui/loading/when-idle.ts'
import { createNameIndex, type NameIndex } from './name-index.ts'

/** One for the whole screen of a list: the add box and the duplicates share it. */
export function useNameIndex(listId: string): NameIndex {
  const offline = useOffline()
  const views = useListViews()
  const index = useMemo(
    () => createNameIndex({ listId, readItem: id => readNamedItem(offline, id), later: whenIdle }),
    [offline, listId],
  )
  useEffect(() => {
    const stop = offline.onChanged(cacheIds => index.changed(cacheIds))
    return () => {
      stop()
      index.close()
    }
  }, [offline, index])
  useEffect(() => {
    let loaded: readonly string[] | undefined
    const load = () => {
      const { ids, openIds, doneIds } = views.view(listId)
      // A tick leaves the ids alone, and so costs nothing here.
      if (ids === loaded) return
      loaded = ids
      index.load([...openIds, ...doneIds])
    }
    const stop = views.subscribe(listId, load)
    load()
    return stop
  }, [views, listId, index])
  return index
}
