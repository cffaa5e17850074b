import type { ComponentType, ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { late } from './late.tsx'
import { PartFailed } from './part-failed.tsx'

/** A part that brings its own dialog; where its code cannot be had, a dialog says so. */
export function lateDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  return late(load, {
    failed: (failure, { onClose }) => (
      <Dialog title="Not here yet" open onClose={onClose}>
        <PartFailed {...failure} />
      </Dialog>
    ),
  })
}
