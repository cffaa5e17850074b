/** Whoever needs minutes for what they send, as a large edit does over a weak line. */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Assets } from '../../../server/http/assets.ts'
import { createHttpServer } from '../../../server/process/http-server.ts'
import { deadlineOf } from '../../../src/offline/sync/deadline.ts'
import { holdRequest } from '../../support/server/held-request.ts'
import { sqlite, startTestServer, type TestClient } from '../../support/server/server.ts'

test('the time of the answer begins when the request is there', async () => {
  await using server = await startTestServer()
  const ana = await server.buildUser()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const query = 'mutation { createShoppingList(name: "Large") { id } }'
  const sent = await holdRequest(ana, '/graphql', { query })
  vi.advanceTimersByTime(200_000)
  vi.useRealTimers()
  expect(await sent.finish()).toBe(200)
})

test('the server waits for the largest edit as long as the app does', () => {
  const http = createHttpServer({ fetch: async () => new Response() }, { maxConnections: 10 })
  const longest = deadlineOf({ text: 'x'.repeat(1_048_576) })
  expect(http.requestTimeout).toBeGreaterThan(longest)
})

/** What the server says of a body that never comes, or that it asks for it. */
async function announce(browser: TestClient, path: string, length: number) {
  const token = (await browser.get('/csrftoken')).text
  const { promise: isAskedFor, resolve } = Promise.withResolvers<string>()
  function pull() {
    resolve('asked for')
    return new Promise<void>(() => {})
  }
  const headers = { 'content-length': String(length), 'x-csrf-token': token }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const init = { method: 'POST', headers, body, duplex: 'half' } as const
  const answer = browser.fetch(path, init)
  return Promise.race([isAskedFor, answer.then(({ status }) => status)])
}

const large = { query: '{ __typename }', extensions: { more: 'x'.repeat(70_000) } }

test('more than 64 kB is taken from who is signed in, and from nobody else', async () => {
  await using server = await startTestServer()
  const stranger = server.client()
  expect(await announce(stranger, '/graphql', 65_536)).toBe('asked for')
  expect(await announce(stranger, '/graphql', 65_537)).toBe(401)
  expect(await announce(stranger, '/auth/login', 65_536)).toBe('asked for')
  expect(await announce(stranger, '/auth/login', 65_537)).toBe(413)
  // The client of the tests announces nothing.
  expect((await stranger.post('/graphql', large)).status).toBe(401)
  const ana = await server.buildUser()
  expect(await announce(ana, '/graphql', 65_537)).toBe('asked for')
  expect(await announce(ana, '/auth/contact', 65_537)).toBe(413)
  expect((await ana.post('/graphql', large)).body).toEqual({ data: { __typename: 'Query' } })
})

test('of one account eight large bodies are on their way at once, and others send theirs', async () => {
  await using server = await startTestServer()
  const [ana, ben] = [await server.buildUser(), await server.buildUser()]
  const sent = await Promise.all(
    Array.from({ length: 8 }, () => holdRequest(ana, '/graphql', large)),
  )
  expect(await announce(ana, '/graphql', 70_000)).toBe(429)
  expect(await announce(ben, '/graphql', 70_000)).toBe('asked for')
  expect((await ana.graphql('{ __typename }')).status).toBe(200)
  for (const { finish } of sent) expect(await finish()).toBe(200)
  expect((await ana.post('/graphql', large)).status).toBe(200)
})

test('one network address has half of all connections at most, and others go on', async () => {
  const settings = { trustProxy: 1, maxConnections: 20 }
  await using server = await startTestServer(sqlite, { settings })
  const sent: (() => void)[] = []
  async function fetch(address: string, path = '/healthz') {
    const headers = { 'x-forwarded-for': address }
    const request = new Request(new URL(path, 'http://aisle.test'), { headers })
    const whenSent = (call: () => void) => void sent.push(call)
    return server.fetch(request, { address: '127.0.0.1', whenSent })
  }
  const ask = async (address: string, path?: string) => (await fetch(address, path)).status
  const some = '198.51.100.7'
  for (let asked = 0; asked < 10; asked += 1) expect(await ask(some)).toBe(200)
  for (const path of ['/healthz', '/csrftoken', '/', '/inspect']) {
    const refused = await fetch(some, path)
    expect([refused.status, refused.headers.get('retry-after')], path).toEqual([429, '1'])
    const { message } = await refused.json()
    expect(message, path).toBe(
      'Too much is asked for from this network address at once. Try again in 1 s.',
    )
  }
  // A session that is not looked at is not said to have ended.
  const status = await fetch(some, '/auth/status')
  expect(status.status).toBe(429)
  expect(await status.json()).not.toHaveProperty('success')
  expect(await ask('198.51.100.8')).toBe(200)
  sent[0]?.()
  expect(await ask(some)).toBe(200)
  expect(await ask(some)).toBe(429)
})

test('what a page asks for itself counts as a part of it', async () => {
  const assets: Assets = {
    serve: async (_, forWho) => new Response((await forWho?.())?.html),
    ...{ scriptHashes: [], styleHashes: [], firstLook: undefined },
  }
  const settings = { trustProxy: 1, maxConnections: 2 }
  await using server = await startTestServer(sqlite, { settings, assets })
  const ana = await server.buildUser()
  const cookie = [...ana.cookies].map(pair => pair.join('=')).join('; ')
  const headers = { cookie, 'x-forwarded-for': '198.51.100.7' }
  const request = new Request('http://aisle.test/product', { headers })
  const answer = await server.fetch(request, { address: '127.0.0.1', whenSent() {} })
  expect(await answer.text()).toContain(ana.email)
})

test('where no setting speaks of a proxy, nobody knows who comes from one address', async () => {
  await using server = await startTestServer(sqlite, { settings: { maxConnections: 10 } })
  function whenSent() {}
  for (let asked = 0; asked < 10; asked += 1) {
    const request = new Request('http://aisle.test/healthz')
    expect((await server.fetch(request, { address: '127.0.0.1', whenSent })).status).toBe(200)
  }
})
