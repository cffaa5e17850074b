/** What can be done with the whole list; each entry only for whom it works. */
import {
  ArrowUpDown,
  Copy,
  Filter,
  History,
  ListChecks,
  LogOut,
  Pencil,
  RefreshCw,
  RotateCcw,
  Search,
  Send,
  Settings,
  Star,
  Tags,
  Trash,
  Trash2,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { mayDelete } from '../../../rules/people/permissions.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import type { MenuEntry, MenuPlace } from '../../ui/menu/menu-entry.ts'
import { MenuPopup } from '../../ui/menu/menu-popup.tsx'
import { type ListChoice, type ListMenuContent, mayChoose } from './list-choice.ts'

export function ListMenuPopup({
  list,
  arrangeable,
  onChoose,
  ...place
}: ListMenuContent & MenuPlace) {
  const { userId } = useOffline()
  const owns = mayDelete(userId, list)
  const entry = (
    choice: ListChoice,
    label: string,
    icon: ReactNode,
    danger = false,
  ): MenuEntry[] => {
    const takesFocus = choice === 'filter'
    return mayChoose(choice, list.permission)
      ? [{ label, icon, danger, takesFocus, onChoose: () => onChoose(choice) }]
      : []
  }
  const starred = list.favourite
  const entries = [
    ...under('Items', [
      ...entry('find', 'Find', <Search aria-hidden size={18} />),
      ...entry('filter', 'Filter and sort', <Filter aria-hidden size={18} />),
      ...entry('select', 'Select items', <ListChecks aria-hidden size={18} />),
      ...(arrangeable ? entry('arrange', 'Move items', <ArrowUpDown aria-hidden size={18} />) : []),
      ...entry('tags', 'Tags', <Tags aria-hidden size={18} />),
      ...entry('reset', 'Reset list', <RotateCcw aria-hidden size={18} />),
    ]),
    ...under('List', [
      ...entry(
        'favourite',
        starred ? 'Remove from favourites' : 'Add to favourites',
        <Star aria-hidden size={18} className={starred ? 'fill-current text-primary' : ''} />,
      ),
      ...entry('share', 'Share', <UserPlus aria-hidden size={18} />),
      ...entry('rename', 'Rename', <Pencil aria-hidden size={18} />),
      ...entry('settings', 'List settings', <Settings aria-hidden size={18} />),
      ...entry('copy', 'Copy list', <Copy aria-hidden size={18} />),
    ]),
    ...under('More', [
      ...entry('take-elsewhere', 'Send, print, export', <Send aria-hidden size={18} />),
      ...entry('history', 'History', <History aria-hidden size={18} />),
      ...entry('bin', 'Bin', <Trash aria-hidden size={18} />),
      ...entry('refresh', 'Refresh', <RefreshCw aria-hidden size={18} />),
      ...(owns
        ? entry('delete', 'Delete list', <Trash2 aria-hidden size={18} />, true)
        : entry('leave', 'Leave list', <LogOut aria-hidden size={18} />, true)),
    ]),
  ]
  return <MenuPopup {...place} entries={entries} />
}

function under(section: string, entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.map(entry => ({ ...entry, section }))
}
