import { type ReactNode, useRef } from 'react'
import { useLayer } from '../../ui/dialog/layers.tsx'
import { isKeyTaken } from '../../ui/use-keys.ts'
import { useSidePanel } from '../../ui/use-side-panel.ts'

interface ItemPanelProps {
  /** The form of the chosen item; null while none is chosen. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** The details of the chosen item beside the list, where there is room for both. */
export function ItemPanel({ children, onClose }: ItemPanelProps) {
  useSidePanel('21.25rem')
  const panel = useRef<HTMLElement>(null)
  useLayer(children !== null, {
    kind: 'mode',
    onClose,
    // Whoever types in a field beside it, such as the add box, is not done with it.
    takesEscape: ({ target }) =>
      (target instanceof Node && panel.current?.contains(target)) || !isKeyTaken(target),
  })
  return (
    <aside
      ref={panel}
      aria-label="Details"
      className="relative w-85 flex-none overflow-y-auto scroll-pb-28 border-l border-line p-5 pt-6"
    >
      {children === null ? (
        <p className="pt-2 text-quiet">
          Choose an item with its ⋮ button to see its details.{' '}
          <span className="key-hint">
            Press <kbd>?</kbd> for all keys.
          </span>
        </p>
      ) : (
        children
      )}
    </aside>
  )
}
