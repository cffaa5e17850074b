/** What has reached the server and what has not, in one quiet line; behind it, all that waits. */
import { useState } from 'react'
import { useSync } from '../cache/hooks/use-sync.ts'
import { useTray } from '../cache/hooks/use-tray.ts'
import { Dialog } from '../ui/dialog.tsx'
import { momentTitle } from '../ui/moment.ts'
import { NewsPill } from './news-pill.tsx'
import { syncSentence } from './sync-sentence.ts'
import { WaitingPanel } from './waiting-panel.tsx'

const dots = { calm: 'bg-success', busy: 'bg-mark', trouble: 'bg-mark' } as const

/** How old the last contact may be before the line says when it was. */
const notableMs = 5 * 60_000

interface ConnectionLineProps {
  /** On a phone the time of the last contact is for screen readers and the panel: a list says it in its way. */
  readonly brief?: boolean
}

export function ConnectionLine({ brief = false }: ConnectionLineProps) {
  const sync = useSync()
  const refused = useTray().length
  const [open, setOpen] = useState(false)
  const { tone, lead, rest } = syncSentence(sync, refused)
  const now = Date.now()
  const at = sync.lastContactAt
  const stale = at !== undefined && (!sync.reachable || now - at > notableMs)
  return (
    <div className="relative -my-1 flex min-h-10 min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm text-quiet">
      <span
        aria-hidden
        className={`size-2 flex-none rounded-full forced-color-adjust-none ${dots[tone]}`}
      />
      <span className="min-w-0 max-w-[calc(100%-1rem)]">
        <span role="status" aria-label="Sync" aria-live="off">
          {lead === '' ? null : <strong className="font-semibold text-ink">{lead}</strong>}
          {rest}
        </span>
        {stale ? (
          <span
            className={`whitespace-nowrap ${brief || sync.waiting > 0 ? 'max-sm:sr-only' : ''}`}
            title="Last contact"
          >
            {' · '}
            <span className="sr-only wide:not-sr-only">last contact </span>
            {momentTitle(at, now)}
          </span>
        ) : null}
      </span>
      <button
        type="button"
        aria-label="Show what waits"
        title="Show what waits"
        className="absolute -inset-x-2 -inset-y-1 rounded-box"
        onClick={() => setOpen(true)}
      />
      <NewsPill />
      <Dialog
        title="Changes on this device"
        open={open}
        onClose={() => setOpen(false)}
        shape="sheet"
      >
        <WaitingPanel sentence={`${lead}${rest}`} />
      </Dialog>
    </div>
  )
}
