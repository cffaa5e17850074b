/** For many refused changes: all of them at once. */
import { useState } from 'react'
import { countTitle } from '../../../rules/validation-issue.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import type { TrayEntry } from '../../offline/outbox/edit.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Button } from '../../ui/form/button.tsx'

export function TrayBatch({ tray }: { readonly tray: readonly TrayEntry[] }) {
  const offline = useOffline()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)

  async function performEach(work: (trayId: string) => Promise<void>) {
    setBusy(true)
    // What fails stays, and says why when it is tried alone.
    await Promise.allSettled(tray.map(({ id }) => work(id)))
    setBusy(false)
  }

  return (
    <>
      <Button look="quiet" busy={busy} onClick={() => void performEach(offline.tryAgain)}>
        Try all again
      </Button>
      <Button look="quiet" busy={busy} onClick={() => setAsking(true)}>
        Discard all
      </Button>
      <ConfirmDialog
        title={`Discard ${countTitle(changesOf(tray))} changes?`}
        action="Discard all"
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void performEach(offline.discard)}
      >
        What you changed and the server did not take is gone then. Nothing brings it back.
      </ConfirmDialog>
    </>
  )
}

/** Those that went along included; what another version left counts as one. */
function changesOf(tray: readonly TrayEntry[]): number {
  return tray.reduce((count, { entries }) => count + Math.max(1, entries.length), 0)
}
