/** Whoever needs minutes for what they send, as a large edit does over a weak line. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttpServer } from '../../../server/http-server.ts'
import { deadlineOf } from '../../../src/offline/sync/deadline.ts'
import { hold } from '../../support/server/hold.ts'
import { startTestServer } from '../../support/server/server.ts'

test('the time of the answer begins when the request is there', async () => {
  await using server = await startTestServer()
  const ana = await server.buildUser()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const query = 'mutation { createShoppingList(name: "Large") { id } }'
  const sent = await hold(ana, '/graphql', { query })
  vi.advanceTimersByTime(200_000)
  vi.useRealTimers()
  expect(await sent.finish()).toBe(200)
})

test('the server waits for the largest edit as long as the app does', () => {
  const http = createHttpServer({ fetch: async () => new Response() }, { maxConnections: 10 })
  const longest = deadlineOf({ text: 'x'.repeat(1_048_576) })
  expect(http.requestTimeout).toBeGreaterThan(longest)
})
