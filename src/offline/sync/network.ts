/** What the offline core asks of a network; `src/network` has the real one, tests hand in their own. */
import type { DocumentNode, TypedDocumentNode } from '@apollo/client'
import type { Refusal } from '../outbox/edit.ts'

export type Outcome<Answer> =
  | { readonly kind: 'answer'; readonly data: Answer }
  /** An answer with a code that says no: final. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** No answer, or one that only means "not now": keep and try again. */
  | {
      readonly kind: 'outage'
      readonly cause: OutageCause
      readonly retryAfterMs?: number
      /** What the server said, else the failure's own sentence or the default note; absent if nobody said anything. */
      readonly message?: string
    }
  /** Our server's own word, not any 401: keep everything until the same person signs in again. */
  | { readonly kind: 'signed-out' }

export type Outage = Extract<Outcome<never>, { readonly kind: 'outage' }>

/**
 * `server` is an answer of 5xx or INTERNAL: the server was reached and failed. `offline`: nothing was sent, since
 * the browser says that there is no network.
 */
export type OutageCause =
  | 'unreachable'
  | 'timeout'
  | 'not-ours'
  | 'server'
  | 'rate-limited'
  | 'downtime'
  | 'offline'

/** Those that our server itself spoke of: it can be reached, whatever it said. */
export const serverCauses: ReadonlySet<OutageCause> = new Set([
  'server',
  'rate-limited',
  'downtime',
])

export interface SendOptions {
  /** What a person is told if the call fails without a message (spec section 4). */
  readonly note: string
  /** One per thing the person did, the same on every try. */
  readonly requestToken: string
  /** In whose name: the server refuses it as signed out under anybody else's session. */
  readonly account?: number
  readonly signal?: AbortSignal
  /** True where a person waits for the answer: CSRF trouble and 401 are theirs to see. */
  readonly waitedFor?: boolean
  /** Tried even where the browser says that there is no network. */
  readonly anyway?: boolean
}

/** One of several that travel together. */
export interface BatchedRequest {
  readonly document: DocumentNode
  readonly variables: object
  readonly note: string
  readonly requestToken: string
  /** Request-tokens of earlier ones of the batch: where one of them is refused, this one is not run. */
  readonly dependsOn: readonly string[]
}

export interface Batches {
  /** How many of these, from the first, one request carries; none is more than a page may send as it closes. */
  fitting(requests: readonly BatchedRequest[]): number
  /**
   * All of them in one request, run in order: how each ended, or the one outcome of all of them where none was
   * answered by itself. What follows an outage was not run. `refused` for all: the server takes no batches.
   */
  send(
    requests: readonly BatchedRequest[],
    options: Pick<SendOptions, 'account' | 'signal' | 'anyway'>,
  ): Promise<readonly Outcome<unknown>[] | Exclude<Outcome<never>, { readonly kind: 'answer' }>>
}

/** What can be asked of the server, with the default note of the asking. */
export interface Query<Answer, Variables extends object> {
  readonly document: TypedDocumentNode<Answer, Variables>
  readonly note: string
}

export interface HintStream {
  close(): void
}

/** Says that a unit moved; `revision` null if this account sees it no more. */
export interface Hint {
  readonly id: string
  readonly revision: number | null
  /** What changed since the revision before, in the product's own words; absent if it is to be asked for. */
  readonly changes?: unknown
  /** What is so at this moment and kept nowhere, in the product's own words; where it is there, nothing moved. */
  readonly beside?: unknown
}

export interface HintListener {
  /** The stream is open: whatever was missed meanwhile must be asked for. */
  readonly onOpen: () => void
  readonly onHint: (hint: Hint) => void
  /** The stream ended; whoever opened it decides when to try again. */
  readonly onEnd: (outcome: 'signed-out' | 'outage', retryAfterMs?: number) => void
}

export interface Network {
  send<Answer, Variables extends object>(
    document: TypedDocumentNode<Answer, Variables>,
    variables: Variables,
    options: SendOptions,
  ): Promise<Outcome<Answer>>
  /** Absent where each request travels alone. */
  readonly batches?: Batches
  /** Opens the one event stream of this browser, in the name of `account`. */
  listen(listener: HintListener, account?: number): HintStream
}
