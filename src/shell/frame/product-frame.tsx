/** The frame of everything under /product: lists on the left of a wide window, or behind a button on a phone. */
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { Preload } from '../../parts/preload.tsx'
import { Dialog, preloadDialog } from '../../ui/dialog/dialog.tsx'
import { keepFocus } from '../../ui/dialog/kept-focus.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useMediaQuery, wideQuery } from '../../ui/use-media-query.ts'
import { DemoNotice } from '../demo-notice.tsx'
import { ReceiptAnnouncement } from '../sync/receipt-announcement.tsx'
import { StorageNotice } from '../sync/storage-notice.tsx'
import { SyncAnnouncement } from '../sync/sync-announcement.tsx'
import { useNews } from '../sync/use-news.ts'
import { TrayAnnouncement } from '../tray/tray-announcement.tsx'
import { UpdateAnnouncement } from '../update-announcement.tsx'
import { AppBadge } from './app-badge.tsx'
import { FriendsLink, ListNavigation, OverviewLink, SideColumn } from './list-navigation.tsx'
import { NewListForm } from './new-list-form.tsx'
import { useTyped } from './use-typed.ts'

const NewsSheet = lazyDialog(async () => (await import('./news-sheet.tsx')).NewsSheet)

export interface Frame {
  /** Opens the lists on a phone. */
  readonly openLists: () => void
  /** Asks for the name of a new list. */
  readonly newList: () => void
  /** Leads to what could not be saved. */
  readonly showTray: () => void
  /** Lists are always in sight. */
  readonly wide: boolean
  /** What was typed on a screen and not sent yet, by the screen; steps to others and updates lose none of it. */
  readonly typed: Map<string, string>
}

const FrameContext = createContext<Frame | undefined>(undefined)

export function useFrame(): Frame {
  const frame = use(FrameContext)
  if (frame === undefined) throw new Error('useFrame needs a ProductFrame')
  return frame
}

interface ProductFrameProps {
  readonly chosenId: string | undefined
  readonly children: ReactNode
}

export function ProductFrame({ chosenId, children }: ProductFrameProps) {
  const wide = useMediaQuery(wideQuery)
  const [sheet, setSheet] = useState<'lists' | 'new-list' | 'news'>()
  const typed = useTyped()
  const frame = useMemo<Frame>(
    () => ({
      wide,
      typed,
      openLists: () => setSheet('lists'),
      newList: () => setSheet('new-list'),
      showTray: () => setSheet('news'),
    }),
    [wide, typed],
  )
  const close = () => setSheet(undefined)
  // The phone was turned: they are in sight now.
  if (wide && sheet === 'lists') close()
  const { update, toLookAt } = useNews()
  // All of it was seen to.
  if (sheet === 'news' && !update && toLookAt === 0) close()
  useEffect(() => keepFocus(document), [])
  return (
    <FrameContext value={frame}>
      <FrameColumns side={wide ? <SideColumn chosenId={chosenId} /> : null}>
        <Preload load={preloadDialog} />
        <AppBadge />
        <SyncAnnouncement />
        <DemoNotice />
        <StorageNotice />
        <UpdateAnnouncement />
        <TrayAnnouncement />
        <ReceiptAnnouncement />
        {children}
      </FrameColumns>
      <Dialog title="Lists" open={sheet === 'lists'} onClose={close}>
        <ListNavigation chosenId={chosenId} onChosen={close} />
        <div className="mt-2 border-t border-line pt-2">
          <OverviewLink onChosen={close} />
          <FriendsLink onChosen={close} />
        </div>
      </Dialog>
      {sheet === 'news' ? <NewsSheet chosenId={chosenId} onClose={close} /> : null}
      <Dialog title="New list" open={sheet === 'new-list'} onClose={close}>
        <NewListForm onDone={close} />
      </Dialog>
    </FrameContext>
  )
}

/** What stands beside the screen of a wide window, and the screen. */
export function FrameColumns({
  side,
  children,
}: {
  readonly side: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="flex h-dvh flex-col">
      <div className="flex min-h-0 flex-1">
        {side}
        <main className="flex min-w-0 flex-1 flex-col">{children}</main>
      </div>
    </div>
  )
}
