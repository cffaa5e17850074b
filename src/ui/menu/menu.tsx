/** A button that opens a menu; the menu's code loads with the first press. */
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { FailedBox } from '../loading/failed-box.tsx'
import { lazyComponent } from '../loading/lazy-component.tsx'
import type { MenuChoice, MenuEntry } from './menu-entry.ts'

const MenuPopup = lazyComponent(async () => (await import('./menu-popup.tsx')).MenuPopup, {
  failed: (failure, { onClose }) => <FailedBox {...failure} onClose={onClose} />,
})

export type { MenuEntry }

interface MenuProps {
  /** The button. */
  readonly ref?: RefObject<HTMLButtonElement | null>
  /** The name of the button, and of the menu. */
  readonly label: string
  readonly className: string
  /** What the button shows. */
  readonly children: ReactNode
  readonly entries: readonly MenuEntry[]
  /** A group of which one is chosen, above the entries. */
  readonly choice?: MenuChoice
}

export function Menu({ ref, label, className, children, entries, choice }: MenuProps) {
  const own = useRef<HTMLButtonElement>(null)
  const button = ref ?? own
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        className={className}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open ? (
        <MenuPopup
          label={label}
          anchor={button}
          entries={entries}
          choice={choice}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
