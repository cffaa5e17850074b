/** What the connection line says, gathered from those who know it. */
import type { SyncState } from '../offline.ts'
import { createReadable, type Readable } from '../readable.ts'

export interface SyncKeeper {
  readonly state: Readable<SyncState>
  /** Tells nobody if nothing differs. */
  set(change: Partial<SyncState>): void
}

export function createSyncKeeper(initial: SyncState): SyncKeeper {
  const state = createReadable(initial)
  return {
    state,
    set(change) {
      const before: object = state.get()
      const next = { ...state.get(), ...change }
      const known = new Map(Object.entries(before))
      if (Object.entries(next).some(([key, value]) => !Object.is(value, known.get(key)))) {
        state.set(next)
      }
    },
  }
}
