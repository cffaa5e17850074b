/**
 * The one way to the server: every request carries the common headers (spec section 7) and a CSRF token, and
 * a session that was left without a network is ended before anything else is asked.
 */

import { AnswerFault } from './data/outcome.ts'
import { isCsrfRefusal } from './errors.ts'
import type { KeyValue } from './key-value.ts'
import { type Csrf, createCsrf } from './session/csrf.ts'
import type { Identity } from './session/identity.ts'
import { createLeftSession } from './session/left-session.ts'

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

export interface HttpClient {
  /** `path` begins with a slash; `init.signal` ends the whole of it, the fetching of a token included. */
  fetch(path: string, init: DoorRequest): Promise<Response>
  /** The next request fetches a new token. */
  discardToken(): void
  /** Ends the session on the server, now (true) or at the next contact. Never throws. */
  leaveSession(signal: AbortSignal): Promise<boolean>
}

/** The client as the session uses it, which comes and goes through it. */
export interface SessionClient extends HttpClient {
  /** The common headers, for what does not go through this client; without a token where none can be had. */
  headers(signal: AbortSignal): Promise<Readonly<Record<string, string>>>
  /** Whether the next request has a token already. */
  hasToken(): boolean
  /** Runs what signs somebody in. Data calls wait meanwhile. A 401 to one that was already on its way is ignored. */
  changeSession<Answer>(work: () => Promise<Answer>): Promise<Answer>
}

export interface DoorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /** False for a stream, which must end with its tab. */
  readonly keepalive?: boolean
}

interface HttpClientParts {
  readonly fetch: Fetch
  /** Where the API lives; empty for the address that served the app. Read at each request. */
  readonly apiEnv: () => string
  readonly identity: Identity
  /** sessionStorage. */
  readonly perTab: KeyValue
  /** localStorage. */
  readonly persistent: KeyValue
}

/** Browsers refuse `keepalive` for more than 64 KiB of bodies under way; headers and others' share kept free. */
const keepaliveBytes = 60_000
/** A browser counts a body until its answer was read and for a moment longer, and says of neither when it is. */
const keepaliveHeldMs = 5_000

export function createHttpClient(parts: HttpClientParts): SessionClient {
  const { identity, apiEnv } = parts
  let keptAliveBytes = 0
  let epoch = 0
  let changing: Promise<unknown> | undefined

  function identityHeaders(): Readonly<Record<string, string>> {
    return { 'x-tab-id': identity.tabId, 'user-token': identity.userToken }
  }

  async function plainFetch(path: string, request: DoorRequest): Promise<Response> {
    const bytes = new TextEncoder().encode(request.body ?? '').length
    const keepalive = request.keepalive !== false && keptAliveBytes + bytes <= keepaliveBytes
    if (keepalive) keptAliveBytes += bytes
    try {
      return await parts.fetch(`${apiEnv()}${path}`, {
        method: request.method,
        headers: { ...identityHeaders(), ...request.headers },
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: request.signal,
        credentials: 'include',
        // Nobody keeps the answer to a POST, and the words that say so travel with each.
        ...(request.method === 'POST' ? {} : { cache: 'no-store' as const }),
        // Nor does the server read where it was asked from.
        referrerPolicy: 'no-referrer',
        // A captive portal's redirect is no answer; followed, it would look like one.
        redirect: 'manual',
        keepalive,
      })
    } finally {
      if (keepalive) {
        setTimeout(() => {
          keptAliveBytes -= bytes
        }, keepaliveHeldMs)
      }
    }
  }

  const csrf: Csrf = createCsrf({
    perTab: parts.perTab,
    ask: signal => plainFetch('/csrftoken', { method: 'GET', signal }),
  })

  async function fetchWithToken(path: string, request: DoorRequest): Promise<Response> {
    const token = csrf.known() ?? (await csrf.token(request.signal))
    const headers = { ...request.headers, 'x-csrf-token': token }
    return plainFetch(path, { ...request, headers })
  }

  async function endSession(signal: AbortSignal): Promise<void> {
    for (const lastTry of [false, true]) {
      const response = await fetchWithToken('/auth/logout', { method: 'GET', signal })
      const body: unknown = await response.json().catch(() => undefined)
      if (isCsrfRefusal(response.status, body) && !lastTry) csrf.discard()
      // 401: there is no session any more, which is what was asked for.
      else if (body !== undefined && (response.ok || response.status === 401)) break
      else throw new AnswerFault(response, body)
    }
    csrf.discard()
  }

  const leftSession = createLeftSession({ persistent: parts.persistent, endSession })

  return {
    // Nothing is awaited that is not to be waited for: an edit leaves before the screens draw what follows from it.
    async fetch(path, request) {
      if (changing && !path.startsWith('/auth/')) await changing
      const ending = leftSession.settle(request.signal)
      if (ending) await ending
      const before = epoch
      const response = await fetchWithToken(path, request)
      if (response.status === 401 && epoch !== before) {
        throw new Error('Somebody signed in or out here meanwhile. Try again.')
      }
      return response
    },
    async headers(signal) {
      const token = await csrf.token(signal).catch(() => undefined)
      return { ...identityHeaders(), ...(token === undefined ? {} : { 'x-csrf-token': token }) }
    },
    discardToken: () => csrf.discard(),
    hasToken: () => csrf.known() !== undefined,
    async changeSession(work) {
      epoch += 1
      const changed = work()
      changing = changed.catch(() => {})
      try {
        return await changed
      } finally {
        changing = undefined
        epoch += 1
        // The token belongs to the session that was there before.
        csrf.discard()
      }
    },
    async leaveSession(signal) {
      leftSession.mark()
      return Promise.resolve(leftSession.settle(signal)).then(
        () => true,
        // The marker stays for the next contact.
        () => false,
      )
    },
  }
}
