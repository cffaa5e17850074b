import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { mayAdminister } from '../../rules/permissions.ts'
import { useOffline } from '../cache/use-offline.tsx'
import { useUserConfig } from '../cache/use-user-config.ts'
import type { ShoppingListFieldsFragment } from '../generated/operations.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { undoableItems, useDeleteList } from './use-delete-list.ts'

interface ListMenuProps {
  readonly list: ShoppingListFieldsFragment
  readonly itemIds: readonly string[]
}

/** What can be done with the whole list; each entry only for whom it works. */
export function ListMenu({ list, itemIds }: ListMenuProps) {
  const { userId } = useOffline()
  const confirmsDelete = useUserConfig()?.shoppingListConfirmDelete ?? false
  const deleteList = useDeleteList()
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const close = () => setDialog(undefined)

  const entries: MenuEntry[] = []
  if (mayAdminister(list.permission)) {
    entries.push({
      label: 'Rename',
      icon: <Pencil aria-hidden size={18} />,
      onChoose: () => setDialog('rename'),
    })
  }
  if (list.userId === userId) {
    entries.push({
      label: 'Delete list',
      icon: <Trash2 aria-hidden size={18} />,
      danger: true,
      onChoose: () => {
        if (confirmsDelete || itemIds.length > undoableItems) setDialog('delete')
        else deleteList(list, itemIds)
      },
    })
  }
  if (entries.length === 0) return null

  return (
    <>
      <Menu
        label="List options"
        className="inline-grid size-12 flex-none place-items-center rounded-box text-ink hover:bg-surface"
        entries={entries}
      >
        <Ellipsis aria-hidden size={20} />
      </Menu>
      {dialog === 'rename' ? <RenameDialog list={list} onClose={close} /> : null}
      <ConfirmDialog
        title={`Delete ${list.name}?`}
        action="Delete list"
        open={dialog === 'delete'}
        onConfirm={() => {
          close()
          deleteList(list, itemIds)
        }}
        onClose={close}
      >
        The list goes with all its items, for everybody who has it.
      </ConfirmDialog>
    </>
  )
}
