import { HttpResponse, http } from 'msw/http'
import { expect, test } from 'vitest'
import type { Fetch } from '../../src/network/http-client.ts'
import type { HintListener } from '../../src/offline/sync/network.ts'
import { openTab, origin, startServer } from './stage.ts'

const server = startServer()

function streamOf(...parts: readonly string[]): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

/** As the network hands it over: the server that is played here would make one part of them all. */
function answered(make: (init: RequestInit) => Response): { readonly fetch: Fetch } {
  return {
    fetch: async (path, init) =>
      path.endsWith('/csrftoken') ? new Response('token-number-1') : make(init),
  }
}

/** Listens until the stream ends; answers with what was heard. */
async function hear(options?: Parameters<typeof openTab>[0]): Promise<readonly unknown[]> {
  const heard: unknown[] = []
  const { network } = openTab(options)
  await new Promise<void>(resolve => {
    const listener: HintListener = {
      onOpen: () => heard.push('open'),
      onHint: unit => heard.push(unit),
      onEnd(outcome, retryAfterMs) {
        heard.push(outcome, ...(retryAfterMs === undefined ? [] : [retryAfterMs]))
        resolve()
      },
    }
    network.listen(listener)
  })
  return heard
}

const hint = (id: string, revision: number | null) =>
  `event: next\ndata: ${JSON.stringify({ data: { changed: { id, revision } } })}\n\n`

test('hints are asked for as a stream', async () => {
  const requests: Request[] = []
  server.use(
    http.post(`${origin}/graphql`, ({ request }) => {
      requests.push(request.clone())
      return streamOf(hint('list', 4))
    }),
  )
  await hear()
  expect(requests[0]?.headers.get('accept')).toBe('text/event-stream')
  expect(await requests[0]?.json()).toMatchObject({ operationName: 'changed' })
})

test.each([1, 7, 1_000])(
  'hints arrive, cut by the network into parts of %i bytes',
  async length => {
    const whole = `:\n\n${hint('list-é', 4)}${hint('account', null)}event: complete\ndata:\n\n`
    const bytes = new TextEncoder().encode(whole.replaceAll('\n', '\r\n'))
    const cut = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += length) {
          controller.enqueue(bytes.slice(at, at + length))
        }
        controller.close()
      },
    })
    const headers = { 'content-type': 'text/event-stream' }
    expect(await hear(answered(() => new Response(cut, { headers })))).toEqual([
      'open',
      { id: 'list-é', revision: 4 },
      { id: 'account', revision: null },
      'outage',
    ])
  },
)

test('a page in place of a stream is let go of', async () => {
  let signal: AbortSignal | null | undefined
  const outcome = await hear(
    answered(init => {
      signal = init.signal
      return new Response('<p>Welcome', { headers: { 'content-type': 'text/html' } })
    }),
  )
  expect([outcome, signal?.aborted]).toEqual([['outage'], true])
})

test('a session that ends meanwhile ends it with a sign-in', async () => {
  const errors = [{ message: 'No.', extensions: { code: 'UNAUTHENTICATED' } }]
  const over = `event: next\ndata: ${JSON.stringify({ errors })}\n\n`
  server.use(http.post(`${origin}/graphql`, () => streamOf(hint('list', 1), over, hint('list', 2))))
  expect(await hear()).toEqual(['open', { id: 'list', revision: 1 }, 'signed-out'])
})

test('who shops comes beside what moved, as it was told', async () => {
  const people = [{ userId: 21, firstName: 'Anna' }]
  const changed = [
    { id: 'list', revision: 4, changes: null, shopping: people },
    { id: 'list', revision: 5, changes: null, shopping: null },
  ]
  const events = changed.map(
    one => `event: next\ndata: ${JSON.stringify({ data: { changed: one } })}\n\n`,
  )
  server.use(http.post(`${origin}/graphql`, () => streamOf(...events)))
  expect(await hear()).toEqual([
    'open',
    { id: 'list', revision: 4, beside: people },
    { id: 'list', revision: 5 },
    'outage',
  ])
})

test.each([
  ['no connection', () => HttpResponse.error()],
  ['a captive portal', () => HttpResponse.html('<p>Welcome')],
  ['downtime', () => new Response(null, { status: 503 })],
  ['a proxy that forbids it', () => HttpResponse.html('<p>No', { status: 403 })],
])('%s ends it before it opened', async (_name, answer) => {
  server.use(http.post(`${origin}/graphql`, answer))
  expect(await hear()).toEqual(['outage'])
})

test('401 of the server ends it with a sign-in', async () => {
  const body = { errors: [{ message: 'No.', extensions: { code: 'UNAUTHENTICATED' } }] }
  server.use(http.post(`${origin}/graphql`, () => HttpResponse.json(body, { status: 401 })))
  expect(await hear()).toEqual(['signed-out'])
})

test('401 of a captive portal is an outage', async () => {
  server.use(http.post(`${origin}/graphql`, () => HttpResponse.html('<p>Pay', { status: 401 })))
  expect(await hear()).toEqual(['outage'])
})

test('it says how long the server wants to be left alone', async () => {
  const headers = { 'retry-after': '600' }
  server.use(http.post(`${origin}/graphql`, () => new Response(null, { status: 503, headers })))
  expect(await hear()).toEqual(['outage', 600_000])
})

test('a refused token is renewed once', async () => {
  const tokens: (string | null)[] = []
  server.use(
    http.post(`${origin}/graphql`, ({ request }) => {
      tokens.push(request.headers.get('x-csrf-token'))
      if (tokens.length > 1) return streamOf(hint('list', 1))
      return HttpResponse.json({ message: 'ForbiddenError: invalid csrf token' }, { status: 403 })
    }),
  )
  expect(await hear()).toEqual(['open', { id: 'list', revision: 1 }, 'outage'])
  expect(tokens).toEqual(['token-number-1', 'token-number-2'])
})

test('nothing is heard after closing', async () => {
  server.use(http.post(`${origin}/graphql`, () => streamOf(hint('list', 1), hint('list', 2))))
  const heard: string[] = []
  const { network } = openTab()
  await new Promise<void>(resolve => {
    const stream = network.listen({
      onOpen: () => heard.push('open'),
      onHint() {
        heard.push('hint')
        stream.close()
        resolve()
      },
      onEnd: () => heard.push('end'),
    })
  })
  await new Promise(resolve => setTimeout(resolve))
  expect(heard).toEqual(['open', 'hint'])
})
