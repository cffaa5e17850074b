/** What a person does on an open list: modes, choices of the menu, keys, gestures. Drawing it is `open-list.tsx`. */

import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { mayEdit as mayEditWith } from '../../rules/people/permissions.ts'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useUserConfig } from '../cache/hooks/use-user-config.ts'
import { createTagRevision } from '../cache/policies/tag-revision.ts'
import { listCacheId } from '../cache/records/cache-ids.ts'
import { withAllItems } from '../features/filters/views.ts'
import type { ShoppingListFieldsFragment } from '../generated/operations.ts'
import { useLayer } from '../ui/dialog/layers.tsx'
import { createCalm } from '../ui/gestures/calm.ts'
import { useRowDrag } from '../ui/gestures/use-row-drag.ts'
import { useDrawn } from '../ui/loading/use-drawn.ts'
import { isKeyTaken } from '../ui/use-keys.ts'
import { panelQuery, useMediaQuery, withoutHoverQuery } from '../ui/use-media-query.ts'
import { useItemActions } from './item/use-item-actions.ts'
import type { OpenListProps } from './open-list-props.ts'
import type { RowLook } from './rows/item-row.tsx'
import { useListRows } from './rows/use-list-rows.ts'
import { useRowEvents } from './rows/use-row-events.ts'
import { useRowMoves } from './rows/use-row-moves.ts'
import {
  focusedRow,
  placeAmong,
  rowOf,
  type Target,
  useTargetInSight,
} from './rows/use-target-in-sight.ts'
import { type ListChoice, type ListDialog, mayChoose } from './settings/list-choice.ts'
import { useListActions } from './settings/use-list-actions.ts'
import { useStoreVisit } from './store-mode/use-store-visit.ts'
import { useTrolley } from './trolley/use-trolley.ts'
import { useCtrlZ } from './use-ctrl-z.ts'
import { useDeleteList } from './use-delete-list.ts'
import { useListKeys } from './use-list-keys.ts'

type Mode =
  | { readonly kind: 'list' | 'store' | 'arrange' }
  | {
      readonly kind: 'select'
      readonly firstId?: string
      readonly place: Target | undefined
      readonly isInStore?: boolean
    }

const listMode: Mode = { kind: 'list' }
const storeMode: Mode = { kind: 'store' }

interface OpenListParts extends Pick<OpenListProps, 'itemId' | 'onItemLeft' | 'memory'> {
  readonly list: ShoppingListFieldsFragment
  readonly scroller: RefObject<HTMLElement | null>
  readonly addInput: RefObject<HTMLInputElement | null>
  /** What modes were begun with gets the focus when they end. */
  readonly menuButton: RefObject<HTMLElement | null>
  readonly storeButton: RefObject<HTMLElement | null>
}

