/**
 * One list: tick, add, change. Everything here works without a network. The deep link of an item is its list
 * with the details open.
 */
import { useState } from 'react'
import { useItem } from '../cache/hooks/use-item.ts'
import { useList } from '../cache/hooks/use-list.ts'
import { useSync } from '../cache/hooks/use-sync.ts'
import type { ListsFrame } from '../parts/lists-frame.ts'
import { ListsLoading } from '../parts/lists-loading.tsx'
import { ListHeader } from '../ui/list-header.tsx'
import { lazyComponent } from '../ui/loading/lazy-component.tsx'
import { OpenList } from './open-list.tsx'
import type { OpenListProps } from './open-list-props.ts'

const MissingNotice = lazyComponent(
  async () => (await import('./missing-notice.tsx')).MissingNotice,
  { waiting: () => <ListsLoading /> },
)

type ListScreenProps = ListsFrame &
  (
    | { readonly listId: string; readonly itemId?: undefined; readonly onItemLeft?: undefined }
    | {
        readonly listId?: undefined
        readonly itemId: string
        /** Its details are not what is looked at any more: its list is. */
        readonly onItemLeft: (listId: string) => void
      }
  )

export function ListScreen({ listId, itemId, onItemLeft, ...frame }: ListScreenProps) {
  const listOfItem = useListOfItem(itemId)
  const shownId = listId ?? listOfItem
  if (shownId === undefined) return <Missing what="item" {...frame} />
  return (
    <OneList
      key={shownId}
      listId={shownId}
      itemId={itemId}
      onItemLeft={onItemLeft && (() => onItemLeft(shownId))}
      {...frame}
    />
  )
}

/** Still the list if the item was deleted meanwhile. */
function useListOfItem(itemId: string | undefined): string | undefined {
  const now = useItem(itemId ?? '')?.shoppingListId
  const [known, setKnown] = useState({ itemId, listId: now })
  if (itemId !== known.itemId || (now !== undefined && now !== known.listId)) {
    setKnown({ itemId, listId: now })
  }
  return now ?? (itemId === known.itemId ? known.listId : undefined)
}

function OneList({ listId, ...props }: OpenListProps & { readonly listId: string }) {
  const list = useList(listId)
  return list === undefined ? (
    <Missing what="list" listId={listId} {...props} />
  ) : (
    <OpenList list={list} {...props} />
  )
}

interface MissingProps extends ListsFrame {
  readonly what: 'list' | 'item'
  readonly listId?: string
}

function Missing({ what, listId, ...frame }: MissingProps) {
  const initialised = useSync(sync => sync.initialised)
  const reachable = useSync(sync => sync.reachable)
  return (
    <>
      <ListHeader title={what === 'list' ? 'Lists' : 'Item'} {...frame} />
      {!initialised && reachable ? (
        <ListsLoading />
      ) : (
        <MissingNotice what={what} listId={listId} onShowTray={frame.onShowTray} />
      )}
    </>
  )
}
