/**
 * What a password that came with a data call is worth. Found out before its transaction: it takes a twentieth of a
 * second, in which nobody else could write, and a wrong one counts whatever becomes of the call.
 */
import type { ValidationIssue } from '../../rules/validation-issue.ts'
import type { Refused } from './account-gate.ts'

export interface AccountProof {
  /** Whether the password is the caller's. */
  readonly isRight: boolean
  /** Whether the caller signed in, or confirmed who they are, within the last ten minutes. */
  readonly isFresh: boolean
  /** Whether the account has a password at all. */
  readonly hasPassword: boolean
  /** The hash that it was compared with; empty if there is none. What is done by the proof asks that it still stands. */
  readonly passwordHash: string
  /**
   * Of the new one, if there is one and it may be set: why it cannot be had, or how it is kept. Else it costs nothing,
   * since whoever asks could ask for it as often as they like.
   */
  readonly issue?: ValidationIssue | undefined
  readonly newHash?: string
}

/**
 * Whether a new password may be set by it, or an account deleted: by the password, or soon after a sign-in where there
 * is none. A session alone, however fresh, may be a browser that somebody walked away from.
 */
export function isProven({
  isRight,
  isFresh,
  hasPassword,
}: Pick<AccountProof, 'isRight' | 'isFresh' | 'hasPassword'>): boolean {
  return isRight || (isFresh && !hasPassword)
}

export interface AccountProofs {
  /** Empty passwords are none. Returns how long to wait where too many were wrong. */
  prove(
    caller: { readonly viewer: { readonly id: number }; readonly sessionHash: string },
    passwords: { readonly current: string; readonly new?: string | undefined },
  ): Promise<AccountProof | Refused>
}
