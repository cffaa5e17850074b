/**
 * One HTTP connection that stays open and costs next to nothing: what asks a server for its most must not be what
 * is measured. Knows answers with a Content-Length and none else.
 */
import { once } from 'node:events'
import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface KeepAliveClient {
  /** One request at a time. */
  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer>
  close(): void
}

export async function openKeepAlive(address: string): Promise<KeepAliveClient> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<Answer> | undefined

  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (!answer || !waiting) return
    const { resolve } = waiting
    waiting = undefined
    received = Buffer.alloc(0)
    resolve(answer)
  })
  socket.on('error', error => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')))

  return {
    post(path, headers, body) {
      if (waiting) throw new Error('The answer before was not there yet.')
      if (socket.destroyed || socket.readyState !== 'open') {
        throw new Error('The server has closed the connection.')
      }
      waiting = Promise.withResolvers<Answer>()
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const length = Buffer.byteLength(body)
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${lines.join('')}content-length: ${length}\r\n\r\n${body}`,
      )
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

function readAnswer(received: Buffer): Answer | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${head}`)
  const bodyStart = headEnd + 4
  if (received.length < bodyStart + Number(length)) return undefined
  return {
    status: Number(head.slice(9, 12)),
    body: received.toString('utf8', bodyStart, bodyStart + Number(length)),
  }
}
