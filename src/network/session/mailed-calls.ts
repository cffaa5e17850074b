/** The account calls that hang on a mail: asked for by address, done by the link's token (spec section 7). */
import { defaultNotes } from '../../../rules/default-notes.ts'
import type { SessionClient } from '../http-client.ts'
import type { AuthApi } from './auth-api.ts'
import { type AuthOutcome, outcomeOf } from './auth-outcome.ts'

export interface MailedCalls {
  /** The mailed link carries the invitation on. */
  forgotPassword(email: string, inviteId?: string): Promise<AuthOutcome>
  resetPassword(token: string, newPassword: string): Promise<AuthOutcome>
  /** LOGGED_IN afterwards, unless somebody else is signed in on this browser. */
  verifyEmail(token: string): Promise<AuthOutcome>
  /** `otp` is the code of the mail. */
  unlock(token: string, otp: string): Promise<AuthOutcome>
  /** The link that makes another address the account's; signs nobody in. */
  verifyNewEmail(token: string): Promise<AuthOutcome>
}

interface MailedCallParts {
  readonly api: AuthApi
  readonly httpClient: SessionClient
  /** Signs in whom an answer names; false if it names nobody. */
  readonly enterWith: (body: unknown) => boolean
}

export function createMailedCalls({ api, httpClient, enterWith }: MailedCallParts): MailedCalls {
  const ask = async (call: string, fields: object, note: string) =>
    outcomeOf(await api.post(`/auth/${call}`, fields, note))
  const { recoveringPassword, verifying } = defaultNotes

  return {
    forgotPassword: (email, inviteId) =>
      ask('forgot-password', { email: email.trim(), inviteId, recaptcha: '' }, recoveringPassword),
    resetPassword: (token, newPassword) =>
      ask('reset-password', { token, newPassword, recaptcha: '' }, recoveringPassword),
    async verifyEmail(token) {
      const fields = { token, recaptcha: '', verifyEmailToken: token, verifyPhoneToken: '' }
      const answer = await httpClient.changeSession(() =>
        api.post('/auth/verify-user', fields, verifying),
      )
      if (answer.kind === 'success') enterWith(answer.body)
      return outcomeOf(answer)
    },
    verifyNewEmail: token => ask('verify-new-email', { token }, verifying),
    unlock: (token, otp) => ask('unlock-account', { token, otp: otp.trim() }, verifying),
  }
}
