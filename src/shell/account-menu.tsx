import { useNavigate } from '@tanstack/react-router'
import { CircleUser, LogOut, ShoppingBasket } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Menu } from '../ui/menu.tsx'
import { isThemeChoice } from '../ui/theme.ts'
import { useApp } from './app.tsx'
import { useReadable } from './use-readable.ts'

const themeOptions = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The person's own menu: as an icon in a header, as a row with the name in the list of lists. */
export function AccountMenu({ look }: { readonly look: 'icon' | 'row' }) {
  const { session, theme } = useApp()
  const navigate = useNavigate()
  const { user } = useReadable(session.state)
  const chosen = useSyncExternalStore(theme.subscribe, theme.get)
  return (
    <Menu
      label="Account"
      className={
        look === 'icon'
          ? 'inline-grid size-12 flex-none place-items-center rounded-box text-ink hover:bg-surface'
          : 'flex min-h-12 w-full items-center gap-3 rounded-box px-3 text-left hover:bg-tint'
      }
      choice={{
        label: 'Appearance',
        value: chosen,
        options: themeOptions,
        onChange: value => {
          if (isThemeChoice(value)) theme.set(value)
        },
      }}
      entries={[
        {
          label: 'Ready for the shop',
          icon: <ShoppingBasket aria-hidden size={18} />,
          onChoose: () => navigate({ to: '/product/ready' }),
        },
        {
          label: 'Sign out',
          icon: <LogOut aria-hidden size={18} />,
          onChoose: () => navigate({ to: '/logout' }),
        },
      ]}
    >
      <CircleUser aria-hidden size={22} className="flex-none" />
      {look === 'row' ? (
        <span className="min-w-0">
          <span className="block leading-tight">Account</span>
          {user === undefined ? null : (
            <span aria-hidden className="block truncate text-sm leading-tight text-quiet">
              {user.firstName} {user.lastName}
            </span>
          )}
        </span>
      ) : null}
    </Menu>
  )
}
