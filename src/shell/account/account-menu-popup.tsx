import { useNavigate } from '@tanstack/react-router'
import { Headset, LogOut, MessageSquare, Settings, ShoppingBasket } from 'lucide-react'
import { isStaff } from '../../../rules/people/roles.ts'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import type { MenuPlace } from '../../ui/menu/menu-entry.ts'
import { MenuPopup } from '../../ui/menu/menu-popup.tsx'
import { useApp } from '../app.tsx'

const themeOptions = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function AccountMenuPopup(place: MenuPlace) {
  const { session, theme } = useApp()
  const navigate = useNavigate()
  const { user } = useReadable(session.state)
  const chosen = useReadable(theme)
  return (
    <MenuPopup
      {...place}
      choice={{
        label: 'Appearance',
        value: chosen,
        options: themeOptions,
        onChange: theme.set,
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
    />
  )
}
