/** One port for the app and the API, and a stop that lets everybody finish. */
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { App } from './app.ts'
import type { Database } from './db/open.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

interface ListenParts {
  readonly app: App
  readonly db: Database
  readonly settings: Pick<Settings, 'host' | 'port' | 'publicUrl'>
  readonly log: Log
}

/** A client that does not get its request across in this time is not served. */
const requestMs = 30_000
const headersMs = 10_000
/** Longer than proxies keep their connections to us, so that none is closed under a request. */
const keepAliveMs = 125_000
/** How long answers under way may take once the server was told to stop. */
const graceMs = 10_000

/** Resolves with the address that people type, once the port is open. SIGTERM and SIGINT stop gracefully. */
export async function listen({ app, db, settings, log }: ListenParts): Promise<string> {
  const answer = getRequestListener(
    (request, { incoming }) => app.fetch(request, { address: incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  )
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: headersMs, keepAliveTimeout: keepAliveMs },
    answer,
  )
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(settings.port, settings.host, resolve)
  await promise

  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      log.info({ signal }, 'stopping')
      void stop(server, app, db).then(() => log.info({}, 'stopped'))
    })
  }
  return settings.publicUrl ?? addressOf(server, settings.host)
}

async function stop(server: Server, app: App, db: Database): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  const impatience = setTimeout(() => server.closeAllConnections(), graceMs)
  // A connection whose answer has just ended would otherwise wait for its next request.
  const sweeper = setInterval(() => server.closeIdleConnections(), 50)
  await app.close()
  await closed
  clearTimeout(impatience)
  clearInterval(sweeper)
  await db.close()
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
