/** The person's passkeys (docs/api.md, /auth/passkeys). */

import { fieldIn, listIn, textIn } from '../parse.ts'
import type { AuthApi } from './auth-api.ts'
import { type Answered, type AuthOutcome, failed, outcomeOf, readAnswer } from './auth-outcome.ts'
import type { Authenticator } from './authenticator.ts'

export interface Passkey {
  readonly id: string
  readonly name: string
  /** ISO 8601; undefined if it never signed in. */
  readonly usedAt: string | undefined
}

export interface Passkeys {
  /** Whether this browser can make one here. */
  readonly works: boolean
  list(): Promise<Answered<readonly Passkey[]>>
  add(name: string): Promise<AuthOutcome>
  remove(id: string): Promise<AuthOutcome>
}

const note = 'Your passkeys could not be read. Try again later.'
const addNote = 'The passkey could not be added. Try again later.'
const removeNote = 'The passkey could not be removed. Try again later.'

export function createPasskeys(
  api: Pick<AuthApi, 'get' | 'post'>,
  authenticator: Authenticator,
): Passkeys {
  return {
    works: authenticator.works,
    list: async () =>
      readAnswer(await api.get('/auth/passkeys', note), body =>
        listIn(body, 'passkeys').map(readPasskey),
      ),
    async add(name) {
      const asked = await api.post('/auth/passkey/register-options', {}, addNote)
      if (asked.kind !== 'success') return failed(asked)
      const made = await authenticator.make(fieldIn(asked.body, 'options'))
      if (made.kind === 'failed') return { kind: 'refused', message: made.message }
      const { response } = made
      return outcomeOf(await api.post('/auth/passkey/register', { response, name }, addNote))
    },
    remove: async id => outcomeOf(await api.post('/auth/passkey/remove', { id }, removeNote)),
  }
}

function readPasskey(value: unknown): Passkey {
  return {
    id: textIn(value, 'id') ?? '',
    name: textIn(value, 'name') ?? '',
    usedAt: textIn(value, 'usedAt'),
  }
}
