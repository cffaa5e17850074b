/** If there is no list to show: the first one is made here. */
import { ListPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSync } from '../cache/hooks/sync/use-sync.ts'
import { ListsLoading, noListsHere } from '../parts/lists-loading.tsx'
import { useSampleList } from '../parts/perform/use-sample-list.ts'
import { Button } from '../ui/form/button.tsx'
import { ListHeader } from '../ui/list-header.tsx'
import { Notice } from '../ui/notice.tsx'

interface NoListScreenProps {
  readonly connection: ReactNode
  readonly tools: ReactNode
  /** Absent where the button for it is in sight anyway. */
  readonly onNewList: (() => void) | undefined
}

export function NoListScreen({ connection, tools, onNewList }: NoListScreenProps) {
  const initialised = useSync(sync => sync.initialised)
  const reachable = useSync(sync => sync.reachable)
  const sample = useSampleList()
  return (
    <>
      <ListHeader title="Lists" onOpenLists={undefined} tools={tools} connection={connection} />
      {initialised || !reachable ? (
        <Notice
          title={initialised ? 'Make your first list' : noListsHere.title}
          icon={<ListPlus aria-hidden size={40} className="text-primary" />}
          actions={
            <>
              {onNewList === undefined ? null : (
                <Button look="primary" onClick={onNewList}>
                  New list
                </Button>
              )}
              <Button onClick={sample}>Sample list</Button>
            </>
          }
        >
          {initialised
            ? 'Press New list and give it a name. It works in the shop without a signal, and what you change there is sent when the signal is back.'
            : noListsHere.sentence}
        </Notice>
      ) : (
        <ListsLoading />
      )}
    </>
  )
}
