import { HttpResponse, http } from 'msw/http'
import { expect, test } from 'vitest'
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

/** Listens until the stream ends; answers with what was heard. */
async function hear(): Promise<readonly unknown[]> {
  const heard: unknown[] = []
  const { network } = openTab()
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

test('hints arrive, however the network cuts them', async () => {
  const requests: Request[] = []
  const whole = `:\n\n${hint('list-é', 4)}${hint('account', null)}event: complete\ndata:\n\n`
  server.use(
    http.post(`${origin}/graphql`, ({ request }) => {
      requests.push(request.clone())
      return streamOf(...(whole.replaceAll('\n', '\r\n').match(/[\s\S]{1,7}/g) ?? []))
    }),
  )
  expect(await hear()).toEqual([
    'open',
    { id: 'list-é', revision: 4 },
    { id: 'account', revision: null },
    'outage',
  ])
  expect(requests[0]?.headers.get('accept')).toBe('text/event-stream')
  expect(await requests[0]?.json()).toMatchObject({ operationName: 'changed' })
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
