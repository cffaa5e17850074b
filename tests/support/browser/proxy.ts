/**
 * The network between a browser and the server, with the faults of shops, trains and hotels: switched at run
 * time, for all requests or for those of some paths.
 */
import {
  createServer,
  type IncomingMessage,
  request as requestOf,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Fault =
  /** The connection is reset before anything is sent. */
  | { readonly kind: 'reset' }
  /** From this request on nobody listens: connections are refused, also by others, until `plug`. */
  | { readonly kind: 'refuse' }
  /** Nothing ever comes back, and nothing reaches the server. */
  | { readonly kind: 'hang' }
  /** The server handles it; its answer breaks off half way. */
  | { readonly kind: 'cut' }
  /** The server handles it; nothing comes back. */
  | { readonly kind: 'lose-answer' }
  /** The server gets it twice. */
  | { readonly kind: 'double' }
  /** A captive portal's page with 200. */
  | { readonly kind: 'portal' }
  | { readonly kind: 'portal-redirect' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string }

export interface FaultOptions {
  /** Only requests whose path matches. */
  readonly path?: RegExp
  /** Only requests of which this is so. */
  readonly only?: (request: SeenRequest) => boolean
  /** Only the next so many. */
  readonly times?: number
}

export interface SeenRequest {
  readonly path: string
  readonly accept: string
  /** What the browser wants it for (Sec-Fetch-Dest): "script", "serviceworker", "empty" for a fetch. */
  readonly destination: string
  readonly body: string
}

/** A fault that was set. */
export interface SetFault {
  /** How many requests have met it so far. */
  met(): number
}

export interface FaultyNetwork {
  /** Where the browser goes. */
  readonly url: string
  readonly requests: readonly SeenRequest[]
  /** Newer faults come first; a request meets the first that concerns it. */
  fault(fault: Fault, options?: FaultOptions): SetFault
  /** No more faults; what hangs is reset, and whatever else is under way with it. */
  clear(): void
  /** Every open connection is reset, the event stream among them. */
  resetConnections(): void
  /** The network is gone: connections are refused, open ones are reset. */
  unplug(): Promise<void>
  /** The network is back, at the same address. */
  plug(): Promise<void>
  close(): Promise<void>
}

interface ActiveFault extends FaultOptions {
  readonly fault: Fault
  left: number
  met: number
}

const portalPage = '<!doctype html><title>Free Wi-Fi</title><p>Accept our terms to go on.'

export async function startProxy(target: string): Promise<FaultyNetwork> {
  const requests: SeenRequest[] = []
  const sockets = new Set<Socket>()
  let faults: ActiveFault[] = []
  let port = 0

  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readBody(incoming)
    const path = incoming.url ?? '/'
    const destination = incoming.headers['sec-fetch-dest']
    const request: SeenRequest = {
      path,
      accept: incoming.headers.accept ?? '',
      destination: typeof destination === 'string' ? destination : '',
      body: body.toString(),
    }
    requests.push(request)
    const fault = take(request)
    switch (fault?.kind) {
      case 'reset':
        outgoing.destroy()
        return
      case 'refuse':
        await unplug()
        return
      case 'hang':
        return
      case 'portal':
        outgoing.writeHead(200, { 'content-type': 'text/html' }).end(portalPage)
        return
      case 'portal-redirect':
        outgoing.writeHead(302, { location: 'http://portal.invalid/' }).end()
        return
      case 'status':
        outgoing
          .writeHead(fault.status, fault.retryAfter ? { 'retry-after': fault.retryAfter } : {})
          .end()
        return
      case 'lose-answer':
        await takeIn(await forward(incoming, body))
        outgoing.destroy()
        return
      case 'cut':
        await answerHalf(await forward(incoming, body), outgoing)
        return
      case 'double':
        await takeIn(await forward(incoming, body))
        break
      case 'delay':
        await new Promise(resolve => setTimeout(resolve, fault.ms))
        break
    }
    const answer = await forward(incoming, body)
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => outgoing.destroy())
    outgoing.on('close', () => answer.destroy())
    answer.pipe(outgoing)
  }

  function take(request: SeenRequest): Fault | undefined {
    const found = faults.find(
      ({ left, path, only }) =>
        left > 0 && (path?.test(request.path) ?? true) && (only?.(request) ?? true),
    )
    if (found === undefined) return undefined
    found.left -= 1
    found.met += 1
    return found.fault
  }

  function forward(incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { hostname, port: targetPort } = new URL(target)
      const request = requestOf(
        {
          hostname,
          port: targetPort,
          method: incoming.method,
          path: incoming.url,
          headers: incoming.headers,
        },
        resolve,
      )
      request.on('error', reject)
      request.end(body)
    })
  }

  async function listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
    port = (server.address() as AddressInfo).port
  }

  async function unplug(): Promise<void> {
    if (!server.listening) return
    const closed = new Promise(resolve => server.close(resolve))
    resetConnections()
    await closed
  }

  function resetConnections(): void {
    for (const socket of sockets) socket.destroy()
  }

  await listen()
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    fault(fault, options = {}) {
      const set = { ...options, fault, left: options.times ?? Number.POSITIVE_INFINITY, met: 0 }
      faults.unshift(set)
      return { met: () => set.met }
    },
    clear() {
      faults = []
      resetConnections()
    },
    resetConnections,
    unplug,
    async plug() {
      if (!server.listening) await listen()
    },
    close: unplug,
  }
}

/** All of an answer; of an event stream, which has no end, only that it began. */
async function takeIn(answer: IncomingMessage): Promise<void> {
  if (isEventStream(answer)) answer.destroy()
  else await readBody(answer)
}

async function answerHalf(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (isEventStream(answer)) {
    outgoing.writeHead(200, answer.headers)
    outgoing.write('event: ne', () => outgoing.destroy())
    answer.destroy()
    return
  }
  const whole = await readBody(answer)
  outgoing.writeHead(answer.statusCode ?? 502, {
    ...answer.headers,
    'content-length': String(whole.length),
  })
  outgoing.write(whole.subarray(0, Math.floor(whole.length / 2)), () => outgoing.destroy())
}

function isEventStream({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/event-stream') ?? false
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}
