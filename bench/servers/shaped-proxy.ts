/**
 * A wire that is as slow as one in a shop: a round trip takes so long, and all connections share so many bits a
 * second each way. For page and worker alike, since it lies before the server.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from './free-port.ts'
import { tieTogether } from './tcp-proxy.ts'

export interface Line {
  readonly name: string
  /** There and back. */
  readonly roundTripMs: number
  readonly kbitPerSecond: number
  /** Of all packets, 0 to 1: each is sent again after a while, and what came behind it waits for it. */
  readonly lossShare?: number
}

export const slow3g: Line = { name: 'slow 3G', roundTripMs: 400, kbitPerSecond: 400 }
export const lossy: Line = {
  name: '400 ms and 2 % loss',
  roundTripMs: 400,
  kbitPerSecond: 1_600,
  lossShare: 0.02,
}
export const fast3g: Line = { name: 'fast 3G', roundTripMs: 150, kbitPerSecond: 1_600 }

export interface ShapedProxy {
  /** Without a slash at its end. */
  readonly address: string
  readonly port: number
  /** How many bytes came down since it began. */
  bytesDown(): number
  close(): Promise<void>
}

const packetBytes = 1_460
/** Beyond a round trip, as TCP waits at least before it sends a packet again. */
const leastRetransmissionMs = 200
const mostWaiting = 32 * 1_024

export async function startShapedProxy(targetPort: number, line: Line): Promise<ShapedProxy> {
  const sockets = new Set<Socket>()
  const bytesPerMs = line.kbitPerSecond / 8
  const down = { freeAt: 0, bytes: 0 }
  const up = { freeAt: 0, bytes: 0 }

  /** Passes on in order, each packet when the line is free and half a round trip later. */
  function carry(from: Socket, to: Socket, way: typeof down): void {
    const queue: Buffer[] = []
    let waiting = 0
    let lastAt = 0
    from.on('data', (data: Buffer) => {
      for (let at = 0; at < data.length; at += packetBytes) {
        const packet = data.subarray(at, at + packetBytes)
        const now = performance.now()
        way.freeAt = Math.max(now, way.freeAt) + packet.length / bytesPerMs
        way.bytes += packet.length
        waiting += packet.length
        queue.push(packet)
        const isLost = Math.random() < (line.lossShare ?? 0)
        const againMs = isLost ? line.roundTripMs + leastRetransmissionMs : 0
        // What came behind a lost one waits for it.
        lastAt = Math.max(lastAt, way.freeAt + line.roundTripMs / 2 + againMs)
        setTimeout(() => {
          // Timers of a busy machine go off in another order than they were set.
          const next = queue.shift()
          waiting -= next?.length ?? 0
          if (next && !to.destroyed) to.write(next)
          if (waiting < mostWaiting) from.resume()
        }, lastAt - now)
      }
      if (waiting >= mostWaiting) from.pause()
    })
    function end() {
      if (queue.length === 0) to.end()
      else setTimeout(end, 10)
    }
    from.on('end', () => setTimeout(end, Math.max(0, lastAt - performance.now())))
  }

  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, near => {
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
    tieTogether(near, far, sockets)
    // To connect takes a round trip, too.
    setTimeout(() => {
      carry(near, far, up)
      carry(far, near, down)
      near.resume()
    }, line.roundTripMs)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    address: `http://127.0.0.1:${portOf(server)}`,
    port: portOf(server),
    bytesDown: () => down.bytes,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
