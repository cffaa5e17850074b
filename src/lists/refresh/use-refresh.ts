/** A hard refresh: everything that the lists show comes anew from the server, and it is said what came of it. */
import { useCallback } from 'react'
import { defaultNotes } from '../../../rules/default-notes.ts'
import { useOffline } from '../../cache/use-offline.tsx'
import type { Offline } from '../../offline/offline.ts'
import { useToasts } from '../../ui/toasts.tsx'

export function useRefresh(): () => Promise<void> {
  const offline = useOffline()
  const toasts = useToasts()
  return useCallback(async () => {
    if (await offline.refresh({ waitedFor: true, hard: true })) {
      toasts.show({ type: 'success', title: 'UP TO DATE', text: 'Your lists are up to date.' })
    } else if (!offline.sync.get().reachable) {
      toasts.show({
        type: 'warning',
        title: 'OFFLINE',
        text: 'The server cannot be reached. What you see is what this device knows.',
      })
    } else {
      toasts.show({ text: failureOf(offline) })
    }
  }, [offline, toasts])
}

/** What the server said, where this tab heard it: another one may have asked in its place. */
function failureOf(offline: Offline): string {
  for (const name of ['changes', 'getAllUnit']) {
    const state = offline.callState(name).get()
    if (state.status === 'FAILED') return state.note
  }
  return defaultNotes.fetching('ShoppingList')
}
