/** One port for the app and the API, and a stop that lets everybody finish. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net'
import type { App } from '../app.ts'
import type { Database } from '../db/open.ts'
import { describeError, type Log } from '../log.ts'
import { SettingError } from '../settings/setting-error.ts'
import type { Settings } from '../settings.ts'
import { createHttpServer } from './http-server.ts'
import { systemParent, watchParent } from './parent-watch.ts'
import { stopServer } from './stop.ts'

interface ListenParts {
  readonly app: App
  readonly db: Database
  readonly settings: Pick<Settings, 'host' | 'port' | 'publicUrl' | 'maxConnections'>
  readonly log: Log
}

type Place = Pick<Settings, 'host' | 'port'>

/**
 * Refuses what `listen` would refuse, before the data is opened: that brings its tables up to date, also beneath a server
 * of an older version that still has the port.
 */
export async function checkPort(place: Place): Promise<void> {
  const server = createServer(socket => socket.destroy())
  await openPort(server, place)
  server.close()
  await once(server, 'close')
}

async function openPort(server: NetServer, { host, port }: Place): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', error => reject(explainHost(error, host)))
  server.listen(port, host, resolve)
  await promise
}

/** Resolves with the address that people type, once the port is open. SIGTERM, SIGINT and the end of npm stop gracefully. */
export async function listen({ app, db, settings, log }: ListenParts): Promise<string> {
  const server = createHttpServer(app, { ...settings, hasLightResponses: true })
  await openPort(server, settings)

  let stopping = false
  function stop(reason: string): void {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ reason }, 'stopping')
    void stopServer({ server, app, db }).then(
      isClosed => {
        log.info({ isClosed }, 'stopped')
        if (!isClosed) process.exit(0)
      },
      error => {
        log.error(describeError(error), 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  watchParent({
    ...systemParent,
    onGone: () => {
      if (!stopping) stop('npm ended')
    },
  })
  return settings.publicUrl ?? addressOf(server, settings.host)
}

/** Of an address of another machine, and of a name that is not found, which else looks like that of a database. */
function explainHost(error: Error, host: string): Error {
  const code = 'code' in error ? error.code : undefined
  return code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
    ? new SettingError(`HOST must be an address of this machine such as 0.0.0.0, not "${host}".`)
    : error
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
