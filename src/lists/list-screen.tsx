/** One list: tick, add, change. Everything here works without a network. */
import type { ReactNode } from 'react'
import { useList } from '../cache/use-list.ts'
import { useSync } from '../cache/use-sync.ts'
import type { KeyValue } from '../network/key-value.ts'
import { Loading } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Asker } from './history/use-server-answer.ts'
import { ListHeader } from './list-header.tsx'
import { OpenList } from './open-list.tsx'

/** What every screen of this room is handed. */
export interface ListsFrame {
  readonly connection: ReactNode
  readonly tools: ReactNode
  /** Absent where the lists are in sight anyway. */
  readonly onOpenLists: (() => void) | undefined
  /** For what only the server knows: history and bin. */
  readonly network: Asker
  /** What this browser remembers. */
  readonly memory: Pick<KeyValue, 'get' | 'set'>
}

export interface ListScreenProps extends ListsFrame {
  readonly listId: string
  /** An item whose details are open from the start. */
  readonly itemId?: string
}

export function ListScreen(props: ListScreenProps) {
  const list = useList(props.listId)
  return list === undefined ? <NoList {...props} /> : <OpenList list={list} {...props} />
}

function NoList(props: ListScreenProps) {
  const { initialised, reachable } = useSync()
  return (
    <>
      <ListHeader title="Lists" {...props} />
      {initialised || !reachable ? <NotHere offline={!reachable} /> : <Loading />}
    </>
  )
}

function NotHere({ offline }: { readonly offline: boolean }) {
  return offline ? (
    <Notice title="This list is not on this device">
      It can be fetched as soon as the server can be reached. Your other lists are here.
    </Notice>
  ) : (
    <Notice title="This list is not there">
      It was deleted, or it is not shared with you any more. Choose another list.
    </Notice>
  )
}
