import { useMemo, useState } from 'react'
import { isAisleKey } from '../../../rules/lists/aisle-rows.ts'
import type { RowIds } from '../../cache/sync/list-views.ts'
import { useItemView } from '../../features/filters/use-view.ts'
import { useViewedItems } from '../../features/filters/use-viewed-items.ts'
import { type ItemView, possibleView } from '../../features/filters/views.ts'
import { useAisleRows } from '../../features/tags/use-aisle-rows.ts'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import type { Calm } from '../../ui/gestures/calm.ts'
import { type CalmRows, useCalmRows } from './use-calm-rows.ts'
import { useShownRows } from './use-shown-rows.ts'

export interface ListRows {
  /** All rows, where they stand. */
  readonly shown: RowIds
  /** Those that the person wants to see, in the wanted order. */
  readonly viewed: RowIds
  /** As they are drawn, headings among them. */
  readonly drawn: CalmRows
  readonly openIds: readonly string[]
  /** Items from the top to the bottom, the trolley last. */
  readonly inOrder: readonly string[]
  readonly view: ItemView
  readonly setView: (view: ItemView) => void
  /** Puts off what would move rows: a finger is at work. */
  readonly hold: () => void
  /** Rows go at once to where the data has them. */
  readonly settle: () => void
}

/** The rows of a list: followed, then filtered and sorted, then grouped; each step costs nothing if it does nothing. */
export function useListRows(list: ShoppingListFieldsFragment, calm: Calm): ListRows {
  const { id, itemTags, listType } = list
  const { shown, steady, hold, settle: settleKept } = useShownRows(id)
  const [settled, setSettled] = useState(0)
  const [kept, keepView] = useItemView(id)
  const view = useMemo(
    () => possibleView(kept, itemTags, listType === 'STOCK'),
    [kept, itemTags, listType],
  )
  const viewed = useViewedItems(id, shown, view, steady)
  const openRows = useAisleRows(viewed.openIds, itemTags, view.grouped !== false)
  const grouped = openRows !== viewed.openIds
  const placed = { openRows, doneIds: viewed.doneIds, grouped }
  const drawn = useCalmRows(placed, { view, settled }, calm)
  const openIds = useMemo(() => drawn.openRows.filter(row => !isAisleKey(row)), [drawn])
  const inOrder = useMemo(() => [...openIds, ...drawn.doneIds], [openIds, drawn])

  function settle() {
    settleKept()
    setSettled(settled + 1)
  }

  /** What was just ticked lies in the trolley for every filter. */
  function setView(wanted: ItemView) {
    settleKept()
    keepView(wanted)
  }

  return { shown, viewed, drawn, openIds, inOrder, view, setView, hold, settle }
}
