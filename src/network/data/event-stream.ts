/**
 * The event stream: GraphQL over SSE in the distinct connections mode, over fetch, since the browser's own
 * EventSource can neither POST nor send headers. It says which unit moved, and brings small changes along; what it
 * does not bring is asked for.
 */
import type { TypedDocumentNode } from '@apollo/client'
import { jsonIn } from '../../../rules/json-in.ts'
import type { HintListener, HintStream } from '../../offline/sync/network.ts'
import { isCsrfRefusal, saysSignedOut } from '../errors.ts'
import type { HttpClient } from '../http-client.ts'
import { fieldIn, textIn } from '../parse.ts'
import { fetchInTime, type TimedAnswer, type Timeouts } from '../timeouts.ts'
import { parseRetryAfter } from './outcome.ts'

export type ChangedDocument = TypedDocumentNode<
  {
    readonly changed: {
      readonly id: string
      readonly revision?: number | null
      readonly changes?: unknown
      readonly shopping?: unknown
    }
  },
  Readonly<Record<string, never>>
>

interface ChangesSubscription {
  readonly query: string
  readonly timeouts: Timeouts
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Opens one stream, once; whoever opened it decides when to try again. */
export function listenForChanges(
  httpClient: HttpClient,
  subscription: ChangesSubscription,
  listener: HintListener,
): HintStream {
  const closed = new AbortController()
  let ended = false

  function end(outcome: 'signed-out' | 'outage', retryAfterMs?: number): void {
    if (ended) return
    ended = true
    if (!closed.signal.aborted) listener.onEnd(outcome, retryAfterMs)
  }

  /** It did not open: by what the server says, or by something between that is not ours. */
  async function endUnopened(response: TimedAnswer): Promise<void> {
    const body = jsonIn(await response.text().catch(() => undefined))
    if (saysSignedOut(body)) return end('signed-out')
    end('outage', parseRetryAfter(response.headers.get('retry-after'), subscription.now))
  }

  async function open(): Promise<TimedAnswer> {
    return fetchInTime(
      signal =>
        httpClient.fetch('/graphql', {
          method: 'POST',
          headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
          body: JSON.stringify({ query: subscription.query, operationName: 'changed' }),
          signal,
          keepalive: false,
        }),
      subscription.timeouts,
      closed.signal,
    )
  }

  async function run(): Promise<void> {
    let response = await open()
    if (response.status === 403) {
      const body = jsonIn(await response.text().catch(() => undefined))
      if (!isCsrfRefusal(403, body)) return end('outage')
      httpClient.discardToken()
      response = await open()
    }
    if (response.status !== 200) return endUnopened(response)
    const type = response.headers.get('content-type') ?? ''
    if (!type.startsWith('text/event-stream')) {
      end('outage')
      return closed.abort()
    }
    listener.onOpen()
    for await (const { event, data } of eventsOf(response.parts())) {
      if (ended || event === 'complete') break
      if (event !== 'next') continue
      const answer = jsonIn(data)
      if (saysSignedOut(answer)) return end('signed-out')
      const changed = fieldIn(fieldIn(answer, 'data'), 'changed')
      const id = textIn(changed, 'id')
      const revision = fieldIn(changed, 'revision')
      const changes = fieldIn(changed, 'changes')
      const beside = fieldIn(changed, 'shopping')
      if (id === undefined) continue
      listener.onHint({
        id,
        revision: typeof revision === 'number' ? revision : null,
        ...(typeof changes === 'object' && changes !== null && { changes }),
        ...(Array.isArray(beside) && { beside }),
      })
    }
    end('outage')
  }

  run().catch(() => end('outage'))
  return {
    close() {
      ended = true
      closed.abort()
    },
  }
}

interface StreamEvent {
  readonly event: string
  readonly data: string
}

/** The events of a text/event-stream body; comments, which only keep the connection alive, are left out. */
async function* eventsOf(parts: AsyncIterable<string>): AsyncGenerator<StreamEvent> {
  let rest = ''
  for await (const value of parts) {
    // A lone carriage return at the end may be the first half of a line end.
    const blocks = (rest + value).replace(/\r\n/g, '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const data = fieldsOf(lines, 'data').join('\n')
      const event = fieldsOf(lines, 'event').at(-1)
      if (event !== undefined) yield { event, data }
    }
  }
}

function fieldsOf(lines: readonly string[], name: string): readonly string[] {
  return lines
    .filter(line => line.startsWith(`${name}:`))
    .map(line => line.slice(name.length + 1).replace(/^ /, ''))
}
