/** A list that is on this device: its parts drawn. What a person does with them is `use-open-list.ts`. */
import { useMemo, useRef, useState } from 'react'
import { largeListNote } from '../../rules/counts.ts'
import { onlyToLookAt } from '../../rules/people/permissions.ts'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useAway } from '../cache/hooks/use-away.ts'
import { useUnits } from '../cache/hooks/use-units.ts'
import { FilterBar } from '../features/filters/filter-bar.tsx'
import { narrowsOrSorts } from '../features/filters/views.ts'
import { createLookedAt } from '../features/news/looked-at.ts'
import { useLooksAt } from '../features/news/use-looked-at.ts'
import { notAdded } from '../features/quick-add/use-pasted-lines.ts'
import { PeopleButton } from '../features/sharing/people-circles.tsx'
import type { ShoppingListFieldsFragment } from '../generated/operations.ts'
import { useTellTakenAway } from '../parts/perform/use-tell-lost.ts'
import { Preload } from '../parts/preload.tsx'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'
import { useOnceOpen } from '../ui/dialog/use-once-open.ts'
import { PullSign } from '../ui/gestures/pull-sign.tsx'
import { usePull } from '../ui/gestures/use-pull.ts'
import { ListHeader } from '../ui/list-header.tsx'
import { lazyComponent } from '../ui/loading/lazy-component.tsx'
import { Loading } from '../ui/loading/loading.tsx'
import { PartFailed } from '../ui/loading/part-failed.tsx'
import { EmptyList } from './empty-list.tsx'
import { ItemDetails } from './item/item-details.tsx'
import { LastUpdated } from './last-updated.tsx'
import { ListBottom } from './list-bottom.tsx'
import { ListCounts } from './list-counts.tsx'
import { ListNotes } from './list-notes.tsx'
import type { OpenListProps } from './open-list-props.ts'
import { ItemList } from './rows/item-list.tsx'
import { ListMenu } from './settings/list-menu.tsx'
import { ShoppingNow } from './shopping-now.tsx'
import { StoreBar } from './store-mode/store-bar.tsx'
import { StoreButton } from './store-mode/store-button.tsx'
import { AllDoneButtons, TrolleyHeadingButtons } from './trolley/trolley-buttons.tsx'
import { useOpenList } from './use-open-list.ts'

const ListDialogs = lazyDialog(
  async () => (await import('./settings/list-dialogs.tsx')).ListDialogs,
)
const SelectMode = lazyComponent(
  async () => (await import('./select/select-mode.tsx')).SelectMode,
  {
    waiting: () => <Loading />,
    failed: (failure, { onDone }) => (
      <div className="mx-auto max-w-md p-4">
        <PartFailed {...failure} onClose={onDone} />
      </div>
    ),
  },
)

/** It takes the place of the rows: nobody is to look at a sentence in between. */
function preloadSelectMode(): void {
  void SelectMode.preload()
}

