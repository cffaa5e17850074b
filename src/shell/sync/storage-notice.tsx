/** What is not safe on this device: said at once, not only to those who look behind the connection line. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { useSync } from '../../cache/hooks/sync/use-sync.ts'
import type { Lost } from '../../offline/offline.ts'
import { IconButton } from '../../ui/form/icon-button.tsx'
import { listsSentence, lostSentences, storageSentence } from './storage-sentence.ts'

export function StorageNotice() {
  const unsafe = useSync(sync => storageSentence(sync.storage) ?? listsSentence(sync))
  const lost = useSync(sync => sync.lost)
  // What is rescued after that is told all the same.
  const [read, setRead] = useState<Lost>()
  return (
    // Always there, so that a screen reader says what comes into it; a dialog leaves only what is called live to be heard.
    <div role="status" aria-live="polite" aria-label="Storage" className="flex-none">
      {unsafe === undefined ? null : (
        <p className="aside-safe border-b border-line bg-tint py-2 text-sm">{unsafe}</p>
      )}
      {lost && lost !== read ? (
        <div className="aside-safe flex items-start gap-2 border-b border-line bg-tint py-2 text-sm">
          <p className="min-w-0 flex-1 py-1.5">{lostSentences[lost]}</p>
          <IconButton label="Dismiss" className="text-quiet" onClick={() => setRead(lost)}>
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      ) : null}
    </div>
  )
}
