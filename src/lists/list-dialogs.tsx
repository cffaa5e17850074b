/** What the menu of a list opens. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { mayEdit } from '../../rules/permissions.ts'
import type { ShoppingListFieldsFragment } from '../generated/operations.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { TagRevision } from './aisles/tag-revision.ts'
import { Exchange, exchangeEntries } from './exchange/exchange.tsx'
import type { ExchangeDialog } from './exchange/exchange-props.ts'
import { HistoryDialogs } from './history/history-dialogs.tsx'
import type { Asker } from './history/use-server-answer.ts'
import type { ListChoice } from './list-menu.tsx'
import { useListActions } from './list-settings/use-list-actions.ts'
import { RenameDialog } from './rename-dialog.tsx'

const FindPanel = lazy(async () => ({
  default: (await import('./find/find-panel.tsx')).FindPanel,
}))
const TagsDialog = lazy(async () => ({
  default: (await import('./aisles/tags-dialog.tsx')).TagsDialog,
}))
const SettingsDialog = lazy(async () => ({
  default: (await import('./list-settings/settings-dialog.tsx')).SettingsDialog,
}))
const CopyDialog = lazy(async () => ({
  default: (await import('./list-settings/copy-dialog.tsx')).CopyDialog,
}))
const ResetDialog = lazy(async () => ({
  default: (await import('./list-settings/reset-dialog.tsx')).ResetDialog,
}))

interface ListDialogsProps {
  readonly list: ShoppingListFieldsFragment
  readonly open: ListChoice | undefined
  readonly network: Asker
  readonly revision: TagRevision
  readonly onDelete: () => void
  readonly onClose: () => void
}

export function ListDialogs({
  list,
  open,
  network,
  revision,
  onDelete,
  onClose,
}: ListDialogsProps) {
  const actions = useListActions()
  const navigate = useNavigate()
  const [taking, setTaking] = useState<ExchangeDialog>()
  const openList = (id: string) => navigate({ to: '/product/shoppinglist', search: { list: id } })

  return (
    <>
      <Suspense fallback={null}>
        {open === 'rename' ? <RenameDialog list={list} onClose={onClose} /> : null}
        {open === 'tags' ? (
          <TagsDialog
            list={list}
            onSave={tags => actions.tags(list, tags, revision)}
            onClose={onClose}
          />
        ) : null}
        {open === 'settings' ? (
          <SettingsDialog
            list={list}
            onSave={changes => actions.settings(list, changes)}
            onClose={onClose}
          />
        ) : null}
        {open === 'copy' ? (
          <CopyDialog list={list} onCopy={name => actions.copy(list, name)} onClose={onClose} />
        ) : null}
        {open === 'reset' ? (
          <ResetDialog list={list} onReset={() => actions.reset(list)} onClose={onClose} />
        ) : null}
      </Suspense>
      <Dialog title="Find" open={open === 'find'} onClose={onClose} shape="sheet">
        <Suspense fallback={null}>
          <FindPanel
            onOpenList={id => {
              onClose()
              openList(id)
            }}
            onOpenItem={(_listId, item) => {
              onClose()
              navigate({ to: '/product/item', search: { item } })
            }}
          />
        </Suspense>
      </Dialog>
      <Dialog
        title="Send, print, export"
        open={open === 'take-elsewhere'}
        onClose={onClose}
        shape="sheet"
      >
        <ul>
          {exchangeEntries(dialog => {
            onClose()
            setTaking(dialog)
          })
            .filter(entry => entry.label !== 'Import' || mayEdit(list.permission))
            .map(entry => (
              <li key={entry.label}>
                <Choice icon={entry.icon} label={entry.label} onPress={entry.onChoose} />
              </li>
            ))}
        </ul>
      </Dialog>
      <Exchange
        listId={list.id}
        dialog={taking}
        onClose={() => setTaking(undefined)}
        onImported={id => {
          setTaking(undefined)
          if (id !== list.id) openList(id)
        }}
      />
      <HistoryDialogs
        open={open === 'history' || open === 'bin' ? open : undefined}
        listId={list.id}
        network={network}
        onClose={onClose}
        onListBack={id => {
          onClose()
          openList(id)
        }}
      />
      <ConfirmDialog
        title={`Delete ${list.name}?`}
        action="Delete list"
        open={open === 'delete'}
        onConfirm={() => {
          onClose()
          onDelete()
        }}
        onClose={onClose}
      >
        The list goes with all its items, for everybody who has it. Undo and the bin bring it back.
      </ConfirmDialog>
      <ConfirmDialog
        title={`Leave ${list.name}?`}
        action="Leave list"
        open={open === 'leave'}
        onConfirm={() => {
          onClose()
          actions.leave(list)
        }}
        onClose={onClose}
      >
        It goes from your devices and stays with the others. To have it back, somebody on it must
        share it with you again.
      </ConfirmDialog>
    </>
  )
}

interface ChoiceProps {
  readonly icon: ReactNode
  readonly label: string
  readonly onPress: () => void
}

function Choice({ icon, label, onPress }: ChoiceProps) {
  return (
    <button
      type="button"
      className="flex min-h-12 w-full items-center gap-3 rounded-box px-3 text-left hover:bg-surface"
      onClick={onPress}
    >
      <span className="grid size-5 place-items-center">{icon}</span>
      {label}
    </button>
  )
}
