import { useReadable } from '../cache/hooks/use-readable.ts'
import { useApp } from './app.tsx'
import { PoliteRegion } from './sync/polite-region.tsx'

export const words = 'A new version is ready'

/** What a screen reader hears of it. */
export function UpdateAnnouncement() {
  const { updates } = useApp()
  return <PoliteRegion words={useReadable(updates.updateReady) ? words : ''} />
}
