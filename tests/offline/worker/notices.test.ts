import { expect, test, vi } from 'vitest'
import { createNoticedPerson } from '../../../src/offline/worker/noticed-person.ts'
import {
  type AppWindow,
  createNotices,
  type ShownOptions,
} from '../../../src/offline/worker/notices.ts'
import { createPushBrowser } from '../../../src/offline/worker/push-browser.ts'

function createWorker(windows: readonly AppWindow[] = [], isLeft = false) {
  const show = vi.fn(async (_title: string, _options: ShownOptions) => {})
  const openWindow = vi.fn(async (_url: string) => undefined)
  const clients = { matchAll: async () => windows, openWindow }
  const notices = createNotices({ show, clients, isLeft: async () => isLeft })
  return { show, openWindow, notices }
}

const createWindow = (visibilityState: string, path = '/product') => ({
  url: `https://aisle.test${path}`,
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
    // Else what takes the place of a notice that nobody has looked at yet comes without a sound.
    renotify: true,
    icon: '/icons/icon-192.png',
    data: { url: '/product/dashboard' },
  })
})

test('to a browser that its person has left nothing is told of their lists', async () => {
  const { show, notices } = createWorker([], true)
  const url = '/product/shoppinglist?list=1'
  await notices.show(JSON.stringify({ title: 'Anna added 4 things', body: 'Milk', url, tag: 'x' }))
  expect(show.mock.calls[0]?.[0]).toBe('Something changed')
  expect(show.mock.calls[0]?.[1]).toMatchObject({ body: '', tag: '', data: { url: '/product' } })
  // Browsers refuse that where there is no tag.
  expect(show.mock.calls[0]?.[1].renotify).toBeUndefined()
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

test('a tap leads to no demo that is open', async () => {
  const demo = createWindow('visible', '/demo/product')
  const { notices, openWindow } = createWorker([demo])
  await notices.open({ url: '/product/shoppinglist?list=1' })
  expect(demo.focus).not.toHaveBeenCalled()
  expect(openWindow).toHaveBeenCalledWith('/product/shoppinglist?list=1')
})

/** One cache of the browser's. */
function createCaches() {
  const entries = new Map<string, string>()
  const cache = {
    match: async (key: string) => {
      const text = entries.get(key)
      return text === undefined ? undefined : new Response(text)
    },
    put: async (key: string, response: Response) => void entries.set(key, await response.text()),
  }
  return { has: async () => entries.size > 0, open: async () => cache as never }
}

function createBrowser(permission: NotificationPermission) {
  const events = new EventTarget()
  const old = { unsubscribe: vi.fn(async () => true) }
  const subscribe = vi.fn(async (_options: object) => ({
    toJSON: () => ({ endpoint: 'https://push.example.org', keys: { p256dh: 'k', auth: 'a' } }),
  }))
  const pushManager = { getSubscription: async () => old, subscribe }
  const shown = [{ close: vi.fn() }, { close: vi.fn() }]
  const getRegistration = async () => ({ pushManager, getNotifications: async () => shown })
  const serviceWorker = Object.assign(events, { getRegistration })
  const setAppBadge = vi.fn(async () => {})
  const clearAppBadge = vi.fn(async () => {})
  const noticed = createNoticedPerson(createCaches())
  const window = {
    navigator: { serviceWorker, setAppBadge, clearAppBadge } as never,
    Notification: { permission, requestPermission: async () => permission },
    PushManager: {},
  }
  const browser = createPushBrowser(window, noticed)
  return {
    browser,
    noticed,
    events,
    old,
    shown,
    serviceWorker,
    subscribe,
    setAppBadge,
    clearAppBadge,
  }
}

test('a browser subscribes with the key of this server alone, where the person allows it', async () => {
  const { browser, old, subscribe } = createBrowser('granted')
  expect(browser.ability()).toBe('able')
  expect(await browser.subscribe('key', 7)).toEqual({
    endpoint: 'https://push.example.org',
    p256dh: 'k',
    auth: 'a',
  })
  expect(old.unsubscribe).toHaveBeenCalled()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
  expect(await browser.isSubscribed()).toBe(true)
  const blocked = createBrowser('denied')
  expect(blocked.browser.ability()).toBe('blocked')
  expect(await blocked.browser.subscribe('key', 7)).toBeUndefined()
  // Nobody was asked yet, or the browser took back what was allowed.
  expect(createBrowser('default').browser.ability()).toBe('unasked')
  const bare = createPushBrowser({ navigator: {} as never })
  expect(bare.ability()).toBe('unsupported')
  expect(await bare.subscribe('key', 7)).toBeUndefined()
  expect(await bare.isSubscribed()).toBe(false)
})

test.each([
  ['uninstalled', 'in a tab of an iPhone', { standalone: false }, {}],
  ['unsupported', 'on its home screen, of a version before it had them', { standalone: true }, {}],
  ['insecure', 'without https', {}, { isSecureContext: false }],
  [
    'insecure',
    'without https in a tab of an iPhone',
    { standalone: false },
    { isSecureContext: false },
  ],
])('a browser that has none is %s %s', (ability, _, navigator, page) => {
  const bare = createPushBrowser({ ...page, navigator: navigator as never })
  expect(bare.ability()).toBe(ability)
})

test('who leaves is remembered as gone, and unsubscribed; somebody else who asked since is not', async () => {
  const { browser, noticed, old } = createBrowser('granted')
  expect(await noticed.get()).toBeUndefined()
  await browser.subscribe('key', 7)
  expect(await noticed.get()).toBe(7)
  old.unsubscribe.mockClear()
  // What was left behind of another person is removed later.
  await browser.leave(8)
  expect([await noticed.get(), old.unsubscribe.mock.calls.length]).toEqual([7, 0])
  // Offline a browser may never answer.
  old.unsubscribe.mockReturnValue(new Promise(() => {}))
  await browser.leave(7)
  expect(await noticed.get()).toBe('left')
  await vi.waitFor(() => expect(old.unsubscribe).toHaveBeenCalledTimes(1))
})

test('who leaves takes along the notices that were shown, and the number on the icon', async () => {
  const { browser, shown, clearAppBadge } = createBrowser('granted')
  await browser.subscribe('key', 7)
  await browser.leave(8)
  for (const { close } of shown) expect(close).not.toHaveBeenCalled()
  await browser.leave(7)
  await vi.waitFor(() => {
    for (const { close } of shown) expect(close).toHaveBeenCalled()
  })
  expect(clearAppBadge).toHaveBeenCalledTimes(1)
  // Somebody else may be here by now: of who is removed later there is no number.
  await browser.leave(8)
  expect(clearAppBadge).toHaveBeenCalledTimes(1)
})

test.each([
  ['fails', () => Promise.reject(new Error('No.'))],
  ['hangs', () => new Promise(() => {})],
])(
  'a notice that cannot be closed since the browser %s keeps nobody from leaving',
  async (_, ask) => {
    const { browser, noticed, old, serviceWorker } = createBrowser('granted')
    await browser.subscribe('key', 7)
    old.unsubscribe.mockClear()
    const { pushManager } = await serviceWorker.getRegistration()
    const registration = { pushManager, getNotifications: ask }
    serviceWorker.getRegistration = async () => registration as never
    await browser.leave(7)
    expect(await noticed.get()).toBe('left')
    await vi.waitFor(() => expect(old.unsubscribe).toHaveBeenCalledTimes(1))
  },
)

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
