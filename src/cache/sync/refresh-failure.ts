import { defaultNotes } from '../../../rules/default-notes.ts'
import type { Offline } from '../../offline/offline.ts'

/** What the server said where a refresh came to nothing; undefined if it could not be reached. */
export function refreshFailure(offline: Offline): string | undefined {
  const { reachable, signedOut, trouble } = offline.sync.get()
  if (!reachable) return
  if (signedOut) return 'Your session has ended. Sign in again.'
  const units = offline.callState('getAllUnit').get()
  if (trouble?.note !== undefined) return trouble.note
  if (units.status === 'FAILED') return units.note
  // A tab waits less long for the one that leads than that one for the server.
  return trouble ? defaultNotes.fetching('ShoppingList') : notYet
}

const notYet = 'The server has not answered yet.'
