import { useMemo } from 'react'
import { type ExchangeList, toExchangeList } from '../../../rules/exchange/exchange-list.ts'
import { mayEdit } from '../../../rules/people/permissions.ts'
import { counted } from '../../../rules/validation-issue.ts'
import { useListViews, useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useList } from '../../cache/hooks/use-list.ts'
import { useListView } from '../../cache/hooks/use-list-views.ts'
import { useUnits } from '../../cache/hooks/use-units.ts'
import { away, isAway } from '../../cache/records/is-away.ts'
import { useTellDone } from '../../parts/perform/use-tell-done.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { ExchangeDialog, ExchangeProps } from './exchange-props.ts'
import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { checkImport, type ImportTarget, importList } from './import-list.ts'
import type { ImportPlace } from './import-place.ts'
import { PrintSheet } from './print-sheet.tsx'
import { TextDialog } from './text-dialog.tsx'

interface OpenExchangeProps extends ExchangeProps {
  readonly dialog: ExchangeDialog
}

export function OpenExchange({ dialog, listId, onClose, onImported }: OpenExchangeProps) {
  const offline = useOffline()
  const units = useUnits()
  const list = useWholeList(listId ?? '')
  if (dialog === 'import') {
    return <ImportFlow listId={listId} onClose={onClose} onImported={onImported} />
  }
  if (list === undefined) return null
  if (isAway(offline, listId ?? '')) {
    return (
      <Dialog title={away.title} open onClose={onClose}>
        {away.sentence}
      </Dialog>
    )
  }
  if (dialog === 'text') return <TextDialog list={list} units={units} onClose={onClose} />
  if (dialog === 'export') return <ExportDialog list={list} onClose={onClose} />
  return <PrintSheet list={list} units={units} onDone={onClose} />
}

/** In the order of the list, ticked ones where they stand; read again only when rows come, go or are ticked. */
function useWholeList(listId: string): ExchangeList | undefined {
  const views = useListViews()
  const units = useUnits()
  const list = useList(listId)
  const view = useListView(listId)
  return useMemo(() => {
    if (list === undefined) return undefined
    const items = view.ids.flatMap(id => views.item(id) ?? [])
    return toExchangeList(list, items, units)
  }, [views, units, list, view])
}

interface ImportFlowProps {
  readonly listId: string | undefined
  readonly onClose: () => void
  readonly onImported: (listId: string) => void
}

function ImportFlow({ listId = '', onClose, onImported }: ImportFlowProps) {
  const offline = useOffline()
  const units = useUnits()
  const tellDone = useTellDone()
  const list = useList(listId)
  const open = list !== undefined && mayEdit(list.permission) ? list : undefined

  function targetOf(place: ImportPlace): ImportTarget {
    if (place.kind === 'new' || open === undefined) {
      return { kind: 'new', name: place.kind === 'new' ? place.name : '' }
    }
    return { kind: 'existing', listId: open.id, tags: open.itemTags }
  }

  async function handleImport(file: ExchangeList, place: ImportPlace) {
    const imported = importList(offline, file, targetOf(place), units)
    await imported.durable
    const { itemCount } = imported
    onImported(imported.listId)
    tellDone(imported, { type: 'success', text: `${counted(itemCount, 'item')} imported` })
  }

  return (
    <ImportDialog
      units={units}
      existingName={open?.name}
      check={(file, place) => checkImport(offline, file, targetOf(place))?.message}
      onImport={handleImport}
      onClose={onClose}
    />
  )
}
