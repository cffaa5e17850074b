/** A button that opens a menu; the menu's code loads with the first press. */
import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react'
import { FailedBox } from '../loading/failed-box.tsx'
import { lazyComponent } from '../loading/lazy-component.tsx'
import type { MenuChoice, MenuEntry, MenuPlace } from './menu-entry.ts'

export type { MenuEntry }

/** The code of a menu, with its entries and their icons. */
export function lazyMenu<Props extends MenuPlace>(load: () => Promise<ComponentType<Props>>) {
  return lazyComponent(load, {
    failed: (failure, { onClose }) => <FailedBox {...failure} onClose={onClose} />,
  })
}

const MenuPopup = lazyMenu(async () => (await import('./menu-popup.tsx')).MenuPopup)

interface MenuButtonProps {
  /** The button. */
  readonly ref?: RefObject<HTMLButtonElement | null>
  /** The name of the button, and of the menu. */
  readonly label: string
  readonly className: string
  /** What the button shows. */
  readonly children: ReactNode
  readonly popup: (place: MenuPlace) => ReactNode
}

interface MenuProps extends Omit<MenuButtonProps, 'popup'> {
  readonly entries: readonly MenuEntry[]
  /** A group of which one is chosen, above the entries. */
  readonly choice?: MenuChoice
}

export function Menu({ entries, choice, ...button }: MenuProps) {
  return (
    <MenuButton
      {...button}
      popup={place => <MenuPopup {...place} entries={entries} choice={choice} />}
    />
  )
}

export function MenuButton({ ref, label, className, children, popup }: MenuButtonProps) {
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
      {open ? popup({ label, anchor: button, onClose: () => setOpen(false) }) : null}
    </>
  )
}
