import { useReadable } from '../cache/hooks/use-readable.ts'
import { useApp } from './app.tsx'

export const words = 'A new version is ready'

/** What a screen reader hears of it. */
export function UpdateAnnouncement() {
  const { updates } = useApp()
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {useReadable(updates.updateReady) ? words : ''}
    </p>
  )
}
