import { useReadable } from '../cache/hooks/use-readable.ts'
import type { Updates } from '../offline/worker/update.ts'

export const words = 'A new version is ready'

/** What a screen reader hears of it where it is seen only behind a button. */
export function UpdateAnnouncement({ updates }: { readonly updates: Updates }) {
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {useReadable(updates.state) === 'ready' ? words : ''}
    </p>
  )
}
