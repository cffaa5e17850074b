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
  /** When the base had last been told all that changed, as an earlier page knew it. */
  readonly caughtUpAt: number | undefined
  keepCaughtUp(at: number): void
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
  const contact = await openMoment('contact')
  const caughtUp = await openMoment('caught-up')

  return {
    outbox: outbox ?? createMemoryOutboxStore(),
    records,
    durable: outbox !== undefined,
    lost: outbox?.replacesLost ?? false,
    lastContactAt: contact.at,
    keepContact: contact.keep,
    caughtUpAt: caughtUp.at,
    keepCaughtUp: caughtUp.keep,
    reopen: () => storage.openOutbox(onLost),
  }

  async function openMoment(key: string) {
    const at = Number(await records.getItem(key).catch(() => undefined))
    let keptAt = 0
    return {
      at: at > 0 ? at : undefined,
      keep(now: number) {
        if (now - keptAt < keepEveryMs) return
        keptAt = now
        records.setItem(key, String(now)).catch(onTrouble)
      },
    }
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
