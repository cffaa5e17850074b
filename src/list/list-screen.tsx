/**
 * One list: tick, add, change. Everything here works without a network. The deep link of an item is its list
 * with the details open.
 */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rescueOf } from '../cache/edits/bring-back.ts'
import { useItem } from '../cache/hooks/use-item.ts'
import { useList } from '../cache/hooks/use-list.ts'
import { useOffline } from '../cache/hooks/use-offline.tsx'
import { useSync } from '../cache/hooks/use-sync.ts'
import { useTray } from '../cache/hooks/use-tray.ts'
import type { ListsFrame } from '../parts/lists-frame.ts'
import { ListsLoading } from '../parts/lists-loading.tsx'
import { Button, buttonClass } from '../ui/form/button.tsx'
import { ListHeader } from '../ui/list-header.tsx'
import { Notice } from '../ui/notice.tsx'
import type { OpenListProps } from './list-screen-props.ts'
import { OpenList } from './open-list.tsx'

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

const words = {
  list: {
    title: 'Lists',
    gone: 'It was deleted, or it is not shared with you any more. Choose another list.',
    away: 'It can be fetched as soon as the server can be reached. Your other lists are here.',
  },
  item: {
    title: 'Item',
    gone: 'It was deleted, or its list is not shared with you any more.',
    away: 'It can be fetched as soon as the server can be reached.',
  },
} as const

interface MissingProps extends ListsFrame {
  readonly what: keyof typeof words
  readonly listId?: string
}

function Missing({ what, listId, ...frame }: MissingProps) {
  const initialised = useSync(sync => sync.initialised)
  const reachable = useSync(sync => sync.reachable)
  const { cache } = useOffline()
  const tray = useTray()
  const { title, gone, away } = words[what]
  const isInTray =
    listId !== undefined && tray.some(refused => rescueOf(cache, refused)?.listId === listId)
  return (
    <>
      <ListHeader title={title} {...frame} />
      {!initialised && reachable ? (
        <ListsLoading />
      ) : (
        <Notice
          title={reachable ? `This ${what} is not there` : `This ${what} is not on this device`}
          actions={
            <>
              {isInTray ? (
                <Button look="primary" onClick={frame.onShowTray}>
                  Show what I changed
                </Button>
              ) : null}
              <Link to="/product" search={{}} className={buttonClass('secondary')}>
                Show my lists
              </Link>
            </>
          }
        >
          {reachable ? gone : away}
          {isInTray ? ' What you changed on it could not be saved; you can keep it.' : null}
        </Notice>
      )}
    </>
  )
}