export function useOpenList({
  list,
  itemId,
  onItemLeft,
  memory,
  scroller,
  addInput,
  menuButton,
  storeButton,
}: OpenListParts) {
  const offline = useOffline()
  const config = useUserConfig()
  const panel = useMediaQuery(panelQuery)
  const withoutHover = useMediaQuery(withoutHoverQuery)
  const isDrawn = useDrawn()
  const [revision] = useState(() => createTagRevision(offline, list.id))
  const actions = useItemActions(list.id, revision)
  const listActions = useListActions()
  const deleteList = useDeleteList()
  const trolley = useTrolley(list.id)
  const [calm] = useState(createCalm)
  const rows = useListRows(list, calm)
  const { drawn, openIds, inOrder, view, hold, settle } = rows

  const visit = useStoreVisit(memory, list.id)
  const restingMode = () => (visit.lasts() ? storeMode : listMode)
  const [mode, setMode] = useState(restingMode)
  const asksForTrolley = view.purchased === true
  const [unfolded, setUnfolded] = useState(false)
  const [askedForTrolley, setAskedForTrolley] = useState(false)
  const [target, setTarget] = useState<Target>()
  /** What was added last, until it is seen or something else is done. */
  const [addedId, setAddedId] = useState<string>()
  const [editingId, setEditingId] = useState<string>()
  const [linkedId, setLinkedId] = useState<string>()
  const [dialog, setDialog] = useState<ListDialog>()
  const [clearing, setClearing] = useState<readonly string[]>([])
  /** How often the filter was asked for since it was closed. */
  const [filtering, setFiltering] = useState(0)
  const [adding, setAdding] = useState(false)

  // A filter that asks for the trolley is not answered by a folded one.
  if (asksForTrolley !== askedForTrolley) {
    setAskedForTrolley(asksForTrolley)
    setUnfolded(asksForTrolley)
  }

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
      if (rows.shown.doneIds.includes(itemId)) setUnfolded(true)
    }
  }

  const mayEdit = mayEditWith(list.permission)
  const movable = mayEdit && mode.kind !== 'store' && view.sort === undefined
  // Rows that are sorted have no handles, and those that may only be looked at are not selected.
  if (mode.kind === 'arrange' ? !movable : mode.kind === 'select' && !mayEdit) setMode(restingMode)
  // Somebody took the right to it; what was typed is told by the dialog.
  if (dialog && !mayChoose(dialog, list, offline.userId)) setDialog(undefined)
  // Where all is done, a filter may show nothing of it: what follows the shopping is for the whole trolley then.
  const trolleyIds = inOrder.length > 0 ? inOrder : rows.shown.doneIds
  const keyedId = target === undefined || target.focus === 'no' ? undefined : target.id

  const moves = useRowMoves({
    openRows: drawn.openRows,
    doneIds: drawn.doneIds,
    tags: list.itemTags,
    actions,
    onPick: firstId =>
      setMode({ kind: 'select', firstId, place: placeAmong(scroller.current, firstId) }),
    onSent: id => setTarget({ id, focus: 'handle' }),
  })
  const events = useRowEvents({
    onTick(id, purchased) {
      setAddedId(undefined)
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
    else if (choice === 'select')
      setMode({
        kind: 'select',
        place: placeAmong(scroller.current, undefined),
        isInStore: mode.kind === 'store',
      })
    else if (choice === 'arrange') setMode({ kind: 'arrange' })
    else if (choice === 'delete' && config?.shoppingListConfirmDelete !== true) deleteList(list)
    else setDialog(choice)
  }

  function handleEdit(id: string) {
    setAddedId(undefined)
    setEditingId(id)
  }

  function handleAdd() {
    // In the store the box is drawn only now.
    flushSync(() => setAdding(true))
    addInput.current?.focus()
  }

  function handleModeDone() {
    const { kind } = mode
    if (kind === 'store') visit.end()
    // What was begun in the store leads back there.
    flushSync(() => setMode(restingMode))
    const beganWith = kind === 'store' ? storeButton : menuButton
    beganWith.current?.focus()
  }

  function clearTrolley(ids: readonly string[]) {
    if (trolley.clear(ids)) settle()
  }

  function handleDetailsClosed() {
    if (panel && editingId !== undefined) setTarget({ id: editingId, focus: 'row' })
    setEditingId(undefined)
    onItemLeft?.()
  }

  function buttonBeside(itemId: string): HTMLElement | null {
    const at = inOrder.indexOf(itemId)
    const id = inOrder[at + 1] ?? inOrder[at - 1] ?? ''
    return (
      scroller.current?.querySelector<HTMLElement>(`${rowOf(id)} label ~ button:last-of-type`) ??
      null
    )
  }

  function handleFilterClosed() {
    flushSync(() => setFiltering(0))
    chooseFirstRow()
  }

  function handleShowAll() {
    flushSync(() => rows.setView(withAllItems(view)))
    chooseFirstRow()
  }

  /** Of those that stand there now: a filter that ends brings other rows. */
  function chooseFirstRow() {
    const first = scroller.current?.querySelector<HTMLElement>('[data-item]')
    const id = first?.dataset.item
    if (id !== undefined) setTarget({ id, focus: 'row' })
  }

  // Selecting is a layer of its own (select-mode.tsx).
  useLayer(mode.kind === 'store' || mode.kind === 'arrange', {
    kind: 'mode',
    onClose: handleModeDone,
    takesEscape: ({ target }) => !isKeyTaken(target),
  })
  useEffect(() => (scroller.current ? calm.watch(scroller.current) : undefined), [calm, scroller])
  useEffect(() => offline.opened(listCacheId(list.id)), [offline, list.id])
  useTargetInSight(scroller, target)
  useRowDrag(scroller, movable && mode.kind !== 'select' ? moves.drag : undefined)
  useCtrlZ(list.id)
  useListKeys({
    // Rows to select are not these: what cannot be seen is not ticked.
    rowIds: mode.kind === 'select' ? [] : unfolded ? inOrder : openIds,
    // A row that folds hands the focus on, and Tab leads to others.
    hereId: () => focusedRow(scroller.current) ?? keyedId,
    onAdd: handleAdd,
    onChoose: id => setTarget({ id, focus: 'row' }),
    onTick: id => {
      const box = scroller.current?.querySelector<HTMLInputElement>(`${rowOf(id)} input`)
      box?.click()
    },
    onEdit: handleEdit,
    onHelp: () => setDialog('keys'),
  })

  return {
    ...rows,
    calm,
    mode,
    /** Also while one selects there. */
    isInStore: mode.kind === 'select' ? mode.isInStore : mode.kind === 'store',
    mayEdit,
    movable,
    handles: movable ? handlesIn(mode, isDrawn && !withoutHover) : 'none',
    unfolded,
    filtering,
    adding,
    dialog,
    editingId,
    chosenId: panel && editingId !== undefined ? editingId : keyedId,
    target,
    confirmsDelete: config?.itemConfirmDelete ?? false,
    revision,
    actions,
    events,
    /** For screen readers. */
    said: moves.said,
    sample: listActions.sample,
    refresh: listActions.refresh,
    deleteList: () => deleteList(list),
    buttonBeside,
    /** How the list is drawn when it is opened again: nothing if that is not how it is drawn now. */
    comesBackAs: comesBackAs(mode, filtering > 0 || unfolded || adding || editingId !== undefined),
    handleChoice,
    handleAdd,
    /** What was just added, where the filter hides it. */
    hiddenId: rows.shown.openIds.find(id => id === addedId),
    handleShowHidden() {
      rows.setView(withAllItems(view))
      if (addedId !== undefined) setTarget({ id: addedId, focus: 'no' })
    },
    setView(next: typeof view) {
      // Whoever filters knows that something is hidden.
      setAddedId(undefined)
      rows.setView(next)
    },
    handleAdded(id: string) {
      // Said to be back on the list, it stands there.
      if (rows.shown.doneIds.includes(id)) settle()
      setTarget({ id, focus: 'no' })
      setAddedId(id)
    },
    handleDetailsClosed,
    handleUnfold: setUnfolded,
    handleFilterClosed,
    handleShowAll,
    // What was just ticked may stand among the open rows still.
    handleUseAgain() {
      if (trolley.startAnew(trolleyIds)) settle()
    },
    handleClearTrolley() {
      if (config?.itemConfirmDelete !== true) return clearTrolley(trolleyIds)
      setClearing(trolley.tickedOf(trolleyIds))
      setDialog('trolley')
    },
    /** How many items the question is about. */
    clearing: clearing.length,
    // Those that were asked about, and no other that was ticked meanwhile.
    handleTrolleyConfirmed: () => clearTrolley(clearing),
    handleDialogClosed: () => setDialog(undefined),
    handleModeDone,
    handleStore() {
      visit.begin()
      setMode(storeMode)
      setUnfolded(asksForTrolley)
      setAdding(false)
    },
  }
}

function comesBackAs({ kind }: Mode, isTransient: boolean): 'list' | 'store' | undefined {
  return !isTransient && (kind === 'list' || kind === 'store') ? kind : undefined
}

/** Rows of a phone are many, and most of them never move: theirs come with the mode that arranges them. */
function handlesIn({ kind }: Mode, isFound: boolean): RowLook['handles'] {
  if (kind === 'arrange') return 'shown'
  return isFound ? 'hover' : 'none'
}
