import { useEffect, useMemo, useState } from 'react'
import { createUndoView } from '../../cache/undo-view.ts'
import { useList } from '../../cache/use-list.ts'
import { useOffline } from '../../cache/use-offline.tsx'
import { type ItemView, isEverything } from './saved-filters.ts'
import { type ListView, viewedItems } from './viewed-items.ts'

/**
 * The rows of a list as a person wants to see them. Without a filter and in the own order it costs nothing;
 * with one, a change of an item of the list works it out anew.
 */
export function useViewedItems(listId: string, view: ListView, wanted: ItemView): ListView {
  const offline = useOffline()
  const tags = useList(listId)?.itemTags
  const [version, setVersion] = useState(0)
  const idle = isEverything(wanted)
  useEffect(() => {
    if (idle) return
    const ids = new Set([...view.openIds, ...view.doneIds].map(id => `Item:${id}`))
    return offline.onChanged(changed => {
      if ([...changed].some(cacheId => ids.has(cacheId))) setVersion(count => count + 1)
    })
  }, [offline, view, idle])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reads anew.
  return useMemo(() => {
    const reading = createUndoView(cacheId => offline.peek(cacheId))
    const read = (id: string) => {
      const item = reading.item(id)
      const updatedAt = offline.peek(`Item:${id}`)?.updatedAt
      return (
        item && { ...item, order: 0, updatedAt: typeof updatedAt === 'string' ? updatedAt : '' }
      )
    }
    return viewedItems(view, wanted, tags?.map(tag => tag.id) ?? [], read)
  }, [offline, view, wanted, tags, version])
}
