import type { Context, MiddlewareHandler } from 'hono'

/**
 * Refuses bodies over `bytes`: by their announced length unread, and where none was announced as soon as they
 * pass it. (Hono's own fails on Node for bodies sent in chunks: it copies a request that is not a real one.)
 */
export function limitBody(bytes: number, refuse: (c: Context) => Response): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req
    if (!mayHaveBody(raw.method)) return next()
    const announced = raw.headers.get('content-length')
    // Node holds a sender to what was announced. The body is not touched: only then it comes without a stream.
    if (announced !== null) return Number(announced) > bytes ? refuse(c) : next()
    if (!raw.body) return next()
    const body = await readUpTo(raw.body, bytes)
    if (!body) return refuse(c)
    const { method, headers, signal } = raw
    c.req.raw = new Request(raw.url, { method, headers, body, signal })
    return next()
  }
}

function mayHaveBody(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)
}

/** Undefined if there is more. */
async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.byteLength
    if (length > bytes) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
