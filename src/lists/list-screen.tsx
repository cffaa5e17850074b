/** One list: tick, add, change. Everything here works without a network. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { countTitle } from '../../rules/complaint.ts'
import { limits } from '../../rules/limits.ts'
import { mayEdit as mayEditWith } from '../../rules/permissions.ts'
import { useList } from '../cache/use-list.ts'
import { useOffline } from '../cache/use-offline.tsx'
import { useSync } from '../cache/use-sync.ts'
import { useUnits } from '../cache/use-units.ts'
import { useUserConfig } from '../cache/use-user-config.ts'
import type { ShoppingListFieldsFragment } from '../generated/operations.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loading } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { panelQuery, useMediaQuery } from '../ui/use-media-query.ts'
import { AddBox } from './add-box.tsx'
import { EmptyList } from './empty-list.tsx'
import type { ItemDraft } from './item-draft.ts'
import { ItemForm } from './item-form.tsx'
import { ItemList } from './item-list.tsx'
import { ItemPanel } from './item-panel.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { ListCounts } from './list-counts.tsx'
import { ListHeader } from './list-header.tsx'
import { ListMenu } from './list-menu.tsx'
import { useAboveAddBox } from './use-above-add-box.ts'
import { useItemActions } from './use-item-actions.ts'
import { useListKeys } from './use-list-keys.ts'
import { useShownRows } from './use-shown-rows.ts'
import { rowOf, type Target, useTargetInSight } from './use-target-in-sight.ts'

export interface ListScreenProps {
  readonly listId: string
  readonly connection: ReactNode
  readonly tools: ReactNode
  readonly onOpenLists: (() => void) | undefined
}

export function ListScreen(props: ListScreenProps) {
  const list = useList(props.listId)
  const { initialised, reachable } = useSync()
  if (list !== undefined) return <OpenList list={list} {...props} />
  return (
    <>
      <ListHeader title="Lists" {...props} />
      {initialised || !reachable ? <NotHere offline={!reachable} /> : <Loading />}
    </>
  )
}

function NotHere({ offline }: { readonly offline: boolean }) {
  return offline ? (
    <Notice title="This list is not on this device">
      It can be fetched as soon as the server can be reached. Your other lists are here.
    </Notice>
  ) : (
    <Notice title="This list is not there">
      It was deleted, or it is not shared with you any more. Choose another list.
    </Notice>
  )
}

interface OpenListProps extends ListScreenProps {
  readonly list: ShoppingListFieldsFragment
}

function OpenList({ list, connection, tools, onOpenLists }: OpenListProps) {
  const offline = useOffline()
  const units = useUnits()
  const unitsById = useMemo(() => new Map(units.map(unit => [unit.id, unit])), [units])
  const confirmsDelete = useUserConfig()?.itemConfirmDelete ?? false
  const panel = useMediaQuery(panelQuery)
  const actions = useItemActions(list.id)
  const { shown, hold } = useShownRows(list.id)
  const [unfolded, setUnfolded] = useState(false)
  const [target, setTarget] = useState<Target>()
  const [editingId, setEditingId] = useState<string>()
  const [deletingId, setDeletingId] = useState<string>()
  const [keysShown, setKeysShown] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const bottom = useRef<HTMLDivElement>(null)
  const addInput = useRef<HTMLInputElement>(null)
  const drafts = useRef(new Map<string, ItemDraft>())

  const mayEdit = mayEditWith(list.permission)
  const keyedId = target?.focus === true ? target.id : undefined
  const allIds = useMemo(() => [...shown.openIds, ...shown.doneIds], [shown])
  const rowIds = unfolded ? allIds : shown.openIds
  const count = allIds.length

  const handleTick = useCallback(
    (id: string, purchased: boolean) => {
      hold()
      actions.tick(id, purchased)
    },
    [actions, hold],
  )
  const handleEdit = useCallback((id: string) => setEditingId(id), [])

  function handleAdd(name: string) {
    setTarget({ id: actions.add(name), focus: false })
  }

  function handleFormDone() {
    if (editingId === undefined) return
    drafts.current.delete(editingId)
    setEditingId(undefined)
    if (panel) setTarget({ id: editingId, focus: true })
  }

  useEffect(() => offline.opened(`ShoppingList:${list.id}`), [offline, list.id])
  useTargetInSight(scroller, target)
  useAboveAddBox(bottom)
  useListKeys({
    rowIds,
    chosenId: keyedId,
    onAdd: () => addInput.current?.focus(),
    onChoose: id => setTarget({ id, focus: true }),
    onTick: id => {
      const box = scroller.current?.querySelector<HTMLInputElement>(`${rowOf(id)} input`)
      box?.click()
    },
    onEdit: handleEdit,
    onHelp: () => setKeysShown(true),
  })

  const form =
    editingId === undefined ? null : (
      <ItemForm
        key={editingId}
        id={editingId}
        units={units}
        mayEdit={mayEdit}
        drafts={drafts.current}
        onUpdate={actions.update}
        onDelete={confirmsDelete ? setDeletingId : actions.remove}
        onDone={handleFormDone}
      />
    )

  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <ListHeader
          title={list.name}
          onOpenLists={onOpenLists}
          tools={
            <>
              <ListMenu list={list} itemIds={allIds} />
              {tools}
            </>
          }
          connection={connection}
          counts={<ListCounts listId={list.id} />}
        />
        <div
          ref={scroller}
          data-scroller
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
          onPointerDown={hold}
        >
          <div className="mx-auto flex min-h-full w-full max-w-[720px] flex-col py-2 wide:px-2">
            <ItemList
              shown={shown}
              units={unitsById}
              chosenId={panel && editingId !== undefined ? editingId : keyedId}
              target={target?.id}
              mayEdit={mayEdit}
              stock={list.listType === 'STOCK'}
              scroller={scroller}
              unfolded={unfolded}
              onUnfold={setUnfolded}
              empty={<EmptyList mayEdit={mayEdit} allDone={count > 0} />}
              onTick={handleTick}
              onEdit={handleEdit}
            />
          </div>
        </div>
        <div ref={bottom} className="mx-auto w-full max-w-[720px] flex-none">
          {mayEdit ? (
            <AddBox input={addInput} full={fullSentence(count)} onAdd={handleAdd} />
          ) : null}
        </div>
      </div>
      {panel ? (
        <ItemPanel onClose={handleFormDone}>{form}</ItemPanel>
      ) : (
        <Dialog title="Edit item" open={form !== null} onClose={handleFormDone}>
          {form}
        </Dialog>
      )}
      <ConfirmDialog
        title="Delete this item?"
        action="Delete item"
        open={deletingId !== undefined}
        onConfirm={() => {
          if (deletingId !== undefined) actions.remove(deletingId)
          setDeletingId(undefined)
        }}
        onClose={() => setDeletingId(undefined)}
      >
        It goes for everybody who has this list.
      </ConfirmDialog>
      <KeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
    </div>
  )
}

function fullSentence(count: number): string | undefined {
  return count < limits.hardItemsPerList
    ? undefined
    : `This list has ${countTitle(count)} items, which is as many as it can hold. Delete some first.`
}
