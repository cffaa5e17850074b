import { counted } from '../../rules/validation-issue.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'

interface DeleteItemsDialogProps {
  readonly count: number
  readonly open: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function DeleteItemsDialog({ count, ...dialog }: DeleteItemsDialogProps) {
  return (
    <ConfirmDialog title={`Delete ${counted(count, 'item')}?`} action="Delete" {...dialog}>
      {count === 1 ? 'It disappears' : 'They disappear'} for everybody who has this list. Undo and
      the bin bring {count === 1 ? 'it' : 'them'} back.
    </ConfirmDialog>
  )
}
