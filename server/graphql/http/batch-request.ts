/** A batch as it arrives: an array of requests, each with its request-token in its extensions (docs/api.md). */
import { isRecord } from '../../../rules/is-record.ts'
import { jsonIn } from '../../../rules/json-in.ts'
import { badInput, Refusal } from '../../refusal.ts'

/** So many edits in one body stay below what a browser sends while its page closes. */
const mostInBatch = 100

export interface BatchedRequest {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Record<string, unknown> | null | undefined
  /** Null if there is none: then nothing is remembered. */
  readonly token: string | null
  /** Request-tokens of earlier ones in the batch: where one of them was refused, this one is not run. */
  readonly dependsOn: readonly string[]
}

/** What cannot be read of one request speaks against that one alone. */
export type ReadRequest = BatchedRequest | Refusal

/** Whether this body is a batch at all. */
export function isBatch(body: string): boolean {
  return /^\s*\[/.test(body)
}

/** Refuses with BAD_INPUT what is no JSON, an empty batch and one of more than a hundred. */
export function readBatch(body: string): readonly ReadRequest[] {
  const requests = jsonIn(body)
  if (!Array.isArray(requests) || requests.length === 0) {
    throw badInput({ field: 'batch', message: 'A batch is an array of one or more requests.' })
  }
  if (requests.length > mostInBatch) {
    const message = `A batch has at most ${mostInBatch} requests.`
    throw badInput({ field: 'batch', message, limit: mostInBatch })
  }
  return requests.map(readRequest)
}

function readRequest(request: unknown): ReadRequest {
  const { query, operationName, variables, extensions } = shapeOf(request) ?? {}
  if (typeof query !== 'string') {
    return badInput({ field: 'query', message: 'Each request of a batch needs a query.' })
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    return badInput({ field: 'operationName', message: 'operationName is a text.' })
  }
  const values = variables ?? undefined
  if (values !== undefined && !shapeOf(values)) {
    return badInput({ field: 'variables', message: 'Variables are an object.' })
  }
  const { dependsOn = [] } = shapeOf(extensions) ?? {}
  const token = requestTokenIn(extensions)
  if (token instanceof Refusal) return token
  if (!Array.isArray(dependsOn) || dependsOn.some(token => typeof token !== 'string')) {
    return badInput({ field: 'dependsOn', message: 'dependsOn is an array of request-tokens.' })
  }
  return { query, operationName, variables: shapeOf(values), token, dependsOn }
}

/** Null if there is none; a refusal where it is no text. */
export function requestTokenIn(extensions: unknown): string | null | Refusal {
  const { requestToken = null } = shapeOf(extensions) ?? {}
  if (requestToken === null || typeof requestToken === 'string') return requestToken
  return badInput({ field: 'requestToken', message: 'A request-token is a text.' })
}

function shapeOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined
}
