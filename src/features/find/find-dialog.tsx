/** Drawn only while it is open; its code loads with the first time. */
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'

const OpenFind = lazyDialog(async () => (await import('./open-find.tsx')).OpenFind)

interface FindDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function FindDialog({ open, onClose }: FindDialogProps) {
  return open ? <OpenFind onClose={onClose} /> : null
}
