import { useRef } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Receipt } from '../sync/receipt.tsx'
import { Tray } from '../tray/tray.tsx'
import { UpdatePrompt } from '../update-prompt.tsx'

interface NewsSheetProps {
  readonly chosenId: string | undefined
  readonly onClose: () => void
}

/** A new version, what could not be saved, and what happened meanwhile. */
export function NewsSheet({ chosenId, onClose }: NewsSheetProps) {
  const tray = useRef<HTMLElement>(null)
  return (
    <Dialog title="To look at" open onClose={onClose} initialFocus={tray}>
      <UpdatePrompt />
      <Tray ref={tray} chosenId={chosenId} />
      <Receipt />
    </Dialog>
  )
}
