/** How many edits the connection line says wait: what a server that is there answers at once never did. */
import type { SyncState } from '../../offline/offline.ts'
import type { Readable } from '../../offline/readable.ts'
import { createLasting } from '../../parts/lasting.ts'

/** Followed beside React, so that a tick which is answered at once draws the line no third time. */
export function createShownKept(sync: Readable<SyncState>): Readable<number> {
  // What waited when the line appeared was not done this moment.
  const lasting = createLasting(keptOf(sync.get()) > 0)
  return {
    get() {
      const state = sync.get()
      return lasting.get() || !state.reachable || state.signedOut ? keptOf(state) : 0
    },
    subscribe(listener) {
      const follow = () => lasting.follow(keptOf(sync.get()) > 0, listener)
      const stop = sync.subscribe(() => {
        follow()
        listener()
      })
      follow()
      return () => {
        lasting.stop()
        stop()
      }
    },
  }
}

/** On the disk, and not answered. */
export function keptOf({ waiting, saving }: SyncState): number {
  return waiting - saving
}
