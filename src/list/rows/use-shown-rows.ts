import { useEffect, useMemo } from 'react'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import type { RowIds } from '../../cache/sync/list-views.ts'
import type { Readable } from '../../offline/readable.ts'
import { createKeptRows } from './kept-rows.ts'

interface ShownRows {
  readonly shown: RowIds
  /** Something was touched a moment ago: nothing is sorted or filtered anew yet. */
  readonly steady: Readable<boolean>
  /** Puts the folding off: a finger is at work. */
  readonly hold: () => void
  /** Rows go at once to where the data has them. */
  readonly settle: () => void
}

/** The rows of a list as they stand on the screen; draws again when a row came, went or moved. */
export function useShownRows(listId: string): ShownRows {
  const views = useListViews()
  const rows = useMemo(() => createKeptRows(() => views.view(listId)), [views, listId])
  useEffect(() => {
    const stop = views.subscribe(listId, rows.follow)
    rows.follow()
    return () => {
      stop()
      rows.close()
    }
  }, [views, listId, rows])
  const shown = useReadable(rows.shown)
  return { shown, steady: rows.steady, hold: rows.hold, settle: rows.settle }
}
