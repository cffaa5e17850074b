import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { cutTo } from '../../rules/text.ts'
import { JobRefused } from '../jobs/jobs.ts'
import type { PushGuard } from './push-guard.ts'
import type { VapidKeys } from './vapid-keys.ts'

export interface Subscriber {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What the service worker is handed. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** A path of the app. */
  readonly url: string
  /** One with the same tag takes the place of the one before. */
  readonly tag: string
}

export interface PushSender {
  /**
   * 'gone' where the browser has taken its consent back. Throws what may succeed later, PushTooSlow where all others
   * waited for nothing meanwhile; JobRefused what never will.
   */
  send(subscriber: Subscriber, message: PushMessage): Promise<'sent' | 'gone'>
}

/** The service took the time that one message may take, and no answer came. */
export class PushTooSlow extends Error {
  override readonly name = 'PushTooSlow'
}

const answerWithinMs = 10_000
/**
 * In code points: a service takes 4,096 bytes in all (RFC 8030), and nobody is shown as much. Names are longer where
 * somebody makes them so.
 */
const longest = { title: 200, body: 400 } as const
/** So long the push service keeps it for a device that is off. */
const keptSeconds = 86_400

/**
 * `subject`: how a push service reaches whoever runs this server, as https: or mailto:. `withinMs`: so long one message
 * may take in all.
 */
export function createPushSender(
  keys: VapidKeys,
  subject: () => string,
  guard: PushGuard,
  withinMs = answerWithinMs,
): PushSender {
  function post(endpoint: string, headers: Record<string, string>, body: Buffer): Promise<number> {
    const url = new URL(endpoint)
    const request = url.protocol === 'http:' ? requestHttp : requestHttps
    // Not the socket's time-out, which counts anew from each byte: anybody names a service, and one that sends a byte
    // at a time would keep all others waiting.
    const signal = AbortSignal.timeout(withinMs)
    return new Promise((resolve, reject) => {
      const fail = () =>
        reject(
          signal.aborted
            ? new PushTooSlow('The push service did not answer in time.')
            : new Error('The push service was not reached.'),
        )
      const sending = request(
        url,
        // Its own connection: one that is open already would not be looked up again.
        { method: 'POST', headers, lookup: guard.lookup, signal, agent: false },
        response => {
          resolve(response.statusCode ?? 0)
          // A redirection is not followed, and nothing that it says is read.
          response.destroy()
        },
      )
      sending.on('error', fail)
      sending.on('close', fail)
      sending.end(body)
    })
  }

  return {
    async send({ endpoint, p256dh, auth }, message) {
      if (!guard.allows(endpoint)) return 'gone'
      // Comes with the first notice: most servers send none for a long time.
      const { default: webPush } = await import('web-push')
      const details = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify({
          ...message,
          title: cutTo(message.title, longest.title),
          body: cutTo(message.body, longest.body),
        }),
        { vapidDetails: { subject: subject(), ...keys }, TTL: keptSeconds, urgency: 'normal' },
      )
      const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)])
      const status = await post(endpoint, Object.fromEntries(headers), details.body ?? Buffer.of())
      if (status >= 200 && status < 300) return 'sent'
      if (status === 404 || status === 410) return 'gone'
      const sentence = `The push service answered ${status}.`
      if (status === 429 || status >= 500) throw new Error(sentence)
      throw new JobRefused(sentence)
    },
  }
}
