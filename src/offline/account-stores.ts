/** The stores of one account, opened; where the browser gives none, the memory of this page instead. */
import type { KeyValueStore } from './cache-storage.ts'
import type { Clock } from './clock.ts'
import { createMemoryKeyValueStore } from './memory-key-value-store.ts'
import { createMemoryOutboxStore } from './memory-outbox-store.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { AccountStorage } from './surroundings.ts'

export interface AccountStores {
  readonly outbox: OutboxStore
  readonly records: KeyValueStore
  /** Whether edits outlive this page. */
  readonly durable: boolean
  /** What waited on this device is gone; the rest is fetched again. */
  readonly lost: boolean
  /** When the server had last answered, as an earlier page knew it. */
  readonly lastContactAt: number | undefined
  keepContact(at: number): void
  reopen(): Promise<OutboxStore>
}

export interface AccountStoresOptions {
  readonly storage: AccountStorage
  readonly clock: Clock
  readonly onTrouble: (error: unknown) => void
  /** The browser closed the outbox behind our back. */
  readonly onLost: () => void
}

/** Opening a database takes milliseconds; longer than this it is blocked. */
const openingMs = 4_000
/** Once a minute is enough for "an absence" and "last updated". */
const keepEveryMs = 60_000

export async function openAccountStores(options: AccountStoresOptions): Promise<AccountStores> {
  const { storage, clock, onTrouble, onLost } = options
  const outbox = await inTime(() => storage.openOutbox(onLost))
  const records = (await inTime(() => storage.openCache())) ?? createMemoryKeyValueStore()
  const lastContactAt = Number(await records.getItem('contact').catch(() => undefined))
  let keptAt = 0

  return {
    outbox: outbox ?? createMemoryOutboxStore(),
    records,
    durable: outbox !== undefined,
    lost: outbox?.replacesLost ?? false,
    lastContactAt: lastContactAt > 0 ? lastContactAt : undefined,
    keepContact(at) {
      if (at - keptAt < keepEveryMs) return
      keptAt = at
      records.setItem('contact', String(at)).catch(onTrouble)
    },
    reopen: () => storage.openOutbox(onLost),
  }

  /** A database that is blocked never answers; the app starts all the same, and says what is not safe. */
  async function inTime<T>(open: () => Promise<T>): Promise<T | undefined> {
    const late = Promise.withResolvers<never>()
    const callOff = clock.after(openingMs, () =>
      late.reject(new Error('The storage of this browser does not answer.')),
    )
    try {
      return await Promise.race([open(), late.promise])
    } catch (error) {
      onTrouble(error)
      return undefined
    } finally {
      callOff()
    }
  }
}
