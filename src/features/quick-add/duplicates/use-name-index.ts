import { useLayoutEffect, useMemo } from 'react'
import { useListViews } from '../../../cache/hooks/sync/use-offline.tsx'
import { whenIdle } from '../../../ui/loading/when-idle.ts'
import { useTouchedItems } from '../use-touched-items.ts'
import { createNameIndex, type NameIndex } from './name-index.ts'

/** One for the whole screen of a list: the add box and the duplicates share it. */
export function useNameIndex(listId: string): NameIndex {
  const views = useListViews()
  const index = useMemo(
    () => createNameIndex({ listId, readItem: views.item, later: whenIdle }),
    [views, listId],
  )
  useTouchedItems(index)
  // In the commit: what was sent on the picture of a first look is done on the real screen right behind it.
  useLayoutEffect(() => {
    let loaded: readonly string[] | undefined
    function load() {
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
