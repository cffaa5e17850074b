/** A modal dialog; its code loads with the first one that opens. */
import type { DialogProps } from './dialog-props.ts'
import { FailedBox } from './failed-box.tsx'
import { lazyComponent } from './lazy-component.tsx'

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
