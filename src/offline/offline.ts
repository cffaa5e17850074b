/** The offline core as the rest of the browser sees it: perform edits, read what waits. */
import type { ApolloCache } from '@apollo/client'
import type { CacheRecord } from './derived-cache.ts'
import type { Edit, EditVariables, Entry, TrayEntry } from './outbox/edit.ts'
import type { Readable } from './readable.ts'
import type { StorageState } from './storage/store-queue.ts'
import type { BesideByUnit } from './sync/beside.ts'
import type { CallState } from './sync/call-states.ts'
import type { Cut, Trouble } from './tabs/tabs.ts'

export interface Performed {
  /** The request-token. */
  readonly id: string
  /** Resolves when the edit is safe on this device; rejects where the storage would not take it. */
  readonly durable: Promise<void>
}

/** What the connection line says, and what the device lacks, as the tab says that leads. */
export interface SyncState extends Cut {
  /** Edits that the server has not answered. */
  readonly waiting: number
  /** How many of them this device does not keep, yet or at all (in the tab where they were done: in both places). */
  readonly saving: number
  /** Whether the last try reached the server; `navigator.onLine` is only a hint to try again. */
  readonly reachable: boolean
  /** The server wants a sign-in before it takes what waits. */
  readonly signedOut: boolean
  /** When the server last answered, in ms since 1970; undefined before the first time. */
  readonly lastContactAt: number | undefined
  /** Undefined where the server told what changed when it was last asked, or was not asked yet. */
  readonly trouble?: Trouble | undefined
  /** When it had last told all that changed, in ms since 1970; undefined before the first time. */
  readonly caughtUpAt: number | undefined
  /** Whether the catch-up has ended once since the app was opened. */
  readonly initialised: boolean
  readonly storage: StorageState
  readonly lost?: Lost | undefined
}

/**
 * The browser cleared its storage since the last visit, or could not read it: what was fetched is gone, or all, what
 * waited there included.
 */
export type Lost = 'fetched' | 'all'

/**
 * The quiet mark of a row: `saving` until the device keeps it (in the tab where it was done: in both places), then
 * `waiting`, `refused` while it lies in the tray.
 */
export type Mark = 'saving' | 'waiting' | 'refused'

/** What happened while this device was away. */
export interface Receipt {
  /** When the server had last answered before, in ms since 1970. */
  readonly since: number
  /** Records that others added, changed or removed, by cache id. */
  readonly others: readonly ReceiptLine[]
  /** How many of one's own edits reached the server, and how many it refused. */
  readonly sent: number
  readonly refused: number
}

export interface ReceiptLine {
  readonly cacheId: string
  readonly what: 'added' | 'changed' | 'removed'
  /** The record as it is now; as it was where it went. */
  readonly record: CacheRecord
}

export interface RefreshOptions {
  /** A person waits for the answer, and is led to the sign-in where it takes one. */
  readonly waitedFor?: boolean
  /** A person asked for it: asked within any pause, and where the browser says that there is no network. */
  readonly anyway?: boolean
  /** Everything anew, not only what changed since it was last told: what the device knows is not trusted. */
  readonly hard?: boolean
}

export interface Offline {
  readonly userId: number
  /** Base + outbox: the server's records with the waiting edits on top. */
  readonly cache: ApolloCache
  /** The visible record as it lies in the cache, references unresolved. */
  peek(cacheId: string): CacheRecord | undefined
  /** Cache ids ("Item:…", "ShoppingList:…") whose records changed, after each change; base and layer alike. */
  onChanged(listener: (cacheIds: ReadonlySet<string>) => void): () => void
  /** `insteadOf`: ids of the tray that leave the disk in the write that stores the edit; shown until they are discarded. */
  perform<Variables extends EditVariables, Answer>(
    edit: Edit<Variables, Answer>,
    variables: Variables,
    insteadOf?: readonly string[],
  ): Performed
  /**
   * Runs the task right behind the frame that shows what was done until now, in its order with what edits leave for
   * then, and at once where nothing is drawn: for an edit that the browser has drawn by itself.
   */
  afterPaint(task: () => void): void
  /** What is done in `work` is on the screen already: it waits for no frame, but what it leaves for later does. */
  shown(work: () => void): void
  readonly sync: Readable<SyncState>
  /** By unit, what the server tells of this moment: the leading tab hears it, and tells the others. Empty without a stream. */
  readonly beside: Readable<BesideByUnit>
  readonly waiting: Readable<readonly Entry[]>
  /** How many of them are not safe on this device, yet or at all; `onMarked` tells when that may change. */
  unpersisted(): number
  readonly tray: Readable<readonly TrayEntry[]>
  /** How many of it this device would not take; `sync` and `tray` tell when that may change. */
  unkeptInTray(): number
  /** The mark of one cache id; watch `onMarked` for changes. */
  mark(cacheId: string): Mark | undefined
  onMarked(listener: (cacheIds: ReadonlySet<string>) => void): () => void
  /** After an absence, until it is dismissed. */
  readonly receipt: Readable<Receipt | undefined>
  dismissReceipt(): void
  /** Says that a person looked at this record: what was not opened lately leaves a full device first. */
  opened(cacheId: string): void
  /** How calls of this name stand: of an edit ("tickItem") or a query ("changes"). */
  callState(name: string): Readable<CallState>
  /** Takes an edit back as if nobody had done it; false where it may have left this device. */
  withdraw(id: string): boolean
  /** From the tray: a new edit with a new token. */
  tryAgain(trayId: string): Promise<void>
  discard(trayId: string): Promise<void>
  /** Sends at once, without waiting for the back-off; resolves when the outbox is empty or a try failed. */
  sendNow(): Promise<void>
  /** Asks the server what changed, true if it answered. */
  refresh(options?: RefreshOptions): Promise<boolean>
  /** After the same person signed in again: sends what waited. */
  resume(): void
  /**
   * Resolves when another tab signed out: this one is closed for good, and takes no edit any more. Never where it was
   * closed or wiped from here.
   */
  readonly left: Promise<void>
  /** Stops timers, stream and locks; keeps everything stored. */
  close(): Promise<void>
  /** Closes at once, and writes nothing more: what is kept is being removed. */
  leave(): void
  /** Closes, and leaves nothing of this account on the device; rejects where the browser kept some of it. */
  wipe(): Promise<void>
}
