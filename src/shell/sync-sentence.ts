/** What the connection line says (spec section 14). */
import type { SyncState } from '../offline/offline.ts'

export interface SyncSentence {
  readonly tone: 'calm' | 'busy' | 'trouble'
  /** Set off from the rest. */
  readonly lead: string
  readonly rest: string
}

export function syncSentence({ waiting, reachable, signedOut }: SyncState): SyncSentence {
  const changes = waiting === 1 ? '1 change' : `${waiting} changes`
  if (signedOut) {
    const lead = waiting === 0 ? 'Sign in to see what is new' : `Sign in to send ${changes}`
    return { tone: 'trouble', lead, rest: '' }
  }
  if (!reachable) {
    return { tone: 'trouble', lead: 'Offline', rest: waiting === 0 ? '' : ` – ${changes} waiting` }
  }
  if (waiting > 0) return { tone: 'busy', lead: '', rest: `${changes} waiting` }
  return { tone: 'calm', lead: '', rest: 'All changes saved' }
}
