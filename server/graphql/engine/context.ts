import type { Unit } from '../../../rules/items/units.ts'
import type { Writer } from '../../changes/changes.ts'
import type { Random } from '../../environment.ts'
import type { AccountProof } from '../../gates/account-proof.ts'
import type { Attempts } from '../../gates/attempts.ts'
import type { MutationResolvers, QueryResolvers } from '../../generated/schema.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Mails } from '../../mail/mails.ts'
import type { PushAddress } from '../../notices/push-address.ts'
import type { ApiScope } from '../../tokens/api-tokens.ts'
import type { Announcements } from '../live-stream.ts'
import type { AccountSums } from '../people/account-sums.ts'
import type { Answers } from './answer-trace.ts'

/** What every resolver of one operation is handed: who asks, when, and where the data is. */
export interface Context extends Writer {
  readonly newId: () => string
  /** The caller's own session, as the table has it. */
  readonly sessionHash: string
  /** What the API token may do by which it was asked; undefined if the person asks. */
  readonly scope: ApiScope | undefined
  /** Where a password came along, what it is worth. */
  readonly proof: AccountProof | undefined
  /** Unguessable bytes. */
  readonly secretBytes: Random
  /** Whether only a proven address counts as its account's: mail is configured. */
  readonly provesAddresses: boolean
  /** The request-token; null if there is none. */
  readonly token: string | null
  /** The epoch in which the revisions of this moment count. */
  readonly epoch: () => Promise<string>
  readonly units: readonly Unit[]
  /** How many items the catch-up tells in one answer, where it is not the usual number. */
  readonly itemsPerAnswer: number | undefined
  /** For work after the commit; in a mutation's transaction, `jobs.addAll(context.db, …)`. */
  readonly jobs: Pick<Jobs, 'addAll'>
  /** As `jobs`: `mails.queue(context.db, …)`. */
  readonly mails: Pick<Mails, 'queue'>
  /** As `jobs`: `attempts.take(allowance, subject, context.db)`. */
  readonly attempts: Pick<Attempts, 'take'>
  /** How browsers ask this server for notices. */
  readonly push: PushAddress
  /** Whether the operation is one field: whoever runs it undoes it where it is refused. */
  readonly isAlone: boolean
  /** What is remembered of the answer, for a repetition. */
  readonly answers: Answers
  readonly sums: AccountSums
  /** Counts rows that an operation reads beside what was counted before it ran. */
  readonly charge: (rows: number) => void
  /** What is announced to this person from now on, until the stream ends. */
  readonly listen: () => Announcements
  /** Questions of one operation wait for each other: they share one connection. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** Resolvers of some fields of a root, each as the contract types it. */
export type Queries = Partial<Required<QueryResolvers>>
export type Mutations = Partial<Required<MutationResolvers>>
