/** Counting visits and results: only where it is on, without a person's words, and never in anybody's way. */
import { expect, test } from 'vitest'
import {
  asksNotToBeTracked,
  createAnalytics,
  forgetAnalytics,
} from '../../src/network/analytics.ts'
import { createMemoryKeyValue } from '../support/memory-key-value.ts'

const url = 'https://count.example.org/events'
const call = { name: 'tickItem', requestToken: 'token-1', outcome: 'answer', ms: 12 }

function stage({ on = true, knownUserId }: { on?: boolean; knownUserId?: number } = {}) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = []
  const planned: (() => void)[] = []
  const persistent = createMemoryKeyValue()
  const played = { on, answer: 204, networkIsThere: true }
  let ids = 0
  const analytics = createAnalytics({
    address: () => (played.on ? url : undefined),
    async fetch(url, init) {
      requests.push({ url, init })
      if (!played.networkIsThere) throw new TypeError('Failed to fetch')
      return new Response(null, { status: played.answer })
    },
    identity: { userToken: 'user-token', knownUserId: () => knownUserId },
    persistent,
    host: 'aisle.example.org',
    now: () => Date.parse('2026-11-21T10:00:00.000Z'),
    randomId: () => {
      ids += 1
      return `id-${ids}`
    },
    later: work => planned.push(work),
  })
  const events = () =>
    requests.map(({ init }) => JSON.parse(String(init.body)).events as readonly object[])
  return { analytics, events, persistent, planned, played, requests }
}

test('the four events with the fields of the specification', async () => {
  const { analytics, events, requests } = stage({ knownUserId: 7 })
  analytics.visit()
  analytics.pageView('/product/shoppinglist')
  analytics.actionResult(call)
  await analytics.flush()
  const same = {
    platform: 'web',
    url_host: 'aisle.example.org',
    time: '2026-11-21T10:00:00.000Z',
    user_token: 'user-token',
    user_id_known: 7,
  }
  expect(events()).toEqual([
    [
      { event: 'user_visit_known', unique_id: 'id-1', ...same, info: '', extra_info: '' },
      {
        event: 'page_view',
        unique_id: 'id-2',
        ...same,
        info: '/product/shoppinglist',
        extra_info: '',
      },
      {
        event: 'action_result',
        unique_id: 'id-3',
        ...same,
        info: 'tickItem',
        extra_info: 'answer',
        request_token: 'token-1',
      },
    ],
  ])
  expect(requests[0]).toMatchObject({ url, init: { credentials: 'omit', keepalive: true } })
})

test('a visitor whom this browser does not know', async () => {
  const { analytics, events } = stage()
  analytics.visit()
  await analytics.flush()
  expect(events()).toEqual([
    [expect.objectContaining({ event: 'user_visit_unknown', user_id_known: null })],
  ])
})

test('nothing is kept and nothing leaves where it is off', async () => {
  const { analytics, persistent, planned, played, requests } = stage({ on: false })
  analytics.visit()
  analytics.actionResult(call)
  await analytics.flush()
  expect([requests, planned, persistent.get('aisle.analytics')]).toEqual([[], [], undefined])
  played.on = true
  analytics.visit()
  played.on = false
  await analytics.flush()
  expect(requests, 'turned off with something waiting').toEqual([])
})

test('what cannot be sent waits, up to 300, and goes in batches of 50', async () => {
  const { analytics, events, played, requests } = stage()
  played.networkIsThere = false
  for (let at = 0; at < 310; at += 1) analytics.pageView(`/${at}`)
  await analytics.flush()
  expect(requests).toHaveLength(1)
  played.networkIsThere = true
  played.answer = 503
  await analytics.flush()
  expect(requests).toHaveLength(2)
  requests.length = 0
  played.answer = 204
  await Promise.all([analytics.flush(), analytics.flush()])
  expect(events().map(batch => batch.length)).toEqual([50, 50, 50, 50, 50, 50])
  expect(events()[0]?.[0]).toMatchObject({ info: '/10' })
  requests.length = 0
  await analytics.flush()
  expect(requests).toEqual([])
})

test('one flush is planned for many events; leaving the device forgets them', async () => {
  const { analytics, persistent, planned, requests } = stage()
  analytics.pageView('/a')
  analytics.pageView('/b')
  expect(planned).toHaveLength(1)
  forgetAnalytics(persistent)
  await analytics.flush()
  expect(requests).toEqual([])
})

test.each([
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: 'yes' }, true],
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '0', globalPrivacyControl: false }, false],
  [{ doNotTrack: null }, false],
  [{}, false],
])('%j asks not to be tracked: %s', (navigator, asks) => {
  expect(asksNotToBeTracked(navigator)).toBe(asks)
})
