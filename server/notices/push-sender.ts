import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
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
  /** 'gone' where the browser has taken its consent back. Throws what may succeed later; JobRefused what never will. */
  send(subscriber: Subscriber, message: PushMessage): Promise<'sent' | 'gone'>
}

const answerWithinMs = 10_000
/** So long the push service keeps it for a device that is off. */
const keptSeconds = 86_400

/** `subject`: how a push service reaches whoever runs this server, as https: or mailto:. */
export function createPushSender(
  keys: VapidKeys,
  subject: () => string,
  guard: PushGuard,
): PushSender {
  function post(endpoint: string, headers: Record<string, string>, body: Buffer): Promise<number> {
    const url = new URL(endpoint)
    const request = url.protocol === 'http:' ? requestHttp : requestHttps
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error('The push service was not reached.'))
      const sending = request(
        url,
        // Its own connection: one that is open already would not be looked up again.
        { method: 'POST', headers, lookup: guard.lookup, timeout: answerWithinMs, agent: false },
        response => {
          resolve(response.statusCode ?? 0)
          // A redirection is not followed, and nothing that it says is read.
          response.destroy()
        },
      )
      sending.on('timeout', () => sending.destroy())
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
        JSON.stringify(message),
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
