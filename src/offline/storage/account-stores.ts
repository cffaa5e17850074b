/** The stores of one account, opened; where the browser gives none, or not in time, the app starts all the same. */

import type { KeyValueStore } from '../base/cache-storage.ts'
import type { Clock } from '../clock.ts'
import type { AccountStorage } from '../environment.ts'
import type { Lost } from '../offline.ts'
import { inTime } from './in-time.ts'
import type { OutboxStore, StoredOutbox } from './outbox-store.ts'

export interface AccountStores {
  /** Undefined where the browser gave none, or not in time. */
  readonly outbox: OutboxStore | undefined
  /** Resolves when it was opened after all, however often that failed; never where it was in time. */
  readonly lateOutbox: Promise<OutboxStore>
  /** Rejects while the browser has not opened it, which may be later, or never. */
  readonly records: KeyValueStore
  /** What is gone that lay on this device. */
  readonly lost: Lost | undefined
  readonly openCopy: AccountStorage['openCopy']
  /** When the server had last answered, as an earlier page knew it. */
  readonly lastContactAt: number | undefined
  /** By the tab that leads. */
  keepContact(at: number): Promise<void>
  /** When the base had last been told all that changed, as an earlier page knew it. */
  readonly caughtUpAt: number | undefined
  keepCaughtUp(at: number): Promise<void>
  reopen(): Promise<OutboxStore>
  /** What does not open is not tried any more. */
  stop(): void
}

export interface AccountStoresParts {
  readonly storage: AccountStorage
  readonly clock: Clock
  /** Frozen until now, a tab may not know yet that nothing is to be left here: moments are kept by the one that leads. */
  readonly confirmLead: () => Promise<boolean>
  readonly onTrouble: (error: unknown) => void
  /** The browser closed the outbox behind our back. */
  readonly onLost: () => void
}

/** All that is cached, on a slow phone. */
const readingMs = 10_000
/** Once a minute is enough for "an absence" and "last updated". */
const keepEveryMs = 60_000
/** A browser that lost its databases for a while tells nobody that they are there again. */
const openAgainMs = 30_000

export async function openAccountStores(parts: AccountStoresParts): Promise<AccountStores> {
  const { storage, clock, onTrouble, onLost } = parts
  const late = Promise.withResolvers<OutboxStore>()
  let opened: KeyValueStore | undefined
  let opening: Promise<void> | undefined
  let stopped = false
  let cancel = () => {}
  const [outbox, moments] = await Promise.all([attempt(openOutbox), attempt(openRecords)])

  return {
    outbox,
    lateOutbox: late.promise,
    records: {
      getItem: async key => records().getItem(key),
      setItem: async (key, value) => records().setItem(key, value),
      removeItem: async key => records().removeItem(key),
      entries: () => inTime(clock, async () => records().entries(), readingMs),
      clear: async () => records().clear(),
    },
    lost: lostBy(outbox),
    openCopy: storage.openCopy,
    lastContactAt: moments?.contactAt,
    keepContact: momentKeeper('contact'),
    caughtUpAt: moments?.caughtUpAt,
    keepCaughtUp: momentKeeper('caught-up'),
    reopen: () => inTime(clock, openStore),
    stop() {
      stopped = true
      cancel()
    },
  }

  function openStore(): Promise<OutboxStore> {
    return storage.openOutbox(onLost, storage.openCopy && readCopy)
  }

  async function openOutbox() {
    const opening = openStore()
    try {
      return await inTime(clock, () => opening)
    } catch (error) {
      opening.then(late.resolve, openLater)
      throw error
    }
  }

  function openLater() {
    if (!stopped) cancel = clock.after(openAgainMs, () => openStore().then(late.resolve, openLater))
  }

  /** What the second copy has, for a database that is made anew; rejects where that cannot be known now. */
  async function readCopy(): Promise<StoredOutbox | undefined> {
    try {
      return await inTime(
        clock,
        async () => {
          const copy = await storage.openCopy?.()
          try {
            const found = await copy?.load()
            return copy?.isNew ? undefined : found
          } finally {
            copy?.close()
          }
        },
        readingMs,
      )
    } catch (error) {
      onTrouble(error)
      throw error
    }
  }

  async function openRecords() {
    await open()
    const [contactAt, caughtUpAt] = await Promise.all([
      readMoment('contact'),
      readMoment('caught-up'),
    ])
    return { contactAt, caughtUpAt }
  }

  /** One that is under way is waited for, whenever it ends. */
  function open(): Promise<void> {
    opening ??= storage
      .openCache()
      .then(store => {
        opened = store
      })
      .finally(() => {
        opening = undefined
      })
    return opening
  }

  /** What is not open holds up nobody: it is opened for the next time. */
  function records(): KeyValueStore {
    if (opened) return opened
    open().catch(() => {})
    throw new Error('The browser has not opened what is kept here.')
  }

  async function readMoment(key: string) {
    const at = Number(await opened?.getItem(key).catch(() => undefined))
    return at > 0 ? at : undefined
  }

  function momentKeeper(key: string) {
    let keptAt = 0
    return async (now: number) => {
      if (Math.abs(now - keptAt) < keepEveryMs) return
      keptAt = now
      try {
        if (await parts.confirmLead()) await opened?.setItem(key, String(now))
      } catch (error) {
        onTrouble(error)
      }
    }
  }

  /** The app starts all the same, and says what is not safe. */
  async function attempt<T>(open: () => Promise<T>): Promise<T | undefined> {
    try {
      return await inTime(clock, open)
    } catch (error) {
      onTrouble(error)
      return undefined
    }
  }
}

/** What the browser deleted with the database that this one replaces. */
export function lostBy(store: OutboxStore | undefined): Lost | undefined {
  if (store?.isRescued) return 'fetched'
  return store?.replacesLost ? 'all' : undefined
}
