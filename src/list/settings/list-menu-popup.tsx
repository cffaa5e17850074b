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
import { mayAdminister, mayDelete, mayEdit } from '../../../rules/people/permissions.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import type { MenuEntry, MenuPlace } from '../../ui/menu/menu-entry.ts'
import { MenuPopup } from '../../ui/menu/menu-popup.tsx'
import type { ListChoice, ListMenuContent } from './list-choice.ts'

export function ListMenuPopup({
  list,
  arrangeable,
  onChoose,
  ...place
}: ListMenuContent & MenuPlace) {
  const { userId } = useOffline()
  const edits = mayEdit(list.permission)
  const administers = mayAdminister(list.permission)
  const owns = mayDelete(userId, list)
  const entry = (
    allowed: boolean,
    choice: ListChoice,
    label: string,
    icon: ReactNode,
    danger = false,
  ): MenuEntry[] => {
    const takesFocus = choice === 'filter'
    return allowed ? [{ label, icon, danger, takesFocus, onChoose: () => onChoose(choice) }] : []
  }
  const starred = list.favourite
  const entries = [
    ...under('Items', [
      ...entry(true, 'find', 'Find', <Search aria-hidden size={18} />),
      ...entry(true, 'filter', 'Filter and sort', <Filter aria-hidden size={18} />),
      ...entry(edits, 'select', 'Select items', <ListChecks aria-hidden size={18} />),
      ...entry(arrangeable, 'arrange', 'Move items', <ArrowUpDown aria-hidden size={18} />),
      ...entry(administers, 'tags', 'Tags', <Tags aria-hidden size={18} />),
      ...entry(edits, 'reset', 'Reset list', <RotateCcw aria-hidden size={18} />),
    ]),
    ...under('List', [
      ...entry(
        true,
        'favourite',
        starred ? 'Remove from favourites' : 'Add to favourites',
        <Star aria-hidden size={18} className={starred ? 'fill-current text-primary' : ''} />,
      ),
      ...entry(administers, 'share', 'Share', <UserPlus aria-hidden size={18} />),
      ...entry(administers, 'rename', 'Rename', <Pencil aria-hidden size={18} />),
      ...entry(administers, 'settings', 'List settings', <Settings aria-hidden size={18} />),
      ...entry(true, 'copy', 'Copy list', <Copy aria-hidden size={18} />),
    ]),
    ...under('More', [
      ...entry(true, 'take-elsewhere', 'Send, print, export', <Send aria-hidden size={18} />),
      ...entry(true, 'history', 'History', <History aria-hidden size={18} />),
      ...entry(true, 'bin', 'Bin', <Trash aria-hidden size={18} />),
      ...entry(true, 'refresh', 'Refresh', <RefreshCw aria-hidden size={18} />),
      ...entry(owns, 'delete', 'Delete list', <Trash2 aria-hidden size={18} />, true),
      ...entry(!owns, 'leave', 'Leave list', <LogOut aria-hidden size={18} />, true),
    ]),
  ]
  return <MenuPopup {...place} entries={entries} />
}

function under(section: string, entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.map(entry => ({ ...entry, section }))
}
