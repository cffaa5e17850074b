import {
  ArrowUpDown,
  Copy,
  Ellipsis,
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
import type { ReactNode, RefObject } from 'react'
import { mayAdminister, mayDelete, mayEdit } from '../../../rules/permissions.ts'
import { useOffline } from '../../cache/hooks/use-offline.tsx'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import { Menu, type MenuEntry } from '../../ui/menu/menu.tsx'

export type ListChoice =
  | 'rename'
  | 'settings'
  | 'tags'
  | 'reset'
  | 'copy'
  | 'share'
  | 'favourite'
  | 'find'
  | 'filter'
  | 'select'
  | 'arrange'
  | 'take-elsewhere'
  | 'history'
  | 'bin'
  | 'refresh'
  | 'leave'
  | 'delete'

interface ListMenuProps {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly list: ShoppingListFieldsFragment
  /** Rows stand in their own order, so that they can be moved. */
  readonly arrangeable: boolean
  readonly onChoose: (choice: ListChoice) => void
}

/** What can be done with the whole list; each entry only for whom it works. */
export function ListMenu({ button, list, arrangeable, onChoose }: ListMenuProps) {
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
    ...entry(true, 'find', 'Find', <Search aria-hidden size={18} />),
    ...entry(true, 'filter', 'Filter and sort', <Filter aria-hidden size={18} />),
    ...entry(edits, 'select', 'Select items', <ListChecks aria-hidden size={18} />),
    ...entry(arrangeable, 'arrange', 'Move items', <ArrowUpDown aria-hidden size={18} />),
    ...entry(administers, 'tags', 'Tags', <Tags aria-hidden size={18} />),
    ...entry(edits, 'reset', 'Reset list', <RotateCcw aria-hidden size={18} />),
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
    ...entry(true, 'take-elsewhere', 'Send, print, export', <Send aria-hidden size={18} />),
    ...entry(true, 'history', 'History', <History aria-hidden size={18} />),
    ...entry(true, 'bin', 'Bin', <Trash aria-hidden size={18} />),
    ...entry(true, 'refresh', 'Refresh', <RefreshCw aria-hidden size={18} />),
    ...entry(owns, 'delete', 'Delete list', <Trash2 aria-hidden size={18} />, true),
    ...entry(!owns, 'leave', 'Leave list', <LogOut aria-hidden size={18} />, true),
  ]
  return (
    <Menu
      ref={button}
      label="List options"
      className="inline-grid size-12 flex-none place-items-center rounded-box text-ink hover:bg-surface"
      entries={entries}
    >
      <Ellipsis aria-hidden size={20} />
    </Menu>
  )
}
