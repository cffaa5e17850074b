/** The item whose form is open, or was: what is typed of it, and whether it is deleted. */
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useItem } from '../../cache/hooks/use-item.ts'
import type { ItemTagFieldsFragment, UnitFieldsFragment } from '../../generated/operations.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { KeptTexts, keepDraft, readDraft } from '../../ui/form/kept-texts.ts'
import { draftKey } from './item-draft.ts'
import { ItemPanel } from './item-panel.tsx'
import type { ItemActions } from './use-item-actions.ts'
import { useKeepDraft } from './use-keep-draft.ts'

const ItemEditor = lazyDialog(async () => (await import('./item-editor.tsx')).ItemEditor)

export interface ChosenItemProps {
  /** There is room beside the list. */
  readonly panel: boolean
  readonly listId: string
  readonly itemId: string | undefined
  readonly tags: readonly ItemTagFieldsFragment[]
  readonly units: readonly UnitFieldsFragment[]
  readonly mayEdit: boolean
  readonly sharedByName: string | null
  readonly confirmsDelete: boolean
  readonly actions: ItemActions
  /** Of the row that takes the place of a deleted one. */
  readonly buttonBeside: (itemId: string) => HTMLElement | null
  readonly onClose: () => void
}

export function ChosenItem({
  panel,
  listId,
  itemId,
  tags,
  units,
  mayEdit,
  sharedByName,
  confirmsDelete,
  actions,
  buttonBeside,
  onClose,
}: ChosenItemProps) {
  const saveDraft = useKeepDraft(listId, actions.bringBack)
  const texts = use(KeptTexts)
  const beside = useRef<HTMLElement>(null)
  const [deletingId, setDeletingId] = useState<string>()
  const deleting = useItem(deletingId ?? '')
  // Somebody took the right to it.
  if (deletingId !== undefined && !mayEdit) setDeletingId(undefined)

  useEffect(() => {
    if (itemId !== undefined) beside.current = null
  }, [itemId])

  function remove(id: string) {
    beside.current = buttonBeside(id)
    if (panel) beside.current?.focus()
    actions.remove(id)
  }

  // Nothing typed is lost, whatever closes the form: a tap beside it, Back, another item, another list.
  const keep = useEffectEvent((id: string, opened: string | undefined) => {
    // What cannot be saved is still there when the form is opened again.
    const key = draftKey(id)
    keepDraft(texts, key, saveDraft(id, readDraft(texts, key), tags, texts?.get(key) === opened))
  })
  useEffect(() => {
    if (itemId === undefined) return
    const opened = texts?.get(draftKey(itemId))
    return () => keep(itemId, opened)
  }, [itemId, texts])

  function forget(id: string) {
    texts?.delete(draftKey(id))
  }

  function handleDone() {
    if (itemId !== undefined) forget(itemId)
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
        sharedByName={sharedByName}
        finalFocus={beside}
        onUpdate={actions.update}
        onBringBack={actions.bringBack}
        onDelete={handleDelete}
        onDone={handleDone}
        onClose={onClose}
      />
    )
  return (
    <>
      {panel ? <ItemPanel onClose={onClose}>{editor}</ItemPanel> : editor}
      <ConfirmDialog
        title={`Delete ${deleting?.name ?? 'this item'}?`}
        action="Delete item"
        finalFocus={beside}
        open={deletingId !== undefined}
        onConfirm={() => deletingId !== undefined && remove(deletingId)}
        onClose={() => setDeletingId(undefined)}
      >
        It disappears for everybody who has this list.
      </ConfirmDialog>
    </>
  )
}
