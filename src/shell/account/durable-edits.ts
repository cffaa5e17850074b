/** Knows which edits are not yet safe on the device, so that a reload can wait for them. */
import type { Offline } from '../../offline/offline.ts'

export interface DurableEdits {
  /** The same account, watched. */
  watch(offline: Offline): Offline
  /** Resolves when nothing is on its way to the device any more. */
  settled(): Promise<void>
}

export function createDurableEdits(): DurableEdits {
  const underWay = new Set<Promise<unknown>>()
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
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
