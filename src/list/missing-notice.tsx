/** In the place of a list or an item that is not on this device. */
import { Link } from '@tanstack/react-router'
import { rescueOf } from '../cache/edits/bring-back.ts'
import { useOffline } from '../cache/hooks/sync/use-offline.tsx'
import { useTray } from '../cache/hooks/sync/use-tray.ts'
import { useListIds } from '../cache/hooks/use-list-views.ts'
import { Button, buttonClass } from '../ui/form/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** What has become of it, where the server says that it is not there. */
const gone = {
  list: 'It was deleted, or it is not shared with you any more. Choose another list.',
  item: 'It was deleted, or its list is not shared with you any more.',
} as const

interface MissingNoticeProps {
  readonly what: keyof typeof gone
  /** The server says so; otherwise it could not be asked. */
  readonly isGone: boolean
  readonly listId: string | undefined
  readonly onShowTray: (() => void) | undefined
}

export function MissingNotice({ what, isGone, listId, onShowTray }: MissingNoticeProps) {
  const { cache } = useOffline()
  const tray = useTray()
  const hasOthers = useListIds().length > 0
  const isInTray =
    listId !== undefined && tray.some(refused => rescueOf(cache, refused)?.listId === listId)
  return (
    <Notice
      title={isGone ? `This ${what} is not there` : `This ${what} is not on this device`}
      actions={
        <>
          {isInTray ? (
            <Button look="primary" onClick={onShowTray}>
              Show what I changed
            </Button>
          ) : null}
          <Link to="/product" search={{}} className={buttonClass('secondary')}>
            Show my lists
          </Link>
        </>
      }
    >
      {isGone ? gone[what] : 'It can be fetched as soon as the server can be reached.'}
      {!isGone && what === 'list' && hasOthers ? ' Your other lists are here.' : null}
      {isInTray ? ' What you changed on it could not be saved; you can keep it.' : null}
    </Notice>
  )
}
