/** What can be done with the whole list; each entry only for whom it works. */
import {
  ArchiveRestore,
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
  Trash2,
  UserPlus,
} from 'lucide-react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
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
  function entry(
    choice: ListChoice,
    label: string,
    icon: MenuEntry['icon'],
    danger = false,
  ): MenuEntry[] {
    const takesFocus = choice === 'filter'
    return mayChoose(choice, list, userId)
      ? [{ label, icon, danger, takesFocus, onChoose: () => onChoose(choice) }]
      : []
  }
  const starred = list.favourite
  const entries = [
    ...under('Items', [
      ...entry('find', 'Find', Search),
      ...entry('filter', 'Filter and sort', Filter),
      ...entry('select', 'Select items', ListChecks),
      ...(arrangeable ? entry('arrange', 'Move items', ArrowUpDown) : []),
      ...entry('tags', 'Tags', Tags),
      ...entry('reset', 'Reset list', RotateCcw),
    ]),
    ...under('List', [
      ...entry(
        'favourite',
        starred ? 'Remove from favourites' : 'Add to favourites',
        starred ? FullStar : Star,
      ),
      ...entry('share', 'Share', UserPlus),
      ...entry('rename', 'Rename', Pencil),
      ...entry('settings', 'List settings', Settings),
      ...entry('copy', 'Copy list', Copy),
    ]),
    ...under('More', [
      ...entry('take-elsewhere', 'Send, print, export', Send),
      ...entry('history', 'History', History),
      ...entry('bin', 'Bin', ArchiveRestore),
      ...entry('refresh', 'Refresh', RefreshCw),
      ...entry('delete', 'Delete list', Trash2, true),
      ...entry('leave', 'Leave list', LogOut, true),
    ]),
  ]
  return <MenuPopup {...place} entries={entries} />
}

const FullStar: MenuEntry['icon'] = props => (
  <Star {...props} className="fill-current text-primary" />
)

function under(section: string, entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries.map(entry => ({ ...entry, section }))
}
