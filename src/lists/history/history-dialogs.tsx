/** The history and the bin as dialogs; their code loads when the first one opens. */
import { lazy, Suspense } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'
import type { Asker } from './use-server-answer.ts'

const HistoryPanel = lazy(async () => ({
  default: (await import('./history-panel.tsx')).HistoryPanel,
}))
const BinPanel = lazy(async () => ({ default: (await import('./bin-panel.tsx')).BinPanel }))

export interface HistoryDialogsProps {
  readonly open: 'history' | 'bin' | undefined
  /** The list that is looked at; without one there is only the bin of the lists. */
  readonly listId: string | undefined
  readonly network: Asker
  readonly onClose: () => void
  /** A list was brought back, under this id. */
  readonly onListBack: (listId: string) => void
}

export function HistoryDialogs({
  open,
  listId,
  network,
  onClose,
  onListBack,
}: HistoryDialogsProps) {
  return (
    <>
      <Dialog
        title="History"
        open={open === 'history' && listId !== undefined}
        onClose={onClose}
        shape="sheet"
      >
        <Suspense fallback={<Loading />}>
          {listId === undefined ? null : (
            <HistoryPanel key={listId} listId={listId} network={network} />
          )}
        </Suspense>
      </Dialog>
      <Dialog title="Bin" open={open === 'bin'} onClose={onClose} shape="sheet">
        <Suspense fallback={<Loading />}>
          <BinPanel key={listId} listId={listId} network={network} onListBack={onListBack} />
        </Suspense>
      </Dialog>
    </>
  )
}
