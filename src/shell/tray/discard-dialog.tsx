/** Asks before several refused changes are let go at once. */
import type { ComponentProps } from 'react'
import { countTitle } from '../../../rules/validation-issue.ts'
import type { TrayEntry } from '../../offline/outbox/edit.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

interface DiscardDialogProps
  extends Pick<ComponentProps<typeof ConfirmDialog>, 'open' | 'onConfirm' | 'onClose'> {
  readonly tray: readonly TrayEntry[]
}

export function DiscardDialog({ tray, ...dialog }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title={`Discard ${countTitle(changesOf(tray))} changes?`}
      action="Discard all"
      {...dialog}
    >
      What you changed and the server did not take is gone then. Nothing brings it back.
    </ConfirmDialog>
  )
}

/** Those that went along included; what another version left counts as one. */
export function changesOf(tray: readonly TrayEntry[]): number {
  return tray.reduce((count, { entries }) => count + Math.max(1, entries.length), 0)
}
