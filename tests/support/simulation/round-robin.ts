/** A proxy as it stands in front of several servers: each request goes to the next one that lets it in. */
import { createServer, type IncomingMessage, request as requestOf } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface RoundRobin {
  readonly url: string
  /** Replaces what the requests of one place are sent to. */
  aim(place: number, target: string): void
  close(): Promise<void>
}

export async function startRoundRobin(firstTargets: readonly string[]): Promise<RoundRobin> {
  const targets = [...firstTargets]
  const sockets = new Set<Socket>()
  let turn = 0

  const proxy = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    for (let tried = 0; tried < targets.length; tried++) {
      turn = (turn + 1) % targets.length
      const answer = await forward(incoming, body, targets[turn] ?? '')
      // Nobody listens there: nothing was taken in, so the next one may.
      if (answer === 'refused') continue
      if (answer === 'lost') break
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.on('error', () => outgoing.destroy())
      outgoing.on('close', () => answer.destroy())
      answer.pipe(outgoing)
      return
    }
    // Whether it was done nobody knows: it is for the asker to ask again.
    outgoing.destroy()
  })
  proxy.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    aim(place, target) {
      targets[place] = target
    },
    async close() {
      const closed = new Promise(resolve => proxy.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function forward(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  target: string,
): Promise<IncomingMessage | 'refused' | 'lost'> {
  return new Promise(resolve => {
    const { hostname, port } = new URL(target)
    const request = requestOf({ hostname, port, method, path: url, headers }, resolve)
    request.on('error', error => {
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'lost')
    })
    request.end(body)
  })
}
