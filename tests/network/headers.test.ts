import { HttpResponse, http } from 'msw/http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CreateItemDocument, UpdateItemDocument } from '../../src/generated/operations.ts'
import { csrfSentence } from '../../src/network/errors.ts'
import { createStorage, note, openTab, origin, startServer } from './stage.ts'

const server = startServer()

const tick = { id: 'milk', purchased: true }
const ticked = { data: { updateItem: { __typename: 'Item', id: 'milk' } } }
const csrfRefusal = {
  message: 'ForbiddenError: invalid csrf token',
  errors: [{ message: 'ForbiddenError: invalid csrf token' }],
}

function recordRequests(answer: (count: number) => Response): Request[] {
  const requests: Request[] = []
  server.use(
    http.post(`${origin}/graphql`, ({ request }) => {
      requests.push(request)
      return answer(requests.length)
    }),
  )
  return requests
}

test('every data call carries the common headers', async () => {
  const requests = recordRequests(() => HttpResponse.json(ticked))
  const { network } = openTab()
  await network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1', account: 7 })
  const [request] = requests
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    'x-tab-id': 'random-3',
    'user-token': 'random-1',
    'x-csrf-token': 'token-number-1',
    'request-token': 'tick-1',
    'x-account': '7',
    'content-type': 'application/json',
  })
  expect(await request?.json()).toMatchObject({ operationName: 'updateItem', variables: tick })
})

test('what has its token leaves at once, before anything that waits for a turn', async () => {
  const left: string[] = []
  const { network } = openTab({
    async fetch(input, init) {
      left.push(input)
      return fetch(input, init)
    },
  })
  recordRequests(() => HttpResponse.json(ticked))
  await network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1' })
  left.length = 0
  const second = network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-2' })
  expect(left).toEqual([`${origin}/graphql`])
  await second
})

test('the event stream names the account too', async () => {
  const requests = recordRequests(() => HttpResponse.json({}))
  await new Promise<void>(resolve =>
    openTab().network.listen({ onOpen() {}, onHint() {}, onEnd: () => resolve() }, 7),
  )
  expect(requests.map(request => request.headers.get('x-account'))).toEqual(['7'])
})

test('small requests outlive their tab, large ones do without', async () => {
  const kept: (boolean | undefined)[] = []
  const { network } = openTab({
    async fetch(input, init) {
      expect(init).toMatchObject({ credentials: 'include', redirect: 'manual' })
      if (input.endsWith('/graphql')) kept.push(init.keepalive)
      return fetch(input, init)
    },
  })
  recordRequests(() => HttpResponse.json(ticked))
  const large = { shoppingListId: 'list', name: 'Milk', notes: 'x'.repeat(70_000) }
  await network.send(UpdateItemDocument, tick, { note, requestToken: 'small' })
  await network.send(CreateItemDocument, large, { note, requestToken: 'large' })
  await Promise.all(
    [1, 2, 3].map(number =>
      network.send(
        CreateItemDocument,
        { ...large, notes: 'x'.repeat(25_000) },
        { note, requestToken: `${number}` },
      ),
    ),
  )
  expect(kept).toEqual([true, false, true, true, false])
})

test('what was answered a moment ago still counts among what outlives the tab, and then no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const kept: (boolean | undefined)[] = []
  const { network } = openTab({
    async fetch(input, init) {
      if (input.endsWith('/csrftoken')) return new Response('token-number-1')
      kept.push(init.keepalive)
      return HttpResponse.json(ticked)
    },
  })
  const large = { shoppingListId: 'list', name: 'Milk', notes: 'x'.repeat(25_000) }
  for (const requestToken of ['1', '2', '3']) {
    await network.send(CreateItemDocument, large, { note, requestToken })
  }
  vi.runAllTimers()
  await network.send(CreateItemDocument, large, { note, requestToken: '4' })
  expect(kept).toEqual([true, true, false, true])
})

