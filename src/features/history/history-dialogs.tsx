/** The history and the bin as dialogs; their code loads when the first one opens. */

import type { Asker } from '../../parts/perform/ask-server.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { Loading } from '../../ui/loading/loading.tsx'

const HistoryPanel = lazyComponent(async () => (await import('./history-panel.tsx')).HistoryPanel, {
  waiting: () => <Loading />,
})
const BinPanel = lazyComponent(async () => (await import('./bin-panel.tsx')).BinPanel, {
  waiting: () => <Loading />,
})

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
      <Dialog title="History" open={open === 'history' && listId !== undefined} onClose={onClose}>
        {listId === undefined ? null : (
          <HistoryPanel key={listId} listId={listId} network={network} />
        )}
      </Dialog>
      <Dialog title="Bin" open={open === 'bin'} onClose={onClose}>
        <BinPanel key={listId} listId={listId} network={network} onListBack={onListBack} />
      </Dialog>
    </>
  )
}
