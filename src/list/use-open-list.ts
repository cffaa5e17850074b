/** What a person does on an open list: modes, choices of the menu, keys, gestures. Drawing it is `open-list.tsx`. */

import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { mayEdit as mayEditWith } from '../../rules/people/permissions.ts'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useUserConfig } from '../cache/hooks/use-user-config.ts'
import { listCacheId } from '../cache/records/cache-ids.ts'
import type { ShoppingListFieldsFragment } from '../generated/operations.ts'
import { createCalm } from '../ui/gestures/calm.ts'
import { useRowDrag } from '../ui/gestures/use-row-drag.ts'
import { useControlKey } from '../ui/use-control-key.ts'
import { useCurrentItem } from './item/use-current-item.ts'
import { useItemActions } from './item/use-item-actions.ts'
import type { OpenListProps } from './open-list-props.ts'
import { useListRows } from './rows/use-list-rows.ts'
import { useRowEvents } from './rows/use-row-events.ts'
import { useRowMoves } from './rows/use-row-moves.ts'
import { rowOf } from './rows/use-target-in-sight.ts'
import { type ListChoice, type ListDialog, mayChoose } from './settings/list-choice.ts'
import { useListActions } from './settings/use-list-actions.ts'
import { useOpenTrolley } from './trolley/use-open-trolley.ts'
import { useCtrlZ } from './use-ctrl-z.ts'
import { useDeleteList } from './use-delete-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { type ListModeParts, type Mode, useListMode } from './use-list-mode.ts'

interface OpenListParts
  extends Pick<OpenListProps, 'itemId' | 'onItemLeft'>,
    Pick<ListModeParts, 'memory' | 'scroller' | 'menuButton' | 'storeButton'> {
  readonly list: ShoppingListFieldsFragment
  readonly addInput: RefObject<HTMLInputElement | null>
}

export function useOpenList({
  list,
  itemId,
  onItemLeft,
  scroller,
  addInput,
  ...ofMode
}: OpenListParts) {
  const offline = useOffline()
  const config = useUserConfig()
  const actions = useItemActions(list.id)
  const listActions = useListActions()
  const deleteList = useDeleteList()
  const [calm] = useState(createCalm)
  const rows = useListRows(list, calm)
  const { drawn, openIds, inOrder, view, hold } = rows
  const [dialog, setDialog] = useState<ListDialog>()
  /** How often the filter was asked for since it was closed. */
  const [filtering, setFiltering] = useState(0)
  const [adding, setAdding] = useState(false)
  const mayEdit = mayEditWith(list.permission)

  const modes = useListMode({
    listId: list.id,
    scroller,
    mayEdit,
    isSorted: view.sort !== undefined,
    ...ofMode,
  })
  const { mode, movable } = modes
  const trolley = useOpenTrolley({
    listId: list.id,
    rows,
    asksFirst: config?.itemConfirmDelete === true,
    onAsk: () => setDialog('trolley'),
  })
  const current = useCurrentItem({
    itemId,
    onItemLeft,
    rows,
    scroller,
    onInTrolley: () => trolley.handleUnfold(true),
  })
  const { setTarget, handleEdit } = current

  // Somebody took the right to it; what was typed is told by the dialog.
  if (dialog && !mayChoose(dialog, list, offline.userId)) setDialog(undefined)

  const moves = useRowMoves({
    openRows: drawn.openRows,
    doneIds: drawn.doneIds,
    tags: list.itemTags,
    actions,
    onPick: modes.select,
    onSent: id => setTarget({ id, focus: 'handle' }),
  })
  const events = useRowEvents({
    onTick(id, purchased) {
      current.forgetAdded()
      // Its box and its word show it without our help.
      offline.afterPaint(() => {
        hold()
        actions.tick(id, purchased)
      })
    },
    onEdit: handleEdit,
    onStep: moves.step,
    onStock: actions.stock,
    onBuy(id) {
      hold()
      actions.buy(id)
    },
  })

  function handleChoice(choice: ListChoice) {
    if (choice === 'favourite') listActions.favourite(list)
    else if (choice === 'refresh') void listActions.refresh()
    else if (choice === 'filter') setFiltering(filtering + 1)
    else if (choice === 'select') modes.select()
    else if (choice === 'arrange') modes.arrange()
    else if (choice === 'delete' && config?.shoppingListConfirmDelete !== true) deleteList(list)
    else setDialog(choice)
  }

  function handleAdd() {
    // In the store the box is drawn only now.
    flushSync(() => setAdding(true))
    addInput.current?.focus()
  }

  useEffect(() => (scroller.current ? calm.watch(scroller.current) : undefined), [calm, scroller])
  useEffect(() => offline.opened(listCacheId(list.id)), [offline, list.id])
  useRowDrag(scroller, movable && mode.kind !== 'select' ? moves.drag : undefined)
  useCtrlZ(list.id)
  // The browser would print what is in sight, and a long list is longer.
  useControlKey('p', event => {
    event.preventDefault()
    setDialog('print')
  })
  useListKeys({
    // Rows to select are not these: what cannot be seen is not ticked.
    rowIds: mode.kind === 'select' ? [] : trolley.unfolded ? inOrder : openIds,
    hereId: current.hereId,
    onAdd: handleAdd,
    onChoose: id => setTarget({ id, focus: 'row' }),
    onTick: id => {
      const box = scroller.current?.querySelector<HTMLInputElement>(`${rowOf(id)} input`)
      box?.click()
    },
    onEdit: handleEdit,
    onHelp: () => setDialog('keys'),
  })

  // Elsewhere the box is always drawn.
  const isBoxOpen = adding && mode.kind === 'store'
  const isTransient =
    filtering > 0 || trolley.unfolded || isBoxOpen || current.editingId !== undefined
  return {
    ...rows,
    ...modes,
    ...trolley,
    ...current,
    calm,
    mayEdit,
    filtering,
    adding,
    dialog,
    confirmsDelete: config?.itemConfirmDelete ?? false,
    actions,
    events,
    /** For screen readers. */
    said: moves.said,
    sample: listActions.sample,
    refresh: listActions.refresh,
    deleteList: () => deleteList(list),
    /** How the list is drawn when it is opened again: nothing if that is not how it is drawn now. */
    comesBackAs: comesBackAs(mode, isTransient),
    handleChoice,
    handlePeople: () => setDialog(mayChoose('share', list, offline.userId) ? 'share' : 'people'),
    handleAdd,
    handleFilterClosed() {
      flushSync(() => setFiltering(0))
      current.chooseFirstRow()
    },
    handleDialogClosed: () => setDialog(undefined),
    handleStore() {
      modes.enterStore()
      trolley.foldAgain()
      setAdding(false)
    },
  }
}

function comesBackAs({ kind }: Mode, isTransient: boolean): 'list' | 'store' | undefined {
  return !isTransient && (kind === 'list' || kind === 'store') ? kind : undefined
}
