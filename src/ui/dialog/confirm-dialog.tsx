import type { ReactNode, RefObject } from 'react'
import { Button } from '../form/button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** The button that does it: a verb. */
  readonly action: string
  readonly open: boolean
  /** As a dialog has it. */
  readonly finalFocus?: RefObject<HTMLElement | null>
  /** Once it has closed. */
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** Whom it touches. */
  readonly children: ReactNode
}

export function ConfirmDialog({ action, onConfirm, children, ...dialog }: ConfirmDialogProps) {
  const { onClose } = dialog
  return (
    <Dialog {...dialog}>
      <p className="pb-4">{children}</p>
      <div className="flex flex-wrap gap-3">
        <Button className="flex-1" onClick={onClose}>
          Keep
        </Button>
        <Button
          look="danger"
          className="flex-1"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
