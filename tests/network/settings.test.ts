import { HttpResponse, http } from 'msw/http'
import { expect, test } from 'vitest'
import { createKeyValue } from '../../src/network/key-value.ts'
import { createSettings } from '../../src/settings.ts'
import { createStorage, origin, startServer } from './stage.ts'

const server = startServer()
const defaults = {
  apiEnv: '',
  downtime: false,
  captchaSiteKey: undefined,
  signUpClosed: false,
  stubbed: false,
  sendAnalytics: false,
  analyticsUrl: undefined,
  debugGraphql: false,
}
const common = { 'x-tab-id': 'tab', 'user-token': 'user', 'x-csrf-token': 'token' }
const served = { ...defaults, downtime: true, captchaSiteKey: 'site-key' }

function openSettings(local: Storage) {
  return createSettings({
    fetch: (path, init) => fetch(`${origin}${path}`, init),
    headers: async () => common,
    persistent: createKeyValue(() => local),
  })
}

test('settings are there before the server answers, and as last known without one', async () => {
  const local = createStorage()
  server.use(http.get(`${origin}/settings.json`, () => HttpResponse.json(served)))
  const first = openSettings(local)
  expect(first.get()).toEqual(defaults)
  await first.load()
  expect(first.get()).toEqual(served)

  server.use(http.get(`${origin}/settings.json`, () => HttpResponse.error()))
  const second = openSettings(local)
  expect(second.get()).toEqual(served)
  await second.load()
  expect(second.get()).toEqual(served)
})

test('they are asked for with the common headers', async () => {
  const seen: unknown[] = []
  server.use(
    http.get(`${origin}/settings.json`, ({ request }) => {
      seen.push(Object.keys(common).map(name => request.headers.get(name)))
      return HttpResponse.json(served)
    }),
  )
  await openSettings(createStorage()).load()
  expect(seen).toEqual([['tab', 'user', 'token']])
})

test.each([
  ['a captive portal', () => HttpResponse.html('<p>Welcome')],
  ['JSON of somebody else', () => HttpResponse.json({ welcome: true })],
  ['a server that fails', () => HttpResponse.json(served, { status: 500 })],
])('%s changes nothing', async (_name, answer) => {
  server.use(http.get(`${origin}/settings.json`, answer))
  const settings = openSettings(createStorage())
  await settings.load()
  expect(settings.get()).toEqual(defaults)
})

test('a browser that keeps nothing is served all the same', async () => {
  server.use(http.get(`${origin}/settings.json`, () => HttpResponse.json(served)))
  const blocked = createKeyValue(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })
  const settings = createSettings({
    fetch: (path, init) => fetch(`${origin}${path}`, init),
    headers: async () => common,
    persistent: blocked,
  })
  await settings.load()
  expect(settings.get()).toEqual(served)
  expect(blocked.get('aisle.settings')).toBe(JSON.stringify(served))
})
