/** What the menu of a list opens. */
import { useNavigate } from '@tanstack/react-router'
import { checkName } from '../../../rules/text.ts'
import { Exchange } from '../../features/exchange/exchange.tsx'
import { TakeElsewhere } from '../../features/exchange/take-elsewhere.tsx'
import { FindDialog } from '../../features/find/find-dialog.tsx'
import { HistoryDialogs } from '../../features/history/history-dialogs.tsx'
import type { ShoppingListFieldsFragment } from '../../generated/operations.ts'
import type { Asker } from '../../parts/perform/ask-server.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { DeleteItemsDialog } from '../delete-items-dialog.tsx'
import { KeysDialog } from '../keys-dialog.tsx'
import type { ListDialog } from './list-choice.ts'
import { NameDialog } from './name-dialog.tsx'
import { useListActions } from './use-list-actions.ts'

const TagsDialog = lazyDialog(
  async () => (await import('../../features/tags/tags-dialog.tsx')).TagsDialog,
)
const ShareDialog = lazyDialog(
  async () => (await import('../../features/sharing/share-dialog.tsx')).ShareDialog,
)
const PeopleDialog = lazyDialog(
  async () => (await import('../../features/sharing/people-dialog.tsx')).PeopleDialog,
)
const SettingsDialog = lazyDialog(
  async () => (await import('./settings-dialog.tsx')).SettingsDialog,
)
const CopyDialog = lazyDialog(async () => (await import('./copy-dialog.tsx')).CopyDialog)
const ResetDialog = lazyDialog(async () => (await import('./reset-dialog.tsx')).ResetDialog)

interface ListDialogsProps {
  readonly list: ShoppingListFieldsFragment
  readonly open: ListDialog | undefined
  readonly network: Asker
  /** How many items would go with the trolley. */
  readonly clearing: number
  readonly onClearTrolley: () => void
  readonly onDelete: () => void
  readonly onClose: () => void
}

export function ListDialogs({
  list,
  open,
  network,
  clearing,
  onClearTrolley,
  onDelete,
  onClose,
}: ListDialogsProps) {
  const actions = useListActions()
  const navigate = useNavigate()
  const openList = (id: string) => navigate({ to: '/product/shoppinglist', search: { list: id } })

  return (
    <>
      {open === 'rename' ? (
        <NameDialog
          list={list}
          title="Rename list"
          label="List name"
          action="Rename"
          initial={list.name}
          check={name => checkName('listName', name)}
          onName={name => actions.rename(list, name)}
          onClose={onClose}
          // What was typed over a name that others have changed since is of no use any more.
          keptAs={`name.${list.id}.${list.name}`}
          keeps
        />
      ) : null}
      {open === 'tags' ? (
        <TagsDialog
          list={list}
          onSave={(tags, before) => actions.tags(list, tags, before)}
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
      {open === 'share' ? <ShareDialog list={list} onClose={onClose} /> : null}
      {open === 'people' ? <PeopleDialog list={list} onClose={onClose} /> : null}
      {open === 'copy' ? (
        <CopyDialog list={list} onCopy={name => actions.copy(list, name)} onClose={onClose} />
      ) : null}
      {open === 'reset' ? (
        <ResetDialog list={list} onReset={() => actions.reset(list)} onClose={onClose} />
      ) : null}
      <KeysDialog open={open === 'keys'} onClose={onClose} />
      <FindDialog open={open === 'find'} onClose={onClose} />
      <TakeElsewhere
        list={list}
        open={open === 'take-elsewhere'}
        onClose={onClose}
        onImported={id => {
          if (id !== list.id) openList(id)
        }}
      />
      <Exchange
        listId={list.id}
        dialog={open === 'print' ? open : undefined}
        onClose={onClose}
        onImported={openList}
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
      <DeleteItemsDialog
        count={clearing}
        open={open === 'trolley'}
        onConfirm={onClearTrolley}
        onClose={onClose}
      />
      <ConfirmDialog
        title={`Delete ${list.name}?`}
        action="Delete list"
        open={open === 'delete'}
        onConfirm={onDelete}
        onClose={onClose}
      >
        The list disappears with all its items, for everybody who has it. Undo and the bin bring it
        back.
      </ConfirmDialog>
      <ConfirmDialog
        title={`Leave ${list.name}?`}
        action="Leave list"
        open={open === 'leave'}
        onConfirm={() => actions.leave(list)}
        onClose={onClose}
      >
        It goes from your devices and stays with the others. To have it back, somebody on it must
        share it with you again.
      </ConfirmDialog>
    </>
  )
}
