/**
 * Counting visits and results (spec section 7), where whoever runs the server turned it on and the browser does
 * not ask to be left alone. Nothing waits for it, nothing of what a person wrote is in it, and what cannot be sent
 * is kept up to a bound.
 */

import { jsonIn } from '../../rules/json-in.ts'
import type { EndedCall } from './data/watch-calls.ts'
import type { KeyValue } from './key-value.ts'
import type { Identity } from './session/identity.ts'

export interface Analytics {
  /** A page was opened; a path without what follows "?". */
  pageView(path: string): void
  /** The app was opened, by somebody who was signed in here before or not. */
  visit(): void
  /** A data call ended. */
  actionResult(call: EndedCall): void
  /** Sends what there is, in batches; resolves when it left or could not. Never throws. */
  flush(): Promise<void>
}

export interface AnalyticsParts {
  /** Where to; undefined if nothing may be counted, as asked before each event and each batch. */
  readonly address: () => string | undefined
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  readonly identity: Pick<Identity, 'knownUserId' | 'userToken'>
  /** localStorage: what was not sent waits there. */
  readonly persistent: Pick<KeyValue, 'get' | 'set'>
  readonly host: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomId: () => string
  /** Calls back when the browser has nothing better to do. */
  readonly later: (work: () => void) => void
}

type EventName = 'page_view' | 'user_visit_unknown' | 'user_visit_known' | 'action_result'

interface Details {
  readonly info: string
  readonly extra_info: string
  readonly request_token?: string
}

const key = 'aisle.analytics'
/** About 100 kB; the oldest go first. */
const mostWaiting = 300
const batchSize = 50

export function createAnalytics(parts: AnalyticsParts): Analytics {
  const { address, identity, persistent, now } = parts
  let flushing: Promise<void> | undefined
  let isPlanned = false

  function waiting(): readonly unknown[] {
    const stored = jsonIn(persistent.get(key))
    return Array.isArray(stored) ? stored : []
  }

  function note(event: EventName, details: Details): void {
    if (address() === undefined) return
    const line = {
      event,
      unique_id: parts.randomId(),
      platform: 'web',
      url_host: parts.host,
      time: new Date(now()).toISOString(),
      user_token: identity.userToken,
      user_id_known: identity.knownUserId() ?? null,
      ...details,
    }
    persistent.set(key, JSON.stringify([...waiting(), line].slice(-mostWaiting)))
    if (isPlanned) return
    isPlanned = true
    parts.later(() => {
      isPlanned = false
      void analytics.flush()
    })
  }

  async function send(): Promise<void> {
    for (;;) {
      const url = address()
      const batch = waiting().slice(0, batchSize)
      if (url === undefined || batch.length === 0) return
      try {
        const response = await parts.fetch(url, {
          method: 'POST',
          // Text needs no question ahead in another origin.
          headers: { 'content-type': 'text/plain;charset=utf-8' },
          body: JSON.stringify({ events: batch }),
          credentials: 'omit',
          keepalive: true,
          referrerPolicy: 'no-referrer',
          signal: AbortSignal.timeout(10_000),
        })
        if (!response.ok) return
      } catch {
        // The next event tries again.
        return
      }
      const sent = new Set(batch.map(line => JSON.stringify(line)))
      const rest = waiting().filter(line => !sent.has(JSON.stringify(line)))
      persistent.set(key, JSON.stringify(rest))
    }
  }

  const analytics: Analytics = {
    pageView: path => note('page_view', { info: path, extra_info: '' }),
    visit() {
      const isKnown = identity.knownUserId() !== undefined
      note(isKnown ? 'user_visit_known' : 'user_visit_unknown', { info: '', extra_info: '' })
    },
    actionResult: ({ name, outcome, requestToken }) =>
      note('action_result', { info: name, extra_info: outcome, request_token: requestToken }),
    flush() {
      flushing ??= send().finally(() => {
        flushing = undefined
      })
      return flushing
    },
  }
  return analytics
}

/** What was not sent is forgotten. */
export function forgetAnalytics(persistent: Pick<KeyValue, 'remove'>): void {
  persistent.remove(key)
}

/** Do Not Track and Global Privacy Control. */
export function asksNotToBeTracked(navigator: object): boolean {
  function asks(name: string) {
    const value: unknown = name in navigator ? Object(navigator)[name] : undefined
    return value === '1' || value === 'yes' || value === true
  }
  return asks('doNotTrack') || asks('globalPrivacyControl')
}
