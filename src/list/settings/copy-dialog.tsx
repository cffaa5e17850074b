import { useState } from 'react'
import { uniqueName } from '../../../rules/names.ts'
import { checkName } from '../../../rules/text.ts'
import { useListViews, useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useListIds } from '../../cache/hooks/use-list-views.ts'
import { checkCapacityForList } from '../../cache/records/capacity.ts'
import { NameDialog } from './name-dialog.tsx'

interface CopyDialogProps {
  readonly list: { readonly id: string; readonly name: string }
  readonly onCopy: (name: string) => void
  readonly onClose: () => void
}

/** Asks how the copy is called; to begin with as the list, made unique. */
export function CopyDialog({ list, onCopy, onClose }: CopyDialogProps) {
  const offline = useOffline()
  const views = useListViews()
  const listIds = useListIds()
  const [initial] = useState(() => {
    const names = listIds.map(id => views.list(id)?.name ?? '')
    return uniqueName(list.name, names)
  })
  return (
    <NameDialog
      list={list}
      title={`Copy ${list.name}`}
      label="Name of the copy"
      hint="The copy is yours alone, with all items and tags."
      action="Copy"
      initial={initial}
      keptAs={`copy-of.${list.id}`}
      check={name => checkCapacityForList(offline) ?? checkName('listName', name)}
      onName={onCopy}
      onClose={onClose}
    />
  )
}
