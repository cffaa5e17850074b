/** What the offline core is handed: everything that a test replaces. */
import type { InMemoryCacheConfig } from '@apollo/client'
import type { BaseRecords, KeyValueStore } from './base/cache-storage.ts'
import type { Clock } from './clock.ts'
import type { CacheRecord, DerivedCache } from './derived-cache.ts'
import type { NamedEdit } from './outbox/edit.ts'
import type { Readable } from './readable.ts'
import type { OutboxStore, StoredOutbox } from './storage/outbox-store.ts'
import type { CallStates } from './sync/call-states.ts'
import type { Pull } from './sync/catch-up.ts'
import type { Network } from './sync/network.ts'
import type { IsVisibleChange } from './sync/receipt.ts'
import type { Tabs } from './tabs/tabs.ts'

/** Where one account lies on the device. */
export interface AccountStorage {
  /**
   * `onLost`: the browser closed it behind our back. `copied`: what one that is made anew begins with, in the same breath;
   * undefined where nothing was copied. Where it rejects the new one is empty, and says that it `lacksCopy`.
   */
  openOutbox(
    onLost: () => void,
    copied?: () => Promise<StoredOutbox | undefined>,
  ): Promise<OutboxStore>
  /** What waits lies here, too, apart from the rest; absent where the browser has no place apart. */
  openCopy?(): Promise<OutboxStore>
  openCache(): Promise<KeyValueStore>
  /** Asks the browser to keep it when space runs short; asked once there is something to lose. */
  keep?(): Promise<unknown>
  /** Leaves nothing of all this, opened or not; rejects where the browser kept some of it. */
  wipe(): Promise<void>
}

/** What the page tells. All of it hints: nothing waits for them. */
export interface Environment {
  readonly visible: Readable<boolean>
  /** The network may be back. */
  onOnline(listener: () => void): () => void
  /** The page is back from where the browser had put it aside, and heard nothing of other tabs meanwhile. */
  onReturn(listener: () => void): () => void
  /** Runs the task once what changed until now is painted; soon all the same where nothing is painted. */
  afterPaint(task: () => void): void
  /** The account is left: it is not watched any more. */
  close(): void
}

export interface OfflineParts {
  readonly userId: number
  readonly edits: ReadonlyMap<string, NamedEdit>
  readonly cacheConfig: InMemoryCacheConfig
  readonly pull: Pull
  /** Writes what an empty base must hold for edits to be painted. */
  readonly seed: (cache: DerivedCache) => void
  /** Ids of stored records that may go first when the device is full; `opened` the latest last. */
  readonly evictable: (records: BaseRecords, opened: readonly string[]) => readonly string[]
  /** To what such a record belongs, as an item does to its list: undefined if to nothing that may change. */
  readonly belongsTo: (record: CacheRecord | undefined) => unknown
  /** Whether nothing may be left on the device of a record once it is gone, not even in the journal. */
  readonly leavesNothing: (id: string) => boolean
  readonly isVisibleChange: IsVisibleChange
  readonly network: Network
  /** Told of each edit from when it is done until it is answered, and of each catch-up. */
  readonly calls: CallStates
  readonly storage: AccountStorage
  readonly tabs: Tabs
  readonly clock: Clock
  /** In [0, 1): the jitter of pauses. */
  readonly random: () => number
  /** Request-tokens and generations. */
  readonly newId: () => string
  readonly environment: Environment
  /** Whether the page shows what is kept here; always if it is absent. Else nobody waits for the first answer. */
  readonly isShown?: () => boolean
  /** A person waits in this tab for what another one asked in its name, and the server wants a sign-in. */
  readonly onSignedOut?: () => void
  /** For the log; nothing that a person has to know comes only this way. */
  readonly onTrouble: (error: unknown) => void
}
