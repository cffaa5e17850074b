/** All lists at a glance, and what concerns all of them: find, bin, import, preferences. */

import { useNavigate } from '@tanstack/react-router'
import {
  ArchiveRestore,
  Ellipsis,
  FileUp,
  Plus,
  RefreshCw,
  Search,
  SlidersHorizontal,
  Sparkles,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useSync } from '../cache/hooks/sync/use-sync.ts'
import { useListIds } from '../cache/hooks/use-list-views.ts'
import { Exchange } from '../features/exchange/exchange.tsx'
import { FindDialog } from '../features/find/find-dialog.tsx'
import { HistoryDialogs } from '../features/history/history-dialogs.tsx'
import { createLookedAt } from '../features/news/looked-at.ts'
import type { ListsFrame } from '../parts/lists-frame.ts'
import { ListsLoading, noListsHere } from '../parts/lists-loading.tsx'
import { useRefresh } from '../parts/perform/use-refresh.ts'
import { useSampleList } from '../parts/perform/use-sample-list.ts'
import { Button, iconButtonClass } from '../ui/form/button.tsx'
import { IconButton } from '../ui/form/icon-button.tsx'
import { PullSign } from '../ui/gestures/pull-sign.tsx'
import { usePull } from '../ui/gestures/use-pull.ts'
import { ListHeader } from '../ui/list-header.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { Notice } from '../ui/notice.tsx'
import { OverviewList } from './overview-list.tsx'

interface DashboardScreenProps extends Omit<ListsFrame, 'onOpenLists'> {
  /** Absent where the button for it is in sight anyway. */
  readonly onNewList: (() => void) | undefined
}

export function DashboardScreen({
  connection,
  tools,
  network,
  memory,
  onNewList,
}: DashboardScreenProps) {
  const { userId } = useOffline()
  const ids = useListIds()
  const initialised = useSync(sync => sync.initialised)
  const reachable = useSync(sync => sync.reachable)
  const sample = useSampleList()
  const refresh = useRefresh()
  const scroller = useRef<HTMLDivElement>(null)
  const pull = usePull(scroller, refresh)
  const navigate = useNavigate()
  const [lookedAt] = useState(() => createLookedAt(memory, userId))
  const [open, setOpen] = useState<'find' | 'bin' | 'import'>()
  const close = () => setOpen(undefined)

  function openList(list: string) {
    close()
    navigate({ to: '/product/shoppinglist', search: { list } })
  }

  return (
    <>
      <ListHeader
        title="Overview"
        onOpenLists={undefined}
        tools={
          <>
            <IconButton label="Find" onClick={() => setOpen('find')}>
              <Search aria-hidden size={20} />
            </IconButton>
            <Menu
              label="More"
              className={`${iconButtonClass} text-ink`}
              entries={[
                {
                  label: 'Refresh',
                  icon: RefreshCw,
                  onChoose: () => void refresh(),
                },
                {
                  label: 'Bin',
                  icon: ArchiveRestore,
                  onChoose: () => setOpen('bin'),
                },
                {
                  label: 'Import',
                  icon: FileUp,
                  onChoose: () => setOpen('import'),
                },
                {
                  label: 'Sample list',
                  icon: Sparkles,
                  onChoose: sample,
                },
                {
                  label: 'Preferences',
                  icon: SlidersHorizontal,
                  onChoose: () => navigate({ to: '/product/account', hash: 'preferences' }),
                },
              ]}
            >
              <Ellipsis aria-hidden size={20} />
            </Menu>
            {tools}
          </>
        }
        connection={connection}
      />
      <div
        ref={scroller}
        data-scroller
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        <div className="beneath-toasts mx-auto flex min-h-full w-full max-w-[720px] flex-col pt-2">
          <PullSign pull={pull} />
          {ids.length > 0 ? (
            <OverviewList lookedAt={lookedAt} />
          ) : initialised || !reachable ? (
            <Notice
              title={initialised ? 'No lists yet' : noListsHere.title}
              actions={<Button onClick={sample}>Sample list</Button>}
            >
              {initialised
                ? 'Make a new list, and it shows here with what is open on it.'
                : noListsHere.sentence}
            </Notice>
          ) : (
            <ListsLoading />
          )}
          {onNewList === undefined ? null : (
            <Button look="quiet" className="self-start" onClick={onNewList}>
              <Plus aria-hidden size={18} />
              New list
            </Button>
          )}
        </div>
      </div>
      <FindDialog open={open === 'find'} onClose={close} />
      <HistoryDialogs
        open={open === 'bin' ? 'bin' : undefined}
        listId={undefined}
        network={network}
        onClose={close}
        onListBack={openList}
      />
      <Exchange
        dialog={open === 'import' ? 'import' : undefined}
        onClose={close}
        onImported={openList}
      />
    </>
  )
}
