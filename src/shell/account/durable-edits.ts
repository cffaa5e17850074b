/** Knows which edits a page that goes would take along, so that a reload can wait for them. */
import { lostWithPage } from '../../cache/hooks/sync/use-unpersisted.ts'
import type { Offline } from '../../offline/offline.ts'

export interface DurableEdits {
  /** The same account, watched. */
  watch(offline: Offline): Offline
  /** Resolves when nothing is on its way to the device any more, and what that would not take is with the server. */
  settled(): Promise<void>
  /** Whether that is so now. */
  areSettled(): boolean
  /** Whether the device did not take what somebody did, and the server has not, either. */
  wouldBeLost(): boolean
}

const askAgainMs = 1_000

/** `opened`: whose lists are open; undefined if nobody's are. */
export function createDurableEdits(opened: () => Offline | undefined): DurableEdits {
  const underWay = new Set<Promise<unknown>>()
  function areSettled() {
    const offline = opened()
    return underWay.size === 0 && (offline === undefined || lostWithPage(offline) === 0)
  }
  return {
    watch: offline => ({
      ...offline,
      perform(...all) {
        const performed = offline.perform(...all)
        const ended = performed.durable.catch(() => undefined)
        underWay.add(ended)
        ended.finally(() => underWay.delete(ended))
        return performed
      },
    }),
    async settled() {
      await Promise.all(underWay)
      while (!areSettled()) {
        await new Promise(resolve => setTimeout(resolve, askAgainMs))
        await Promise.all(underWay)
      }
    },
    areSettled,
    wouldBeLost() {
      const offline = opened()
      // What is on its way to the disk is there before anybody has closed the page.
      const isTaken = offline === undefined || offline.sync.get().storage === 'durable'
      return !isTaken && lostWithPage(offline) > 0
    },
  }
}
