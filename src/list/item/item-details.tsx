/** The form of one item: beside the list where there is room, else in a dialog. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ItemTagFieldsFragment, UnitFieldsFragment } from '../../generated/operations.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { panelQuery, useMediaQuery } from '../../ui/use-media-query.ts'
import type { ItemDraft } from './item-draft.ts'
import { ItemPanel } from './item-panel.tsx'
import type { ItemActions } from './use-item-actions.ts'

const ItemEditor = lazyDialog(async () => (await import('./item-editor.tsx')).ItemEditor)

interface ItemDetailsProps {
  readonly itemId: string | undefined
  readonly tags: readonly ItemTagFieldsFragment[]
  readonly units: readonly UnitFieldsFragment[]
  readonly mayEdit: boolean
  readonly confirmsDelete: boolean
  readonly actions: ItemActions
  /** Of the row that takes the place of a deleted one. */
  readonly buttonBeside: (itemId: string) => HTMLElement | null
  readonly onClose: () => void
}

export function ItemDetails({
  itemId,
  tags,
  units,
  mayEdit,
  confirmsDelete,
  actions,
  buttonBeside,
  onClose,
}: ItemDetailsProps) {
  const panel = useMediaQuery(panelQuery)
  const drafts = useRef(new Map<string, ItemDraft>())
  const beside = useRef<HTMLElement>(null)
  const [deletingId, setDeletingId] = useState<string>()

  useEffect(() => {
    if (itemId !== undefined) beside.current = null
  }, [itemId])

  function remove(id: string) {
    beside.current = buttonBeside(id)
    if (panel) beside.current?.focus()
    actions.remove(id)
  }

  // Nothing typed is lost, whatever closes the form: a tap beside it, Back, another item, another list.
  const keep = useEffectEvent((id: string) => {
    const draft = drafts.current.get(id)
    if (draft === undefined) return
    // What cannot be saved is still there when the form is opened again.
    if (actions.keep(id, draft, tags)) drafts.current.delete(id)
  })
  useEffect(() => {
    if (itemId === undefined) return
    return () => keep(itemId)
  }, [itemId])

  function handleDone() {
    if (itemId !== undefined) drafts.current.delete(itemId)
    onClose()
  }

  function handleDelete(id: string) {
    if (confirmsDelete) {
      setDeletingId(id)
      onClose()
    } else {
      remove(id)
      handleDone()
    }
  }

  const editor =
    itemId === undefined ? null : (
      <ItemEditor
        id={itemId}
        panel={panel}
        units={units}
        tags={tags}
        mayEdit={mayEdit}
        drafts={drafts.current}
        finalFocus={beside}
        onUpdate={actions.update}
        onDelete={handleDelete}
        onDone={handleDone}
        onClose={onClose}
      />
    )
  return (
    <>
      {panel ? <ItemPanel onClose={onClose}>{editor}</ItemPanel> : editor}
      <ConfirmDialog
        title="Delete this item?"
        action="Delete item"
        finalFocus={beside}
        open={deletingId !== undefined}
        onConfirm={() => deletingId !== undefined && remove(deletingId)}
        onClose={() => setDeletingId(undefined)}
      >
        It goes for everybody who has this list.
      </ConfirmDialog>
    </>
  )
}
