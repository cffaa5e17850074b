/** All lists at a glance: how much is open on each. */
import { Link } from '@tanstack/react-router'
import { ChevronRight, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useList } from '../cache/use-list.ts'
import { useListCounts } from '../cache/use-list-counts.ts'
import { useListIds } from '../cache/use-list-ids.ts'
import { useSync } from '../cache/use-sync.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { ListHeader } from './list-header.tsx'

interface DashboardScreenProps {
  readonly connection: ReactNode
  readonly tools: ReactNode
  /** Absent where the button for it is in sight anyway. */
  readonly onNewList: (() => void) | undefined
}

export function DashboardScreen({ connection, tools, onNewList }: DashboardScreenProps) {
  const ids = useListIds()
  const { initialised, reachable } = useSync()
  return (
    <>
      <ListHeader title="Overview" onOpenLists={undefined} tools={tools} connection={connection} />
      <div data-scroller className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex min-h-full w-full max-w-[720px] flex-col py-2 wide:px-2">
          {ids.length > 0 ? (
            <ul aria-label="All lists">
              {ids.map(id => (
                <ListCard key={id} id={id} />
              ))}
            </ul>
          ) : initialised || !reachable ? (
            <Notice title="No lists yet">
              Make a new list, and it shows here with what is open on it.
            </Notice>
          ) : (
            <Loading />
          )}
          {onNewList === undefined ? null : (
            <Button look="quiet" className="self-start" onClick={onNewList}>
              <Plus aria-hidden size={18} />
              New list
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

function ListCard({ id }: { readonly id: string }) {
  const list = useList(id)
  const { open, done } = useListCounts(id)
  if (list === undefined) return null
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to="/product/shoppinglist"
        search={{ list: id }}
        className="flex min-h-16 items-center gap-3 px-4 py-2 hover:bg-surface wide:rounded-box wide:px-2"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-row font-semibold">{list.name}</span>
          <span className="block text-sm text-quiet">{countsSentence(open, done)}</span>
        </span>
        <ChevronRight aria-hidden size={18} className="flex-none text-quiet" />
      </Link>
    </li>
  )
}

function countsSentence(open: number, done: number): string {
  if (open + done === 0) return 'Nothing on it yet'
  if (open === 0) return done === 1 ? '1 item, in the trolley' : `All ${done} items in the trolley`
  return `${open} to buy${done === 0 ? '' : `, ${done} in the trolley`}`
}
