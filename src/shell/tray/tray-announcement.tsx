/** What a screen reader hears of the tray: that something new lies in it, never that something left. */

import { useState } from 'react'
import { counted } from '../../../rules/validation-issue.ts'
import { useTray } from '../../cache/hooks/sync/use-tray.ts'
import { PoliteRegion } from '../../ui/polite-region.tsx'
import { useSettled } from '../sync/use-settled.ts'

export function TrayAnnouncement() {
  const count = useTray().length
  const settled = useSettled(count)
  const [heard, setHeard] = useState({ count: 0, words: '' })
  if (settled !== undefined && settled !== heard.count) {
    // The same words again are heard only where they had gone.
    const words = settled > heard.count ? `${counted(settled, 'change')} could not be saved` : ''
    setHeard({ count: settled, words })
  }
  return <PoliteRegion words={heard.words} />
}
