/** For many refused changes: all of them at once. */
import { useState } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import type { TrayEntry } from '../../offline/outbox/edit.ts'
import { Button } from '../../ui/form/button.tsx'
import { DiscardDialog } from './discard-dialog.tsx'

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
      <DiscardDialog
        tray={tray}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void performEach(offline.discard)}
      />
    </>
  )
}
