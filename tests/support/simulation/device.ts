/** A device: disk, clock and network of its own, and pages that can be opened, killed and opened again. */

import { heedOnlineHint } from '../../../src/network/online-hint.ts'
import type { Offline } from '../../../src/offline/offline.ts'
import { createReadable } from '../../../src/offline/readable.ts'
import { openAccount } from '../../../src/shell/account/open-account.ts'
import type { TestClient } from '../server/client.ts'
import { createSimClock, type SimClock } from './sim-clock.ts'
import { createSimDisk, type SimDisk } from './sim-disk.ts'
import { createSimNetwork, type SimNetwork } from './sim-network.ts'
import { createSimBrowser, type SimTab } from './sim-tabs.ts'

export interface Device {
  readonly disk: SimDisk
  readonly clock: SimClock
  /** The oldest page that is open. */
  readonly page: Page
  readonly pages: readonly Page[]
  openPage(): Promise<Page>
  /** Every page is gone at once, as when the battery dies. */
  kill(): void
  /** Runs everything that is under way or due soon, until nothing is. */
  rest(withinMs?: number): Promise<void>
  /** What went wrong where nobody looks. */
  readonly troubles: unknown[]
  setConnected(connected: boolean): void
}

export interface Page {
  readonly offline: Offline
  readonly network: SimNetwork
  readonly tab: SimTab
  readonly visible: { set(visible: boolean): void }
  /** The next frame is drawn after some milliseconds of the clock; until then this is true. */
  isFrameSlow: boolean
  goOnline(): void
  /** Put aside by the browser, as a page that somebody left by a link, and back: it heard nothing in between. */
  leave(): void
  comeBack(): void
  /** Whether it is told when the page is hidden. */
  readonly isWatched: boolean
  /** How often this page was led to the sign-in. */
  readonly ledAway: number
  /** As browsers do with tabs in the background: nothing runs, nothing is heard, the lock is kept. */
  freeze(): void
  thaw(): void
  kill(): void
}

export interface DeviceOptions {
  readonly userId: number
  readonly client: TestClient
  readonly disk?: SimDisk
  /** The channel and the lock of its tabs, where it is not the usual one. */
  readonly openTab?: () => SimTab
  /** The browser says whether there is a network, and nothing is sent where it says no. */
  readonly saysOnline?: boolean
}

/** Longer than some pauses between two things that a person does, shorter than others. */
const slowFrameMs = 30

