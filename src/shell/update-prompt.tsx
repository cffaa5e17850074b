import { useReadable } from '../cache/hooks/use-readable.ts'
import { Button } from '../ui/form/button.tsx'
import { useApp } from './app.tsx'
import { words } from './update-announcement.tsx'

/** A new version never interrupts: it waits here until it is wanted. */
export function UpdatePrompt() {
  const { updates } = useApp()
  if (!useReadable(updates.updateReady)) return null
  return (
    <div role="status" className="flex items-center justify-between gap-3 py-2">
      <p>{words}.</p>
      <Button look="primary" onClick={() => updates.applyUpdate()}>
        Update
      </Button>
    </div>
  )
}
