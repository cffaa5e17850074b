import { Ellipsis } from 'lucide-react'
import type { RefObject } from 'react'
import { iconButtonClass } from '../../ui/form/button.tsx'
import { lazyMenu, MenuButton } from '../../ui/menu/menu.tsx'
import type { ListMenuContent } from './list-choice.ts'

const ListMenuPopup = lazyMenu(async () => (await import('./list-menu-popup.tsx')).ListMenuPopup)

interface ListMenuProps extends ListMenuContent {
  readonly button: RefObject<HTMLButtonElement | null>
}

export function ListMenu({ button, ...content }: ListMenuProps) {
  return (
    <MenuButton
      ref={button}
      label="List options"
      className={`${iconButtonClass} text-ink`}
      popup={place => <ListMenuPopup {...place} {...content} />}
    >
      <Ellipsis aria-hidden size={20} />
    </MenuButton>
  )
}
