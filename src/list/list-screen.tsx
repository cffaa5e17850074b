/**
 * One list: tick, add, change. Everything here works without a network. The deep link of an item is its list
 * with the details open.
 */
import { useEffect, useState } from 'react'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useSync } from '../cache/hooks/sync/use-sync.ts'
import { useItem } from '../cache/hooks/use-item.ts'
import { useList } from '../cache/hooks/use-list.ts'
import type { ListsFrame } from '../parts/lists-frame.ts'
import { ListsLoading } from '../parts/lists-loading.tsx'
import { ListHeader } from '../ui/list-header.tsx'
import { lazyComponent } from '../ui/loading/lazy-component.tsx'
import { useDrawn } from '../ui/loading/use-drawn.ts'
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
  if (shownId === undefined) return <Missing key={itemId} what="item" {...frame} />
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
  const [wasHere, setWasHere] = useState(false)
  if (list && !wasHere) setWasHere(true)
  return list === undefined ? (
    <Missing what="list" listId={listId} wasHere={wasHere} {...props} />
  ) : (
    <OpenList list={list} {...props} />
  )
}

interface MissingProps extends ListsFrame {
  readonly what: 'list' | 'item'
  readonly listId?: string
  readonly wasHere?: boolean
}

/** What was never here may have come into being while the app slept: only a catch-up of now says that it is gone. */
function Missing({ what, listId, wasHere = false, ...frame }: MissingProps) {
  const offline = useOffline()
  const isDrawn = useDrawn()
  const [before] = useState(() => offline.sync.get().caughtUpAt)
  const fate = useSync(({ initialised, reachable, signedOut, trouble, caughtUpAt }) => {
    if (!reachable) return 'away'
    if (initialised && (wasHere || caughtUpAt !== before)) return 'gone'
    return initialised && (signedOut || trouble !== undefined) ? 'away' : 'waits'
  })
  useEffect(() => {
    if (!wasHere) void offline.refresh()
  }, [offline, wasHere])
  return (
    <>
      <ListHeader title={what === 'list' ? 'Lists' : 'Item'} {...frame} />
      {/* There before its words: whoever was on the list, and is at the title now, hears why. */}
      <div aria-live="polite" className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {!isDrawn ? null : fate === 'waits' ? (
          <ListsLoading />
        ) : (
          <MissingNotice
            what={what}
            isGone={fate === 'gone'}
            listId={listId}
            onShowTray={frame.onShowTray}
          />
        )}
      </div>
    </>
  )
}
