/**
 * Same request-token, same answer (spec section 10.5): the answer is stored in the transaction of its
 * effect, refusals included, so a retry after a lost answer can do no harm. Of an answer that is long, or
 * whose records were deleted since, only what it was about is stored: it is told anew.
 */

import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { daysBefore } from '../../rules/days.ts'
import { limits } from '../../rules/limits.ts'
import { jsonKeys, keysIn } from '../db/json-rows.ts'
import { type Place, prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import { purgeWhere } from '../jobs/sweeper.ts'
import { isPlainId } from '../plain-id.ts'
import { badInput, conflict } from '../refusal.ts'

export interface TokenedRequest {
  readonly userId: number
  /** The `request-token` header; null if there is none: then nothing is remembered. */
  readonly token: string | null
  /** What is asked for, in one line: the same token may not ask for something else. */
  readonly operation: string
  readonly now: string
  /**
   * Believed to come for the first time, on PostgreSQL: nobody looks for its answer before. Where that is wrong,
   * nothing of it happens, and the transaction fails by the unique key: it is begun anew.
   */
  readonly isNew?: boolean
}

/** An answer, and what is kept of it. */
export interface TracedAnswer {
  /** The answer as it is sent. */
  readonly text: string
  /** The same, or empty if it is not kept. */
  readonly answer: string
  /** From what it can be told again; null if the kept answer stands for good. */
  readonly trace: string | null
  /** The list whose content a kept answer holds; null if it holds none. */
  readonly listId: string | null
}

/**
 * Runs `effect` once per user and token, in a transaction that is under way: whoever began it undoes it if this
 * throws, and then nothing is remembered. Its text is the answer to every repetition; of concurrent ones one has its
 * effect, and all have its answer. `again` has no effect: it tells, by the trace of the first answer, what stands there
 * now. Refuses with CONFLICT if the token was used for another operation, which is not remembered either.
 */
export async function once(
  tx: Kysely<Schema>,
  request: TokenedRequest,
  effect: (tx: Kysely<Schema>) => Promise<TracedAnswer>,
  again: (tx: Kysely<Schema>, trace: string) => Promise<TracedAnswer>,
): Promise<string> {
  const { userId, token, now } = request
  checkToken(token)
  if (token === null) return (await effect(tx)).text
  const operation = hash('sha256', request.operation)
  const stored = request.isNew ? undefined : await findRequest.first(tx, { userId, token })
  if (stored) {
    if (stored.operation_hash !== operation) {
      throw conflict('This request-token was already used for something else. Take a new one.')
    }
    if (stored.answer !== '' || stored.trace === null) return stored.answer
    return (await again(tx, stored.trace)).text
  }
  const { text, answer, trace, listId } = await effect(tx)
  await keepAnswer.send(tx, { userId, token, operation, answer, trace, listId, now })
  return text
}

/** Whether this token of the account was used, as far as anything is remembered of it. */
export async function isUsed(
  db: Kysely<Schema>,
  { userId, token }: Pick<TokenedRequest, 'userId' | 'token'>,
): Promise<boolean> {
  // PostgreSQL would not even look for another one.
  if (token === null || !isPlainId(token)) return false
  return (await findRequest.first(db, { userId, token })) !== undefined
}

const findRequest = prepare((db, place: Place<{ userId: number; token: string }>) =>
  db
    .selectFrom('request')
    .select(['operation_hash', 'answer', 'trace'])
    .where('user_id', '=', place('userId'))
    .where('token', '=', place('token')),
)

interface KeptAnswer extends Omit<TracedAnswer, 'text'> {
  readonly userId: number
  readonly token: string
  readonly operation: string
  readonly now: string
}

/**
 * Where a repetition runs beside the first on PostgreSQL, the later of the two fails here, by the unique key. Of
 * whoever has just deleted their account nothing is kept.
 */
const keepAnswer = prepare((db, place: Place<KeptAnswer>) =>
  db
    .insertInto('request')
    .columns(['user_id', 'token', 'operation_hash', 'answer', 'trace', 'list_id', 'created_at'])
    .expression(
      db
        .selectFrom('user')
        .select([
          'user.id',
          sql`${place('token')}`.as('token'),
          sql`${place('operation')}`.as('operation_hash'),
          sql`${place('answer')}`.as('answer'),
          sql`${place('trace')}`.as('trace'),
          sql`${place('listId')}`.as('list_id'),
          sql`${place('now')}`.as('created_at'),
        ])
        .where('user.id', '=', place('userId')),
    ),
)

/**
 * What was deleted from these lists, or with them, is gone from everybody's stored answers, too: those of the
 * whole list become "done". Under the lists' locks.
 */
export async function forgetAnswers(db: Kysely<Schema>, listIds: readonly string[]): Promise<void> {
  if (listIds.length === 0) return
  const lists = jsonKeys(listIds)
  await db
    .updateTable('request')
    .set({ answer: '', list_id: null })
    .where('list_id', 'in', keysIn(lists))
    .execute()
}

/**
 * A device keeps an edit until it is answered, for years if need be: it is the retry of one whose answer was lost
 * that comes within days.
 */
export const purgeRequests = purgeWhere(
  'request',
  ['user_id', 'token'],
  now => sql`created_at < ${daysBefore(now, limits.traceDays)}`,
)

function checkToken(token: string | null): void {
  if (token === null || isPlainId(token)) return
  throw badInput({
    field: 'request-token',
    message: `A request-token is 1 to ${limits.id} letters, digits and signs without blanks.`,
    limit: limits.id,
  })
}
