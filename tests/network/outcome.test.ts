import { delay } from 'msw'
import { HttpResponse, http } from 'msw/http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { UpdateItemDocument } from '../../src/generated/operations.ts'
import { parseRetryAfter } from '../../src/network/data/outcome.ts'
import { api, note, openTab, origin, startServer } from './stage.ts'

const server = startServer()

const tick = { id: 'milk', purchased: true }
const item = { __typename: 'Item', id: 'milk', name: 'Milk' }

function answerWith(answer: () => Response | Promise<Response>): void {
  server.use(http.post(`${origin}/graphql`, answer))
}

async function send(options: { readonly waitedFor?: boolean } = {}, silenceMs = 5_000) {
  const { network } = openTab({ silenceMs })
  return network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1', ...options })
}

function refusedBy(extensions: object, init: ResponseInit = {}): Response {
  return HttpResponse.json({ errors: [{ message: 'A sentence.', extensions }] }, init)
}

/** As the server says it of what does not fit its contract. */
function badDocument(extensions: object): Response {
  const error = { message: 'A sentence.', locations: [{ line: 1, column: 9 }], extensions }
  return HttpResponse.json({ errors: [error] })
}

const page = '<!doctype html><title>Hotel</title><p>Please sign in to our network'
const html = { headers: { 'content-type': 'text/html' } }

test('an answer carries the data, type names included', async () => {
  const asked: unknown[] = []
  server.use(
    api.mutation('updateItem', ({ query, variables }) => {
      asked.push(variables)
      expect(query).toContain('__typename')
      return HttpResponse.json({ data: { updateItem: item } })
    }),
  )
  expect(await send()).toEqual({ kind: 'answer', data: { updateItem: item } })
  expect(asked).toEqual([tick])
})

describe('no answer keeps the edit', () => {
  const outages: readonly (readonly [string, () => Response | Promise<Response>, object])[] = [
    ['no connection', () => HttpResponse.error(), { cause: 'unreachable' }],
    ['a page of a captive portal with 200', () => new Response(page, html), { cause: 'not-ours' }],
    [
      'a page that claims to be JSON',
      () => new Response(page, { headers: { 'content-type': 'application/json' } }),
      { cause: 'not-ours' },
    ],
    [
      'a redirect to a captive portal',
      () => new Response(null, { status: 302, headers: { location: 'http://portal.test/' } }),
      { cause: 'not-ours' },
    ],
    [
      'a portal that says 403',
      () => new Response(page, { ...html, status: 403 }),
      { cause: 'not-ours' },
    ],
    [
      'a portal that says 401',
      () => new Response(page, { ...html, status: 401 }),
      { cause: 'not-ours' },
    ],
    ['401 without a word', () => new Response(null, { status: 401 }), { cause: 'not-ours' }],
    ['511', () => new Response(page, { ...html, status: 511 }), { cause: 'not-ours' }],
    ['JSON that is no GraphQL', () => HttpResponse.json({ portal: true }), { cause: 'not-ours' }],
    ['JSON null', () => HttpResponse.json(null), { cause: 'unreachable' }],
    [
      'a truncated text',
      () => new Response('{"data":{"updateIt', jsonHeaders),
      { cause: 'not-ours' },
    ],
    ['a body cut short', () => new Response(cutShort(), jsonHeaders), { cause: 'unreachable' }],
    ['408', () => new Response(null, { status: 408 }), { cause: 'timeout' }],
    ['425', () => new Response(null, { status: 425 }), { cause: 'rate-limited', message: note }],
    [
      '429 with seconds',
      () => refusedBy({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'retry-after': '7' } }),
      { cause: 'rate-limited', retryAfterMs: 7000, message: 'A sentence.' },
    ],
    [
      '429 with a date',
      () =>
        new Response(null, {
          status: 429,
          headers: { 'retry-after': 'Sat, 21 Nov 2026 10:01:00 GMT' },
        }),
      { cause: 'rate-limited', retryAfterMs: 60_000, message: note },
    ],
    ['500', () => new Response(page, { ...html, status: 500 }), { cause: 'server', message: note }],
    [
      'a proxy with nobody behind it',
      () => new Response(page, { ...html, status: 502 }),
      { cause: 'unreachable' },
    ],
    ['504', () => new Response(page, { ...html, status: 504 }), { cause: 'unreachable' }],
    [
      'downtime',
      () => refusedBy({ code: 'DOWNTIME' }, { status: 503, headers: { 'retry-after': '120' } }),
      { cause: 'downtime', retryAfterMs: 120_000, message: 'A sentence.' },
    ],
    [
      'an internal error',
      () => refusedBy({ code: 'INTERNAL' }),
      { cause: 'server', message: 'A sentence.' },
    ],
    [
      'an internal error with 500',
      () => refusedBy({ code: 'INTERNAL' }, { status: 500 }),
      { cause: 'server', message: 'A sentence.' },
    ],
    [
      'an error without a code',
      () => refusedBy({}, { status: 400 }),
      { cause: 'server', message: 'A sentence.' },
    ],
    ...[{}, { field: 'query' }].map(
      of =>
        [
          `a document of another version ${JSON.stringify(of)}`,
          () => badDocument({ code: 'BAD_INPUT', ...of }),
          { cause: 'server', message: 'A sentence.' },
        ] as const,
    ),
    [
      '413 of a proxy',
      () => new Response(page, { ...html, status: 413 }),
      { cause: 'server', message: note },
    ],
  ]

  test.each(outages)('%s', async (_name, answer, outcome) => {
    answerWith(answer)
    expect(await send()).toEqual({ kind: 'outage', ...outcome })
  })

  test('a large body: silence while it is on its way is none', async () => {
    answerWith(async () => {
      await delay(200)
      return HttpResponse.json({ data: { updateItem: item } })
    })
    const { network } = openTab({ silenceMs: 30 })
    const large = { ...tick, notes: 'x'.repeat(20_000) }
    const outcome = await network.send(UpdateItemDocument, large, { note, requestToken: 'tick-1' })
    expect(outcome.kind).toBe('answer')
  })

  test('a failure with a sentence of its own', async () => {
    const { network } = openTab({
      fetch: async path => {
        if (path.endsWith('/csrftoken')) return new Response('token-number-1')
        throw new Error('The failure’s own.')
      },
    })
    const outcome = await network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1' })
    expect(outcome).toEqual({
      kind: 'outage',
      cause: 'unreachable',
      message: 'The failure’s own.',
    })
  })

  test('silence', async () => {
    answerWith(async () => {
      await delay('infinite')
      return new Response()
    })
    expect(await send({}, 30)).toEqual({ kind: 'outage', cause: 'timeout' })
  })

  test.each([
    ['the answer', {}],
    ['a short answer, which is read in one step', { 'content-length': '700' }],
  ])('silence in the middle of %s', async (_name, length) => {
    const { network } = openTab({
      silenceMs: 30,
      fetch: async path =>
        path.endsWith('/csrftoken') ? new Response('token-number-1') : silentAfter(length),
    })
    const outcome = await network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1' })
    expect(outcome).toEqual({ kind: 'outage', cause: 'timeout' })
  })

  test('an answer that does not end', async () => {
    const { network } = openTab({
      fetch: async path =>
        path.endsWith('/csrftoken') ? new Response('token-number-1') : endless(),
      maxBytes: 1_000_000,
    })
    const outcome = await network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1' })
    expect(outcome).toEqual({
      kind: 'outage',
      cause: 'unreachable',
      message: 'The answer does not end.',
    })
  })

  test('a short answer that is packed, and too long once it is unpacked', async () => {
    const headers = { 'content-length': '700', 'content-encoding': 'gzip' }
    const { network } = openTab({
      fetch: async path =>
        path.endsWith('/csrftoken')
          ? new Response('token-number-1')
          : new Response(JSON.stringify({ data: { long: 'x'.repeat(1_000) } }), { headers }),
      maxBytes: 1_000,
    })
    const outcome = await network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1' })
    expect(outcome).toMatchObject({ kind: 'outage', message: 'The answer does not end.' })
  })

  test('a token that cannot be had', async () => {
    server.use(http.get(`${origin}/csrftoken`, () => new Response(page, html)))
    expect(await send()).toEqual({ kind: 'outage', cause: 'not-ours' })
  })
})

