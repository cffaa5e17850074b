/**
 * All that this browser keeps of a person, each with its bound: what opens it, and what leaves nothing of it when
 * they sign out or delete their account. Who they are (`aisle.user` and its companions) the session itself
 * forgets. Whatever else is to be kept of a person joins this list.
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

export interface Kept<Store> {
  readonly where: 'IndexedDB' | 'localStorage' | 'sessionStorage' | 'Cache'
  /** What keeps it small. */
  readonly bound: string
  open(userId: number): Promise<Store>
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
    lists: keep({
      where: 'IndexedDB',
      bound:
        'what the server has of the lists, with a journal of 250 lines or 2 MB; what waits and was refused, twice, until it is answered or discarded',
      async open(userId) {
        const { createBrowserStorage } = await loadChunk(browserStorage)
        return createBrowserStorage(userId)
      },
      async wipe(userId) {
        const { wipeBrowserStorage } = await loadChunk(browserStorage)
        await wipeBrowserStorage(userId)
      },
    }),
    undo: keep({
      where: 'IndexedDB',
      bound: 'src/cache/undo/undo-bounds.ts: 50 changes of a list, 90 days, 4 MB',
      open: openUndo,
      wipe: async userId => (await openUndo(userId)).destroy(),
    }),
    habits: keep({
      where: 'IndexedDB',
      bound:
        'rules/items/suggestions.ts: 1,000 names, and as many forgotten ones; 200 answered questions',
      open: async () => (await loadChunk(deviceStorage)).openDeviceStorage(),
      wipe: async userId => (await loadChunk(deviceStorage)).wipeHabits(userId),
    }),
    lookedAt: keep({
      where: 'localStorage',
      bound: 'src/features/news/looked-at.ts: 500 lists',
      open: async userId => (await loadChunk(lookedAt)).createLookedAt(persistent, userId),
      wipe: async userId => (await loadChunk(lookedAt)).forgetLookedAt(persistent, userId),
    }),
    storeVisit: keep({
      where: 'localStorage',
      bound: 'one list',
      open: async () => persistent,
      wipe: async userId => (await loadChunk(storeVisit)).forgetStoreVisit(persistent, userId),
    }),
    lastList: keep({
      where: 'localStorage',
      bound: 'one list',
      open: async () => lastList,
      wipe: async userId => lastList.forget(userId),
    }),
    typed: keep({
      where: 'sessionStorage',
      bound:
        'what stands in boxes and forms, from the word for an update to the page that it brings',
      open: async () => perTab,
      wipe: async userId => forgetTyped(perTab, userId),
    }),
    painted: keep({
      where: 'Cache',
      bound: 'the picture of one list: the rows of its first screen and a half',
      async open(userId) {
        paintedPages.back(userId)
        return paintedPages
      },
      async wipe(userId) {
        persistent.remove(paintedMarkKey)
        await paintedPages.wipe(userId)
      },
    }),
    notices: keep({
      where: 'Cache',
      bound: 'the number of who asked for notices, and the subscription itself',
      open: async () => push,
      wipe: userId => push.leave(userId),
    }),
    log: keep({
      where: 'localStorage',
      bound: 'src/parts/device-log.ts: 500 lines of 400 characters',
      open: async () => log,
      wipe: async () => log.clear(),
    }),
    analytics: keep({
      where: 'localStorage',
      bound: 'src/network/analytics.ts: 300 events that were not sent',
      open: async () => persistent,
      wipe: async () => forgetAnalytics(persistent),
    }),
  }
  return {
    kept,
    lastList,
    /** All of it, whatever one of them throws; rejects then. */
    async wipe(userId: number): Promise<void> {
      const ended = await Promise.allSettled(Object.values(kept).map(each => each.wipe(userId)))
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    },
  }
}

/** Keeps the type of what is opened. */
function keep<Store>(kept: Kept<Store>): Kept<Store> {
  return kept
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
