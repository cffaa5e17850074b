/** A wire between browser and server that can be cut: every connection on it dies, new ones are refused. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from './free-port.ts'

export interface TcpProxy {
  /** Without a slash at its end. */
  readonly address: string
  cut(): void
  /** From now on through another port, where one is given: that of a slower wire to the same server. */
  mend(port?: number): void
  close(): Promise<void>
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let whole = true
  let target = targetPort

  const server = createServer(near => {
    if (!whole) {
      near.resetAndDestroy()
      return
    }
    const far = connect(target, '127.0.0.1')
    tieTogether(near, far, sockets)
    near.pipe(far)
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function cut() {
    whole = false
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    address: `http://127.0.0.1:${portOf(server)}`,
    cut,
    mend(port = targetPort) {
      target = port
      whole = true
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Two ends of one connection: where one is gone, so is the other. Both are in `sockets` as long as they are open. */
export function tieTogether(near: Socket, far: Socket, sockets: Set<Socket>): void {
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
}
