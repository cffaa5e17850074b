/** A message from somebody who needs no account for it. */
import type { AuthApi } from './session/auth-api.ts'
import { type AuthOutcome, outcomeOf } from './session/auth-outcome.ts'

export interface ContactMessage {
  readonly name: string
  readonly email: string
  /** What they write. */
  readonly feedback: string
}

export type SendContact = (message: ContactMessage) => Promise<AuthOutcome>

const note = 'The message could not be sent. Try again.'

export function createSendContact(api: Pick<AuthApi, 'post'>): SendContact {
  return async message =>
    outcomeOf(await api.post('/auth/contact', { ...message, recaptcha: '' }, note))
}
