/** Node's server with its bounds: nobody who does not send, or does not read, is waited for without end. */
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { App } from '../app.ts'

export interface HttpBounds {
  /** More are closed as they come. */
  readonly maxConnections: number
  /**
   * Whether the process may have the Response of @hono/node-server for the web's: a text in one goes out as it is,
   * without a stream around it. Not in a process that compares responses of its own with those of `fetch`.
   */
  readonly hasLightResponses?: boolean
  /** Whoever takes nothing of an answer for so long is not waited for; a minute if it is absent. */
  readonly stalledMs?: number
}

/**
 * A client that does not get its request across in this time is not served. Longer than the app lets its largest
 * edit be on its way (src/offline/sync/deadline.ts): ended before that, it would be sent again for ever.
 */
const requestMs = 240_000
const headersMs = 10_000
/** Longer than proxies keep their connections to us, so that none is closed under a request. */
const keepAliveMs = 125_000
/** Event streams send a sign of life more often. */
const usualStalledMs = 60_000

export function createHttpServer(app: Pick<App, 'fetch'>, bounds: HttpBounds): Server {
  const answer = getRequestListener(
    (request, { incoming, outgoing }) =>
      app.fetch(request, {
        // Whoever sent it whole and hung up has none any more, and is counted all the same.
        address: incoming.socket.remoteAddress ?? 'gone',
        // Node tells it once: an answer whose reader has left, or was told something else, is over already.
        whenSent: call => (outgoing.closed ? call() : void outgoing.once('close', call)),
      }),
    {
      overrideGlobalObjects: bounds.hasLightResponses ?? false,
      // For HTTP/1.0, which needs to name none: simple checks of health speak it.
      hostname: 'localhost',
    },
  )
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: headersMs, keepAliveTimeout: keepAliveMs },
    answer,
  )
  // What the other side took since the last look counts as progress, however slowly it takes it.
  server.timeout = bounds.stalledMs ?? usualStalledMs
  server.maxConnections = bounds.maxConnections
  return server
}
