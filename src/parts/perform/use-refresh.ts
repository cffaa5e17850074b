/** A hard refresh: everything that the lists show comes anew from the server, and it is said what came of it. */
import { useCallback } from 'react'
import { useOffline } from '../../cache/hooks/sync/use-offline.tsx'
import { refreshFailure } from '../../cache/sync/refresh-failure.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

export const upToDate = 'Your lists are up to date.'

export function useRefresh(): () => Promise<void> {
  const offline = useOffline()
  const toasts = useToasts()
  return useCallback(async () => {
    if (await offline.refresh({ waitedFor: true, hard: true })) {
      toasts.show({ type: 'success', text: upToDate })
      return
    }
    const failure = refreshFailure(offline)
    toasts.show(
      failure === undefined
        ? {
            type: 'warning',
            text: 'The server cannot be reached. What you see is what this device knows.',
          }
        : { text: failure },
    )
  }, [offline, toasts])
}
