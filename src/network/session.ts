/** Who is signed in, as far as this browser knows (spec sections 4 and 7). */
import type { Readable } from '../offline/readable.ts'

export type LoginStatus = 'NOT_KNOWN' | 'LOADING' | 'LOGGED_IN' | 'FAILED' | 'LOGGED_OUT'

export interface SessionUser {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string | null
  readonly role: string
  readonly createdAt: string
  readonly inviteId: string
}

export interface SessionState {
  readonly status: LoginStatus
  /** Known also without a network: the person who last signed in on this device and did not sign out. */
  readonly user: SessionUser | undefined
  /** The sentence of a failure. */
  readonly note: string | undefined
}

export interface SignUpFields {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
}

/** What came of a call of /auth: an answer of the server, or none. */
export type AuthOutcome =
  | { readonly kind: 'success'; readonly message: string | undefined }
  | { readonly kind: 'refused'; readonly message: string; readonly field?: string }
  | { readonly kind: 'no-answer'; readonly message: string }

export interface Session {
  readonly state: Readable<SessionState>
  /** Asks the server; no answer is not a failure: only an answer gives LOGGED_OUT. */
  checkStatus(): Promise<void>
  signIn(username: string, password: string): Promise<AuthOutcome>
  signUp(fields: SignUpFields): Promise<AuthOutcome>
  /** Always ends LOGGED_OUT; where the server cannot be reached a marker ends the session at the next contact. */
  signOut(): Promise<void>
  /** FAILED back to NOT_KNOWN. */
  clearStatus(): void
  /** A request that a person waited for was answered 401. */
  onSignedOut(listener: () => void): () => void
}
