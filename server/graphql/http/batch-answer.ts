/** A batch over HTTP: what may be run of it, and its answers as one array. */
import { GraphQLError } from 'graphql'
import type { AccountGate, Refused } from '../../gates/account-gate.ts'
import { Refusal } from '../../refusal.ts'
import { type Rows, rowsPerField } from '../documents/document-rows.ts'
import { toAnswerError } from '../engine/answer-errors.ts'
import { type Batched, restLater } from '../engine/batch.ts'
import type { Operations, Runnable } from '../engine/operations.ts'
import type { Prepared } from '../engine/prepare-operation.ts'
import { tooMuchAgain } from '../engine/weigh-again.ts'
import { type ReadRequest, readBatch } from './batch-request.ts'

export interface BatchParts {
  readonly operations: Pick<Operations, 'executeBatch'>
  readonly gate: Pick<AccountGate, 'charge'>
  /** `before` is what those before it in the batch cost together. */
  readonly prepare: (request: BatchedRequest, before: Rows) => Promise<Prepared>
  readonly tooFast: (refused: Refused) => GraphQLError
}

type BatchedRequest = Exclude<ReadRequest, Refusal>

/** What the length of a request is worth, and of an answer: it tells of what could not be counted before. */
export const bytesPerRow = 1_000

/** Returns a body that is an array; refuses as `readBatch` does. */
export async function answerBatch(
  userId: number,
  body: string,
  { operations, gate, prepare, tooFast }: BatchParts,
): Promise<Response> {
  const batch: Batched<Runnable>[] = []
  let refused: Refused | undefined
  let before: Rows = { rows: 0, written: 0 }
  for (const request of readBatch(body)) {
    if (request instanceof Refusal) {
      batch.push(answered([toGraphqlError(request)]))
      continue
    }
    const { token, dependsOn } = request
    // Once it is "not now", the rest is neither counted nor run.
    const prepared: Prepared = refused ? { refused } : await prepare(request, before)
    if ('rows' in prepared && prepared.rows) before = sumOf(before, prepared.rows)
    if ('refused' in prepared) {
      refused = prepared.refused
      batch.push(answered([tooFast(refused)], token, dependsOn))
    } else if ('errors' in prepared) batch.push(answered(prepared.errors, token, dependsOn))
    else if (prepared.operation.operation === 'subscription') {
      const error = new GraphQLError('A subscription travels alone, as an event stream.')
      batch.push(answered([error], token, dependsOn))
    } else batch.push({ request: prepared, token, dependsOn })
  }
  gate.charge(userId, { rows: rowsPerField * batch.length, written: 0 })
  const answers = await operations.executeBatch(batch)
  // What was refused before anything ran may stand behind where the running stopped.
  const retryAfter =
    answers.includes(restLater) || answers.includes(tooMuchAgain) ? 1 : refused?.retryAfterSeconds
  const text = `[${answers.join(',')}]`
  const length = Buffer.byteLength(text)
  gate.charge(userId, { rows: length / bytesPerRow, written: 0 })
  return new Response(text, {
    status: refused && batch.every(({ request }) => request === undefined) ? 429 : 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(length),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  })
}

function sumOf(one: Rows, other: Rows): Rows {
  return { rows: one.rows + other.rows, written: one.written + other.written }
}

/** Refused before anything ran; what depends on it is not run either. */
function answered(
  errors: readonly GraphQLError[],
  token: string | null = null,
  dependsOn: readonly string[] = [],
): Batched<Runnable> {
  return { request: undefined, answer: { errors: errors.map(toAnswerError) }, token, dependsOn }
}

/** A refusal as an answer has it. */
export function toGraphqlError({ message, extensions }: Refusal): GraphQLError {
  return new GraphQLError(message, { extensions })
}