test('the token is fetched once and kept by the tab', async () => {
  const requests = recordRequests(() => HttpResponse.json(ticked))
  const { network, tabStorage } = openTab()
  await Promise.all([
    network.send(UpdateItemDocument, tick, { note, requestToken: '1' }),
    network.send(UpdateItemDocument, tick, { note, requestToken: '2' }),
  ])
  await network.send(UpdateItemDocument, tick, { note, requestToken: '3' })
  expect(requests.map(request => request.headers.get('x-csrf-token'))).toEqual(
    Array.from({ length: 3 }, () => 'token-number-1'),
  )
  expect(tabStorage.getItem('aisle.csrf-token')).toBe('token-number-1')
})

test('the token is tried for five times', async () => {
  const tries: number[] = []
  server.use(
    http.get(`${origin}/csrftoken`, () => {
      tries.push(1)
      return HttpResponse.error()
    }),
  )
  const { network } = openTab()
  const outcome = await network.send(UpdateItemDocument, tick, { note, requestToken: '1' })
  expect(outcome).toEqual({ kind: 'outage', cause: 'unreachable' })
  expect(tries).toHaveLength(5)
})

test('a server that asks to be left alone is not asked for a token again and again', async () => {
  const tries: number[] = []
  server.use(
    http.get(`${origin}/csrftoken`, () => {
      tries.push(1)
      return new Response(null, { status: 429, headers: { 'retry-after': '60' } })
    }),
  )
  const { network } = openTab()
  const outcome = await network.send(UpdateItemDocument, tick, { note, requestToken: '1' })
  expect(outcome).toMatchObject({ cause: 'rate-limited', retryAfterMs: 60_000 })
  expect(tries).toHaveLength(1)
})

test('a refused token is renewed in the background, with the same request-token', async () => {
  const requests = recordRequests(count =>
    count === 1 ? HttpResponse.json(csrfRefusal, { status: 403 }) : HttpResponse.json(ticked),
  )
  const { network } = openTab()
  const outcome = await network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1' })
  expect(outcome.kind).toBe('answer')
  expect(requests.map(request => request.headers.get('request-token'))).toEqual([
    'tick-1',
    'tick-1',
  ])
  expect(requests.map(request => request.headers.get('x-csrf-token'))).toEqual([
    'token-number-1',
    'token-number-2',
  ])
})

test('a token refused again and again is an outage, not a refusal', async () => {
  const requests = recordRequests(() => HttpResponse.json(csrfRefusal, { status: 403 }))
  const { network } = openTab()
  const outcome = await network.send(UpdateItemDocument, tick, { note, requestToken: 'tick-1' })
  expect(outcome).toEqual({ kind: 'outage', cause: 'unreachable' })
  expect(requests).toHaveLength(2)
})

test('a person who waits is told that the token was renewed', async () => {
  const requests = recordRequests(() => HttpResponse.json(csrfRefusal, { status: 403 }))
  const { network, tabStorage } = openTab()
  const outcome = await network.send(UpdateItemDocument, tick, {
    note,
    requestToken: '1',
    waitedFor: true,
  })
  expect(outcome).toMatchObject({ kind: 'refused', refusal: { message: csrfSentence } })
  expect(requests).toHaveLength(1)
  expect(tabStorage.getItem('aisle.csrf-token')).toBeNull()
})

test('browser and person are remembered, the tab is not', () => {
  const local = createStorage()
  const first = openTab({ local })
  const second = openTab({ local })
  expect(first.identity.browserId).toMatch(/^id_/)
  expect(second.identity.browserId).toBe(first.identity.browserId)
  expect(second.identity.userToken).toBe(first.identity.userToken)
  expect(second.tabStorage.getItem('aisle.tab-id')).not.toBeNull()
  first.identity.rememberUserId(7)
  expect(second.identity.knownUserId()).toBe(7)
})

test('what no header can carry is made anew, or no request would leave this browser', () => {
  const local = createStorage()
  local.setItem('aisle.user-token', 'caf\u00e9\u2026\n')
  const { identity } = openTab({ local })
  expect(() => new Headers({ 'user-token': identity.userToken })).not.toThrow()
  expect(openTab({ local }).identity.userToken).toBe(identity.userToken)
})
