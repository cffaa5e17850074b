/** How many edits the connection line says wait: what a server that is there answers at once never did. */
import type { SyncState } from '../../offline/offline.ts'
import type { Readable } from '../../offline/readable.ts'

/** As long as a row's own mark waits (`row-mark.tsx`). */
const shownAfterMs = 250

/** Followed beside React, so that a tick which is answered at once draws the line no third time. */
export function createShownKept(sync: Readable<SyncState>): Readable<number> {
  // What waited when the line appeared was not done this moment.
  let isLasting = keptOf(sync.get()) > 0
  return {
    get() {
      const state = sync.get()
      return isLasting || !state.reachable || state.signedOut ? keptOf(state) : 0
    },
    subscribe(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined
      function follow() {
        if (keptOf(sync.get()) > 0) {
          timer ??= setTimeout(() => {
            isLasting = true
            listener()
          }, shownAfterMs)
          return
        }
        clearTimeout(timer)
        timer = undefined
        isLasting = false
      }
      const stop = sync.subscribe(() => {
        follow()
        listener()
      })
      follow()
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
  }
}

/** On the disk, and not answered. */
function keptOf({ waiting, saving }: SyncState): number {
  return waiting - saving
}
