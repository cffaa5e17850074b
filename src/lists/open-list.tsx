/** A list that is on this device: its parts joined. */
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { largeListNote } from '../../rules/counts.ts'
import { mayEdit as mayEditWith } from '../../rules/permissions.ts'
import { useOffline } from '../cache/use-offline.tsx'
import { useUnits } from '../cache/use-units.ts'
import { useUserConfig } from '../cache/use-user-config.ts'
import type { ShoppingListFieldsFragment } from '../generated/operations.ts'
import { Loading } from '../ui/loading.tsx'
import { panelQuery, useMediaQuery } from '../ui/use-media-query.ts'
import { useRowDrag } from '../ui/use-row-drag.ts'
import { createTagRevision } from './aisles/tag-revision.ts'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './find/filter-bar.tsx'
import { createLookedAt } from './find/looked-at.ts'
import { everything, narrowsOrSorts } from './find/saved-filters.ts'
import { useLooksAt } from './find/use-looked-at.ts'
import { ItemDetails } from './item-details.tsx'
import { ItemList } from './item-list.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { ListBottom } from './list-bottom.tsx'
import { ListCounts } from './list-counts.tsx'
import { ListDialogs } from './list-dialogs.tsx'
import { ListHeader } from './list-header.tsx'
import { type ListChoice, ListMenu } from './list-menu.tsx'
import { ListNotes } from './list-notes.tsx'
import type { ListScreenProps } from './list-screen-props.ts'
import { useListActions } from './list-settings/use-list-actions.ts'
import { PullSign } from './refresh/pull-sign.tsx'
import { usePull } from './refresh/use-pull.ts'
import { StoreBar } from './store-mode/store-bar.tsx'
import { StoreButton } from './store-mode/store-button.tsx'
import { useCtrlZ } from './use-ctrl-z.ts'
import { useDeleteList } from './use-delete-list.ts'
import { useItemActions } from './use-item-actions.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListRows } from './use-list-rows.ts'
import { useRowEvents } from './use-row-events.ts'
import { useRowMoves } from './use-row-moves.ts'
import { rowOf, type Target, useTargetInSight } from './use-target-in-sight.ts'

const SelectMode = lazy(async () => ({
  default: (await import('./select/select-mode.tsx')).SelectMode,
}))

interface OpenListProps extends ListScreenProps {
  readonly list: ShoppingListFieldsFragment
}

type Mode =
  | { readonly kind: 'list' | 'store' | 'arrange' }
  | { readonly kind: 'select'; readonly firstId?: string }

const listMode: Mode = { kind: 'list' }

