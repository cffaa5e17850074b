/** Behind the connection line: what waits, since when and why, and the button that sends it now. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useSync } from '../../cache/hooks/sync/use-sync.ts'
import { useTray } from '../../cache/hooks/sync/use-tray.ts'
import { useUnpersisted } from '../../cache/hooks/sync/use-unpersisted.ts'
import { useWaiting } from '../../cache/hooks/sync/use-waiting.ts'
import { useSentence } from '../../cache/hooks/use-sentence.ts'
import { causeTitle } from '../../cache/sync/cause-title.ts'
import { refreshFailure } from '../../cache/sync/refresh-failure.ts'
import type { SyncState } from '../../offline/offline.ts'
import type { Entry } from '../../offline/outbox/edit.ts'
import { upToDate } from '../../parts/perform/use-refresh.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button, buttonClass } from '../../ui/form/button.tsx'
import { momentTitle } from '../../ui/moment.ts'
import { PlainList } from '../../ui/plain-list.tsx'
import { Said, useSaid } from '../../ui/said.tsx'
import { useFrame } from '../frame/product-frame.tsx'
import { keptOf } from './shown-kept.ts'
import { storageSentence } from './storage-sentence.ts'
import { syncSentence } from './sync-sentence.ts'

/** More than anybody reads; the rest is counted. */
const shownAtMost = 100

export function WaitingDialog({ onClose }: { readonly onClose: () => void }) {
  const { showTray } = useFrame()
  return (
    <Dialog title="Changes on this device" open onClose={onClose}>
      <WaitingPanel
        onShowTray={() => {
          onClose()
          showTray()
        }}
      />
    </Dialog>
  )
}

interface WaitingPanelProps {
  /** Leads to what could not be saved. */
  readonly onShowTray?: () => void
}

export function WaitingPanel({ onShowTray }: WaitingPanelProps) {
  const offline = useOffline()
  const sync = useSync()
  const waiting = useWaiting()
  const unpersisted = useUnpersisted(offline)
  const refused = useTray().length
  const [sending, setSending] = useState(false)
  const [said, setSaid] = useSaid()
  // It is said of a moment, and no more once anything beside it says otherwise.
  const isCurrent = sync.reachable && !sync.signedOut && waiting.length + refused === 0
  if (said.text === upToDate && !isCurrent) setSaid('')
  const { lead, rest } = syncSentence({ ...sync, kept: keptOf(sync) }, refused)
  const now = Date.now()

  async function handleSend() {
    setSending(true)
    try {
      await offline.sendNow()
      const answered = await offline.refresh({ anyway: true })
      const isAllTaken = offline.waiting.get().length + offline.tray.get().length === 0
      const good = isAllTaken ? upToDate : 'The server has answered.'
      setSaid(answered ? good : (refreshFailure(offline) ?? 'The server cannot be reached.'))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="font-semibold">{`${lead}${rest}`}</p>
      <p className="text-sm text-quiet">{reason(sync, waiting, unpersisted, refused)}</p>
      {refused > 0 ? <Button onClick={onShowTray}>To look at</Button> : null}
      {waiting.length === 0 ? null : (
        <PlainList
          aria-label="Waiting changes"
          className="divide-y divide-line border-y border-line"
        >
          {waiting.slice(0, shownAtMost).map(entry => (
            <WaitingRow key={entry.id} entry={entry} now={now} />
          ))}
        </PlainList>
      )}
      {waiting.length > shownAtMost ? (
        <p className="text-sm text-quiet">and {waiting.length - shownAtMost} more</p>
      ) : null}
      <p className="text-sm text-quiet">
        {sync.lastContactAt === undefined
          ? 'The server has not answered yet.'
          : `Last contact: ${momentTitle(sync.lastContactAt, now)}`}
      </p>
      {sync.signedOut ? (
        <Link to="/login" search={{ next: '/app' }} className={buttonClass('primary')}>
          Sign in
        </Link>
      ) : (
        <Button look="primary" busy={sending} onClick={handleSend}>
          {waiting.length === 0
            ? sending
              ? 'Asking…'
              : 'Check now'
            : sending
              ? 'Sending…'
              : 'Send now'}
        </Button>
      )}
      <Said className="empty:absolute text-sm">{sending ? '' : said}</Said>
    </div>
  )
}

function WaitingRow({ entry, now }: { readonly entry: Entry; readonly now: number }) {
  const sentence = useSentence(entry)
  return (
    <li className="flex flex-wrap items-baseline justify-end gap-x-3 py-2">
      <span className="min-w-32 flex-1 basis-0">
        {sentence}
        {entry.attempts === 0 ? null : (
          <span className="block text-sm text-quiet">
            {`${entry.attempts === 1 ? 'Tried once' : `Tried ${entry.attempts} times`}: ${causeTitle(entry.lastCause)}`}
          </span>
        )}
      </span>
      <span className="flex-none text-sm text-quiet">
        since {momentTitle(Date.parse(entry.at), now)}
      </span>
    </li>
  )
}

function reason(
  { reachable, signedOut, storage }: SyncState,
  waiting: readonly Entry[],
  unpersisted: number,
  refused: number,
): string {
  const unsafe = storageSentence(storage)
  if (unsafe !== undefined) return unsafe
  if (waiting.length === 0) {
    if (reachable && refused > 0) {
      return 'Nothing waits to be sent. What the server would not take stays under “to look at” until you try again or discard it.'
    }
    return reachable
      ? 'Everything that you changed has reached the server.'
      : 'The server cannot be reached. You can go on: changes are kept on this device and sent later.'
  }
  const kept = unpersisted === 0 ? 'Saved on this device' : 'Being saved on this device'
  const [them, they] = waiting.length === 1 ? ['it', 'it is'] : ['them', 'they are']
  if (signedOut) return `${kept}. The server takes ${them} once you have signed in again.`
  if (reachable && unpersisted > 0) return `${kept}.`
  if (reachable) {
    // Beside each of them it says what the last try met.
    return waiting.some(({ attempts }) => attempts > 0)
      ? `${kept}. The server has not taken ${them} yet; ${they} sent again.`
      : `${kept}, being sent.`
  }
  return `${kept}. The server cannot be reached; ${they} sent as soon as it answers.`
}
