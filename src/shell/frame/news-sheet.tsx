import { useRef } from 'react'
import { UpdatePrompt } from '../../parts/update-prompt.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useApp } from '../app.tsx'
import { Receipt } from '../sync/receipt.tsx'
import { Tray } from '../tray/tray.tsx'

interface NewsSheetProps {
  readonly chosenId: string | undefined
  readonly onClose: () => void
}

/** A new version, what could not be saved, and what happened meanwhile. */
export function NewsSheet({ chosenId, onClose }: NewsSheetProps) {
  const tray = useRef<HTMLElement>(null)
  return (
    <Dialog title="To look at" open onClose={onClose} initialFocus={tray}>
      <UpdatePrompt updates={useApp().updates} />
      <Tray ref={tray} chosenId={chosenId} />
      <Receipt />
    </Dialog>
  )
}
