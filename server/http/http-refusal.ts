/** How the server says no outside GraphQL: a status, a sentence, and a code that clients can tell apart. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { signInFirst } from '../refusal.ts'

interface HttpRefusal {
  readonly status: ContentfulStatusCode
  readonly message: string
  /** Absent for the CSRF refusal, which the contract spells to the letter. */
  readonly code?:
    | 'NOT_FOUND'
    | 'BAD_INPUT'
    | 'RATE_LIMITED'
    | 'UNAUTHENTICATED'
    | 'DOWNTIME'
    | 'INTERNAL'
  /** With BAD_INPUT the part of the request that is wrong, and the number that was passed, if there is one. */
  readonly field?: string
  readonly limit?: number
  readonly retryAfterSeconds?: number
}

/**
 * JSON with the sentence as `message` and, as GraphQL has them, in `errors`; calls of /auth get `success: false`, too.
 * `retryAfterSeconds` becomes the header Retry-After.
 */
export function answerRefusal(c: Context, refusal: HttpRefusal): Response {
  const { status, message, code, field, limit, retryAfterSeconds } = refusal
  // What is undefined is no part of JSON.
  const error = code ? { message, extensions: { code, field, limit } } : { message }
  const isAccountCall = c.req.path.startsWith('/auth/')
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  return c.json({ ...(isAccountCall && { success: false }), message, errors: [error] }, status)
}

/** 401: nobody is signed in. */
export function refuseStranger(c: Context): Response {
  return answerRefusal(c, { status: 401, code: 'UNAUTHENTICATED', message: signInFirst })
}

/**
 * What is not there, and what is not there for whoever asks: the same bytes. Kept by nobody on the way: a file that is
 * missing here may come with the next build, or lie on the next of several servers already.
 */
export function answerNothingHere(c: Context): Response {
  c.header('Cache-Control', 'no-store')
  const message = 'There is nothing at this address.'
  return answerRefusal(c, { status: 404, code: 'NOT_FOUND', message })
}
