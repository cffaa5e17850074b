/** What the tabs of one browser tell each other, and the lock that one of them holds. */
import type { Entry, TrayEntry } from '../outbox/edit.ts'
import type { Hint } from '../sync/network.ts'

/** One tab leads: it sends, asks, listens and persists. The others follow its word, in its order. */
export type TabMessage =
  /** Done by a person in some tab; painted everywhere, not yet durable. */
  | { readonly type: 'added'; readonly entry: Entry; readonly replaces: readonly string[] }
  /** The device would not take it: to be sent from memory, while one of the tabs lives. */
  | {
      readonly type: 'unkept'
      readonly entry: Entry
      /** Absent where a tab with older code tells it. */
      readonly replaces?: readonly string[]
    }
  | { readonly type: 'stored'; readonly ids: readonly string[] }
  /** Made pointless by what was done since, or taken back before it left. */
  | { readonly type: 'dropped'; readonly ids: readonly string[] }
  /** Answered; the truth goes into the base of every tab. */
  | { readonly type: 'settled'; readonly id: string; readonly answer: unknown }
  /** Answered; the truth comes with the next catch-up. */
  | { readonly type: 'answered'; readonly id: string }
  /** What was answered lies in the store no more; a tab that is new may have read it there meanwhile. */
  | { readonly type: 'removed'; readonly gone: Gone }
  | { readonly type: 'failed'; readonly entry: Entry }
  | {
      readonly type: 'caught-up'
      readonly known: unknown
      readonly answer: unknown
      readonly dropped: readonly string[]
      readonly last: boolean
    }
  /** The leader heard it, and took what it brings. */
  | { readonly type: 'brought'; readonly hint: Hint }
  /** All that the leader's stream tells beside the records. */
  | { readonly type: 'beside'; readonly units: readonly (readonly [string, unknown])[] }
  | {
      readonly type: 'tray'
      readonly put: readonly TrayEntry[]
      readonly remove: readonly string[]
    }
  | { readonly type: 'contact'; readonly contact: Contact }
  /** A follower asks the leader; `waitedFor` where a person asked for it. */
  | { readonly type: 'ask'; readonly known: unknown; readonly waitedFor: boolean }
  | { readonly type: 'send-now' }
  /** A hint that the network or the session is back. */
  | { readonly type: 'wake' }
  | { readonly type: 'resume' }
  /** The device is full: the leader gives up what can be fetched again, `opened` last, and says so. */
  | {
      readonly type: 'make-room'
      readonly howMuch: HowMuchSpace
      readonly opened: readonly string[]
    }
  | { readonly type: 'room-made'; readonly isMade?: boolean }
  /** A person looked at this record: it leaves a full device last. */
  | { readonly type: 'opened'; readonly cacheId: string }
  /**
   * What is known of how much is on the disk: told as a turn begins, when that changes, and to who asks. A tab with older
   * code tells no more than `isCut`.
   */
  | ({ readonly type: 'cut' } & Cut)
  /** Answered at once by the leader, however throttled its timers are. */
  | { readonly type: 'ping' }
  | { readonly type: 'pong' }
  /** The account left this device. */
  | { readonly type: 'wiped' }

/** What the device lacks of what was fetched. */
export interface Cut {
  /**
   * Something of it is not on the disk: the next start may lack it. Undefined until what the first catch-up told is there,
   * or could not be.
   */
  readonly isCut?: boolean | undefined
  /** There is no room for it, not even for what was opened last. */
  readonly takesNoLists?: boolean | undefined
}

/** Ids of what was answered, with the answer where the truth came by it. */
export type Gone = readonly (readonly [id: string, answer: unknown])[]

/** `some`: what was not looked at lately; `all`: whatever the server has. */
export type HowMuchSpace = 'some' | 'all'

/** What is known of the server. */
export interface Contact {
  readonly reachable: boolean
  readonly signedOut: boolean
  readonly lastContactAt: number | undefined
  /** Until the server has told all that changed: also while it is asked anew, and while it cannot be reached. */
  readonly trouble?: Trouble | undefined
}

/** The server was asked what changed, and failed to tell it. */
export interface Trouble {
  /** What it said, or the default note. */
  readonly note: string
  /** When it failed last, in ms since 1970. */
  readonly at: number
}

export interface HeldLock {
  release(): void
  /** Asks the lock manager: a tab that was frozen may have lost it without having heard. */
  stillHeld(): Promise<boolean>
}

export type LockMode = 'if-free' | 'wait' | 'steal'

export interface Tabs {
  /** False where a tab cannot know whether others run: each of them leads, and writes in the same place. */
  readonly knowEachOther: boolean
  /** To all other tabs of this account. */
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): () => void
  /** Undefined if it is not free (`if-free`) or the wait was called off. */
  lock(mode: LockMode, options: LockOptions): Promise<HeldLock | undefined>
  close(): void
}

export interface LockOptions {
  /** Another tab took the lock away. */
  readonly onLost: () => void
  readonly signal?: AbortSignal
}
