/** The frame of everything under /product: lists on the left of a wide window, or behind a button on a phone. */
import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react'
import { PageAnnouncement } from '../../parts/page-announcement.tsx'
import { Preload } from '../../parts/preload.tsx'
import { UpdateAnnouncement } from '../../parts/update-announcement.tsx'
import { Dialog, preloadDialog } from '../../ui/dialog/dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useMediaQuery, wideQuery } from '../../ui/use-media-query.ts'
import { useApp } from '../app.tsx'
import { DemoNotice } from '../demo-notice.tsx'
import { ReceiptAnnouncement } from '../sync/receipt-announcement.tsx'
import { StorageNotice } from '../sync/storage-notice.tsx'
import { SyncAnnouncement } from '../sync/sync-announcement.tsx'
import { useNews } from '../sync/use-news.ts'
import { TrayAnnouncement } from '../tray/tray-announcement.tsx'
import { AppBadge } from './app-badge.tsx'
import { FriendsLink, ListNavigation, OverviewLink, SideColumn } from './list-navigation.tsx'
import { NewListForm } from './new-list-form.tsx'

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
  const { updates, typed: readTyped } = useApp()
  const [typed] = useState(readTyped)
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
  return (
    <FrameContext value={frame}>
      <FrameColumns side={wide ? <SideColumn chosenId={chosenId} /> : null}>
        <Preload load={preloadDialog} />
        <AppBadge />
        <PageAnnouncement />
        <SyncAnnouncement />
        <DemoNotice canDismiss />
        <StorageNotice />
        <UpdateAnnouncement updates={updates} />
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
  const main = useRef<HTMLElement>(null)

  function goToPage() {
    const page = main.current
    if (page === null) return
    // Not for good: a press on it would take the focus, and the arrow keys scroll nothing then.
    page.tabIndex = -1
    page.focus()
    page.addEventListener('blur', () => page.removeAttribute('tabindex'), { once: true })
  }

  return (
    <div className="flex h-dvh flex-col">
      {side === null ? null : (
        // biome-ignore lint/a11y/useValidAnchor: it leads to a part of this page, whose address is the router's.
        <a
          href="#page"
          className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30 focus:rounded-box focus:bg-ground focus:px-4 focus:py-3 focus:text-link"
          onClick={event => {
            event.preventDefault()
            goToPage()
          }}
        >
          To the page
        </a>
      )}
      <div className="flex min-h-0 flex-1">
        {side}
        <main ref={main} id="page" className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </main>
      </div>
    </div>
  )
}
