/** The form of one item: beside the list where there is room, else in a dialog. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ItemTagFieldsFragment, UnitFieldsFragment } from '../../generated/operations.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { panelQuery, touchQuery, useMediaQuery } from '../../ui/use-media-query.ts'
import type { ItemDraft } from './item-draft.ts'
import { ItemForm } from './item-form.tsx'
import { ItemPanel } from './item-panel.tsx'
import type { ItemActions } from './use-item-actions.ts'

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
  const touch = useMediaQuery(touchQuery)
  const nameField = useRef<HTMLInputElement>(null)
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

  const form =
    itemId === undefined ? null : (
      <ItemForm
        key={itemId}
        id={itemId}
        nameField={nameField}
        units={units}
        tags={tags}
        mayEdit={mayEdit}
        drafts={drafts.current}
        onUpdate={actions.update}
        onDelete={handleDelete}
        onDone={handleDone}
      />
    )
  return (
    <>
      {panel ? (
        <ItemPanel onClose={onClose}>{form}</ItemPanel>
      ) : (
        <Dialog
          title="Edit item"
          open={form !== null}
          onClose={onClose}
          finalFocus={beside}
          {...(touch || !mayEdit ? {} : { initialFocus: nameField })}
        >
          {form}
        </Dialog>
      )}
      <ConfirmDialog
        title="Delete this item?"
        action="Delete item"
        finalFocus={beside}
        open={deletingId !== undefined}
        onConfirm={() => {
          if (deletingId !== undefined) remove(deletingId)
          setDeletingId(undefined)
        }}
        onClose={() => setDeletingId(undefined)}
      >
        It goes for everybody who has this list.
      </ConfirmDialog>
    </>
  )
}
