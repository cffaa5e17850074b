import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useList } from '../../cache/hooks/use-list.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import { itemCacheId } from '../../cache/records/cache-ids.ts'
import { seenRecords } from '../../cache/records/reader.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'
import { type ItemView, narrowsOrSorts } from './saved-filters.ts'
import { type ListView, steadyView, viewedItems } from './viewed-items.ts'

/**
 * The rows of a list as a person wants to see them. Without a filter and in the own order it costs nothing;
 * with one, a change of an item of the list works it out anew. While `steady`, no row goes or changes its
 * place because of what was just done to it.
 */
export function useViewedItems(
  listId: string,
  view: ListView,
  wanted: ItemView,
  steadiness: Readable<boolean> = neverSteady,
): ListView {
  const offline = useOffline()
  const tags = useList(listId)?.itemTags
  const [version, setVersion] = useState(0)
  const idle = !narrowsOrSorts(wanted)
  const steady = useSyncExternalStore(steadiness.subscribe, () => !idle && steadiness.get())
  const before = useRef<{ readonly wanted: ItemView; readonly viewed: ListView }>(undefined)
  useEffect(() => {
    if (idle) return
    const ids = new Set([...view.openIds, ...view.doneIds].map(id => itemCacheId(id)))
    return offline.onChanged(changed => {
      if ([...changed].some(cacheId => ids.has(cacheId))) setVersion(count => count + 1)
    })
  }, [offline, view, idle])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reads anew.
  const next = useMemo(() => {
    const reading = seenRecords(offline)
    const read = (id: string) => {
      const item = reading.item(id)
      const updatedAt = offline.peek(itemCacheId(id))?.updatedAt
      return (
        item && { ...item, order: 0, updatedAt: typeof updatedAt === 'string' ? updatedAt : '' }
      )
    }
    const viewed = viewedItems(view, wanted, tags?.map(tag => tag.id) ?? [], read)
    const last = steady && before.current?.wanted === wanted ? before.current : undefined
    return last === undefined || idle ? viewed : steadyView(last.viewed, view, viewed)
  }, [offline, view, wanted, tags, version, steady])
  // Only what came to be shown holds still: a drawing that was given up was seen by nobody.
  useLayoutEffect(() => {
    before.current = { wanted, viewed: next }
  }, [wanted, next])
  return next
}

const neverSteady: Readable<boolean> = createReadable(false)