export function OpenList({
  list,
  itemId,
  onItemLeft,
  network,
  memory,
  ...frame
}: OpenListProps & { readonly list: ShoppingListFieldsFragment }) {
  const offline = useOffline()
  const { userId } = offline
  const units = useUnits()
  const unitsById = useMemo(() => new Map(units.map(unit => [unit.id, unit])), [units])
  const scroller = useRef<HTMLDivElement>(null)
  const addInput = useRef<HTMLInputElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const storeButton = useRef<HTMLButtonElement>(null)
  const open = useOpenList({
    list,
    itemId,
    onItemLeft,
    scroller,
    addInput,
    menuButton,
    storeButton,
    memory,
  })
  const { mode, mayEdit, shown, viewed, drawn, view } = open
  const pull = usePull(scroller, open.refresh)
  const [lookedAt] = useState(() => createLookedAt(memory, userId))
  useLooksAt(lookedAt, list.id)
  useTellTakenAway(list, () => notAdded(frame.typed, list.id), false)

  const hasDialogs = useOnceOpen(open.dialog !== undefined)

  const inStore = mode.kind === 'store'
  const count = shown.openIds.length + shown.doneIds.length
  const isNarrowed = viewed.openIds.length < shown.openIds.length || view.purchased === true
  const away = useAway(list.id)
  const whole = count > 0 ? 'all-done' : 'new'
  const box = mode.kind === 'arrange' ? 'arrange' : inStore && !open.adding ? 'button' : 'add'
  const emptyReason = isNarrowed ? 'filtered' : (away ?? whole)
  const trolley = { onUseAgain: open.handleUseAgain, onClear: open.handleClearTrolley }
  // Said once: where all is done the notice has them, and while one shops nobody wants them.
  const isAllDone = drawn.openRows.length === 0 && emptyReason === 'all-done'

  return (
    <div className="flex min-h-0 flex-1">
      <Preload load={preloadSelectMode} />
      <div className="flex min-w-0 flex-1 flex-col">
        <ListHeader
          title={list.name}
          onOpenLists={frame.onOpenLists}
          tools={
            <>
              {inStore ? null : <PeopleButton list={list} onPress={open.handlePeople} />}
              {inStore ? null : <StoreButton button={storeButton} onPress={open.handleStore} />}
              <ListMenu
                button={menuButton}
                list={list}
                arrangeable={open.movable && count > 0}
                onChoose={open.handleChoice}
              />
              {frame.tools}
            </>
          }
          connection={frame.connection}
          updated={
            <div className="flex min-w-0">
              <LastUpdated listId={list.id} />
              <ShoppingNow list={list} />
            </div>
          }
          counts={inStore || away ? undefined : <ListCounts listId={list.id} />}
        />
        {open.isInStore ? (
          <StoreBar
            list={list}
            network={network}
            entered={mode.kind === 'store' && mode.isEntered}
            hidden={!inStore}
            onLeave={open.handleModeDone}
          />
        ) : null}
        {open.filtering > 0 || narrowsOrSorts(view) ? (
          <FilterBar
            view={view}
            tags={list.itemTags}
            stock={list.listType === 'STOCK'}
            shown={viewed.openIds.length + viewed.doneIds.length}
            all={count}
            asked={open.filtering}
            onChange={open.setView}
            onOpen={() => open.handleChoice('filter')}
            onClose={open.handleFilterClosed}
          />
        ) : null}
        {mode.kind === 'select' ? (
          <SelectMode
            listId={list.id}
            rowIds={open.inOrder}
            units={unitsById}
            firstId={mode.firstId}
            place={mode.place}
            byItself={drawn.byItself}
            calm={open.calm}
            onHold={open.hold}
            onDone={open.handleModeDone}
          />
        ) : null}
        <div
          ref={scroller}
          data-scroller
          data-painted={open.comesBackAs}
          data-list={list.id}
          hidden={mode.kind === 'select'}
          className="painted-apart relative min-h-20 flex-1 overflow-y-auto overscroll-contain lower:min-h-0 wide:pr-[env(safe-area-inset-right)]"
          onPointerDown={open.hold}
        >
          <div className="mx-auto beneath-toasts flex min-h-full w-full max-w-[720px] flex-col pt-2 wide:px-2">
            <PullSign pull={pull} />
            <ListNotes
              notes={list.notes}
              remark={
                away && (drawn.openRows.length > 0 || isNarrowed)
                  ? away.sentence
                  : mayEdit
                    ? largeListNote(count)
                    : onlyToLookAt(list.sharedByName)
              }
            />
            <ItemList
              rows={drawn}
              tags={list.itemTags}
              units={unitsById}
              look={{
                mayEdit,
                stock: list.listType === 'STOCK',
                grouped: drawn.grouped,
                big: inStore,
                handles: open.handles,
              }}
              events={open.events}
              chosenId={open.chosenId}
              target={open.target}
              scroller={scroller}
              unfolded={open.unfolded}
              onUnfold={open.handleUnfold}
              trolleyActions={
                mayEdit && !inStore && !isAllDone ? <TrolleyHeadingButtons {...trolley} /> : null
              }
              empty={
                view.purchased && drawn.doneIds.length > 0 ? null : (
                  <EmptyList
                    mayEdit={mayEdit}
                    hasBox={box === 'add'}
                    reason={emptyReason}
                    inTrolley={drawn.doneIds.length > 0}
                    trolleyActions={<AllDoneButtons {...trolley} />}
                    onShowAll={open.handleShowAll}
                    onSample={open.sample}
                  />
                )
              }
            />
          </div>
        </div>
        <p aria-live="polite" className="sr-only">
          <span key={open.said.times}>{open.said.text}</span>
        </p>
        <ListBottom
          listId={list.id}
          count={count}
          mayEdit={mayEdit}
          box={box}
          calm={open.calm}
          hidden={mode.kind === 'select'}
          input={addInput}
          texts={frame.typed}
          onOpenBox={open.handleAdd}
          onArranged={open.handleModeDone}
          onAdded={open.handleAdded}
          hiddenId={open.hiddenId}
          onShowHidden={open.handleShowHidden}
        />
      </div>
      <ItemDetails
        listId={list.id}
        itemId={open.editingId}
        tags={list.itemTags}
        units={units}
        mayEdit={mayEdit}
        sharedByName={list.sharedByName}
        confirmsDelete={open.confirmsDelete}
        actions={open.actions}
        buttonBeside={open.buttonBeside}
        onClose={open.handleDetailsClosed}
      />
      {hasDialogs ? (
        <ListDialogs
          list={list}
          open={open.dialog}
          network={network}
          clearing={open.clearing}
          onClearTrolley={open.handleTrolleyConfirmed}
          onDelete={open.deleteList}
          onClose={open.handleDialogClosed}
        />
      ) : null}
    </div>
  )
}
