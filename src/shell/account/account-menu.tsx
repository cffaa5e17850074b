import { useNavigate } from '@tanstack/react-router'
import { CircleUser, Headset, LogOut, MessageSquare, Settings, ShoppingBasket } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { isStaff } from '../../../rules/roles.ts'
import { Menu } from '../../ui/menu/menu.tsx'
import { isThemeChoice } from '../../ui/theme.ts'
import { useApp } from '../app.tsx'
import { useReadable } from '../use-readable.ts'

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
  const icon = look === 'icon'
  return (
    <div className="relative">
      <Menu
        label="Account"
        className={
          icon
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
            label: 'Account settings',
            icon: <Settings aria-hidden size={18} />,
            onChoose: () => navigate({ to: '/product/account' }),
          },
          {
            label: 'Ready for the shop',
            icon: <ShoppingBasket aria-hidden size={18} />,
            onChoose: () => navigate({ to: '/product/ready' }),
          },
          {
            label: 'Feedback',
            icon: <MessageSquare aria-hidden size={18} />,
            onChoose: () => navigate({ to: '/product/feedback' }),
          },
          ...(isStaff(user?.role)
            ? [
                {
                  label: 'Support desk',
                  icon: <Headset aria-hidden size={18} />,
                  onChoose: () => navigate({ to: '/admin' }),
                },
              ]
            : []),
          {
            label: 'Sign out',
            icon: <LogOut aria-hidden size={18} />,
            onChoose: () => navigate({ to: '/logout' }),
          },
        ]}
      >
        <CircleUser aria-hidden size={22} className="flex-none" />
        {icon ? null : (
          <span className={`leading-tight ${user === undefined ? '' : 'pb-4.5'}`}>Account</span>
        )}
      </Menu>
      {icon || user === undefined ? null : (
        // Beside the button, not in it: what a button shows must be what it is called.
        <p className="pointer-events-none absolute right-3 bottom-1.25 left-11.5 truncate text-sm leading-tight text-quiet">
          {user.firstName} {user.lastName}
        </p>
      )}
    </div>
  )
}
