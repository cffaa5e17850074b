/** By what the person gets into the account, and what changes that (docs/api.md, "Who gets into the account"). */

import { fieldIn, textIn } from '../parse.ts'
import type { AuthApi } from './auth-api.ts'
import { type Answered, type AuthOutcome, failed, outcomeOf, readAnswer } from './auth-outcome.ts'
import type { Authenticator } from './authenticator.ts'

export interface Ways {
  /** Whether there is a password. */
  readonly password: boolean
  /** Another provider, where one is configured. `since` ISO 8601; undefined if it does not sign in here. */
  readonly provider: { readonly name: string; readonly since: string | undefined } | undefined
  /** Whether nothing but a passkey signs in. */
  readonly secondStep: boolean
  /** The address whose mailed link is waited for. */
  readonly changingTo: string | undefined
}

export interface WaysIn {
  /** Whether this browser has passkeys. */
  readonly hasPasskeys: boolean
  read(): Promise<Answered<Ways>>
  /** Shows who asks, for ten minutes: what changes the ways in is refused with the reason CONFIRM before. */
  confirm(password: string): Promise<AuthOutcome>
  confirmByPasskey(): Promise<AuthOutcome>
  changeEmail(email: string): Promise<AuthOutcome>
  cancelChange(): Promise<AuthOutcome>
  /** The `message` of its success is the recovery code. */
  requireSecondStep(): Promise<AuthOutcome>
  endSecondStep(): Promise<AuthOutcome>
  /** The `message` of its success is where the browser goes now. */
  linkProvider(): Promise<AuthOutcome>
  unlinkProvider(): Promise<AuthOutcome>
}

const readNote = 'How you sign in could not be read. Try again later.'
const note = 'That could not be changed. Try again later.'
const confirmNote = 'That could not be checked. Try again later.'

export function createWaysIn(
  api: Pick<AuthApi, 'get' | 'post'>,
  authenticator: Authenticator,
): WaysIn {
  const change = async (path: string, body: object) => outcomeOf(await api.post(path, body, note))

  const confirm = async (proof: object) =>
    outcomeOf(await api.post('/auth/confirm', proof, confirmNote))

  /** A success whose answer carries a text besides. */
  async function changeFor(path: string, body: object, field: string): Promise<AuthOutcome> {
    const answer = await api.post(path, body, note)
    return answer.kind === 'success'
      ? { kind: 'success', message: textIn(answer.body, field) }
      : failed(answer)
  }

  return {
    hasPasskeys: authenticator.works,
    read: async () => readAnswer(await api.get('/auth/ways-in', readNote), readWays),
    confirm: password => confirm({ password }),
    async confirmByPasskey() {
      const asked = await api.post('/auth/passkey/options', {}, confirmNote)
      if (asked.kind !== 'success') return failed(asked)
      const signed = await authenticator.sign(fieldIn(asked.body, 'options'))
      if (signed.kind === 'failed') return { kind: 'refused', message: signed.message }
      return confirm({ response: signed.response })
    },
    changeEmail: email => change('/auth/change-email', { email: email.trim() }),
    cancelChange: () => change('/auth/change-email/cancel', {}),
    requireSecondStep: () => changeFor('/auth/second-step', { required: true }, 'recoveryCode'),
    endSecondStep: () => change('/auth/second-step', { required: false }),
    linkProvider: () => changeFor('/auth/provider/link', {}, 'url'),
    unlinkProvider: () => change('/auth/provider/unlink', {}),
  }
}

function readWays(body: unknown): Ways {
  const provider = fieldIn(body, 'provider')
  const name = textIn(provider, 'name')
  return {
    password: fieldIn(body, 'password') === true,
    provider: name === undefined ? undefined : { name, since: textIn(provider, 'since') },
    secondStep: fieldIn(body, 'secondStep') === true,
    changingTo: textIn(body, 'changingTo'),
  }
}