/** Without a page; `openPage` opens the first. */
export function createDevice({
  userId,
  client,
  disk = createSimDisk(),
  openTab = createSimBrowser().openTab,
  saysOnline = false,
}: DeviceOptions): Device {
  const clock = createSimClock()
  const troubles: unknown[] = []
  let pages: Page[] = []
  let connected = true
  let random = 1

  async function openPage(): Promise<Page> {
    let alive = true
    const tab = openTab()
    let ledAway = 0
    function leadAway() {
      ledAway++
    }
    let thawing: PromiseWithResolvers<void> | undefined
    const network = createSimNetwork(
      client,
      () => alive,
      leadAway,
      () => thawing?.promise,
    )
    network.connected = connected
    const pageClock = clock.page()
    const visible = createReadable(true)
    let isFrameSlow = false
    let isWatched = true
    const online = new Set<() => void>()
    const returned = new Set<() => void>()
    const isOnline = () => network.connected
    const opening = openAccount({
      userId,
      network: saysOnline ? heedOnlineHint(network, { isOnline, now: pageClock.now }) : network,
      storage: disk.open(() => alive),
      tabs: tab,
      clock: pageClock,
      random: () => {
        random = (random * 16807) % 2147483647
        return random / 2147483647
      },
      newId: () => crypto.randomUUID(),
      environment: {
        visible,
        onOnline(listener) {
          online.add(listener)
          return () => online.delete(listener)
        },
        onReturn(listener) {
          returned.add(listener)
          return () => returned.delete(listener)
        },
        afterPaint(task) {
          function drawn() {
            isFrameSlow = false
            if (alive) task()
          }
          if (isFrameSlow) pageClock.after(slowFrameMs, drawn)
          else queueMicrotask(drawn)
        },
        close() {
          isWatched = false
        },
      },
      onTrouble: error => troubles.push(error),
      onSignedOut: leadAway,
    })
    const page: Page = {
      offline: await opening,
      network,
      tab,
      visible,
      get isFrameSlow() {
        return isFrameSlow
      },
      set isFrameSlow(isSlow) {
        isFrameSlow = isSlow
      },
      get isWatched() {
        return isWatched
      },
      get ledAway() {
        return ledAway
      },
      goOnline() {
        for (const listener of online) listener()
      },
      leave() {
        visible.set(false)
        page.freeze()
      },
      comeBack() {
        thawing?.resolve()
        thawing = undefined
        pageClock.thaw()
        tab.thaw(false)
        visible.set(true)
        for (const listener of returned) listener()
      },
      freeze() {
        tab.freeze()
        pageClock.freeze()
        thawing ??= Promise.withResolvers()
      },
      thaw() {
        thawing?.resolve()
        thawing = undefined
        pageClock.thaw()
        tab.thaw()
      },
      kill() {
        alive = false
        tab.kill()
        pageClock.stop()
        pages = pages.filter(other => other !== page)
      },
    }
    pages.push(page)
    return page
  }

  const busy = () => disk.pending > 0 || pages.some(page => page.network.inFlight > 0)

  return {
    disk,
    clock,
    troubles,
    get pages() {
      return pages
    },
    get page() {
      const [first] = pages
      if (!first) throw new Error('No page is open.')
      return first
    },
    openPage,
    kill() {
      for (const page of [...pages]) page.kill()
    },
    async rest(withinMs = 2_000) {
      const end = clock.now() + withinMs
      for (let idle = 0; idle < 4; ) {
        await new Promise<void>(resolve => setImmediate(resolve))
        if (busy()) idle = 0
        else if (++idle === 4 && clock.step(end - clock.now())) idle = 0
      }
      clock.advance(end - clock.now())
    },
    setConnected(now) {
      connected = now
      for (const page of pages) {
        page.network.connected = now
        if (now) page.goOnline()
      }
    },
  }
}

/** All that a person sees of their lists, as plain values: what two devices are compared by. */
export function visibleState(offline: Offline): unknown {
  const lists = refs(offline.peek('ROOT_QUERY')?.getAllShoppingList)
  return lists.flatMap(listId => {
    const list = offline.peek(listId)
    if (!list) return []
    const { items, itemTags, ...fields } = list
    return {
      ...fields,
      itemTags: tagsOf(offline, itemTags),
      items: refs(items).flatMap(itemId => {
        const item = offline.peek(itemId)
        return item ? { ...item, itemTags: tagsOf(offline, item.itemTags) } : []
      }),
    }
  })
}

/** The same without what tells one id or moment from another. */
export function visibleContent(offline: Offline): unknown {
  return contentOf(visibleState(offline))
}

/** The base as it lies on the device, journal included. */
export function keptOnDisk({ disk }: Device): string {
  return [...disk.values.values()].join()
}

/** The person's preferences with the filters that they saved. */
export function preferencesOf(offline: Offline): unknown {
  const [config] = refs(offline.peek('ROOT_QUERY')?.getByFilterUserConfig)
  return config && offline.peek(config)
}

const idsAndMoments = new Set(['id', 'createdAt', 'updatedAt', 'shoppingListId', 'order'])

function contentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(contentOf)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => !idsAndMoments.has(name))
  return Object.fromEntries(fields.sort().map(([name, field]) => [name, contentOf(field)]))
}

function tagsOf(offline: Offline, tags: unknown): unknown {
  return refs(tags).map(id => offline.peek(id))
}

function refs(value: unknown): string[] {
  return Array.isArray(value) ? value.map(ref => String(ref.__ref)) : []
}
