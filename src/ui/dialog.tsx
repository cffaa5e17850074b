/** A modal dialog; its code loads with the first one that opens. */
import { lazy, Suspense } from 'react'
import type { DialogProps } from './dialog-props.ts'

const loadPopup = () => import('./dialog-popup.tsx')
const DialogPopup = lazy(() => loadPopup().then(module => ({ default: module.DialogPopup })))

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
