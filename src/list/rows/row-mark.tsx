/** What a row says of its edit: nothing, as long as the server answers at once. */

import { memo, useMemo } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import { itemCacheId } from '../../cache/records/cache-ids.ts'
import type { Mark, Offline } from '../../offline/offline.ts'
import type { Readable } from '../../offline/readable.ts'
import { createLasting } from '../../parts/lasting.ts'
import { useWaitingWords } from '../../parts/use-waiting-words.ts'

interface RowMarkProps {
  /** Of the item. */
  readonly id: string
  /** Of the word, by which the row's box is described. */
  readonly wordId: string
}

/** By itself, so that the row is not drawn again when its edit is safe, and when it is answered. */
export const RowMark = memo(function RowMark({ id, wordId }: RowMarkProps) {
  const offline = useOffline()
  const shown = useMemo(() => createShownMark(offline, itemCacheId(id)), [offline, id])
  const mark = useReadable(shown)
  return mark === undefined ? null : <WaitingMark id={wordId} refused={mark === 'refused'} />
})

/** Followed beside React, so that a tick which is answered at once draws nothing here. */
function createShownMark(offline: Offline, cacheId: string): Readable<Mark | undefined> {
  const lasting = createLasting()
  return {
    get() {
      const mark = offline.mark(cacheId)
      if (mark === 'refused') return mark
      return mark === 'waiting' && (lasting.get() || !offline.sync.get().reachable)
        ? mark
        : undefined
    },
    subscribe(listener) {
      let stopFollowing: (() => void) | undefined
      function follow() {
        const waits = offline.mark(cacheId) === 'waiting'
        lasting.follow(waits, listener)
        // Of the connection only such a row has to hear.
        if (waits) stopFollowing ??= offline.sync.subscribe(listener)
        else {
          stopFollowing?.()
          stopFollowing = undefined
        }
      }
      const stop = offline.onMarked(marked => {
        if (!marked.has(cacheId)) return
        follow()
        listener()
      })
      follow()
      return () => {
        lasting.stop()
        stopFollowing?.()
        stop()
      }
    },
  }
}

function WaitingMark({ id, refused }: { readonly id: string; readonly refused: boolean }) {
  const waiting = useWaitingWords()
  return (
    <span
      id={id}
      className={`flex flex-none items-center gap-1 text-[0.8125rem] ${refused ? 'text-error' : 'delayed text-primary'}`}
      title={refused ? 'The server would not take it' : waiting}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {refused ? 'not saved' : 'waiting'}
    </span>
  )
}
