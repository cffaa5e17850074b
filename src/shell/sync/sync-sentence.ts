/** What the connection line says (spec section 14). */
import { counted } from '../../../rules/validation-issue.ts'
import type { SyncState } from '../../offline/offline.ts'

export interface SyncSentence {
  readonly tone: 'calm' | 'busy' | 'trouble'
  /** Set off from the rest. */
  readonly lead: string
  readonly rest: string
}

interface SaidState extends Pick<SyncState, 'waiting' | 'reachable' | 'signedOut'> {
  /** Those of `waiting` that the disk has: only they are said to wait. */
  readonly kept: number
}

/** `refused` changes lie in the tray. */
export function syncSentence(
  { waiting, kept, reachable, signedOut }: SaidState,
  refused: number,
): SyncSentence {
  const changes = counted(kept, 'change')
  if (signedOut) {
    const lead = kept === 0 ? 'Sign in to see what is new' : `Sign in to send ${changes}`
    return { tone: 'trouble', lead, rest: '' }
  }
  if (!reachable) {
    return { tone: 'trouble', lead: 'Offline', rest: kept === 0 ? '' : ` – ${changes} waiting` }
  }
  if (kept > 0) return { tone: 'busy', lead: '', rest: `${changes} waiting` }
  if (waiting > 0) return { tone: 'busy', lead: '', rest: 'Saving…' }
  if (refused > 0) {
    return { tone: 'trouble', lead: '', rest: `${counted(refused, 'change')} could not be saved` }
  }
  return { tone: 'calm', lead: '', rest: 'All changes saved' }
}
