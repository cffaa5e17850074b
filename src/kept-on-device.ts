/**
 * All that this browser keeps of a person, where, and what keeps it small; each with what leaves nothing of it when they
 * sign out or delete their account. Three are opened here, too; the rest by whoever uses them. Who they are
 * (`aisle.user` and its companions) the session itself forgets. Whatever else is to be kept of a person joins this list.
 */
import { forgetAnalytics } from './network/analytics.ts'
import type { KeyValue } from './network/key-value.ts'
import { createPaintedPages } from './offline/worker/painted-page.ts'
import type { PushBrowser } from './offline/worker/push-browser.ts'
import type { DeviceLog } from './parts/device-log.ts'
import { createLastList } from './shell/frame/last-list.ts'
import { paintedMarkKey } from './shell/painting.ts'
import { forgetTyped } from './shell/typed.ts'
import { loadChunk } from './ui/loading/load-chunk.ts'
import { whenIdle } from './ui/loading/when-idle.ts'

interface Kept {
  open?(userId: number): Promise<unknown>
  /** Leaves nothing of it, open or not; rejects where the browser kept some. */
  wipe(userId: number): Promise<void>
}

export interface KeptOnDeviceParts {
  /** localStorage. */
  readonly persistent: Pick<KeyValue, 'get' | 'set' | 'remove'>
  /** sessionStorage. */
  readonly perTab: Pick<KeyValue, 'get' | 'set' | 'remove'>
  readonly log: Pick<DeviceLog, 'clear'>
  readonly push: Pick<PushBrowser, 'leave'>
}

export function createKeptOnDevice({ persistent, perTab, log, push }: KeptOnDeviceParts) {
  const lastList = createLastList(persistent)
  const paintedPages = createPaintedPages()
  const kept = {
    /**
     * IndexedDB: what the server has of the lists, with a journal of 250 lines or 2 MB; what waits and was refused,
     * twice, until it is answered or discarded.
     */
    lists: {
      async open(userId: number) {
        const { createBrowserStorage } = await loadChunk(browserStorage)
        return createBrowserStorage(userId)
      },
      async wipe(userId) {
        const { wipeBrowserStorage } = await loadChunk(browserStorage)
        await wipeBrowserStorage(userId)
      },
    },
    /** IndexedDB: 50 changes of a list, 90 days, deletions 30 days, 4 MB (`src/cache/undo/undo-bounds.ts`). */
    undo: {
      open: openUndo,
      wipe: async userId => (await openUndo(userId)).destroy(),
    },
    /** IndexedDB: 1,000 names, and as many forgotten ones (`rules/items/suggestions.ts`); 200 answered questions. */
    habits: {
      wipe: async userId => (await loadChunk(deviceStorage)).wipeHabits(userId),
    },
    /** localStorage: 500 lists (`src/features/news/looked-at.ts`). */
    lookedAt: {
      wipe: async userId => (await loadChunk(lookedAt)).forgetLookedAt(persistent, userId),
    },
    /** localStorage: one list. */
    storeVisit: {
      wipe: async userId => (await loadChunk(storeVisit)).forgetStoreVisit(persistent, userId),
    },
    /** localStorage: one list. */
    lastList: {
      wipe: async userId => lastList.forget(userId),
    },
    /** sessionStorage: what stands in boxes and forms, from the word for an update to the page that it brings. */
    typed: {
      wipe: async userId => forgetTyped(perTab, userId),
    },
    /** Cache: the picture of one list, which is the rows of its first screen and a half. */
    painted: {
      async open(userId: number) {
        paintedPages.back(userId)
        return paintedPages
      },
      async wipe(userId) {
        persistent.remove(paintedMarkKey)
        await paintedPages.wipe(userId)
      },
    },
    /** Cache: the number of who asked for notices, and the subscription itself. */
    notices: {
      wipe: userId => push.leave(userId),
    },
    /** localStorage: 500 lines of 400 characters (`src/parts/device-log.ts`). */
    log: {
      wipe: async () => log.clear(),
    },
    /** localStorage: 300 events that were not sent (`src/network/analytics.ts`). */
    analytics: {
      wipe: async () => forgetAnalytics(persistent),
    },
  } satisfies Readonly<Record<string, Kept>>
  return {
    kept,
    lastList,
    /** All of it, whatever one of them throws; rejects then. */
    async wipe(userId: number): Promise<void> {
      const all = Object.values(kept)
      const ended = await Promise.allSettled(all.map(each => each.wipe(userId)))
      // On a full device there may have been no room to note that nobody is to be told any more; by now there is.
      const failed = all.filter((_, at) => ended[at]?.status === 'rejected')
      await Promise.all(failed.map(each => each.wipe(userId)))
    },
  }
}

export type KeptOnDevice = ReturnType<typeof createKeptOnDevice>

const browserStorage = () => import('./offline/storage/browser-storage.ts')
const undoStorage = () => import('./cache/undo/undo-storage.ts')
const deviceStorage = () => import('./features/quick-add/device-storage.ts')
const lookedAt = () => import('./features/news/looked-at.ts')
const storeVisit = () => import('./list/store-mode/store-visit.ts')

async function openUndo(userId: number) {
  return (await loadChunk(undoStorage)).openUndoStorage(userId, whenIdle)
}
