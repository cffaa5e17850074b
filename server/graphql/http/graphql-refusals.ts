/** How a request that is not run, or not now, is answered over HTTP: the status, the media type, the sentence. */
import { GraphQLError } from 'graphql'
import type { Response as HttpResponse } from 'graphql-http'
import type { Refused } from '../../gates/account-gate.ts'
import { toAnswerError } from '../engine/answer-errors.ts'

/**
 * What cannot be run: 400 in the newer media type, 200 in the older one, as the specification has it. Not
 * left to graphql-http, which knows errors by their class and so depends on there being one copy of it.
 */
export function refuseRequest(request: Request, errors: readonly GraphQLError[]): HttpResponse {
  const type = answerType(request)
  const [status, statusText] = type === newerType ? [400, 'Bad Request'] : [200, 'OK']
  const headers = { 'content-type': `${type}; charset=utf-8` }
  return [JSON.stringify({ errors: errors.map(toAnswerError) }), { status, statusText, headers }]
}

/** Nobody is signed in, or somebody else. */
export function refuseStranger(request: Request, message: string): Response {
  const error = { message, extensions: { code: 'UNAUTHENTICATED' } }
  return new Response(JSON.stringify({ errors: [error] }), {
    status: 401,
    headers: { 'content-type': `${answerType(request)}; charset=utf-8` },
  })
}

/** What an event stream was asked for and cannot tell. */
export function refuseStream(errors: readonly GraphQLError[]): Response {
  return Response.json({ errors: errors.map(toAnswerError) }, { status: 400 })
}

/** Not now, and when: nothing of it was done, and nothing is remembered. */
export function tooFast(request: Request, refused: Refused): HttpResponse {
  const { retryAfterSeconds } = refused
  const error = toTooFast(refused)
  const headers = {
    'content-type': `${answerType(request)}; charset=utf-8`,
    'retry-after': String(retryAfterSeconds),
  }
  return [
    JSON.stringify({ errors: [error] }),
    { status: 429, statusText: 'Too Many Requests', headers },
  ]
}

/** The same as the answer to one request of a batch. */
export function toTooFast({ retryAfterSeconds, message: own }: Refused): GraphQLError {
  const message =
    own ??
    `This account asks for more than the server can do for it at once. Try again in ${retryAfterSeconds} s.`
  return new GraphQLError(message, { extensions: { code: 'RATE_LIMITED' } })
}

/** `allow` names the method by which it may be asked. */
export function refuseMethod(request: Request, allow: string): Response {
  return refuseWithoutBody(request, { status: 405, statusText: '', headers: { allow } })
}

/** What graphql-http answers with a bare status. */
export function refuseWithoutBody(
  request: Request,
  { status, headers }: HttpResponse[1],
): Response {
  const [field, message] = faults.get(status) ?? ['body', 'The request cannot be read.']
  const error = { message, extensions: { code: 'BAD_INPUT', field } }
  return new Response(JSON.stringify({ errors: [error] }), {
    status,
    headers: { ...headers, 'content-type': `${answerType(request)}; charset=utf-8` },
  })
}

/** By the status, the part of the request and a sentence. */
const faults: ReadonlyMap<number, readonly [string, string]> = new Map([
  [405, ['method', 'Questions travel by GET or POST, changes by POST only.']],
  [406, ['accept', 'Aisle answers in application/json or application/graphql-response+json.']],
  [
    415,
    ['content-type', 'The body of the request must be JSON: send content-type application/json.'],
  ],
])

/** The first that the client names of the two, as graphql-http takes it. */
export function answerType(request: Request): string {
  const accepted = (request.headers.get('accept') ?? '').toLowerCase().split(',')
  const named = accepted
    .map(type => type.split(';')[0]?.trim() ?? '')
    .find(type => [newerType, 'application/json', 'application/*', '*/*'].includes(type))
  return named === newerType ? newerType : 'application/json'
}

const newerType = 'application/graphql-response+json'
