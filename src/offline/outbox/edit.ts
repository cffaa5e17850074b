/**
 * An edit is one way a person changes their data: a named value, never a closure. A component's closure
 * dies with its page; a name with variables survives in IndexedDB and can be sent weeks later.
 */
import type { ApolloCache, DocumentNode, TypedDocumentNode } from '@apollo/client'

/** What an edit may carry: plain JSON, since it is stored. */
export type EditVariables = Readonly<Record<string, unknown>>

/** What is known of the moment a person did it. `id` is the request-token of every try. */
export interface EditMoment {
  readonly id: string
  /** The device's clock, for what is shown meanwhile; decides nothing. ISO 8601. */
  readonly at: string
}

/** Cache ids ("Item:…"), by what the edit does to them. */
export interface Touches {
  /** They exist once the server has taken it. */
  readonly makes?: readonly string[]
  /** Made with those and gone with them, as the items of a list that is made with it. */
  readonly within?: readonly string[]
  /** Changed: without each of them it means nothing. */
  readonly changes?: readonly string[]
  /** Gone afterwards, so that what waits to be done to them and never left the device is pointless. */
  readonly removes?: readonly string[]
  /** May be missing without making the edit pointless; those named only here count as changed. */
  readonly some?: readonly string[]
  /** Needed and not changed, as the list of a new item. */
  readonly on?: readonly string[]
  /** Reads or changes more than these tell (copy, reset, reorder): nothing is folded or dropped across it. */
  readonly barrier?: boolean
}

export interface Edit<Variables extends EditVariables = EditVariables, Answer = unknown> {
  /** The name under which waiting entries are stored; never reused for something else. */
  readonly name: string
  readonly document: TypedDocumentNode<Answer, Variables>
  /** What the tray says where the server refused it without a message (spec section 4). */
  readonly note: string
  /** Paints what the server is expected to do. Pure and idempotent: it runs again whenever the base changes. */
  predict(cache: ApolloCache, variables: Variables, moment: EditMoment): void
  /** Writes the server's answer into the base, through the same policies as the prediction. */
  settle(cache: ApolloCache, answer: Answer, variables: Variables): void
  /**
   * Its answer does not tell all that it did: it stays painted until a catch-up has brought the truth, and
   * `settle` has nothing to write.
   */
  readonly settledByCatchUp?: true
  /** Why an answer is a no all the same, as when a deletion answers FAIL: the edit goes to the tray. */
  refusal?(answer: Answer, variables: Variables): Refusal | undefined
  /** Of an edit that was done in part: what was not, which alone goes to the tray and is tried again. */
  rest?(answer: Answer, variables: Variables): Variables | undefined
  /** What it does to which records: touches.ts tells what follows. */
  touches(variables: Variables): Touches
  /** Cache ids that it needs and its variables do not tell, such as an item's list. Asked once, when it is done. */
  needsToo?(variables: Variables, cache: ApolloCache): readonly string[]
  /** Dropped unsent once what it changed is deleted: a tick, but no untick, which the bin has to know. */
  pointlessOnceRemoved?(variables: Variables): boolean
  /** The two as one, where no other could see the difference; undefined if they must stay two. */
  fold?(earlier: Variables, later: Variables): Variables | undefined
  /**
   * Whether it takes or gives up a name that no other may have. What else does so may depend on that: it overtakes none
   * that another tab is still storing, and two become one only where nothing waits between.
   */
  changesNames?(variables: Variables): boolean
  /** What it changes, as it was seen then, kept with the entry: so that what somebody deleted can come back. */
  seen?(variables: Variables, cache: ApolloCache): EditVariables | undefined
  /** What stays of it in the tray; `removed` are cache ids of what waits to be deleted. */
  seenOnceRefused?(
    seen: EditVariables,
    refusal: Refusal,
    removed: ReadonlySet<string>,
  ): EditVariables
  /** Kind and names of what is done, kept with the entry: the words are made where it is shown. */
  deed(cache: ApolloCache, variables: Variables): EditVariables
}

/** Any edit, as the registry and the outbox hold it. */
export interface NamedEdit extends Omit<Edit, 'document'> {
  readonly document: DocumentNode
}

/** A waiting edit as it lies in the outbox. */
export interface Entry extends EditMoment {
  /** The version of this format; older ones are migrated, unknown ones go to the tray. */
  readonly format: 1
  /** Ascending over all tabs of the device: the order in which things were done. */
  readonly key: number
  readonly name: string
  readonly variables: EditVariables
  readonly attempts: number
  /** How often it failed although the server was there; at ten, if it takes another, it goes to the tray. */
  readonly serverFailures?: number
  /** Why the last try came to nothing: an OutageCause. */
  readonly lastCause?: string
  /** Entity ids that it needs and creates, kept so that a refusal finds what depends on it. */
  readonly needs: readonly string[]
  readonly creates: readonly string[]
  /** What it was called and what it changed, told when the records that it names were still there. */
  readonly deed?: EditVariables
  /** The same of a release that kept the words. */
  readonly sentence?: string
  readonly seen?: EditVariables
}

/** What the server said when it would not do it. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly field?: string
  readonly limit?: number
  /** DELETED, LIST_DELETED or REVOKED, to somebody who could see the record before. */
  readonly reason?: string
}

/** A refused edit with its full content, and the edits that needed it: tried again or discarded as one. */
export interface TrayEntry {
  readonly id: string
  readonly refusal: Refusal
  /** The refused edit first, then those that followed it, in order. */
  readonly entries: readonly Entry[]
  readonly refusedAt: string
  /** Of a release that kept the words: what it was. */
  readonly sentence?: string
}
