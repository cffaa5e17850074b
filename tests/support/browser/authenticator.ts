/** An authenticator in software: it makes one key, and signs what a server asks it to (WebAuthn level 3). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface SoftAuthenticator {
  /** How often it signed; whoever sets it back is a copy. */
  counter: number
  /** Whether it asks for a finger, a face or a code. */
  verifies: boolean
  /** What a browser answers to the options of a registration. */
  register(options: unknown): object
  /** What it answers to those of a sign-in. */
  signIn(options: unknown): object
}

export function createAuthenticator(origin: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
  // COSE: an elliptic curve key (1: 2) for ES256 (3: -7) on P-256 (-1: 1).
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    ...[Buffer.from([0x21]), bytes(Buffer.from(x, 'base64url'))],
    ...[Buffer.from([0x22]), bytes(Buffer.from(y, 'base64url'))],
  ])

  const clientData = (type: string, options: unknown): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: Object(options).challenge, origin }))

  function authData(more = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (authenticator.verifies ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0)
    const counted = Buffer.alloc(5)
    counted.writeUInt8(flags)
    counted.writeUInt32BE(authenticator.counter, 1)
    return Buffer.concat([rpIdHash, counted, more])
  }

  const answer = (response: object): object => ({
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response,
  })

  const authenticator: SoftAuthenticator = {
    counter: 0,
    verifies: true,
    register(options) {
      const length = Buffer.from([0, credentialId.length])
      const data = authData(Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]))
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), bytes(data)],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      })
    },
    signIn(options) {
      authenticator.counter += 1
      const client = clientData('webauthn.get', options)
      const data = authData()
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
  return authenticator
}

/** CBOR, short texts and up to 255 bytes. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value])
}
