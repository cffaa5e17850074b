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
  const state = useReadable(updates.state)
  return (
    // There before it says anything, so that it is heard.
    <div role="status">
      {state === 'none' ? null : (
        <div className={`flex items-center justify-between gap-3 py-2 ${className}`}>
          <p>
            {state === 'ready'
              ? `${words}.`
              : 'The new version comes once nothing in this tab would be lost: what is being typed, and changes that only this tab holds, until the device or the server has them or you discard them.'}
          </p>
          <Button look="primary" busy={state === 'coming'} onClick={() => updates.applyUpdate()}>
            Update
          </Button>
        </div>
      )}
    </div>
  )
}
