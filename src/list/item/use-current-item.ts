/** The item of an open list that a person turned to: reached by key, just added, or with its details open. */

import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { withAllItems } from '../../features/filters/views.ts'
import { panelQuery, useMediaQuery } from '../../ui/use-media-query.ts'
import type { OpenListProps } from '../open-list-props.ts'
import type { ListRows } from '../rows/use-list-rows.ts'
import { focusedRow, rowOf, type Target, useTargetInSight } from '../rows/use-target-in-sight.ts'

interface CurrentItemParts extends Pick<OpenListProps, 'itemId' | 'onItemLeft'> {
  readonly rows: ListRows
  readonly scroller: RefObject<HTMLElement | null>
  /** The URL leads to an item in the trolley. */
  readonly onInTrolley: () => void
}

export function useCurrentItem({
  itemId,
  onItemLeft,
  rows,
  scroller,
  onInTrolley,
}: CurrentItemParts) {
  const { inOrder, shown, view, setView, settle } = rows
  const panel = useMediaQuery(panelQuery)
  const [target, setTarget] = useState<Target>()
  /** What was added last, until it is seen or something else is done. */
  const [addedId, setAddedId] = useState<string>()
  const [editingId, setEditingId] = useState<string>()
  const [linkedId, setLinkedId] = useState<string>()

  // What leaves the filter later was not hidden by it as it came.
  if (addedId !== undefined && rows.viewed.openIds.includes(addedId)) setAddedId(undefined)

  // The URL leads to an item, at first or from somewhere else.
  if (itemId !== linkedId) {
    setLinkedId(itemId)
    if (itemId === undefined) {
      if (editingId === linkedId) setEditingId(undefined)
    } else {
      setEditingId(itemId)
      setTarget({ id: itemId, focus: 'no' })
      if (shown.doneIds.includes(itemId)) onInTrolley()
    }
  }

  const keyedId = target === undefined || target.focus === 'no' ? undefined : target.id

  /** Of those that stand there now: a filter that ends brings other rows. */
  function chooseFirstRow() {
    const first = scroller.current?.querySelector<HTMLElement>('[data-item]')
    const id = first?.dataset.item
    if (id !== undefined) setTarget({ id, focus: 'row' })
  }

  const found = useTargetInSight(scroller, target)

  return {
    /** Until it was found: rows that are drawn later do not go back to it. */
    target: found.current === target ? undefined : target,
    setTarget,
    editingId,
    chosenId: panel && editingId !== undefined ? editingId : keyedId,
    /** A row that folds hands the focus on, and Tab leads to others. */
    hereId: () => focusedRow(scroller.current) ?? keyedId,
    /** What was just added, where the filter hides it. */
    hiddenId: shown.openIds.find(id => id === addedId),
    forgetAdded: () => setAddedId(undefined),
    chooseFirstRow,
    handleEdit(id: string) {
      setAddedId(undefined)
      setEditingId(id)
    },
    handleDetailsClosed() {
      if (panel && editingId !== undefined) setTarget({ id: editingId, focus: 'row' })
      setEditingId(undefined)
      onItemLeft?.()
    },
    buttonBeside(itemId: string): HTMLElement | null {
      const at = inOrder.indexOf(itemId)
      const id = inOrder[at + 1] ?? inOrder[at - 1] ?? ''
      return (
        scroller.current?.querySelector<HTMLElement>(`${rowOf(id)} label ~ button:last-of-type`) ??
        null
      )
    },
    handleShowHidden() {
      setView(withAllItems(view))
      if (addedId !== undefined) setTarget({ id: addedId, focus: 'no' })
    },
    handleShowAll() {
      flushSync(() => setView(withAllItems(view)))
      chooseFirstRow()
    },
    setView(next: typeof view) {
      // Whoever filters knows that something is hidden.
      setAddedId(undefined)
      setView(next)
    },
    handleAdded(id: string) {
      // Said to be back on the list, it stands there.
      if (shown.doneIds.includes(id)) settle()
      setTarget({ id, focus: 'no' })
      setAddedId(id)
    },
  }
}
