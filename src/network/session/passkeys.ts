/** The person's passkeys (docs/api.md, /auth/passkeys). */

import { fieldIn, textIn } from '../parse.ts'
import type { AuthApi } from './auth-api.ts'
import { type AuthOutcome, failed, outcomeOf } from './auth-outcome.ts'
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
  list(): Promise<
    | { readonly kind: 'passkeys'; readonly passkeys: readonly Passkey[] }
    | { readonly kind: 'failed'; readonly message: string }
  >
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
  const post = async (path: string, body: object, otherwise: string) =>
    outcomeOf(await api.post(path, body, otherwise), otherwise)

  return {
    works: authenticator.works,
    async list() {
      const answer = await api.get('/auth/passkeys', note)
      if (answer.kind !== 'success') return { kind: 'failed', message: answer.message ?? note }
      const passkeys = fieldIn(answer.body, 'passkeys')
      return {
        kind: 'passkeys',
        passkeys: Array.isArray(passkeys) ? passkeys.map(readPasskey) : [],
      }
    },
    async add(name) {
      const asked = await api.post('/auth/passkey/register-options', {}, addNote)
      if (asked.kind !== 'success') return failed(asked, addNote)
      const made = await authenticator.make(fieldIn(asked.body, 'options'))
      if (made.kind === 'failed') return { kind: 'refused', message: made.message }
      return post('/auth/passkey/register', { response: made.response, name }, addNote)
    },
    remove: id => post('/auth/passkey/remove', { id }, removeNote),
  }
}

function readPasskey(value: unknown): Passkey {
  return {
    id: textIn(value, 'id') ?? '',
    name: textIn(value, 'name') ?? '',
    usedAt: textIn(value, 'usedAt'),
  }
}
