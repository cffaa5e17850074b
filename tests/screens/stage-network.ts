/** The network between the page and the server in this process, which a test can take away: all that is played. */
import type { Fetch } from '../../src/network/http-client.ts'
import type { TestClient } from '../support/server/client.ts'

export interface StageNetwork {
  readonly fetch: Fetch
  /** False: nothing is answered any more, and streams break off. */
  reachable: boolean
  /** Data calls are answered by something between: status 500 with this sentence; empty: with none. */
  trouble: string | undefined
  /** What the server tells by itself stays on the way. */
  stalled: boolean
  /** Whoever asks what changed gets no answer. */
  untold: boolean
  /** What arrived at the server with a body, in order. */
  readonly calls: StageCall[]
  /** Ends what is under way, and waits for the server to have done it. */
  close(): Promise<void>
}

export interface StageCall {
  /** "/auth/login"; of data the name of the operation. */
  readonly call: string
  /** The body; of data its variables. */
  readonly body: unknown
}

/** `browser` keeps the cookies, which no script of a page can see. */
export function createStageNetwork(browser: TestClient): StageNetwork {
  const calls: StageCall[] = []
  const streams = new Set<() => void>()
  const underWay = new Set<Promise<unknown>>()
  let reachable = true
  let stalled = false
  let flow = Promise.withResolvers<void>()

  async function fetch(input: string, init: RequestInit): Promise<Response> {
    if (!reachable) throw new TypeError('Failed to fetch')
    const { signal, ...rest } = init
    signal?.throwIfAborted()
    const isData = input.endsWith('/graphql')
    if (isData && network.trouble !== undefined) {
      return Response.json({ errors: [{ message: network.trouble }] }, { status: 500 })
    }
    const sent = typeof init.body === 'string' ? callsOf(new URL(input).pathname, init.body) : []
    calls.push(...sent)
    if (network.untold && sent.some(({ call }) => call === 'changes')) {
      return untilAborted(new Promise(() => {}), signal)
    }
    const answering = browser.fetch(input, rest)
    underWay.add(answering)
    void answering.catch(() => {}).then(() => underWay.delete(answering))
    const response = await untilAborted(answering, signal)
    if (!reachable) throw new TypeError('Failed to fetch')
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    return response.body === null ? response : new Response(carry(response.body, signal), response)
  }

  /** A stream, which ends with whoever reads it and breaks off with the network. */
  function carry(body: ReadableStream<Uint8Array>, signal: RequestInit['signal']) {
    const reader = body.getReader()
    let breakOff = () => {}
    return new ReadableStream<Uint8Array>({
      start(controller) {
        breakOff = () => {
          streams.delete(breakOff)
          controller.error(new TypeError('network error'))
          void reader.cancel().catch(() => {})
        }
        streams.add(breakOff)
        signal?.addEventListener('abort', breakOff)
      },
      async pull(controller) {
        const { done, value } = await reader.read()
        if (stalled) await flow.promise
        if (!streams.has(breakOff)) return
        if (!done) return controller.enqueue(value)
        streams.delete(breakOff)
        controller.close()
      },
      cancel() {
        streams.delete(breakOff)
        return reader.cancel()
      },
    })
  }

  const network: StageNetwork = {
    fetch,
    calls,
    trouble: undefined,
    untold: false,
    get reachable() {
      return reachable
    },
    set reachable(value) {
      reachable = value
      if (!reachable) for (const breakOff of [...streams]) breakOff()
    },
    get stalled() {
      return stalled
    },
    set stalled(value) {
      if (stalled && !value) flow.resolve()
      if (value && !stalled) flow = Promise.withResolvers()
      stalled = value
    },
    async close() {
      network.reachable = false
      network.stalled = false
      await Promise.allSettled([...underWay])
    },
  }
  return network
}

/** Several edits may come in one request. */
function callsOf(path: string, text: string): readonly StageCall[] {
  const body: unknown = JSON.parse(text)
  if (path !== '/graphql') return [{ call: path, body }]
  return (Array.isArray(body) ? body : [body]).map(one => ({
    call: String(Object(one).operationName),
    body: Object(one).variables,
  }))
}

function untilAborted<Value>(work: Promise<Value>, signal: RequestInit['signal']): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
    work.then(resolve, reject)
  })
}
