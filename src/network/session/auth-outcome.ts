import type { AuthAnswer } from './auth-api.ts'

/** What came of a call of /auth: an answer of the server, or none. */
export type AuthOutcome =
  | { readonly kind: 'success'; readonly message: string | undefined }
  | {
      readonly kind: 'refused'
      readonly message: string
      readonly field?: string
      /** What a next step follows from: UNVERIFIED, EXPIRED and the like. */
      readonly reason?: string
    }
  | { readonly kind: 'no-answer'; readonly message: string }

/** Of an answer that says all in its sentence; `note` where it has none and failed. */
export function outcomeOf(answer: AuthAnswer, note: string): AuthOutcome {
  return answer.kind === 'success'
    ? { kind: 'success', message: answer.message }
    : failed(answer, note)
}

/** Of an answer that is no success; `note` where it says nothing. */
export function failed(answer: AuthAnswer, note: string): AuthOutcome {
  if (answer.kind === 'no-answer') return answer
  if (answer.kind === 'refused') return answer
  return { kind: 'refused', message: answer.message ?? note }
}
