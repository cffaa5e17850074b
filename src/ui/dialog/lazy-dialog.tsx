import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from '../loading/lazy-component.tsx'
import { PartFailed } from '../loading/part-failed.tsx'
import { Dialog } from './dialog.tsx'

/** A part that brings its own dialog; where its code cannot be had, a dialog says so. `waiting` stands there until then. */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  waiting?: (props: Props) => ReactNode,
): (props: Props) => ReactNode {
  return lazyComponent(load, {
    ...(waiting && { waiting }),
    failed: (failure, { onClose }) => (
      <Dialog title="Not here yet" open onClose={onClose}>
        <PartFailed {...failure} />
      </Dialog>
    ),
  })
}
