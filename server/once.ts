/**
 * Same request-token, same answer (spec section 10.5): the answer is stored in the transaction of its
 * effect, refusals included, so a retry after a lost answer can do no harm.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { limits } from '../rules/limits.ts'
import type { Database } from './db/open.ts'
import type { Schema } from './db/schema.ts'
import { badInput, conflict } from './refusal.ts'
import { type Purge, purgedAtOnce } from './sweeper.ts'

/**
 * A device keeps an edit until it is answered, for years if need be: it is the retry of one whose answer was lost
 * that comes within days. A retry after more than this is a new request.
 */
const keptForMs = 90 * 24 * 60 * 60 * 1000

export interface TokenedRequest {
  readonly userId: number
  /** The `request-token` header; null where there is none: then nothing is remembered. */
  readonly token: string | null
  /** What is asked for, in one line: the same token may not ask for something else. */
  readonly operation: string
  readonly now: string
}

/**
 * Runs `effect` in a transaction, once per user and token; its text is the answer to every repetition.
 * Concurrent twins wait for each other. Whatever `effect` throws undoes everything and is not remembered.
 * Refuses with CONFLICT where the token was used for another operation, which is not remembered either.
 */
export async function once(
  database: Database,
  request: TokenedRequest,
  effect: (tx: Kysely<Schema>) => Promise<string>,
): Promise<string> {
  checkToken(request.token)
  return database.transaction(tx => onceWithin(tx, request, effect))
}

/** The same in a transaction that is under way: whoever began it undoes it where this throws. */
export async function onceWithin(
  tx: Kysely<Schema>,
  request: TokenedRequest,
  effect: (tx: Kysely<Schema>) => Promise<string>,
): Promise<string> {
  const { userId, token, now } = request
  checkToken(token)
  if (token === null) return effect(tx)
  const operation = createHash('sha256').update(request.operation).digest('hex')
  // A twin waits here until the first has committed or rolled back.
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto('request')
    .values({ user_id: userId, token, operation_hash: operation, answer: '', created_at: now })
    .onConflict(clash => clash.doNothing())
    .executeTakeFirstOrThrow()
  const own = tx.updateTable('request').where('user_id', '=', userId).where('token', '=', token)
  if (inserted === 0n) {
    const stored = await tx
      .selectFrom('request')
      .select(['operation_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    if (stored.operation_hash === operation) return stored.answer
    throw conflict('This request-token was already used for something else. Take a new one.')
  }
  const answer = await effect(tx)
  await own.set({ answer }).execute()
  return answer
}

/** Forgets answers older than 90 days. */
export const purgeRequests: Purge = async (database, now) => {
  const oldest = new Date(now.getTime() - keptForMs).toISOString()
  const { numAffectedRows = 0n } = await sql`
    delete from request where (user_id, token) in
      (select user_id, token from request where created_at < ${oldest} limit ${purgedAtOnce})
  `.execute(database.query)
  return Number(numAffectedRows)
}

function checkToken(token: string | null): void {
  if (token === null || (token.length <= limits.id && /^[\x21-\x7e]+$/.test(token))) return
  throw badInput({
    field: 'request-token',
    message: `A request-token is 1 to ${limits.id} letters, digits and signs without blanks.`,
    limit: limits.id,
  })
}
