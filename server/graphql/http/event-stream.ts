/**
 * GraphQL over server-sent events, distinct connections mode: one request, one stream. An event is made when the
 * reader has taken the one before, so whoever does not read costs nothing.
 */

/** So that proxies, and readers behind a connection that died, notice. */
const pingMs = 12_000

const eventStream = 'text/event-stream'

/** By its Accept header. */
export function wantsStream(request: Request): boolean {
  return (request.headers.get('accept') ?? '').toLowerCase().includes(eventStream)
}

const headers = {
  'content-type': `${eventStream}; charset=utf-8`,
  // A proxy that collects events first would make them late.
  'x-accel-buffering': 'no',
}

const encoder = new TextEncoder()
const pingText = ':\n\n'
const completeText = 'event: complete\ndata: \n\n'
const ping = encoder.encode(pingText)
const complete = encoder.encode(completeText)

/** One result, as JSON, as the stream says it: the same bytes for all who are told the same. */
export function toEvent(json: string): Uint8Array {
  return encoder.encode(eventText(json))
}

function eventText(json: string): string {
  return `event: next\ndata: ${json}\n\n`
}

/** All that a stream says that has one result, as JSON, and then ends: a question's or a mutation's. */
export function streamOfOne(json: string) {
  return { body: `${pingText}${eventText(json)}${completeText}`, headers }
}

/** What a stream tells; each is asked for when the reader has taken the one before. */
export interface EventSource<Told> {
  /** The oldest that was not taken yet; "none" for now, or "ended" once no more can come. */
  take(): Told | 'none' | 'ended'
  /** Calls back whenever there is something to take, and at the end. */
  onNews(call: () => void): void
  end(): void
}

/**
 * The answer that tells what comes from `source`, as `toBytes` says it. Whoever leaves, by `signal` or by closing
 * it, ends the source. Between the news and the bytes lies no more than has to: one change is told to many streams.
 */
export function streamResponse<Told extends object>(
  source: EventSource<Told>,
  toBytes: (told: Told) => Promise<Uint8Array>,
  signal: AbortSignal,
): Response {
  let controller: ReadableStreamDefaultController<Uint8Array>
  let quiet: NodeJS.Timeout | undefined
  let isWaitedFor = false
  let isOver = false

  function stop(): void {
    isOver = true
    clearInterval(quiet)
    signal.removeEventListener('abort', stop)
    source.end()
  }

  function say(event: Uint8Array): void {
    if (isOver) return
    controller.enqueue(event)
    quiet?.refresh()
  }

  function fail(error: unknown): void {
    if (isOver) return
    stop()
    controller.error(error)
  }

  function tell(): void {
    if (!isWaitedFor || isOver) return
    const told = source.take()
    if (told === 'none') return
    isWaitedFor = false
    if (told !== 'ended') {
      toBytes(told).then(say, fail)
      return
    }
    say(complete)
    stop()
    controller.close()
  }

  signal.addEventListener('abort', stop, { once: true })
  source.onNews(tell)
  const body = new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own
      },
      pull() {
        if (quiet) {
          isWaitedFor = true
          tell()
          return
        }
        quiet = setInterval(() => {
          if (!isWaitedFor) return
          isWaitedFor = false
          say(ping)
        }, pingMs)
        // Says at once that it is open.
        say(ping)
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers })
}
