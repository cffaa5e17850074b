import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from '../loading/lazy-component.tsx'
import { PartFailed } from '../loading/part-failed.tsx'
import { Dialog } from './dialog.tsx'

/** A part that brings its own dialog; where its code cannot be had, a dialog says so. */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  return lazyComponent(load, {
    failed: (failure, { onClose }) => (
      <Dialog title="Not here yet" open onClose={onClose}>
        <PartFailed {...failure} />
      </Dialog>
    ),
  })
}
