/** What has reached the server and what has not, in one quiet line; behind it, all that waits. */
import { useMemo, useState } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useSync } from '../../cache/hooks/sync/use-sync.ts'
import { useTray } from '../../cache/hooks/sync/use-tray.ts'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import type { SyncState } from '../../offline/offline.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useMomentTitle } from '../../ui/use-moment-title.ts'
import { NewsPill } from './news-pill.tsx'
import { createShownKept } from './shown-kept.ts'
import { syncSentence } from './sync-sentence.ts'

const WaitingDialog = lazyDialog(async () => (await import('./waiting-panel.tsx')).WaitingDialog)

const dots = { calm: 'bg-success', busy: 'bg-mark', trouble: 'bg-mark' } as const

/** How old the last contact may be before the line says when it was. */
const notableMs = 5 * 60_000

interface ConnectionLineProps {
  /** On a phone the time of the last contact is for screen readers and the panel: a list says it in its way. */
  readonly brief?: boolean
}

export function ConnectionLine({ brief = false }: ConnectionLineProps) {
  const [open, setOpen] = useState(false)
  return (
    <div
      data-momentary
      className="relative -my-1 flex min-h-10 min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm leading-tight text-quiet"
    >
      <Sentence brief={brief} />
      <button
        type="button"
        aria-label="Show what waits"
        title="Show what waits"
        className="absolute -inset-x-2 -inset-y-1 rounded-box"
        onClick={() => setOpen(true)}
      />
      <NewsPill />
      {open ? <WaitingDialog onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** By itself, so that a tick draws these words and nothing around them. */
function Sentence({ brief }: { readonly brief: boolean }) {
  const { sync } = useOffline()
  const kept = useReadable(useMemo(() => createShownKept(sync), [sync]))
  const refused = useTray().length
  const waiting = useSync(sync => sync.waiting)
  const reachable = useSync(sync => sync.reachable)
  const signedOut = useSync(sync => sync.signedOut)
  const contact = useMomentTitle(useSync(staleContact))
  const { tone, lead, rest } = syncSentence({ waiting, kept, reachable, signedOut }, refused)
  return (
    <>
      <span
        aria-hidden
        className={`size-2 flex-none rounded-full forced-color-adjust-none ${dots[tone]}`}
      />
      {/* Of two lines beside what there is to look at rather than above it; beside the dot in any case. */}
      <span className="max-w-max min-w-0 flex-[1_1_min(7rem,calc(100%-1rem))]">
        <span role="status" aria-label="Sync" aria-live="off">
          {lead === '' ? null : <strong className="font-semibold text-ink">{lead}</strong>}
          {rest}
        </span>
        {contact === undefined ? null : (
          <span
            className={`whitespace-nowrap ${brief || waiting > 0 ? 'max-sm:sr-only' : ''}`}
            title="Last contact"
            data-momentary="words"
          >
            {' · '}
            <span className="sr-only wide:not-sr-only">last contact </span>
            {contact}
          </span>
        )}
      </span>
    </>
  )
}

/** When the server last answered, where that is worth a word. */
function staleContact({ lastContactAt, reachable }: SyncState): number | undefined {
  const isStale =
    lastContactAt !== undefined && (!reachable || Date.now() - lastContactAt > notableMs)
  return isStale ? lastContactAt : undefined
}
