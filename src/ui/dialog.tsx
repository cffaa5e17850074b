/** A modal dialog; its code loads with the first one that opens. */
import { lazy, type ReactNode, type RefObject, Suspense } from 'react'

const loadPopup = () => import('./dialog-popup.tsx')
const DialogPopup = lazy(() => loadPopup().then(module => ({ default: module.DialogPopup })))

export interface DialogProps {
  readonly title: string
  readonly description?: string
  readonly open: boolean
  readonly onClose: () => void
  /** What gets the focus; the first field where it is absent. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** `sheet` stands on the bottom edge of a phone, where the thumb is. */
  readonly shape?: 'box' | 'sheet'
  readonly children: ReactNode
}

export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  )
}

/** Fetches the code before anybody asks for it, so that the first dialog opens without a wait. */
export function preloadDialog(): void {
  loadPopup().catch(() => undefined)
}
