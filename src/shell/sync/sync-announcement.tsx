/** What a screen reader hears of the connection: when its kind changes, never for each change that is sent. */
import { useState } from 'react'
import { useSync } from '../../cache/hooks/use-sync.ts'
import { useTray } from '../../cache/hooks/use-tray.ts'
import type { SyncState } from '../../offline/offline.ts'
import { PoliteRegion } from './polite-region.tsx'
import { useSettled } from './use-settled.ts'

const saved = 'All changes saved'

export function SyncAnnouncement() {
  const refused = useTray().length
  const now = useSync(sync => announcementOf(sync, refused))
  const settled = useSettled(now)
  // How the page was found is no news; what has no words is on its way to something.
  const [heard, setHeard] = useState({ last: now === '' ? saved : now, words: '' })
  if (settled !== undefined && settled !== '' && settled !== heard.last) {
    setHeard({ last: settled, words: settled })
  }
  return <PoliteRegion words={heard.words} />
}

/** Of what lies in the tray it says nothing: the tray does (`tray-announcement.tsx`). */
function announcementOf({ waiting, reachable, signedOut }: SyncState, refused: number): string {
  if (signedOut) return 'Sign in needed'
  if (!reachable) return waiting > 0 ? 'Offline, with changes waiting' : ''
  return waiting > 0 || refused > 0 ? '' : saved
}
