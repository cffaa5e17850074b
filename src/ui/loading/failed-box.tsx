import type { LoadFailure } from './lazy-component.tsx'
import { PartFailed } from './part-failed.tsx'

interface FailedBoxProps extends LoadFailure {
  readonly onClose: () => void
}

/** Where even the code of dialogs could not be loaded: above the bottom edge, whatever stands there. */
export function FailedBox(props: FailedBoxProps) {
  return (
    <div className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-50 mx-auto max-w-md rounded-box border border-line bg-raised p-4 text-ink shadow-lg">
      <PartFailed {...props} />
    </div>
  )
}
