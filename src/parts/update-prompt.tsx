import { useReadable } from '../cache/hooks/use-readable.ts'
import type { Updates } from '../offline/worker/update.ts'
import { Button } from '../ui/form/button.tsx'
import { words } from './update-announcement.tsx'

interface UpdatePromptProps {
  readonly updates: Updates
  readonly className?: string
}

/** A new version never interrupts: it waits here until it is wanted. */
export function UpdatePrompt({ updates, className = '' }: UpdatePromptProps) {
  const isReady = useReadable(updates.updateReady)
  return (
    // There before it says anything, so that it is heard.
    <div role="status">
      {isReady ? (
        <div className={`flex items-center justify-between gap-3 py-2 ${className}`}>
          <p>{words}.</p>
          <Button look="primary" onClick={() => updates.applyUpdate()}>
            Update
          </Button>
        </div>
      ) : null}
    </div>
  )
}