export function OpenList({ list, itemId, network, memory, ...frame }: OpenListProps) {
  const offline = useOffline()
  const units = useUnits()
  const unitsById = useMemo(() => new Map(units.map(unit => [unit.id, unit])), [units])
  const config = useUserConfig()
  const panel = useMediaQuery(panelQuery)
  const [revision] = useState(() => createTagRevision(offline, list.id))
  const actions = useItemActions(list.id, revision)
  const listActions = useListActions()
  const deleteList = useDeleteList()

  const { shown, viewed, openRows, inOrder, view, setView, hold } = useListRows(list)
  const [lookedAt] = useState(() => createLookedAt(memory, offline.userId))
  useLooksAt(lookedAt, list.id)

  const [mode, setMode] = useState<Mode>(listMode)
  const [unfolded, setUnfolded] = useState(() => shown.doneIds.includes(itemId ?? ''))
  const [target, setTarget] = useState<Target | undefined>(
    itemId === undefined ? undefined : { id: itemId, focus: 'no' },
  )
  const [editingId, setEditingId] = useState(itemId)
  const [dialog, setDialog] = useState<ListChoice | 'keys'>()
  const [filtering, setFiltering] = useState(false)
  const [adding, setAdding] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const addInput = useRef<HTMLInputElement>(null)

  const mayEdit = mayEditWith(list.permission)
  const inStore = mode.kind === 'store'
  const movable = mayEdit && !inStore && view.sort === undefined
  const keyedId = target === undefined || target.focus === 'no' ? undefined : target.id
  const count = shown.openIds.length + shown.doneIds.length

  const moves = useRowMoves({
    openRows,
    doneIds: viewed.doneIds,
    tags: list.itemTags,
    actions,
    onPick: firstId => setMode({ kind: 'select', firstId }),
    onSent: id => setTarget({ id, focus: 'handle' }),
  })
  const events = useRowEvents({
    onTick(id, purchased) {
      hold()
      actions.tick(id, purchased)
    },
    onEdit: setEditingId,
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
    else if (choice === 'filter') setFiltering(true)
    else if (choice === 'select') setMode({ kind: 'select' })
    else if (choice === 'arrange') setMode({ kind: 'arrange' })
    else if (choice === 'delete' && config?.shoppingListConfirmDelete !== true) deleteList(list)
    else setDialog(choice)
  }

  function handleAdd() {
    // In the store the box is drawn only now.
    flushSync(() => setAdding(true))
    addInput.current?.focus()
  }

  function handleDetailsClosed() {
    if (panel && editingId !== undefined) setTarget({ id: editingId, focus: 'row' })
    setEditingId(undefined)
  }

  useEffect(() => offline.opened(`ShoppingList:${list.id}`), [offline, list.id])
  useTargetInSight(scroller, target)
  useRowDrag(scroller, movable && mode.kind !== 'select' ? moves.drag : undefined)
  const pull = usePull(scroller, listActions.refresh)
  useCtrlZ(list.id)
  useListKeys({
    rowIds: unfolded ? inOrder : inOrder.slice(0, viewed.openIds.length),
    chosenId: keyedId,
    onAdd: handleAdd,
    onChoose: id => setTarget({ id, focus: 'row' }),
    onTick: id => {
      const box = scroller.current?.querySelector<HTMLInputElement>(`${rowOf(id)} input`)
      box?.click()
    },
    onEdit: setEditingId,
    onHelp: () => setDialog('keys'),
  })

  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <ListHeader
          title={list.name}
          onOpenLists={frame.onOpenLists}
          tools={
            <>
              {mayEdit && !inStore ? (
                <StoreButton
                  onPress={() => {
                    setMode({ kind: 'store' })
                    setUnfolded(false)
                    setAdding(false)
                  }}
                />
              ) : null}
              <ListMenu list={list} arrangeable={movable} onChoose={handleChoice} />
              {frame.tools}
            </>
          }
          connection={frame.connection}
          counts={inStore ? undefined : <ListCounts listId={list.id} />}
        />
        {inStore ? <StoreBar listId={list.id} onLeave={() => setMode(listMode)} /> : null}
        {filtering || narrowsOrSorts(view) ? (
          <FilterBar
            view={view}
            tags={list.itemTags}
            stock={list.listType === 'STOCK'}
            shown={viewed.openIds.length + viewed.doneIds.length}
            all={count}
            onChange={setView}
            onClose={() => setFiltering(false)}
          />
        ) : null}
        {mode.kind === 'select' ? (
          <Suspense fallback={<Loading />}>
            <SelectMode
              listId={list.id}
              rowIds={inOrder}
              firstId={mode.firstId}
              onDone={() => setMode(listMode)}
            />
          </Suspense>
        ) : null}
        <div
          ref={scroller}
          data-scroller
          hidden={mode.kind === 'select'}
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
          onPointerDown={hold}
        >
          <div className="mx-auto flex min-h-full w-full max-w-[720px] flex-col py-2 wide:px-2">
            <PullSign pull={pull} />
            <ListNotes notes={list.notes} remark={largeListNote(count)} />
            <ItemList
              openRows={openRows}
              doneIds={viewed.doneIds}
              tags={list.itemTags}
              units={unitsById}
              look={{
                mayEdit,
                stock: list.listType === 'STOCK',
                grouped: openRows !== viewed.openIds,
                big: inStore,
                handles: movable ? (mode.kind === 'arrange' ? 'shown' : 'hover') : 'none',
              }}
              events={events}
              chosenId={panel && editingId !== undefined ? editingId : keyedId}
              target={target?.id}
              scroller={scroller}
              unfolded={unfolded}
              onUnfold={setUnfolded}
              empty={
                <EmptyList
                  mayEdit={mayEdit}
                  reason={
                    viewed.openIds.length < shown.openIds.length || view.purchased === true
                      ? 'filtered'
                      : count > 0
                        ? 'all-done'
                        : 'new'
                  }
                  onShowAll={() => setView(everything)}
                  onSample={listActions.sample}
                />
              }
            />
          </div>
        </div>
        <p aria-live="polite" className="sr-only">
          {moves.said}
        </p>
        <ListBottom
          listId={list.id}
          count={count}
          mayEdit={mayEdit}
          box={mode.kind === 'arrange' ? 'arrange' : inStore && !adding ? 'button' : 'add'}
          hidden={mode.kind === 'select'}
          input={addInput}
          onOpenBox={handleAdd}
          onArranged={() => setMode(listMode)}
          onAdded={id => setTarget({ id, focus: 'no' })}
        />
      </div>
      <ItemDetails
        itemId={editingId}
        tags={list.itemTags}
        units={units}
        mayEdit={mayEdit}
        confirmsDelete={config?.itemConfirmDelete ?? false}
        actions={actions}
        onClose={handleDetailsClosed}
      />
      <ListDialogs
        list={list}
        open={dialog === 'keys' ? undefined : dialog}
        network={network}
        revision={revision}
        onDelete={() => deleteList(list)}
        onClose={() => setDialog(undefined)}
      />
      <KeysDialog open={dialog === 'keys'} onClose={() => setDialog(undefined)} />
    </div>
  )
}
