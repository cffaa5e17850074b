import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { useList } from '../../cache/hooks/use-list.ts'
import { useTouches } from '../../cache/hooks/use-list-views.ts'
import type { RowIds } from '../../cache/sync/list-views.ts'
import { createReadable, type Readable } from '../../offline/readable.ts'
import { steadyView, viewedItems } from './viewed-items.ts'
import { type ItemView, narrowsOrSorts } from './views.ts'

/**
 * The rows of a list as a person wants to see them. Without a filter and in the own order it costs nothing;
 * with one, a change of an item of the list works it out anew. While `steady`, no row goes or changes its
 * place because of what was just done to it.
 */
export function useViewedItems(
  listId: string,
  view: RowIds,
  wanted: ItemView,
  steadiness: Readable<boolean> = neverSteady,
): RowIds {
  const views = useListViews()
  const tags = useList(listId)?.itemTags
  const idle = !narrowsOrSorts(wanted)
  const touches = useTouches(idle ? undefined : listId)
  const isSteady = () => !idle && steadiness.get()
  const steady = useSyncExternalStore(steadiness.subscribe, isSteady, isSteady)
  const before = useRef<{ readonly wanted: ItemView; readonly viewed: RowIds }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each touch reads anew.
  const next = useMemo(() => {
    const viewed = viewedItems(view, wanted, tags?.map(tag => tag.id) ?? [], views.item)
    const last = steady && before.current?.wanted === wanted ? before.current : undefined
    return last === undefined || idle ? viewed : steadyView(last.viewed, view, viewed)
  }, [views, view, wanted, tags, touches, steady])
  // Only what came to be shown holds still: a drawing that was given up was seen by nobody.
  useLayoutEffect(() => {
    before.current = { wanted, viewed: next }
  }, [wanted, next])
  return next
}

const neverSteady: Readable<boolean> = createReadable(false)
