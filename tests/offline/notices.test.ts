import { expect, test, vi } from 'vitest'
import { type AppWindow, createNotices } from '../../src/offline/worker/notices.ts'
import { createPushBrowser } from '../../src/offline/worker/push-browser.ts'

function createWorker(windows: readonly AppWindow[] = []) {
  const show = vi.fn(async (_title: string, _options: NotificationOptions) => {})
  const openWindow = vi.fn(async (_url: string) => undefined)
  const notices = createNotices({ show, clients: { matchAll: async () => windows, openWindow } })
  return { show, openWindow, notices }
}

const createWindow = (visibilityState: string) => ({
  visibilityState,
  focus: vi.fn(async () => undefined),
  postMessage: vi.fn(),
})

test('a message is shown with what it brings', async () => {
  const { show, notices } = createWorker()
  const sent = { title: 'Anna added 4 things', body: 'Milk', url: '/product/dashboard', tag: 'x' }
  await notices.show(JSON.stringify(sent))
  expect(show).toHaveBeenCalledWith('Anna added 4 things', {
    body: 'Milk',
    tag: 'x',
    icon: '/icons/icon-192.png',
    data: { url: '/product/dashboard' },
  })
})

test.each([
  undefined,
  'no JSON',
  '{"url":"https://elsewhere.example.org"}',
  '{"url":"//x"}',
  'null',
])('one that cannot be read (%s) is shown all the same, and leads into the app', async text => {
  const { show, notices } = createWorker()
  await notices.show(text)
  expect(show.mock.calls[0]?.[0]).toBe('Something changed')
  expect(show.mock.calls[0]?.[1].data).toEqual({ url: '/product' })
})

test('a tap leads the window in sight to its page, or opens one', async () => {
  const [hidden, seen] = [createWindow('hidden'), createWindow('visible')]
  const { notices, openWindow } = createWorker([hidden, seen])
  await notices.open({ url: '/product/shoppinglist?list=1' })
  expect(seen.postMessage).toHaveBeenCalledWith({
    type: 'OPEN_PAGE',
    url: '/product/shoppinglist?list=1',
  })
  expect(seen.focus).toHaveBeenCalled()
  expect(openWindow).not.toHaveBeenCalled()
  const alone = createWorker()
  await alone.notices.open({ url: '/product/shoppinglist?list=1' })
  expect(alone.openWindow).toHaveBeenCalledWith('/product/shoppinglist?list=1')
})

function createBrowser(permission: 'granted' | 'denied') {
  const events = new EventTarget()
  const old = { unsubscribe: vi.fn(async () => true) }
  const subscribe = vi.fn(async (_options: object) => ({
    toJSON: () => ({ endpoint: 'https://push.example.org', keys: { p256dh: 'k', auth: 'a' } }),
  }))
  const pushManager = { getSubscription: async () => old, subscribe }
  const serviceWorker = Object.assign(events, { getRegistration: async () => ({ pushManager }) })
  const setAppBadge = vi.fn(async () => {})
  const clearAppBadge = vi.fn(async () => {})
  const browser = createPushBrowser({
    navigator: { serviceWorker, setAppBadge, clearAppBadge } as never,
    Notification: { permission, requestPermission: async () => permission },
    PushManager: {},
  })
  return { browser, events, old, subscribe, setAppBadge, clearAppBadge }
}

test('a browser subscribes with the key of this server alone, where the person allows it', async () => {
  const { browser, old, subscribe } = createBrowser('granted')
  expect(browser.ability()).toBe('able')
  expect(await browser.subscribe('key')).toEqual({
    endpoint: 'https://push.example.org',
    p256dh: 'k',
    auth: 'a',
  })
  expect(old.unsubscribe).toHaveBeenCalled()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
  const blocked = createBrowser('denied')
  expect(blocked.browser.ability()).toBe('blocked')
  expect(await blocked.browser.subscribe('key')).toBeUndefined()
  const bare = createPushBrowser({ navigator: {} as never })
  expect(bare.ability()).toBe('unsupported')
  expect(await bare.subscribe('key')).toBeUndefined()
})

test('a page hears where a tapped notice leads, and counts on the icon', () => {
  const { browser, events, setAppBadge, clearAppBadge } = createBrowser('granted')
  const opened: string[] = []
  const end = browser.onOpen(path => opened.push(path))
  const say = (data: object) => events.dispatchEvent(new MessageEvent('message', { data }))
  say({ type: 'OPEN_PAGE', url: '/product/dashboard' })
  say({ type: 'OPEN_PAGE', url: 'https://elsewhere.example.org' })
  say({ type: 'ANOTHER' })
  end()
  say({ type: 'OPEN_PAGE', url: '/late' })
  expect(opened).toEqual(['/product/dashboard', '/product'])
  browser.badge(3)
  browser.badge(0)
  expect(setAppBadge).toHaveBeenCalledWith(3)
  expect(clearAppBadge).toHaveBeenCalledTimes(1)
})
