/** Drawn only while it is open; its code loads with the first time. */
import { lateDialog } from '../../ui/late-dialog.tsx'

const OpenFind = lateDialog(async () => (await import('./open-find.tsx')).OpenFind)

interface FindDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function FindDialog({ open, onClose }: FindDialogProps) {
  return open ? <OpenFind onClose={onClose} /> : null
}