test('what keeps coming is waited for, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let body: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      body = controller
    },
  })
  const { network } = openTab({
    silenceMs: 1_000,
    fetch: async path =>
      new Response(path.endsWith('/csrftoken') ? 'token-number-1' : stream, jsonHeaders),
  })
  const sent = network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1' })
  for (const part of ['{"data":', '{"updateItem":', 'null}}']) {
    await vi.advanceTimersByTimeAsync(700)
    body?.enqueue(new TextEncoder().encode(part))
  }
  await vi.advanceTimersByTimeAsync(700)
  body?.close()
  expect(await sent).toEqual({ kind: 'answer', data: { updateItem: null } })
})

describe('refusals', () => {
  test.each(['BAD_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'])('%s', async code => {
    answerWith(() => refusedBy({ code }))
    expect(await send()).toEqual({ kind: 'refused', refusal: { code, message: 'A sentence.' } })
  })

  test.each([{ field: 'name' }, { field: 'query', limit: 40 }])(
    'of a value, or past a limit: %o',
    async details => {
      const extensions = { code: 'BAD_INPUT', ...details }
      answerWith(() => badDocument(extensions))
      const refusal = { ...extensions, message: 'A sentence.' }
      expect(await send()).toEqual({ kind: 'refused', refusal })
    },
  )

  test('carry field, limit and reason', async () => {
    const extensions = { code: 'BAD_INPUT', field: 'name', limit: 200, reason: 'LIST_DELETED' }
    answerWith(() => refusedBy(extensions, { status: 400 }))
    expect(await send()).toEqual({
      kind: 'refused',
      refusal: { ...extensions, message: 'A sentence.' },
    })
  })
})

describe('nobody is signed in', () => {
  test.each([
    ['the status', () => refusedBy({ code: 'UNAUTHENTICATED' }, { status: 401 })],
    ['the code', () => refusedBy({ code: 'UNAUTHENTICATED' })],
  ])('by %s', async (_name, answer) => {
    answerWith(answer)
    expect(await send()).toEqual({ kind: 'signed-out' })
  })
})

test.each([
  ['0', 0],
  ['1.5', 1500],
  ['-3', 0],
  ['999999', 999_999_000],
  ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j is %j ms', (value, ms) => {
  expect(parseRetryAfter(value, () => Date.parse('2026-11-21T10:00:00Z'))).toBe(ms)
})

const jsonHeaders = { headers: { 'content-type': 'application/json' } }

function cutShort(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":'))
    },
    pull(controller) {
      controller.error(new TypeError('terminated'))
    },
  })
}

function silentAfter(length: Readonly<Record<string, string>>): Response {
  const body = new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode('{"data":')),
  })
  return new Response(body, { headers: { ...jsonHeaders.headers, ...length } })
}

function endless(): Response {
  const body = new ReadableStream({
    pull: controller => controller.enqueue(new Uint8Array(100_000)),
  })
  return new Response(body, jsonHeaders)
}
