/** What a screen reader hears of the connection: when its kind changes, never for each change that is sent. */
import { useState } from 'react'
import { useSync } from '../cache/hooks/use-sync.ts'
import type { SyncState } from '../offline/offline.ts'
import { PoliteRegion } from './polite-region.tsx'
import { useSettled } from './use-settled.ts'

const saved = 'All changes saved'

export function SyncAnnouncement() {
  const now = announcementOf(useSync())
  const settled = useSettled(now)
  // How the page was found is no news; what has no words is on its way to something.
  const [heard, setHeard] = useState({ last: now === '' ? saved : now, words: '' })
  if (settled !== undefined && settled !== '' && settled !== heard.last) {
    setHeard({ last: settled, words: settled })
  }
  return <PoliteRegion words={heard.words} />
}

function announcementOf({ waiting, reachable, signedOut }: SyncState): string {
  if (signedOut) return 'Sign in needed'
  if (!reachable) return waiting > 0 ? 'Offline, with changes waiting' : ''
  return waiting > 0 ? '' : saved
}
