import type { Context, MiddlewareHandler } from 'hono'
import { answerRefusal } from './http-refusal.ts'

export interface BodyBounds {
  /** In bytes; more is refused. */
  readonly most: number
  readonly refuse: (c: Context) => Response
  /**
   * Asked about a body of more than `smallBody`, before more than that of it is taken in: answers why not, or what
   * to call once it is let go of. If it is absent, so is the question.
   */
  readonly admit?: (c: Context) => Promise<Response | (() => void)>
}

/** As much is taken from anybody, in bytes: the longest form fits, and two thousand of them fit into the memory. */
export const smallBody = 65_536

/** As much is taken of data calls, in bytes: a thousand items in one request fit several times. */
export const largeBody = 1_048_576

/**
 * Refuses bodies over `most`: by their announced length unread, and where none was announced as soon as they
 * pass it. (Hono's own fails on Node for bodies sent in chunks: it copies a request that is not a real one.)
 */
export function limitBody({ most, refuse, admit }: BodyBounds): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req
    if (!mayHaveBody(raw.method)) return next()
    let letGo: (() => void) | undefined
    async function refusalAt(length: number): Promise<Response | undefined> {
      if (length > most) return refuse(c)
      if (length <= smallBody || letGo || !admit) return undefined
      const answer = await admit(c)
      if (answer instanceof Response) return answer
      letGo = answer
      return undefined
    }
    try {
      const announced = raw.headers.get('content-length')
      // Node holds a sender to what was announced. The body is not touched: only then it comes without a stream.
      if (announced !== null) return (await refusalAt(Number(announced))) ?? (await next())
      if (!raw.body) return await next()
      const body = await readWhile(raw.body, refusalAt)
      if (body instanceof Response) return body
      const { method, headers, signal } = raw
      c.req.raw = new Request(raw.url, { method, headers, body, signal })
      return await next()
    } finally {
      letGo?.()
    }
  }
}

/** 413, with `most` in words: one of the two bounds above. */
export function refuseLargeBody(c: Context, most: number): Response {
  const size = most < largeBody ? '64 kB are' : '1 MB is'
  const message = `The body of the request is too large: at most ${size} possible.`
  return answerRefusal(c, { status: 413, code: 'BAD_INPUT', field: 'body', limit: most, message })
}

function mayHaveBody(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)
}

/** `refusalAt` is asked at each length that is reached, and ends it by an answer. */
async function readWhile(
  stream: ReadableStream<Uint8Array>,
  refusalAt: (length: number) => Promise<Response | undefined>,
): Promise<Uint8Array<ArrayBuffer> | Response> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.byteLength
    const refusal = await refusalAt(length)
    if (refusal) return refusal
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
