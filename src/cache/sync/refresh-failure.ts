import { defaultNotes } from '../../../rules/default-notes.ts'
import type { Offline } from '../../offline/offline.ts'

/** What the server said where a refresh came to nothing; undefined if it could not be reached. */
export function refreshFailure(offline: Offline): string | undefined {
  if (!offline.sync.get().reachable) return
  for (const name of ['changes', 'getAllUnit']) {
    const state = offline.callState(name).get()
    if (state.status === 'FAILED') return state.note
  }
  // Another tab asked in the place of this one, and keeps the answer.
  return defaultNotes.fetching('ShoppingList')
}
