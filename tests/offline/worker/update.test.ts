// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createKeyValue } from '../../../src/network/key-value.ts'
import { forgetOldShells } from '../../../src/offline/worker/kept-shells.ts'
import { isOurs } from '../../../src/offline/worker/shell-file.ts'
import { createUpdates } from '../../../src/offline/worker/update.ts'
import {
  reloadAfterChunkFailure,
  reportChunkFailure,
  takeReloadError,
} from '../../../src/offline/worker/update-after-chunk-failure.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})

/** What the browser knows of the app's worker, and versions that are stored beside it. */
function createRegistration() {
  const registration = Object.assign(new EventTarget(), {
    active: new EventTarget() as EventTarget | null,
    installing: null as EventTarget | null,
    waiting: null as EventTarget | null,
  })
  return {
    registration,
    begin() {
      registration.installing = new EventTarget()
      registration.dispatchEvent(new Event('updatefound'))
    },
    end(stored: boolean) {
      const worker = registration.installing
      registration.installing = null
      if (stored) registration.waiting = worker
      worker?.dispatchEvent(new Event('statechange'))
    },
    takeOver() {
      registration.active = registration.waiting
      registration.waiting = null
      registration.active?.dispatchEvent(new Event('statechange'))
    },
  }
}

type Stored = Pick<ReturnType<typeof createRegistration>, 'registration' | 'begin' | 'end'>

/** The worker's side of an update, told by hand what happens to it. */
function setStage(
  { registration, begin, end }: Stored = createRegistration(),
  beforeReload?: () => Promise<void>,
) {
  const listeners = new Map<string, (event: object) => void>()
  const workbox = {
    register: vi.fn(async () => registration as unknown as ServiceWorkerRegistration | undefined),
    update: vi.fn(async () => {}),
    messageSkipWaiting: vi.fn(),
    addEventListener: (type: string, listener: (event: never) => void) => {
      listeners.set(type, listener as (event: object) => void)
    },
  }
  const reload = vi.fn()
  const durable = Promise.withResolvers<void>()
  const updates = createUpdates({
    workbox,
    document,
    reload,
    beforeReload: beforeReload ?? (() => durable.promise),
    now: () => Date.now(),
  })
  return {
    updates,
    workbox,
    reload,
    durable,
    /** A new version is found and stored whole. */
    async find() {
      await vi.advanceTimersByTimeAsync(0)
      begin()
      end(true)
    },
    tell: (type: string, event: object = {}) => listeners.get(type)?.(event),
  }
}

function showPage(visible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a new version is looked for every hour and when the app comes to the front', async () => {
  const { workbox, updates } = setStage()
  expect(workbox.register).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(workbox.update).toHaveBeenCalledTimes(1)
  showPage(false)
  showPage(true)
  expect(workbox.update, 'not again at once').toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(120_000)
  showPage(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(workbox.update).toHaveBeenCalledTimes(2)
  // A clock that was ahead by a year, and is right again.
  vi.setSystemTime(Date.now() - 365 * 24 * 3_600_000)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(workbox.update).toHaveBeenCalledTimes(3)
  updates.close()
  await vi.advanceTimersByTimeAsync(7_200_000)
  expect(workbox.update).toHaveBeenCalledTimes(3)
})

test('it is offered after others that could not be stored, and where it came before the page began', async () => {
  const one = createRegistration()
  const { updates } = setStage(one)
  await vi.advanceTimersByTimeAsync(0)
  for (const isWhole of [false, false, true]) {
    expect(updates.state.get()).toBe('none')
    one.begin()
    one.end(isWhole)
  }
  expect(updates.state.get()).toBe('ready')

  const whole = createRegistration()
  whole.begin()
  whole.end(true)
  const second = setStage(whole)
  await vi.advanceTimersByTimeAsync(0)
  expect(second.updates.state.get()).toBe('ready')

  const underWay = createRegistration()
  underWay.begin()
  const third = setStage(underWay)
  await vi.advanceTimersByTimeAsync(0)
  underWay.end(true)
  expect(third.updates.state.get()).toBe('ready')
})

