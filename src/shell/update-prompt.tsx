import { Button } from '../ui/button.tsx'
import { useApp } from './app.tsx'
import { useReadable } from './use-readable.ts'

/** A new version never interrupts: it waits here until it is wanted. */
export function UpdatePrompt() {
  const { updates } = useApp()
  const waiting = useReadable(updates.updateReady)
  return (
    <div
      role="status"
      className={
        waiting
          ? 'flex flex-none items-center justify-center gap-3 border-b border-line bg-surface px-4 py-1 text-sm'
          : 'sr-only'
      }
    >
      {waiting ? (
        <>
          A new version is ready
          <Button look="quiet" className="font-semibold" onClick={() => updates.applyUpdate()}>
            Update
          </Button>
        </>
      ) : null}
    </div>
  )
}
