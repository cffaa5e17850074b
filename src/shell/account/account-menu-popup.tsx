import { useNavigate } from '@tanstack/react-router'
import { DoorOpen, Headset, LogOut, MessageSquare, Settings, ShoppingBasket } from 'lucide-react'
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

const places = [
  ['Account settings', Settings, '/product/account'],
  ['Ready for the shop', ShoppingBasket, '/product/ready'],
  ['Feedback', MessageSquare, '/product/feedback'],
  ['Support desk', Headset, '/admin'],
  ['Sign out', LogOut, '/logout'],
] as const

export function AccountMenuPopup(place: MenuPlace) {
  const { session, theme, demo, leaveTo } = useApp()
  const navigate = useNavigate()
  const { user } = useReadable(session.state)
  const chosen = useReadable(theme)
  const realApp = demo?.leaveTo
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
        ...places
          .filter(([, , to]) => to !== '/admin' || isStaff(user?.role))
          .map(([label, icon, to]) => ({ label, icon, onChoose: () => navigate({ to }) })),
        ...(realApp === undefined
          ? []
          : [{ label: 'Leave the demo', icon: DoorOpen, onChoose: () => leaveTo(realApp) }]),
      ]}
    />
  )
}
