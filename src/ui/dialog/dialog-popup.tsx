import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { iconButtonClass } from '../form/button.tsx'
import { touchQuery, useMediaQuery } from '../use-media-query.ts'
import type { DialogProps } from './dialog-props.ts'
import { useLayer } from './layers.tsx'

/** On a phone a sheet on the bottom edge, where the thumb is; beside the lists a box in the middle. */
const shape =
  'inset-x-0 bottom-(--keyboard,0px) mx-auto max-h-[calc(100dvh-2rem-var(--keyboard,0px))] max-w-xl rounded-t-box pb-[env(safe-area-inset-bottom)] wide:inset-auto wide:top-[calc(50%-var(--keyboard,0px)/2)] wide:left-1/2 wide:w-[calc(100vw-2rem)] wide:max-w-lg wide:[translate:-50%_-50%] wide:rounded-box wide:pb-0'

export function DialogPopup({
  title,
  description,
  open,
  onClose,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const touch = useMediaQuery(touchQuery)
  const isTop = useLayer(open, { kind: 'popup', onClose })

  /** What cannot take the focus would leave it on the page beneath. */
  function firstStop(): HTMLElement | true | null {
    const wanted = initialFocus?.current
    if (wanted && !wanted.matches(':disabled')) return wanted
    return touch ? popup.current : true
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return
        if (isTop()) return onClose()
        // What lies over it closes alone, by the same key.
        details.cancel()
        details.allowPropagation()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className="fixed inset-0 z-50 bg-shade" />
        <Dialog.Popup
          ref={popup}
          initialFocus={firstStop}
          finalFocus={finalFocus ?? true}
          className={`fixed z-50 flex flex-col overflow-y-auto scroll-pb-24 bg-ground text-ink lifted-far outline-none border border-rim ${shape}`}
        >
          <div className="flex items-center justify-between gap-2 pt-2 pr-2 pl-4">
            <Dialog.Title className="text-lg font-semibold text-primary">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              title="Close"
              className={`${iconButtonClass} text-quiet`}
            >
              <X aria-hidden size={20} />
            </Dialog.Close>
          </div>
          {description === undefined ? null : (
            <Dialog.Description className="px-4 pb-2 text-quiet">{description}</Dialog.Description>
          )}
          <div className="px-4 pt-1 pb-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
