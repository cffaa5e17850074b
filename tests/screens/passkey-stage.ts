/** A passkey in software, for the server of the stage. */
import type { Authenticator } from '../../src/network/session/authenticator.ts'
import { createAuthenticator } from '../support/browser/authenticator.ts'
import type { TestClient } from '../support/server/client.ts'
import { origin } from './stage-server.ts'

/** What makes and keeps one. */
export function createKey(): Authenticator {
  const key = createAuthenticator(origin)
  return {
    works: true,
    make: async options => ({ kind: 'response', response: key.register(options) }),
    sign: async options => ({ kind: 'response', response: key.signIn(options) }),
  }
}

/** Adds one to the account of who has just signed in there, and answers what keeps it. */
export async function addPasskey(client: TestClient): Promise<Authenticator> {
  const key = createKey()
  const { options } = (await client.post('/auth/passkey/register-options', {})).body
  const { response } = Object(await key.make(options))
  const { body } = await client.post('/auth/passkey/register', { response, name: 'My key' })
  if (body.success !== true) throw new Error(`It was refused: ${JSON.stringify(body)}`)
  return key
}

/** From now on a password alone signs nobody in; answers the recovery code. Needs a passkey. */
export async function requireSecondStep(client: TestClient): Promise<string> {
  const { body } = await client.post('/auth/second-step', { required: true })
  if (body.success !== true) throw new Error(`It was refused: ${JSON.stringify(body)}`)
  return String(body.recoveryCode)
}
