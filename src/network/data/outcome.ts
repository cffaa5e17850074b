/**
 * What an answer of the network means: an answer, a refusal, "not now", or "sign in". Decided by status and
 * code, never by a sentence. Only an answer whose code says no is a refusal: whatever else happens, the
 * person's change is kept and tried again.
 */
import { isOfDocument } from '../../../rules/is-of-document.ts'
import type { Refusal } from '../../offline/outbox/edit.ts'
import { type OutageCause, type Outcome, serverCauses } from '../../offline/sync/network.ts'
import { csrfSentence, isCsrfRefusal, messageOf, noAnswerSentence, ownMessage } from '../errors.ts'
import { fieldIn, listIn, textIn } from '../parse.ts'

/** An answer that is not the one asked for; `body` is its JSON, undefined if it was none. */
export class AnswerFault extends Error {
  readonly response: Response
  readonly body: unknown

  constructor(response: Response, body: unknown) {
    super(faultSentence(causeOfStatus(response.status, body)))
    this.name = 'AnswerFault'
    this.response = response
    this.body = body
  }
}

function faultSentence(cause: OutageCause): string {
  if (cause === 'not-ours') {
    return 'Something between here and the server answered in its place. If this Wi-Fi has a page of its own, open that first.'
  }
  if (cause === 'rate-limited') return 'The server asked to slow down. Try again in a minute.'
  return cause === 'server' ? 'The server had trouble. Try again in a moment.' : noAnswerSentence
}

export type NoAnswer = Exclude<Outcome<never>, { readonly kind: 'answer' }>

/** What was refused for lack of a valid token; whoever sends decides whether to repeat silently. */
export const csrfRefusal: NoAnswer = {
  kind: 'refused',
  refusal: { code: 'CSRF', message: csrfSentence },
}

/** What of a call its outcome depends on. */
export interface CallNeeds {
  /** The default note, where the server sent no message. */
  readonly note: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const finalCodes = ['BAD_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT']

/** The status and JSON of an answer to a data call; `body` is undefined if it was no JSON. */
export function outcomeOf<Answer>(
  response: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  call: CallNeeds,
): Outcome<Answer> {
  const { status } = response
  if (isCsrfRefusal(status, body)) return csrfRefusal
  const errors = listIn(body, 'errors')
  if (errors.length > 0) return outcomeOfError(errors[0], response, body, call)
  const data = fieldIn(body, 'data')
  if (status === 200 && typeof data === 'object' && data !== null) {
    // The documents are generated from the contract that the server serves.
    return { kind: 'answer', data: data as Answer }
  }
  return outage(causeOfStatus(status, body), response, body, call)
}

/** What was thrown instead of an answer: no connection, a time-out, a body cut short. */
export function outcomeOfThrown(thrown: unknown, call: CallNeeds): NoAnswer {
  if (thrown instanceof AnswerFault) {
    const outcome = outcomeOf<never>(thrown.response, thrown.body, call)
    return outcome.kind === 'answer' ? { kind: 'outage', cause: 'not-ours' } : outcome
  }
  const timedOut = textIn(thrown, 'name') === 'TimeoutError'
  const message = ownMessage(thrown)
  return {
    kind: 'outage',
    cause: timedOut ? 'timeout' : 'unreachable',
    ...(message !== undefined && { message }),
  }
}

function outcomeOfError(
  error: unknown,
  response: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  call: CallNeeds,
): NoAnswer {
  const extensions = fieldIn(error, 'extensions')
  const code = textIn(extensions, 'code') ?? ''
  if (code === 'UNAUTHENTICATED') return { kind: 'signed-out' }
  if (finalCodes.includes(code) && !isOfDocument(error)) {
    return { kind: 'refused', refusal: refusalOf(code, extensions, body, call.note) }
  }
  if (code === 'RATE_LIMITED') return outage('rate-limited', response, body, call)
  if (code === 'DOWNTIME') return outage('downtime', response, body, call)
  const byStatus = causeOfStatus(response.status, body)
  // No code that says no: the server failed, or is of another version than this page.
  return outage(byStatus === 'not-ours' ? 'server' : byStatus, response, body, call)
}

function refusalOf(code: string, extensions: unknown, body: unknown, note: string): Refusal {
  const field = textIn(extensions, 'field')
  const limit = fieldIn(extensions, 'limit')
  const reason = textIn(extensions, 'reason')
  return {
    code,
    message: messageOf(body, undefined, note),
    ...(field === undefined ? {} : { field }),
    ...(typeof limit === 'number' ? { limit } : {}),
    ...(reason === undefined ? {} : { reason }),
  }
}

/**
 * `server` counts against the edit that met it, so it is kept for answers that speak of this request; a proxy
 * that says in front of a stopped server that nobody is there counts as unreachable.
 */
function causeOfStatus(status: number, body: unknown): OutageCause {
  if (status === 408) return 'timeout'
  if (status === 429 || status === 425) return 'rate-limited'
  if (status === 511) return 'not-ours'
  if (status === 502 || status === 503 || status === 504) {
    return body === undefined ? 'unreachable' : 'downtime'
  }
  if (status >= 500 || status === 413) return 'server'
  return 'not-ours'
}

function outage(
  cause: OutageCause,
  response: Pick<Response, 'headers'>,
  body: unknown,
  { note, now }: CallNeeds,
): NoAnswer {
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), now)
  return {
    kind: 'outage',
    cause,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    // Whoever waits is told what it said, not that it cannot be reached.
    ...(serverCauses.has(cause) && { message: messageOf(body, undefined, note) }),
  }
}

/** Retry-After as milliseconds from now, never below 0: seconds or an HTTP date; undefined if it is neither. */
export function parseRetryAfter(value: string | null, now: () => number): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now()
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined
}
