/**
 * A push service on this machine, as strict as a real one (RFC 8030, 8292), and a browser that can read what it was
 * sent (RFC 8291).
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPushGuard, type PushGuard } from '../../../server/notices/push-guard.ts'

export interface PushedMessage {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

export interface PushService extends AsyncDisposable {
  /** Those that say as they should who sent them. */
  readonly messages: PushedMessage[]
  /** What was wrong with the others, which were answered 403. */
  readonly refused: string[]
  /** What it answers with from now on; 201 at first. */
  status: number
  readonly origin: string
}

export async function startPushService(): Promise<PushService> {
  const messages: PushedMessage[] = []
  const refused: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      const wrong = whatIsWrong(headers, service.origin)
      if (wrong !== undefined) {
        refused.push(wrong)
        response.writeHead(403).end()
        return
      }
      messages.push({ path: url, headers, body: Buffer.concat(chunks) })
      response.writeHead(service.status).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const service = {
    messages,
    refused,
    status: 201,
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
  return service
}

const dayInSeconds = 86_400

/** Undefined where the message says who sent it, to whom and for how long, and the signature is that of its key. */
export function whatIsWrong(
  headers: Readonly<Record<string, unknown>>,
  origin: string,
): string | undefined {
  if (headers['content-encoding'] !== 'aes128gcm') return 'not enciphered as RFC 8291 has it'
  if (!/^\d+$/.test(String(headers.ttl))) return 'without a time to live'
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(String(headers.authorization)) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return 'without a key'
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const signer = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'signed by another key'
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { aud, exp, sub } = read(claims)
  const now = Date.now() / 1_000
  if (read(head).alg !== 'ES256') return 'signed in another way'
  if (aud !== origin) return 'meant for another service'
  if (!(exp > now && exp <= now + dayInSeconds)) return 'signed for more than a day, or too late'
  return /^(https:\/\/|mailto:.+@)/.test(sub) ? undefined : 'from nobody who can be reached'
}

/** The guard of the product, with this machine's push service besides. */
export function guardWith(service: PushService): PushGuard {
  const real = createPushGuard()
  return { ...real, allows: url => url.startsWith(`${service.origin}/`) || real.allows(url) }
}

/** As `pushManager.subscribe` makes one; `read` opens what was sent to it. */
export function createPushBrowser(service: PushService, name: string) {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint: `${service.origin}/${name}`,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    /** The notices that it got, in order. */
    read: () =>
      service.messages
        .filter(({ path }) => path === `/${name}`)
        .map(({ body }) => JSON.parse(open(body)) as Record<string, string>),
  }

  function open(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body.readUInt8(20))
    const derive = (key: Buffer, by: Buffer, info: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', key, by, info, length))
    const about = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const shared = derive(own.computeSecret(sender), auth, about, 32)
    const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const sealed = body.subarray(21 + sender.length)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return text.subarray(0, text.lastIndexOf(2)).toString()
  }
}
