import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useLayer } from '../../ui/dialog/layers.tsx'
import { IconButton } from '../../ui/form/icon-button.tsx'

interface ItemPanelProps {
  /** The form of the chosen item; null while none is chosen. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** The details of the chosen item beside the list, where there is room for both. */
export function ItemPanel({ children, onClose }: ItemPanelProps) {
  const title = useId()
  useBesideList()
  useLayer(children !== null, { kind: 'mode', onClose, takesEscape: () => true })
  return (
    <aside
      aria-label="Details"
      className="w-85 flex-none overflow-y-auto border-l border-line p-5 pt-6"
    >
      {children === null ? (
        <p className="pt-2 text-quiet">
          Choose an item with its ⋮ button to see its details. Press <kbd>?</kbd> for all keys.
        </p>
      ) : (
        <div role="dialog" aria-labelledby={title}>
          <div className="mb-3 flex items-center justify-between">
            <h2 id={title} className="text-lg font-semibold text-primary">
              Edit item
            </h2>
            <IconButton label="Close" className="-my-2 -mr-3 text-quiet" onClick={onClose}>
              <X aria-hidden size={20} />
            </IconButton>
          </div>
          <FocusFirstField>{children}</FocusFirstField>
        </div>
      )}
    </aside>
  )
}

/** Messages stand beside the panel: its buttons are at the bottom too. */
function useBesideList() {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--beside-list', '21.25rem')
    return () => {
      style.removeProperty('--beside-list')
    }
  }, [])
}

/** A dialog takes the focus when it opens; a panel that stands beside the list does it for each item. */
function FocusFirstField({ children }: { readonly children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null)
  const key =
    typeof children === 'object' && children !== null && 'key' in children ? children.key : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is another form.
  useEffect(() => {
    holder.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus()
  }, [key])
  return <div ref={holder}>{children}</div>
}
