import { useCallback } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import type { Offline } from '../../offline/offline.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/**
 * Says so if an edit is not safe on this device, where the page does not say it of all of them; it is painted and sent
 * all the same.
 */
export function useTellUnpersisted(): (durable: Promise<void>, what?: string) => void {
  const toasts = useToasts()
  const offline = useOffline()
  return useCallback(
    (durable, what = 'your last change') => {
      durable.catch(() => {
        if (!isSaidOfAll(offline)) toasts.show({ text: unpersistedSentence(what) })
      })
    },
    [offline, toasts],
  )
}

/** The page says of all changes that this device does not keep them, as long as that is so (`storage-notice.tsx`). */
export function isSaidOfAll({ sync }: Pick<Offline, 'sync'>): boolean {
  return sync.get().storage !== 'durable'
}

export function unpersistedSentence(what: string): string {
  return `This device could not keep ${what}. It is lost when this page closes before it has been sent. Make room on the device.`
}
