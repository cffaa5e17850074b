import { expect, test } from 'vitest'
import { done } from '../../support/server/api.ts'
import { describeEachEngine, sqlite, startTestServer } from '../../support/server/server.ts'

const metricsToken = 'a monitor asks for it every minute'
const authorization = `Bearer ${metricsToken}`

describeEachEngine('metrics', engine => {
  test('tell of requests, streams, jobs and memory as Prometheus reads them', async () => {
    await using server = await startTestServer(engine, { settings: { metricsToken } })
    const ana = await server.buildUser()
    const list = await done(ana, 'createShoppingList', { name: 'Weekend' })
    await ana.fetch(`/nothing/"of\\the/kind?${list.id}`)
    await server.client().post('/auth/login', {}, { 'x-csrf-token': 'none' })
    const stop = new AbortController()
    const stream = await ana.fetch('/graphql', {
      method: 'POST',
      body: JSON.stringify({ query: 'subscription { changed { id } }' }),
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'x-csrf-token': await (await ana.fetch('/csrftoken')).text(),
      },
      signal: stop.signal,
    })
    const reader = stream.body?.getReader()
    await reader?.read()
    await server.db.query.deleteFrom('job').execute()
    for (const [id, failedAt] of [
      ['1', null],
      ['2', null],
      ['3', '2026-03-01T00:00:00.000Z'],
    ] as const) {
      await server.db.query
        .insertInto('job')
        .values({
          id,
          kind: 'none',
          payload: '{}',
          key: null,
          user_id: null,
          created_at: '2026-03-01T00:00:00.000Z',
          run_at: '2026-03-01T00:00:00.000Z',
          failed_at: failedAt,
          failure: null,
        })
        .execute()
    }

    const answer = await server.client().get('/metrics', { authorization })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const lines = answer.text.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE aisle_requests_total counter',
        'aisle_requests_total{route="/auth/signup",status="200"} 1',
        'aisle_requests_total{route="/graphql",status="200"} 2',
        'aisle_event_streams 1',
        'aisle_jobs_waiting 2',
        'aisle_jobs_failed 1',
      ]),
    )
    for (const line of lines) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{route="[^"]+",status="\d{3}"\})? \d+|)$/)
    }
    // Nothing of what people have or ask for by name.
    expect(answer.text).not.toMatch(/Weekend|nothing|ana-/)
    expect(answer.text).not.toContain(list.id)
    stop.abort()
    await reader?.cancel().catch(() => {})
  })
})

test('metrics are for the token alone, and not there where none is set', async () => {
  await using server = await startTestServer(sqlite, { settings: { metricsToken } })
  for (const headers of [{}, { authorization: 'Bearer no' }, { authorization: metricsToken }]) {
    const refused = await server.client().get('/metrics', headers)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(refused.text).not.toContain('aisle_')
  }
  await using without = await startTestServer()
  expect((await without.client().get('/metrics', { authorization })).status).toBe(404)
})
