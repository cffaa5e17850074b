/** What a screen reader hears of the connection: when its kind changes, never for each change that is sent. */
import { useEffect, useState } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import type { Offline } from '../../offline/offline.ts'
import { PoliteRegion } from '../../ui/polite-region.tsx'
import { settledMs } from './use-settled.ts'

const saved = 'All changes saved'

/** Follows beside React: a tick that is answered at once draws nothing here. */
export function SyncAnnouncement() {
  const offline = useOffline()
  const [words, setWords] = useState('')
  useEffect(() => {
    let now = announcementOf(offline)
    // How the page was found is no news; what has no words is on its way to something.
    let last = now || saved
    let timer: ReturnType<typeof setTimeout> | undefined
    function follow() {
      const next = announcementOf(offline)
      if (next === now) return
      now = next
      clearTimeout(timer)
      timer = setTimeout(() => {
        // Whoever reads the page later must not meet what is over.
        if (now === '') return setWords('')
        if (now === last) return
        last = now
        setWords(now)
      }, settledMs)
    }
    const stops = [offline.sync.subscribe(follow), offline.tray.subscribe(follow)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [offline])
  return <PoliteRegion words={words} />
}

/** Of what lies in the tray it says nothing: the tray does (`tray-announcement.tsx`). */
function announcementOf({ sync, tray }: Pick<Offline, 'sync' | 'tray'>): string {
  const { waiting, saving, reachable, signedOut } = sync.get()
  if (signedOut) return 'Sign in needed'
  if (!reachable) return waiting > saving ? 'Offline, with changes waiting' : ''
  return waiting > 0 || tray.get().length > 0 ? '' : saved
}
