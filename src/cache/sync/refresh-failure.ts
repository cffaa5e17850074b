import { defaultNotes } from '../../../rules/default-notes.ts'
import type { Offline } from '../../offline/offline.ts'

/** What the server said where a refresh came to nothing; undefined if it could not be reached. */
export function refreshFailure(offline: Offline): string | undefined {
  const { reachable, signedOut, trouble } = offline.sync.get()
  if (!reachable) return
  if (signedOut) return 'Your session has ended. Sign in again.'
  const units = offline.callState('getAllUnit').get()
  return (
    trouble?.note ??
    (units.status === 'FAILED' ? units.note : defaultNotes.fetching('ShoppingList'))
  )
}
