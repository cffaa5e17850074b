/** The sentences of failures, and which of several messages a person sees (spec section 8). */
import { fieldIn, listIn, textIn } from './parse.ts'

/** The token of the page had run out; the next try gets a new one. */
export const csrfSentence =
  'Sorry, your last session expired. We have refreshed it. Please try again now.'

/** The same refusal where no next try can do better. */
export const noCookiesSentence =
  'This browser keeps no cookies for Aisle, and nobody can sign in without them. Allow them, and try again.'

/** The same of a new token: a browser drops cookies that are for https where the page came by http. */
export const lostCookiesSentence =
  'This browser keeps no cookies for Aisle, and nobody can sign in without them. Open Aisle by https, or allow them, and try again.'

export const noAnswerSentence =
  'The server could not be reached. Check your connection and try again.'

/**
 * The message that a person sees, in order of preference: the server's in the answer, the first of the GraphQL
 * errors, the failure's own, and the default note of the call.
 */
export function messageOf(body: unknown, failure: unknown, defaultNote: string): string {
  return (
    textIn(body, 'message') ??
    listIn(body, 'errors')
      .map(error => textIn(error, 'message'))
      .find(message => message !== undefined) ??
    textIn(failure, 'message') ??
    defaultNote
  )
}

/** What browsers throw if there is no answer says nothing to a person. */
const browserFailures: ReadonlySet<string | undefined> = new Set([
  'TypeError',
  'TimeoutError',
  'AbortError',
  'NetworkError',
])

/** The failure's own message, where it was written for people. */
export function ownMessage(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || browserFailures.has(thrown.name)) return undefined
  return thrown.message === '' ? undefined : thrown.message
}

/** Whether it is our server's own word that there is no session: a bare 401 may be a portal's, or a proxy's. */
export function saysSignedOut(body: unknown): boolean {
  return textIn(fieldIn(listIn(body, 'errors')[0], 'extensions'), 'code') === 'UNAUTHENTICATED'
}

/** Whether the server refused the page's CSRF token: "ForbiddenError: invalid csrf token". */
export function isCsrfRefusal(status: number, body: unknown): boolean {
  if (status !== 403) return false
  const messages = [body, ...listIn(body, 'errors')].map(part => textIn(part, 'message') ?? '')
  return messages.some(message => /invalid csrf token/i.test(message))
}
