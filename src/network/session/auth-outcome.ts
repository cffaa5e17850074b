import { textIn } from '../parse.ts'
import type { AuthAnswer } from './auth-api.ts'

/** What came of a call of /auth: an answer of the server, or none. */
export type AuthOutcome =
  | {
      readonly kind: 'success'
      readonly message: string | undefined
      /** What is left to do, of which the message tells: NO_PASSWORD. */
      readonly reason?: string | undefined
    }
  | Extract<AuthAnswer, { readonly kind: 'refused' | 'no-answer' }>

export function outcomeOf(answer: AuthAnswer): AuthOutcome {
  if (answer.kind === 'success') {
    const { message, body } = answer
    return { kind: 'success', message, reason: textIn(body, 'reason') }
  }
  return failed(answer)
}

/** Of an answer that is no success. */
export function failed(
  answer: Exclude<AuthAnswer, { readonly kind: 'success' }>,
): Exclude<AuthOutcome, { readonly kind: 'success' }> {
  return answer.kind === 'signed-out' ? { kind: 'refused', message: answer.message } : answer
}

/** What was asked for, or the sentence why not. */
export type Answered<T> =
  | { readonly kind: 'answer'; readonly data: T }
  | { readonly kind: 'failed'; readonly message: string }

export function readAnswer<T>(answer: AuthAnswer, read: (body: unknown) => T): Answered<T> {
  return answer.kind === 'success'
    ? { kind: 'answer', data: read(answer.body) }
    : { kind: 'failed', message: answer.message }
}
