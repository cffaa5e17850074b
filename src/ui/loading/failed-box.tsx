import type { LoadFailure } from './lazy-component.tsx'
import { PartFailed } from './part-failed.tsx'

interface FailedBoxProps extends LoadFailure {
  readonly onClose: () => void
}

/**
 * Where even the code of dialogs could not be loaded: above the bottom edge, whatever stands there, and above the
 * part of the screen that asked for it.
 */
export function FailedBox(props: FailedBoxProps) {
  return (
    <div
      ref={showOnTop}
      popover="manual"
      className="fixed inset-x-3 top-auto bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-50 mx-auto w-auto max-w-md rounded-box border border-line bg-raised p-4 text-ink lifted"
    >
      <PartFailed {...props} />
    </div>
  )
}

/** A browser without a top layer leaves it where it is. */
function showOnTop(box: HTMLElement | null) {
  box?.showPopover?.()
}
