import { CircleUser } from 'lucide-react'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import { iconButtonClass } from '../../ui/form/button.tsx'
import { lazyMenu, MenuButton } from '../../ui/menu/menu.tsx'
import { useApp } from '../app.tsx'

const AccountMenuPopup = lazyMenu(
  async () => (await import('./account-menu-popup.tsx')).AccountMenuPopup,
)

/** The person's own menu: as an icon in a header, as a row with the name in the list of lists. */
export function AccountMenu({ look }: { readonly look: 'icon' | 'row' }) {
  const { session } = useApp()
  const { user } = useReadable(session.state)
  const icon = look === 'icon'
  return (
    <div className="relative">
      <MenuButton
        label="Account"
        className={
          icon
            ? `${iconButtonClass} text-ink`
            : 'flex min-h-12 w-full items-center gap-3 rounded-box px-3 text-left hover:bg-tint'
        }
        popup={place => <AccountMenuPopup {...place} />}
      >
        <CircleUser aria-hidden size={22} className="flex-none" />
        {icon ? null : (
          <span className={`leading-tight ${user === undefined ? '' : 'pb-4.5'}`}>Account</span>
        )}
      </MenuButton>
      {icon || user === undefined ? null : (
        // Beside the button, not in it: what a button shows must be what it is called.
        <p className="pointer-events-none absolute right-3 bottom-1.25 left-11.5 truncate text-sm leading-tight text-quiet">
          {user.firstName} {user.lastName}
        </p>
      )}
    </div>
  )
}
