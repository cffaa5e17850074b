/** A modal dialog; its code loads with the first one that opens. */

import { FailedBox } from '../loading/failed-box.tsx'
import { lazyComponent } from '../loading/lazy-component.tsx'
import type { DialogProps } from './dialog-props.ts'

const loadPopup = () => import('./dialog-popup.tsx')
const DialogPopup = lazyComponent<DialogProps>(async () => (await loadPopup()).DialogPopup, {
  failed: (failure, { onClose }) => <FailedBox {...failure} onClose={onClose} />,
})

export function Dialog(props: DialogProps) {
  return props.open ? <DialogPopup {...props} /> : null
}

/** Fetches the code before anybody asks for it, so that the first dialog opens without a wait. */
export function preloadDialog(): void {
  loadPopup().catch(() => undefined)
}
