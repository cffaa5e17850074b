/** The stores of one account, opened; where the browser gives none, or not in time, the app starts all the same. */

import type { Clock } from '../clock.ts'
import type { AccountStorage } from '../environment.ts'
import type { KeyValueStore } from './cache-storage.ts'
import { inTime } from './in-time.ts'
import { createMemoryKeyValueStore } from './memory-key-value-store.ts'
import type { OutboxStore } from './outbox-store.ts'

export interface AccountStores {
  /** Undefined where the browser gave none, or not in time. */
  readonly outbox: OutboxStore | undefined
  /** Resolves when it was opened after all; never where it was in time, or cannot be. */
  readonly lateOutbox: Promise<OutboxStore>
  readonly records: KeyValueStore
  /** What waited on this device is gone; the rest is fetched again. */
  readonly lost: boolean
  /** When the server had last answered, as an earlier page knew it. */
  readonly lastContactAt: number | undefined
  keepContact(at: number): void
  /** When the base had last been told all that changed, as an earlier page knew it. */
  readonly caughtUpAt: number | undefined
  keepCaughtUp(at: number): void
  reopen(): Promise<OutboxStore>
}

export interface AccountStoresParts {
  readonly storage: AccountStorage
  readonly clock: Clock
  readonly onTrouble: (error: unknown) => void
  /** The browser closed the outbox behind our back. */
  readonly onLost: () => void
}

/** All that is cached, on a slow phone. */
const readingMs = 10_000
/** Once a minute is enough for "an absence" and "last updated". */
const keepEveryMs = 60_000

export async function openAccountStores(options: AccountStoresParts): Promise<AccountStores> {
  const { storage, clock, onTrouble, onLost } = options
  const late = Promise.withResolvers<OutboxStore>()
  const [outbox, cached] = await Promise.all([attempt(openOutbox), attempt(openRecords)])
  const records = cached?.records ?? createMemoryKeyValueStore()

  return {
    outbox,
    lateOutbox: late.promise,
    records,
    lost: outbox?.replacesLost ?? false,
    lastContactAt: cached?.contactAt,
    keepContact: momentKeeper('contact'),
    caughtUpAt: cached?.caughtUpAt,
    keepCaughtUp: momentKeeper('caught-up'),
    reopen: () => inTime(clock, () => storage.openOutbox(onLost)),
  }

  async function openOutbox() {
    const opening = storage.openOutbox(onLost)
    try {
      return await inTime(clock, () => opening)
    } catch (error) {
      opening.then(late.resolve, () => {})
      throw error
    }
  }

  async function openRecords() {
    const records = await storage.openCache()
    const [contactAt, caughtUpAt] = await Promise.all([
      readMoment(records, 'contact'),
      readMoment(records, 'caught-up'),
    ])
    const entries = () => inTime(clock, records.entries, readingMs)
    return { records: { ...records, entries }, contactAt, caughtUpAt }
  }

  async function readMoment(records: KeyValueStore, key: string) {
    const at = Number(await records.getItem(key).catch(() => undefined))
    return at > 0 ? at : undefined
  }

  function momentKeeper(key: string) {
    let keptAt = 0
    return (now: number) => {
      if (Math.abs(now - keptAt) < keepEveryMs) return
      keptAt = now
      records.setItem(key, String(now)).catch(onTrouble)
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
