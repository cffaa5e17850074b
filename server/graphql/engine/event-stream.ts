/**
 * GraphQL over server-sent events, distinct connections mode: one request, one stream. An event is made when the
 * reader has taken the one before, so whoever does not read costs nothing.
 */
import type { ExecutionResult } from 'graphql'

/** So that proxies, and readers behind a connection that died, notice. */
const pingMs = 12_000

const eventStream = 'text/event-stream'

export function wantsStream(request: Request): boolean {
  return (request.headers.get('accept') ?? '').toLowerCase().includes(eventStream)
}

const headers = {
  'content-type': `${eventStream}; charset=utf-8`,
  // A proxy that collects events first would make them late.
  'x-accel-buffering': 'no',
}

const ping = ':\n\n'

/** The answer that tells `results` one by one. Whoever leaves, by `signal` or by closing it, ends `results`. */
export function streamResponse(
  results: AsyncIterator<ExecutionResult, unknown, undefined>,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder()
  let next: Promise<IteratorResult<ExecutionResult, unknown>> | undefined
  let isOpened = false
  const stop = (): void => void results.return?.()
  signal.addEventListener('abort', stop, { once: true })

  /** The next event, or a ping if there is none for a while; undefined after the last. */
  async function take(): Promise<string | undefined> {
    next ??= results.next()
    const quiet = Promise.withResolvers<undefined>()
    const timer = setTimeout(quiet.resolve, pingMs)
    try {
      const taken = await Promise.race([next, quiet.promise])
      if (taken === undefined) return ping
      next = undefined
      return taken.done ? undefined : `event: next\ndata: ${JSON.stringify(taken.value)}\n\n`
    } finally {
      clearTimeout(timer)
    }
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Says at once that it is open.
        const event = isOpened ? await take() : ping
        isOpened = true
        controller.enqueue(encoder.encode(event ?? 'event: complete\ndata: \n\n'))
        if (event !== undefined) return
        signal.removeEventListener('abort', stop)
        controller.close()
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers })
}

/** A stream of one event. */
export async function* once(result: Promise<ExecutionResult>): AsyncGenerator<ExecutionResult> {
  yield await result
}
