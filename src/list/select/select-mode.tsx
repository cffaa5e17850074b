/** A list while several of its rows are selected: rows to choose above, what to do with them below. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { countTitle } from '../../../rules/validation-issue.ts'
import { useListViews } from '../../cache/hooks/sync/use-offline.tsx'
import { useList } from '../../cache/hooks/use-list.ts'
import { useListIds, useOpenCount } from '../../cache/hooks/use-list-views.ts'
import { useUserConfig } from '../../cache/hooks/use-user-config.ts'
import { tagCacheId } from '../../cache/records/cache-ids.ts'
import { countCarriers } from '../../features/tags/count-carriers.ts'
import type { UnitFieldsFragment } from '../../generated/operations.ts'
import { useLayer } from '../../ui/dialog/layers.tsx'
import { Button } from '../../ui/form/button.tsx'
import type { Calm } from '../../ui/gestures/calm.ts'
import { Slide } from '../../ui/gestures/slide.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isKeyTaken } from '../../ui/use-keys.ts'
import { DeleteItemsDialog } from '../delete-items-dialog.tsx'
import { Rows } from '../rows/rows.tsx'
import { type Target, useTargetInSight } from '../rows/use-target-in-sight.ts'
import { MoveDialog } from './move-dialog.tsx'
import { SelectBar } from './select-bar.tsx'
import { SelectRow } from './select-row.tsx'
import { extendTo, nothingSelected, selectAll, selectedRows, toggleRow } from './selection.ts'
import { TagDialog } from './tag-dialog.tsx'
import { useSelectActions } from './use-select-actions.ts'

export interface SelectModeProps {
  readonly listId: string
  /** Ids of the rows in the order in which they are shown: a filter narrows what can be selected. */
  readonly rowIds: readonly string[]
  readonly units: ReadonlyMap<string, UnitFieldsFragment>
  /** A row that is selected from the start, as after a long press. */
  readonly firstId?: string | undefined
  /** Where one was among the rows. */
  readonly place?: Target | undefined
  /** The rows moved without the person's doing. */
  readonly byItself: boolean
  /** Hears what is about to touch the rows, so that none of them moves then. */
  readonly calm: Pick<Calm, 'watch'>
  /** Puts off what would move rows. */
  readonly onHold: () => void
  readonly onDone: () => void
}

/** Mount with the list's id as key. Escape ends it. */
export function SelectMode({
  listId,
  rowIds,
  units,
  firstId,
  place,
  byItself,
  calm,
  onHold,
  onDone,
}: SelectModeProps) {
  const views = useListViews()
  const list = useList(listId)
  const otherIds = useListIds().filter(id => id !== listId)
  const confirmsDelete = useUserConfig()?.itemConfirmDelete ?? false
  const actions = useSelectActions(listId)
  const [selection, setSelection] = useState(() =>
    firstId === undefined ? nothingSelected : toggleRow(nothingSelected, firstId),
  )
  const [dialog, setDialog] = useState<'tag' | 'move' | 'delete'>()
  const scroller = useRef<HTMLDivElement>(null)
  const close = () => setDialog(undefined)

  const ids = useMemo(() => selectedRows(selection, rowIds), [selection, rowIds])
  const allTicked = useOpenCount(ids) === 0
  // A row that left is selected no more: if it came back selected, nobody would notice.
  if (ids.length < selection.ids.size) setSelection({ ...selection, ids: new Set(ids) })
  const rows = useRef(rowIds)
  useEffect(() => {
    rows.current = rowIds
  }, [rowIds])
  const handleSelect = useCallback((id: string, range: boolean) => {
    setSelection(before => (range ? extendTo(before, id, rows.current) : toggleRow(before, id)))
  }, [])

  useEffect(() => (scroller.current ? calm.watch(scroller.current) : undefined), [calm])
  useTargetInSight(scroller, place)
  // On the whole page: the row that had the focus may be gone, and the menu that began this stands outside.
  useLayer(true, {
    kind: 'mode',
    onClose: onDone,
    takesEscape: ({ target }) => dialog === undefined && !isKeyTaken(target),
  })

  function tagNamesOf(itemIds: readonly string[]) {
    const names = itemIds.flatMap(id => views.item(id)?.itemTags.map(tag => tag.name) ?? [])
    return [...new Set(names)]
  }
  function tagChoices() {
    const counts = countCarriers(views, ids)
    return (list?.itemTags ?? []).map(({ id, name, color }) => ({
      id,
      name,
      color,
      carriers: counts.get(tagCacheId(id)) ?? 0,
    }))
  }
  const all = ids.length === rowIds.length && ids.length > 0

  const remove = () => actions.remove(ids)

  return (
    <section aria-label="Select items" className="flex min-h-0 flex-1 flex-col">
      <div className="aside-safe flex flex-wrap items-center justify-end gap-x-2 border-b border-line bg-tint py-1">
        <p role="status" className="min-w-24 flex-1 basis-0 font-semibold">
          {ids.length === 0 ? 'Choose items' : `${countTitle(ids.length)} selected`}
        </p>
        <Button
          look="quiet"
          onClick={() => setSelection(all ? nothingSelected : selectAll(rowIds))}
        >
          {all ? 'Select none' : 'Select all'}
        </Button>
        <Button look="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
      <div
        ref={scroller}
        data-scroller
        className="relative min-h-20 flex-1 overflow-y-auto"
        onPointerDown={onHold}
      >
        <div className="beneath-toasts mx-auto w-full max-w-[720px] pt-2 wide:px-2">
          {rowIds.length === 0 ? (
            <Notice title="Nothing to select">There is no item here to do something with.</Notice>
          ) : (
            <Slide when={rowIds} byItself={byItself}>
              <Rows label="Items to select" ids={rowIds} scroller={scroller} target={place}>
                {id => (
                  <SelectRow
                    id={id}
                    units={units}
                    selected={selection.ids.has(id)}
                    onSelect={handleSelect}
                  />
                )}
              </Rows>
            </Slide>
          )}
        </div>
      </div>
      <SelectBar
        count={ids.length}
        allTicked={allTicked}
        onTick={() => actions.tick(ids, !allTicked)}
        onTag={() => setDialog('tag')}
        onMove={otherIds.length === 0 ? undefined : () => setDialog('move')}
        onDelete={() => (confirmsDelete ? setDialog('delete') : remove())}
      />
      <TagDialog
        listId={listId}
        open={dialog === 'tag'}
        count={ids.length}
        tags={dialog === 'tag' ? tagChoices() : []}
        onTag={(tag, on) => actions.tag(ids, tag, on)}
        onClose={close}
      />
      <MoveDialog
        open={dialog === 'move'}
        listId={listId}
        load={{ itemCount: ids.length, tagNames: dialog === 'move' ? tagNamesOf(ids) : [] }}
        listIds={otherIds}
        onMove={(id, name) => {
          close()
          actions.moveTo(ids, id, name)
        }}
        onClose={close}
      />
      <DeleteItemsDialog
        count={ids.length}
        open={dialog === 'delete'}
        onConfirm={remove}
        onClose={close}
      />
    </section>
  )
}
