import type { ValidationIssue } from '../rules/validation-issue.ts'

/** What the caller is told when the answer is a final no (spec section 7). */
export type RefusalCode = 'BAD_INPUT' | 'NOT_FOUND' | 'FORBIDDEN' | 'CONFLICT'

/** Why somebody no longer finds what they could see before. */
export type GoneReason = 'DELETED' | 'LIST_DELETED' | 'REVOKED'

/** A no that stays a no however often it is asked: kept with its request-token like any other answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: RefusalCode }

  constructor(code: RefusalCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.extensions = { code, ...details }
  }
}

/** Without a reason it is the same bytes for what never was and for what is somebody else's. */
export function notFound(reason?: GoneReason): Refusal {
  if (!reason) return new Refusal('NOT_FOUND', 'This was not found.')
  return new Refusal('NOT_FOUND', goneSentences[reason], { reason })
}

/** Somebody moved it to a list that the caller does not have. */
export function movedAway(): Refusal {
  const message = 'This was moved to a list that is not shared with you.'
  return new Refusal('NOT_FOUND', message, { reason: 'REVOKED' })
}

const goneSentences: Readonly<Record<GoneReason, string>> = {
  DELETED: 'This was deleted.',
  LIST_DELETED: 'The list was deleted.',
  REVOKED: 'This is no longer shared with you.',
}

/** Of what the caller may see: of anything else they learn nothing, see `notFound`. */
export function forbidden(message: string): Refusal {
  return new Refusal('FORBIDDEN', message)
}

/** The id, or the request-token, is taken by something else, or what is asked was overtaken. */
export function conflict(message: string): Refusal {
  return new Refusal('CONFLICT', message)
}

/** An id is free, or its maker's. */
export function idIsUsed(): Refusal {
  return conflict('This id is already used. Make a new one.')
}

/** What is said with HTTP 401: nobody is signed in. */
export const signInFirst = 'Sign in first.'

/** What anybody is told of an error that is nobody's business: it is no refusal, and a retry may succeed. */
export const internalSentence = 'Something went wrong on the server. Try again later.'

/** What a rule complains of, with its field and limit. */
export function badInput({ field, message, limit }: ValidationIssue): Refusal {
  return new Refusal('BAD_INPUT', message, limit === undefined ? { field } : { field, limit })
}

/** Throws what a rule complains of. */
export function refuse(issue: ValidationIssue | undefined): void {
  if (issue) throw badInput(issue)
}
