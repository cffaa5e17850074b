/** The form of the chosen item, in the panel beside the list or in a dialog. */
import { X } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useId, useRef } from 'react'
import { useItem } from '../../cache/hooks/use-item.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { IconButton } from '../../ui/form/icon-button.tsx'
import { touchQuery, useMediaQuery } from '../../ui/use-media-query.ts'
import { ItemForm } from './item-form.tsx'

interface ItemEditorProps extends Omit<ComponentProps<typeof ItemForm>, 'nameField'> {
  readonly panel: boolean
  /** When the dialog has closed. */
  readonly finalFocus: RefObject<HTMLElement | null>
}

export function ItemEditor({ panel, finalFocus, ...form }: ItemEditorProps) {
  const { onClose } = form
  const touch = useMediaQuery(touchQuery)
  const title = useId()
  const holder = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const nameField = useRef<HTMLInputElement>(null)

  // A dialog takes the focus when it opens; a panel that stands beside the list does it for each item. On a touch screen
  // that brings up no keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is another form.
  useEffect(() => {
    if (touch) heading.current?.focus()
    else holder.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus()
  }, [form.id])

  const content = (
    <>
      {/* There before its words, and whatever becomes of the form: what comes in together with them few screen readers say. */}
      <p role="status" className="mb-4 empty:absolute">
        {useItem(form.id) === undefined ? 'This item was deleted meanwhile.' : null}
      </p>
      <ItemForm key={form.id} nameField={nameField} {...form} />
    </>
  )
  if (!panel) {
    return (
      <Dialog
        title="Edit item"
        open
        onClose={onClose}
        finalFocus={finalFocus}
        {...(touch || !form.mayEdit ? {} : { initialFocus: nameField })}
      >
        {content}
      </Dialog>
    )
  }
  return (
    <div role="dialog" aria-labelledby={title}>
      <div className="mb-3 flex items-center justify-between">
        <h2
          ref={heading}
          id={title}
          tabIndex={-1}
          className="text-lg font-semibold text-primary outline-none"
        >
          Edit item
        </h2>
        <IconButton label="Close" className="-my-2 -mr-3 text-quiet" onClick={onClose}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
      <div ref={holder}>{content}</div>
    </div>
  )
}
