/** What comes of an account call, before it is said in HTTP. */
import type { ValidationIssue } from '../../rules/validation-issue.ts'
import type { Attempts, allowances } from '../gates/attempts.ts'
import type { BegunSession } from './session/sessions.ts'
import type { User } from './users.ts'

export type Outcome =
  /** Signed in; the session's token goes into a cookie. */
  | {
      readonly kind: 'signed-in'
      readonly user: User
      readonly session: BegunSession
      readonly message?: string
      readonly reason?: StepReason
    }
  /** Done, without a session. */
  | { readonly kind: 'done'; readonly message: string; readonly reason?: StepReason }
  /** Something that the person can mend. `reason` lets a screen offer the next step. */
  | {
      readonly kind: 'refused'
      readonly message: string
      readonly field?: string
      readonly reason?: RefusalReason
    }
  /** The session that the call came with has ended: 401. */
  | { readonly kind: 'stranger' }
  | {
      readonly kind: 'limited'
      readonly retryAfterSeconds: number
      /** What else can be done than wait. */
      readonly instead?: string
    }

/** What is left to do, as `message` says then. */
export type StepReason = 'NO_PASSWORD'

export type RefusalReason =
  | 'UNVERIFIED'
  | 'UNKNOWN'
  | 'USED'
  | 'EXPIRED'
  | 'WRONG_CODE'
  | 'CLOSED'
  | 'TAKEN'
  /** Right, and a passkey has to sign besides. */
  | 'SECOND_STEP'

/** What is known of the browser that asks. */
export interface Visitor {
  /** Its network address; undefined if the request came from inside. */
  readonly address: string | undefined
  /** The session that it has now: signing in ends it, so that nobody can plant one. */
  readonly token: string | undefined
  /** Tells this browser from others and opens nothing: a hash of what it keeps; undefined if it keeps nothing. */
  readonly bind: string | undefined
  /** The browser in words, for the list of devices. */
  readonly browser: string | null
  /** The browser's own key for an account that it was signed in to before. */
  readonly keyFor: (userId: number) => string | undefined
}

/** Of a way in that lasts for minutes, and in the browser that began it alone. */
export const tooOld = 'This took too long, or was begun in another browser. Try again.'

/** Where no provider is set. */
export const noOtherWay: Outcome = {
  kind: 'refused',
  message: 'There is no other way to sign in here.',
}

/** What a person can mend: HTTP 200, with the sentence. */
export function refusedFor({ field, message }: ValidationIssue): Outcome {
  return { kind: 'refused', field, message }
}

/** "Later", where a pause is asked for; undefined where none is. */
export function limited(retryAfterSeconds: number | undefined): Outcome | undefined {
  return retryAfterSeconds === undefined ? undefined : { kind: 'limited', retryAfterSeconds }
}

/** Counts a try of the visitor's network address; undefined while there are some left, or nobody knows the address. */
export async function limitedByAddress(
  attempts: Pick<Attempts, 'take'>,
  allowance: (typeof allowances)[keyof typeof allowances],
  { address }: Pick<Visitor, 'address'>,
): Promise<Outcome | undefined> {
  return address === undefined ? undefined : limited(await attempts.take(allowance, address))
}
