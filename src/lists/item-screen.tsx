/** The deep link of one item: its list with its details open. */
import { Link } from '@tanstack/react-router'
import { useItem } from '../cache/use-item.ts'
import { useSync } from '../cache/use-sync.ts'
import { buttonClass } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { ListHeader } from './list-header.tsx'
import { ListScreen } from './list-screen.tsx'
import type { ListsFrame } from './list-screen-props.ts'

interface ItemScreenProps extends ListsFrame {
  readonly itemId: string | undefined
}

export function ItemScreen({ itemId, ...frame }: ItemScreenProps) {
  const item = useItem(itemId ?? '')
  const { initialised, reachable } = useSync()
  if (item !== undefined) {
    return (
      <ListScreen
        key={item.shoppingListId}
        listId={item.shoppingListId}
        itemId={item.id}
        {...frame}
      />
    )
  }
  return (
    <>
      <ListHeader title="Item" {...frame} />
      {initialised || !reachable ? <NotHere offline={!reachable} /> : <Loading />}
    </>
  )
}

function NotHere({ offline }: { readonly offline: boolean }) {
  const toLists = (
    <Link to="/product" search={{}} className={buttonClass('secondary')}>
      Show my lists
    </Link>
  )
  return offline ? (
    <Notice title="This item is not on this device" actions={toLists}>
      It can be fetched as soon as the server can be reached.
    </Notice>
  ) : (
    <Notice title="This item is not there" actions={toLists}>
      It was deleted, or its list is not shared with you any more.
    </Notice>
  )
}
