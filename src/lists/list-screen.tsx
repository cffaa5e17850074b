/** One list: tick, add, change. Everything here works without a network. */
import { useList } from '../cache/use-list.ts'
import { useSync } from '../cache/use-sync.ts'
import { Loading } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { ListHeader } from './list-header.tsx'
import type { ListScreenProps } from './list-screen-props.ts'
import { OpenList } from './open-list.tsx'

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
