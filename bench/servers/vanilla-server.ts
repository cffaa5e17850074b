/** Serves the pages that Aisle is measured against, and passes a tick on to whoever listens. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from './free-port.ts'

export interface VanillaServer {
  readonly port: number
  /** `page`: "full" or "windowed". */
  pageAddress(page: VanillaPage, itemCount: number): string
  close(): Promise<void>
}

export type VanillaPage = 'full' | 'windowed'

export async function startVanillaServer(): Promise<VanillaServer> {
  const listeners = new Set<ServerResponse>()

  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? '/'
    if (path === '/events') listen(response)
    else if (path === '/tick') passOn(request, response)
    else sendFile(path, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function listen(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': open\n\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  }

  function passOn(request: IncomingMessage, response: ServerResponse): void {
    let body = ''
    request.on('data', chunk => {
      body += String(chunk)
    })
    request.on('end', () => {
      for (const listener of listeners) listener.write(`data: ${body}\n\n`)
      response.writeHead(204).end()
    })
  }

  return {
    port: portOf(server),
    pageAddress: (page, itemCount) =>
      `http://127.0.0.1:${portOf(server)}/${page}.html?items=${itemCount}`,
    async close() {
      for (const listener of listeners) listener.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
}

function sendFile(path: string, response: ServerResponse): void {
  const name = /^\/((?:full|windowed|rows|look|worker)\.(html|js|css))$/.exec(path)
  if (name?.[1] === undefined || name[2] === undefined) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': types[name[2]] ?? 'text/plain' })
  response.end(readFileSync(new URL(`../vanilla/${name[1]}`, import.meta.url)))
}