test('one that takes over by itself, beside a page that no worker answered, comes with a reload', async () => {
  const one = createRegistration()
  const { updates, workbox, reload, durable, find } = setStage(one)
  durable.resolve()
  await find()
  one.takeOver()
  expect(updates.state.get()).toBe('ready')
  await updates.applyUpdate()
  expect(workbox.messageSkipWaiting).not.toHaveBeenCalled()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('taken from a page that no worker answers, while another tab keeps it waiting, it comes with a reload', async () => {
  const one = createRegistration()
  const { updates, workbox, reload, durable, find } = setStage(one)
  durable.resolve()
  await find()
  const worker = Object.assign(one.registration.waiting ?? {}, { state: 'activating' })
  await updates.applyUpdate()
  expect(workbox.messageSkipWaiting).toHaveBeenCalledTimes(1)
  one.takeOver()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).not.toHaveBeenCalled()
  worker.state = 'activated'
  one.registration.active?.dispatchEvent(new Event('statechange'))
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('taken by another tab without this page being told, it comes with a reload, too', async () => {
  const one = createRegistration()
  one.begin()
  one.end(true)
  const { updates, reload, durable } = setStage(one)
  durable.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(updates.state.get()).toBe('ready')
  one.takeOver()
  await updates.applyUpdate()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what another tab took while this page still loaded is offered here, too', async () => {
  const container: { controller: unknown } = { controller: { version: 1 } }
  vi.stubGlobal('navigator', { serviceWorker: container })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { updates, workbox, reload, durable } = setStage()
  durable.resolve()
  container.controller = { version: 2 }
  await vi.advanceTimersByTimeAsync(0)
  expect(updates.state.get()).toBe('ready')
  await updates.applyUpdate()
  expect(workbox.messageSkipWaiting).not.toHaveBeenCalled()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a first worker that could not be stored is registered again, and is no update', async () => {
  const { registration, begin, end } = createRegistration()
  registration.active = null
  const { updates, workbox } = setStage({ registration, begin, end })
  workbox.register.mockRejectedValueOnce(new TypeError('The script did not come.'))
  workbox.register.mockImplementationOnce(async () => {
    begin()
    return registration as unknown as ServiceWorkerRegistration
  })
  await vi.advanceTimersByTimeAsync(3_600_000)
  await vi.advanceTimersByTimeAsync(3_600_000)
  end(true)
  expect(workbox.register.mock.calls.length).toBe(3)
  expect(updates.state.get()).toBe('none')
})

test('it is taken when the person agrees, and when all edits are safe', async () => {
  const { updates, workbox, reload, durable, find, tell } = setStage()
  await updates.applyUpdate()
  expect(workbox.messageSkipWaiting, 'nothing to take yet').not.toHaveBeenCalled()
  await find()
  expect(updates.state.get()).toBe('ready')
  expect(workbox.messageSkipWaiting, 'nobody has agreed').not.toHaveBeenCalled()
  await updates.applyUpdate()
  expect(workbox.messageSkipWaiting).toHaveBeenCalledTimes(1)
  tell('controlling', { isUpdate: true })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reload, 'an edit is not safe yet').not.toHaveBeenCalled()
  expect(updates.state.get()).toBe('coming')
  await updates.applyUpdate()
  expect(workbox.messageSkipWaiting, 'once is enough').toHaveBeenCalledTimes(1)
  durable.resolve()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('it waits while something is being typed', async () => {
  const { updates, reload, durable, find, tell } = setStage()
  durable.resolve()
  document.body.innerHTML = '<input aria-label="Add an item" value="mil">'
  document.querySelector('input')?.focus()
  await find()
  await updates.applyUpdate()
  tell('controlling', { isUpdate: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
  document.querySelector('input')?.blur()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what was typed meanwhile and then done is safe before the page goes', async () => {
  const underWay = new Set<Promise<void>>()
  const { updates, reload, find, tell } = setStage(createRegistration(), async () => {
    await Promise.all(underWay)
  })
  document.body.innerHTML = '<input aria-label="Add an item" value="milk">'
  const box = document.querySelector('input')
  box?.focus()
  await find()
  await updates.applyUpdate()
  tell('controlling', { isUpdate: true })
  await vi.advanceTimersByTimeAsync(1_000)
  const stored = Promise.withResolvers<void>()
  underWay.add(stored.promise)
  if (box) box.value = ''
  box?.blur()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reload, 'what was typed is not on the device yet').not.toHaveBeenCalled()
  stored.resolve()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(1)
  updates.close()
})

test('nor does it come into what is typed while an edit was on its way to safety', async () => {
  const { updates, reload, durable, find, tell } = setStage()
  await find()
  await updates.applyUpdate()
  tell('controlling', { isUpdate: true })
  await vi.advanceTimersByTimeAsync(1)
  document.body.innerHTML = '<input aria-label="Add an item" value="mil">'
  const box = document.querySelector('input')
  box?.focus()
  durable.resolve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
  box?.blur()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(1)
  updates.close()
})

test('a tab whose neighbour agreed goes on, and offers the same', async () => {
  const { updates, workbox, reload, durable, tell } = setStage()
  durable.resolve()
  tell('controlling', { isUpdate: true, isExternal: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reload).not.toHaveBeenCalled()
  expect(updates.state.get()).toBe('ready')
  await updates.applyUpdate()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(workbox.messageSkipWaiting).not.toHaveBeenCalled()
})

test('the first worker of a device is no update', () => {
  const { updates, tell } = setStage()
  tell('controlling', { isUpdate: false, isExternal: false })
  expect(updates.state.get()).toBe('none')
  // The page is as old as that worker; the next one is newer.
  tell('controlling', { isUpdate: false, isExternal: true })
  expect(updates.state.get()).toBe('ready')
})

test('the first worker is none either where the page before this one began to install it', () => {
  const { updates, tell } = setStage()
  tell('controlling', { isUpdate: false, isExternal: true })
  expect(updates.state.get()).toBe('none')
})

test('a chunk that is gone leads to one reload, with a note for the next start', async () => {
  const persistent = createKeyValue(() => localStorage)
  const perTab = createKeyValue(() => sessionStorage)
  const reload = vi.fn()
  const end = reloadAfterChunkFailure({
    events: window,
    persistent,
    perTab,
    mayReload: () => true,
    reload,
    now: () => Date.now(),
  })
  const fail = () => reportChunkFailure(window)
  fail()
  fail()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(takeReloadError(persistent)).toMatch(/Loading a part of the app failed/)
  expect(takeReloadError(persistent), 'shown once').toBeUndefined()
  await vi.advanceTimersByTimeAsync(31_000)
  fail()
  expect(reload).toHaveBeenCalledTimes(2)
  end()
  await vi.advanceTimersByTimeAsync(31_000)
  fail()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a chunk that is gone costs nothing that would be lost with the page', () => {
  const storage = createKeyValue(() => sessionStorage)
  const reload = vi.fn()
  const kept = { persistent: storage, perTab: storage }
  const now = () => Date.now()
  const parts = { events: window, ...kept, mayReload: () => false, reload, now }
  const end = reloadAfterChunkFailure(parts)
  reportChunkFailure(window)
  end()
  expect(reload).not.toHaveBeenCalled()
  expect(takeReloadError(storage)).toBeUndefined()
})

test('where the tab keeps nothing it never loads again: nobody would know that it just did', () => {
  function blocked(): never {
    throw new DOMException('denied', 'SecurityError')
  }
  const persistent = createKeyValue(() => localStorage)
  const reload = vi.fn()
  for (const _page of [1, 2]) {
    const perTab = createKeyValue(blocked)
    const now = () => Date.now()
    const parts = { events: window, persistent, perTab, mayReload: () => true, reload, now }
    const end = reloadAfterChunkFailure(parts)
    reportChunkFailure(window)
    end()
  }
  expect(reload).not.toHaveBeenCalled()
  expect(takeReloadError(persistent)).toBeUndefined()
})

/** The cache of the app's files, and versions that store theirs and take over. */
function createShells() {
  const stored = new Map<string, string>()
  const cache: Pick<Cache, 'match' | 'put' | 'keys' | 'delete'> = {
    match: async key => {
      const text = stored.get(String(key))
      return text === undefined ? undefined : new Response(text)
    },
    put: async (key, response) => void stored.set(String(key), await response.text()),
    keys: async () => [...stored.keys()].map(url => ({ url }) as Request),
    delete: async key => stored.delete(typeof key === 'object' && 'url' in key ? key.url : ''),
  }
  const keysOf = (version: number) => ['/assets/same.js', `/assets/list-${version}.js`]
  function store(version: number) {
    for (const key of keysOf(version)) stored.set(key, key)
  }
  const activate = (version: number, isFollowed = () => false) =>
    forgetOldShells({ cache, ownKeys: keysOf(version), isFollowed })
  return {
    stored,
    cache,
    store,
    activate,
    takeOver(version: number) {
      store(version)
      return activate(version)
    },
    parts: () => [...stored.keys()].filter(key => key.startsWith('/assets/list')).sort(),
  }
}

test('a tab finds the parts of its version after two more updates; what is older goes', async () => {
  const { stored, takeOver, parts } = createShells()
  expect(await takeOver(1), 'the first has no page to leave alone').toBe(false)
  expect(await takeOver(2)).toBe(true)
  await takeOver(3)
  expect(parts()).toEqual([1, 2, 3].map(version => `/assets/list-${version}.js`))
  await takeOver(4)
  await takeOver(4)
  expect(parts()).toEqual([2, 3, 4].map(version => `/assets/list-${version}.js`))
  expect(stored.has('/assets/same.js')).toBe(true)

  stored.clear()
  stored.set('/assets/list-1.js', '')
  stored.set('/shell-files', JSON.stringify(['/assets/list-1.js']))
  await takeOver(2)
  expect(parts(), 'as the list was written once').toHaveLength(2)
})

test('what the next version has stored already stays when this one takes over', async () => {
  const { takeOver, store, activate, parts } = createShells()
  for (const version of [1, 2, 3]) await takeOver(version)
  store(4)
  // The person agrees to the fourth while the fifth is on its way.
  store(5)
  await activate(4, () => true)
  expect(parts()).toContain('/assets/list-5.js')
  await activate(5)
  expect(parts()).toEqual([3, 4, 5].map(version => `/assets/list-${version}.js`))
})

test('a worker that is ended while it clears up leaves its successor the lists of files', async () => {
  const { stored, cache, takeOver, store, activate, parts } = createShells()
  for (const version of [1, 2, 3]) await takeOver(version)
  store(4)
  const whole = cache.delete
  cache.delete = () => new Promise(() => {})
  void activate(4)
  await vi.advanceTimersByTimeAsync(1)
  cache.delete = whole
  expect(await takeOver(5), 'it is no first version').toBe(true)
  expect(parts()).toEqual([3, 4, 5].map(version => `/assets/list-${version}.js`))
  expect(stored.has('/shell-files')).toBe(true)
})

const page = '<!doctype html><title>Hotel</title>'
const shell = '<!doctype html><meta name="application-name" content="Aisle" />'
test.each([
  ['/assets/a.js', 'text/javascript; charset=utf-8', 'let a', 200, true],
  ['/assets/a.js', 'text/html', page, 200, false],
  ['/assets/a.js', 'text/javascript', 'let a', 503, false],
  ['/assets/a.css', 'text/css; charset=utf-8', 'a {}', 200, true],
  ['/assets/a.css', 'text/html', page, 200, false],
  ['/index.html', 'text/html', shell, 200, true],
  ['/index.html', 'text/html', page, 200, false],
  ['/icons/icon.svg', 'image/svg+xml', '<svg/>', 200, true],
  ['/icons/icon.svg', 'text/html', page, 200, false],
])('%s as %s is stored only if it is ours (%#)', async (path, type, body, status, ours) => {
  const response = new Response(body, { status, headers: { 'content-type': type } })
  expect(await isOurs(path, response)).toBe(ours)
})
